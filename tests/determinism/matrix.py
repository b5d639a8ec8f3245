#!/usr/bin/env python3
"""The same bits everywhere: builds the program of this folder with the runtime's sources in every configuration,
runs each and compares what it prints with expected.txt.

matrix.py WORK           WORK is a folder for what is built; what is up to date is not built again
matrix.py WORK --pin     writes expected.txt where all configurations agree
matrix.py --self-test    expects differing, missing and absent results to be found
"""
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What the program uses; each module costs its compile time ten times.
MODULES = ["core", "math", "skeleton", "pose", "clip", "sample", "mix", "skinning", "playlist", "play",
           "machine", "timeline", "load", "crowd"]
# Baked files that it plays, as arrays of a header: programs in wasm and under an emulator read none.
PACKED = {"kPackedFast": "packed-fast", "kPackedScaled": "packed-scaled", "kPackedSmall": "packed-small"}

# Compiled source by source; the others by module, as cmake/MotusModule.cmake does with MOTUS_UNITY.
ALONE = {"gcc-O2"}

COMMON = "-std=c++20 -fno-exceptions -fno-rtti"
SCALAR = "-DHWY_COMPILE_ONLY_SCALAR"
# Highway 1.0.3 refuses a machine whose own instructions are AVX3_DL unless that target is wanted.
OWN = "-O3 -march=native -DHWY_WANT_AVX3_DL"
# clang 14 shortens VNNI instructions to a form that needs AVX-VNNI, which machines of AVX3_DL may lack:
# it gets AVX3 there.
OWN_CLANG = "-O3 -march=native -mno-avx512vnni"
NATIVE = {
    "gcc-O0": ("g++", "-O0"),
    "gcc-O2": ("g++", "-O2"),
    "gcc-O3-native": ("g++", OWN),
    "gcc-scalar": ("g++", f"-O2 {SCALAR}"),
    "clang-O0": ("clang++", "-O0"),
    "clang-O2": ("clang++", "-O2"),
    "clang-O3-native": ("clang++", OWN_CLANG),
    "clang-scalar": ("clang++", f"-O2 {SCALAR}"),
}
WASM = {
    "wasm-simd": ("em++", "-O2 -msimd128"),
    "wasm-scalar": ("em++", f"-O2 {SCALAR}"),
}
# Another machine's instructions, run by an emulator. Highway's library is not there for it: one target,
# chosen when compiled, needs none.
NEON = {
    "neon": ("aarch64-linux-gnu-g++", "-O2 -DHWY_COMPILE_ONLY_STATIC"),
}
WASM_LINK = "-sWASM_ASYNC_COMPILATION=0 -sEXIT_RUNTIME=1 -sENVIRONMENT=node"
NODE_MODULES = ["/usr/share/nodejs", "/usr/lib/nodejs"]


def sources():
    found = []
    for module in MODULES:
        found += sorted((ROOT / "motus" / module).glob("*.cpp"))
    machines = [ROOT / "tests/machine" / name for name in ("sketch.cpp", "random_machine.cpp")]
    return found + [ROOT / "scenes/stress/stress.cpp"] + machines + sorted(HERE.glob("*.cpp"))


def is_kernel(source):
    """Highway compiles these once per instruction set: each is a unit of its own."""
    return "foreach_target.h" in source.read_text()


def units(work):
    """The sources as units: those of a module in one file under `work`, kernels and the rest alone."""
    found, modules = [], {}
    for source in sources():
        if source.parent.parent == ROOT / "motus" and not is_kernel(source):
            modules.setdefault(source.parent.name, []).append(source)
        else:
            found.append(source)
    for module, members in modules.items():
        unit = work / "units" / f"{module}.cpp"
        text = "".join(f'#include "{source}"\n' for source in members)
        if not unit.exists() or unit.read_text() != text:
            unit.parent.mkdir(parents=True, exist_ok=True)
            unit.write_text(text)
        found.append(unit)
    return found


def write_records(work):
    """Ninja's lines for the records that the schema is turned into, as cmake/MotusSchema.cmake has them."""
    schema, out = ROOT / "motus/schema", work / "generated"
    inputs = " ".join(map(str, sorted(schema.glob("*.fbs"))))
    generator = " ".join(map(str, sorted((schema / "generator").glob("*.cpp"))))
    headers = " ".join(map(str, sorted((schema / "generator").glob("*.h"))))
    records = out / "motus/machine/records.h"
    return records, [
        "rule flatc", "  command = flatc --binary --schema --bfbs-comments --bfbs-builtins "
        f"-I {schema} -o {out}/schema {schema}/document.fbs",
        f"build {out}/schema/document.bfbs: flatc {inputs}",
        "rule generator", f"  command = g++ -std=c++20 -O0 -DFMT_HEADER_ONLY=1 {generator} -o $out",
        f"build {work}/schemagen: generator | {generator} {headers}",
        "rule records", f"  command = {work}/schemagen --schema {out}/schema/document.bfbs --namespace motus.doc "
        f"--numbers {schema}/numbers.txt --out {out} --room document --stem model --records records "
        "--record-namespace motus::record --typescript motus-schema",
        "  restat = 1",
        f"build {records}: records | {work}/schemagen {out}/schema/document.bfbs {schema}/numbers.txt"]


