// Python, with neither network nor storage: it gets its files as bytes, and questions as texts.
let python;
let last = Promise.resolve();

async function begin(parts) {
  const bytes = new Map(parts.map(({ name, data }) => [name, data]));
  const served = (address) => bytes.get(String(address?.url ?? address).split("/").pop());
  self.fetch = async (address) => new Response(served(address), { headers: { "Content-Type": "application/wasm" } });
  self.importScripts = undefined; // Pyodide wants modules; browsers allow none as workers of no origin
  const module = (name) => import(URL.createObjectURL(new Blob([bytes.get(name)], { type: "text/javascript" })));
  const { loadPyodide } = await module("pyodide.mjs");
  const { default: createPyodideModule } = await module("pyodide.asm.mjs");
  const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
  python = await loadPyodide({
    indexURL: "https://parts.invalid/", createPyodideModule, lockFileContents: { info, packages: {} },
    stdin: () => null, stdout: () => {}, stderr: () => {},
  });
  put(parts);
  python.runPython("import sys; sys.path.insert(0, '/site')");
  python.runPython("from ttt_asp.extensions.workbench.answering import answer_page");
}

// Packages, and this one.
function put(parts) {
  for (const { name, data } of parts) {
    if (name.endsWith(".whl")) python.unpackArchive(data, "wheel");
    if (name === "ttt_asp.zip") python.unpackArchive(data, "zip", { extractDir: "/site" });
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
}

async function answer({ number, parts, question }) {
  try {
    if (question) return { number, text: python.globals.get("answer_page")(question) };
    await (python ? put(parts) : begin(parts));
    return { number, ready: true };
  } catch (error) {
    return { number, failed: String(error.message ?? error).trim().split("\n").pop() };
  }
}

self.onmessage = ({ data }) => { last = last.then(() => answer(data)).then((said) => postMessage(said)); };
