#!/usr/bin/env bash
# Make the runtime of the page as files, for its tests: runtime.sh FOLDER, as root, once, in a quarter
# of an hour. Pyodide comes from npm; the wheels of clingo, cffi and MarkupSafe are compiled from the
# archives of PyPI by Debian unstable's emscripten, in a system of its own below FOLDER. Whoever serves
# pages to others takes what Pyodide publishes: `ttt-asp workbench --static` names these files.
set -euo pipefail
self=$(realpath "$0") here=$(realpath "${1:?FOLDER}")
root=$here/debian out=$here/runtime
mkdir -p "$here" "$out"
cd "$here"

version=$(sed -n 's/.*"version": "\(.*\)",/\1/p' "${self%/tests/*}/ttt_asp/extensions/workbench/page/static/runtime.json")
npm install --prefix "$here" "pyodide@$version"
cp node_modules/pyodide/{pyodide.mjs,pyodide.asm.mjs,pyodide.asm.wasm,python_stdlib.zip,pyodide-lock.json} "$out"
[ -e "$root/usr/bin/emcc" ] || debootstrap --variant=minbase \
    --include=emscripten,cmake,ninja-build,python3,libpython3.14-dev,ca-certificates,dpkg-dev \
    sid "$root" http://deb.debian.org/debian
echo "deb-src http://deb.debian.org/debian sid main" > "$root/etc/apt/sources.list.d/sources.list"
chroot "$root" sh -c 'cd /root; apt-get -o Acquire::Check-Valid-Until=false update; apt-get source --download-only libffi
    mkdir -p ffi inc; tar xf libffi_*.orig.tar.* -C ffi --strip 1'
python3 - "$root/root" "$out" <<'PYTHON'
import io, json, re, sys, tarfile, urllib.request, zipfile
root, out = sys.argv[1:]
for name, version in (("clingo", "5.8.0"), ("cffi", "2.0.0"), ("markupsafe", "3.0.3")):
    accept = {"Accept": "application/vnd.pypi.simple.v1+json"}
    listed = urllib.request.urlopen(urllib.request.Request(f"https://pypi.org/simple/{name}/", headers=accept))
    (file,) = [f for f in json.load(listed)["files"] if f["filename"].lower() == f"{name}-{version}.tar.gz"]
    tarfile.open(fileobj=io.BytesIO(urllib.request.urlopen(file["url"]).read())).extractall(root)
# the headers of Python and of libffi, as Pyodide's own were configured
library = zipfile.ZipFile(f"{out}/python_stdlib.zip")
known: dict = {}
exec(library.read("_sysconfigdata__emscripten_wasm32-emscripten.py"), known)
there = known["build_time_vars"]
header = open(f"{root}/../usr/include/x86_64-linux-gnu/python3.14/pyconfig.h").read()
names = dict.fromkeys(re.findall(r"^(?:#define|/\* #undef) (\w+)", header, re.M))
lines = [f"#define {name} {there[name]}" for name in names if there.get(name) not in (0, None, "")]
open(f"{root}/../usr/include/python3.14/pyconfig.h", "w").write("\n".join(lines) + "\n")
given = {"VERSION": "3.8.0", "TARGET": "WASM32_EMSCRIPTEN", "HAVE_LONG_DOUBLE": "1", "FFI_EXEC_TRAMPOLINE_TABLE": "0",
         "FFI_VERSION_STRING": "3.8.0", "FFI_VERSION_NUMBER": "30800"}
text = open(f"{root}/ffi/include/ffi.h.in").read()
open(f"{root}/inc/ffi.h", "w").write(re.sub(r"@(\w+)@", lambda m: given[m[1]], text))
open(f"{root}/inc/ffitarget.h", "w").write(open(f"{root}/ffi/src/wasm/ffitarget.h").read())
PYTHON
cat > "$root/root/compile.sh" <<'COMPILE'
set -euo pipefail
cd /root
# -DEMSCRIPTEN: else exceptions in thread-local memory end the runtime
flags="-O2 -fPIC -fwasm-exceptions -sSUPPORT_LONGJMP=wasm -DEMSCRIPTEN -Wno-everything"
headers="-I/root/inc -I/usr/include/python3.14"
link="-O2 -sSIDE_MODULE=2 -sWASM_BIGINT -fwasm-exceptions -sSUPPORT_LONGJMP=wasm -sEXPORTED_FUNCTIONS=_PyInit_"
mkdir -p build && cd build
# a static library to try the compiler: else that compiles all of libc
emcmake cmake -G Ninja ../clingo-5.8.0 -DCMAKE_BUILD_TYPE=Release -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DCLINGO_BUILD_APPS=OFF -DCLINGO_BUILD_WITH_PYTHON=OFF \
    -DCLINGO_BUILD_WITH_LUA=OFF -DCLINGO_BUILD_SHARED=OFF -DCLINGO_BUILD_STATIC=ON -DCLASP_BUILD_WITH_THREADS=OFF \
    -DCLINGO_MANAGE_RPATH=OFF
ninja
cd ..
emcc $flags $headers -DFFI_BUILDING=1 -c cffi-2.0.0/src/c/_cffi_backend.c -o cffi.o
emcc $flags $headers -c markupsafe-3.0.3/src/markupsafe/_speedups.c -o speedups.o
emcc $flags $headers -Iclingo-5.8.0/libclingo -c clingo-5.8.0/libpyclingo/_clingo.c -o clingo.o
# libffi is in Pyodide itself
emcc ${link}_cffi_backend cffi.o -o _cffi_backend.cpython-314-wasm32-emscripten.so
emcc ${link}_speedups speedups.o -o _speedups.cpython-314-wasm32-emscripten.so
em++ ${link}_clingo clingo.o -Wl,--start-group $(find build -name '*.a') -Wl,--end-group \
    -o _clingo.cpython-314-wasm32-emscripten.so
COMPILE
chroot "$root" bash /root/compile.sh
python3 - "$root/root" "$out" <<'PYTHON'
import json, pathlib, sys, zipfile
root, out = map(pathlib.Path, sys.argv[1:])
locked = json.loads((out / "pyodide-lock.json").read_text())["packages"]
ending = ".cpython-314-wasm32-emscripten.so"
for name, folder, library, inside in (
    ("clingo", "clingo-5.8.0/libpyclingo/clingo", "_clingo", ""), ("cffi", "cffi-2.0.0/src/cffi", "_cffi_backend", ""),
    ("markupsafe", "markupsafe-3.0.3/src/markupsafe", "_speedups", "markupsafe/"),
):
    with zipfile.ZipFile(out / locked[name]["file_name"], "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in sorted((root / folder).rglob("*.py")):
            if "tests" not in path.parts:
                wheel.write(path, f"{name}/{path.relative_to(root / folder)}")
        wheel.write(root / f"{library}{ending}", f"{inside}{library}{ending}")
        about = f"{name}-{locked[name]['version']}.dist-info"
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {locked[name]['version']}\n")
PYTHON
python3 -m pip download --quiet --no-deps -d "$out" jinja2==3.1.6
echo "make site-test PYODIDE=$out"