def write_packed(work):
    lines = ["#pragma once", "#include <cstddef>", "#include <span>", "namespace motus::determinism {"]
    for name, file in PACKED.items():
        data = (ROOT / "tests/fuzz/corpus/bake" / file).read_bytes()
        lines += [f"alignas(64) inline const unsigned char {name}Bytes[] = {{{','.join(map(str, data))}}};",
                  f"inline const std::span<const std::byte> {name} = std::as_bytes(std::span({name}Bytes));"]
    header = work / "generated/tests/determinism/packed_files.h"
    text = "\n".join(lines + ["}"]) + "\n"
    if not header.exists() or header.read_text() != text:
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(text)


def float_flags(cxx):
    kinds = ("all", "gnu") if cxx.endswith("g++") else ("all",)
    lines = [line.split() for line in (ROOT / "cmake/float-flags.txt").read_text().splitlines()]
    return " ".join(line[1] for line in lines if line and line[0] in kinds)


def host_include(name):
    for folder in ("/usr/include", "/usr/local/include"):
        if os.path.isdir(f"{folder}/{name}"):
            return f"{folder}/{name}"
    sys.exit(f"there is no {name} among the headers")


def write_ninja(work):
    """One ninja file for all configurations; ninja rebuilds what has changed."""
    ccache = "ccache " if shutil.which("ccache") else ""
    include = work / "include"
    include.mkdir(parents=True, exist_ok=True)
    if not (include / "hwy").exists():
        (include / "hwy").symlink_to(host_include("hwy"))
    modules = next((m for m in NODE_MODULES if os.path.isdir(f"{m}/acorn")), "")
    lines = [f"root = {ROOT}", "rule compile",
             f"  command = {ccache}$cxx {COMMON} $flags -I$root -I{work}/generated -MD -MF $out.d -c $in -o $out",
             "  depfile = $out.d", "  deps = gcc", "  description = $config $in",
             "rule link", "  command = $env $cxx $flags $in $libs -o $out",
             "  description = $config link"]
    write_packed(work)
    records, more = write_records(work)
    lines += more
    programs = {}
    for config, (cxx, flags) in {**NATIVE, **WASM, **NEON}.items():
        wasm, neon = config in WASM, config in NEON
        flags += " " + float_flags(cxx)
        if wasm or neon:
            flags += f" -isystem {include}"
        program = work / config / ("hash.js" if wasm else "hash")
        objects = []
        for source in sources() if config in ALONE else units(work):
            name = source.relative_to(work if source.is_relative_to(work) else ROOT).as_posix()
            out = work / config / (name.replace("/", "_") + ".o")
            objects.append(str(out))
            lines += [f"build {out}: compile {source} || {records}", f"  cxx = {cxx}", f"  flags = {flags}",
                      f"  config = {config}"]
        libs = WASM_LINK if wasm else "-static" if neon else "-lhwy"
        lines += [f"build {program}: link {' '.join(objects)}", f"  cxx = {cxx}",
                  f"  flags = {flags}", f"  config = {config}", f"  libs = {libs}",
                  f"  env = {f'NODE_PATH={modules}' if wasm else ''}"]
        programs[config] = [str(program)]
        if wasm:
            programs[config].insert(0, shutil.which("node") or "nodejs")
        elif neon:
            programs[config].insert(0, shutil.which("qemu-aarch64-static") or "qemu-aarch64")
    text = "\n".join(lines) + "\n"
    ninja = work / "build.ninja"
    if not ninja.exists() or ninja.read_text() != text:
        ninja.write_text(text)
    return programs


def parts(text):
    return dict(line.split() for line in text.splitlines() if line.strip())


def compare(expected, results):
    """Returns (lines of a report, all equal). `results`: configuration -> printed text or None."""
    report, good = [], bool(results)
    if not results:
        report.append("no configuration was run")
    if not parts(expected):
        return report + ["nothing is pinned in expected.txt"], False
    for config, text in results.items():
        if text is None:
            report.append(f"{config}: did not run")
        elif parts(text) == parts(expected):
            report.append(f"{config}: equal")
            continue
        else:
            pinned, got = parts(expected), parts(text)
            wrong = [name for name in {**pinned, **got} if pinned.get(name) != got.get(name)]
            report.append(f"{config}: DIFFERS in {', '.join(wrong)}")
        good = False
    return report, good


def self_test():
    pinned = "time 01\nmath 02\n"
    cases = [({"a": pinned, "b": "math 02\ntime  01\n"}, pinned, True),
             ({"a": pinned, "b": "time 01\nmath 03\n"}, pinned, False),
             ({"a": pinned, "b": "time 01\n"}, pinned, False),
             ({"a": pinned, "b": pinned + "more 04\n"}, pinned, False),
             ({"a": None}, pinned, False), ({}, pinned, False), ({"a": ""}, "", False)]
    return [f"case {i}: {compare(expected, results)}"
            for i, (results, expected, good) in enumerate(cases)
            if compare(expected, results)[1] != good]


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults = self_test()
        print("\n".join(faults) if faults else "determinism: every difference was found")
        return 1 if faults else 0
    work = pathlib.Path(sys.argv[1]).resolve()
    programs = write_ninja(work)
    if subprocess.run(["ninja", "-C", str(work)]).returncode != 0:
        return 1
    results = {}
    for config, command in programs.items():
        run = subprocess.run(command, capture_output=True, text=True)
        results[config] = run.stdout if run.returncode == 0 else None
    pin = HERE / "expected.txt"
    if sys.argv[2:] == ["--pin"]:
        first = next(iter(results.values())) or ""
        report, good = compare(first, results)
        if good:
            pin.write_text(first)
    else:
        report, good = compare(pin.read_text(), results)
    print("\n".join(report))
    print(f"determinism: {len(results)} configurations, {'the same bits' if good else 'NOT equal'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
