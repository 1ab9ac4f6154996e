// Questions in JSON on stdin, answered by the files of a page in WebAssembly: node site.mjs FOLDER
import { readFileSync, readdirSync } from "node:fs";

const folder = process.argv[2];
const bytes = (path) => new Uint8Array(readFileSync(`${folder}/${path}`));
const { loadPyodide } = await import(`${folder}/runtime/pyodide.mjs`);
const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
const python = await loadPyodide({ indexURL: `${folder}/runtime/`, lockFileContents: { info, packages: {} } });
for (const name of readdirSync(`${folder}/runtime`)) {
  if (name.endsWith(".whl")) python.unpackArchive(bytes(`runtime/${name}`), "wheel");
}
python.unpackArchive(bytes("ttt_asp.zip"), "zip", { extractDir: "/site" });
python.runPython("import sys; sys.path.insert(0, '/site')");
python.runPython("from ttt_asp.extensions.workbench.answering import answer_page");
for (const question of JSON.parse(readFileSync(0, "utf-8"))) {
  const begun = performance.now();
  const answer = JSON.parse(python.globals.get("answer_page")(JSON.stringify(question)));
  console.log(JSON.stringify({ ...answer, milliseconds: performance.now() - begun }));
}
