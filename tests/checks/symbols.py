#!/usr/bin/env python3
"""Proves that the runtime's frame cannot allocate, lock, throw or print: `nm -u` of its objects
against a list of what they may call. (The other proof counts operator new while frames run.)

symbols.py OBJECTS LIST    checks every object under the folder OBJECTS; LIST, written by CMake, names
                           the sources that build, in lines of "BUILDERS path"
symbols.py --self-test CXX compiles faults with CXX and expects each to be found

Every object counts as part of a frame unless it was made of sources that build. A unity build makes
one object of a module's builders, unity_<module>-builders-<number>_cxx.cxx.o.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

UNITY = re.compile(r"unity_(.+?)(-builders)?-(\d+)_cxx\.cxx\.o")

# What a frame may call outside Motus.
ALLOWED = re.compile(
    r"mem(cpy|move|set|cmp)|(sqrt|floor|ceil|trunc|fabs|fmod|round|nearbyint|rint|ldexp|frexp)f?"
    r"|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__cpu_model|__(u?div|u?mod|u?divmod|mul|fix\w*|float\w*)ti\w*"
    r"|hwy::(GetChosenTarget|ChosenTarget::\w+|SupportedTargets|Abort)\(.*")


def nm(path, *options):
    out = subprocess.run(["nm", "-C", *options, str(path)], capture_output=True, text=True,
                         check=True).stdout
    return {line.split(None, 1)[1] if options[0] == "-u" else line.split(None, 2)[2]
            for line in out.splitlines() if line.strip()}


def read_builders(listing):
    """"core/bytes" for "BUILDERS motus/core/bytes.cpp"."""
    lines = [line.split(" ", 1) for line in listing.read_text().splitlines() if line.strip()]
    return {name.removeprefix("motus/").removesuffix(".cpp") for kind, name in lines if kind == "BUILDERS"}


def check(folder, builders):
    """Returns (frame objects inspected, faults)."""
    faults, builds, frames = [], {}, {}
    for path in sorted(folder.rglob("*.o")):
        unity = UNITY.fullmatch(path.name)
        if unity:
            name = f"{unity[1]}{unity[2] or ''}"
            (builds if unity[2] else frames)[f"{name}-{unity[3]}"] = path
            continue
        name = "/".join(path.parts[-2:]).removesuffix(".o").removesuffix(".cpp")
        (builds if name in builders else frames)[name] = path
    if not builders:
        faults.append("no source is named as one that builds: the list is not read")
    for name in sorted(builders):
        if name not in builds and f"{name.split('/')[0]}-builders-1" not in builds:
            faults.append(f"{name}: is named as one that builds, but there is no such object")
    if not frames:
        faults.append(f"no frame object under {folder.name}: nothing checked")
    built = {symbol: name for name, path in builds.items()
             for symbol in nm(path, "--defined-only", "--extern-only")}
    for name, path in frames.items():
        for symbol in sorted(nm(path, "-u")):
            if symbol in built:
                faults.append(f"{name}: calls {symbol} of {built[symbol]}, which may allocate")
            elif not symbol.startswith("motus::") and not ALLOWED.fullmatch(symbol):
                faults.append(f"{name}: calls {symbol}")
    return len(frames), faults


def self_test(cxx):
    cases = {
        "new": ("core/hash", "int* f() { return new int[3]; }", "operator new"),
        "malloc": ("math/ops", "#include <cstdlib>\nvoid* f() { return std::malloc(3); }", "malloc"),
        "a vector": ("play/player", "#include <vector>\nvoid f(std::vector<int>& v) "
                     "{ v.push_back(1); }", "operator new"),
        "a lock": ("core/ticks", "#include <mutex>\nvoid f(std::mutex& m) { m.lock(); }", "mutex"),
        "a throw": ("math/trig", "void f() { throw 1; }", "__cxa_throw"),
        "a print": ("core/status", '#include <cstdio>\nvoid f() { std::puts("x"); }', "puts"),
        "a builder": ("pose/mask", "namespace motus { int* grow(); int* f() { return grow(); } }",
                      "may allocate"),
        "a new file": ("crowd/new", "int* f() { return new int; }", "operator new"),
    }
    builders = {"skeleton/build", "clip/build"}
    good = {"clip/build": "int nothing;",
            "skeleton/build": "namespace motus { int* grow() { return new int; } }",
            "pose/pose_view": "#include <cstring>\n#include <cmath>\nfloat f(float* a, float* b, int n)"
            "{ std::memcpy(a, b, n); return std::sqrt(a[n]); }"}
    failed = []

    def run(sources):
        with tempfile.TemporaryDirectory() as scratch:
            for name, text in sources.items():
                out = pathlib.Path(scratch) / (name if name.endswith(".o") else name + ".cpp.o")
                out.parent.mkdir(parents=True, exist_ok=True)
                subprocess.run([cxx, "-std=c++20", "-O2", "-x", "c++", "-c", "-", "-o", str(out)],
                               input=text, text=True, check=True)
            return check(pathlib.Path(scratch), builders)[1]

    if run(good):
        failed.append(f"good objects are refused: {run(good)}")
    for title, (name, text, words) in cases.items():
        faults = run({**good, name: text})
        if not any(fault.startswith(name) and words in fault for fault in faults):
            failed.append(f"{title}: {faults}")
    # The same in a unity build: a module's builders are one object, its other sources another.
    grow = "namespace motus { int* grow() { return new int; } }"
    unity = {"unity_skeleton-builders-1_cxx.cxx.o": grow, "unity_clip-builders-1_cxx.cxx.o": "int nothing;",
             "unity_core-1_cxx.cxx.o": "int something;"}
    if run(unity):
        failed.append(f"good unity objects are refused: {run(unity)}")
    planted = {**unity, "unity_clip-1_cxx.cxx.o": "int* f() { return new int; }",
               "unity_pose-2_cxx.cxx.o": cases["a builder"][1]}
    faults = run(planted)
    if len(faults) != 2 or "clip-1: calls operator new" not in faults[0] or "may allocate" not in faults[1]:
        failed.append(f"unity objects: {faults}")
    stale = run({name: text for name, text in good.items() if name != "clip/build"})
    if len(stale) != 1 or "clip/build: is named" not in stale[0]:
        failed.append(f"a builder that is gone: {stale}")
    if not any("nothing checked" in fault for fault in run({})):
        failed.append("an empty folder passes")
    return failed


def main():
    if sys.argv[1] == "--self-test":
        faults, text = self_test(sys.argv[2]), "symbols: every planted call was found"
    else:
        inspected, faults = check(pathlib.Path(sys.argv[1]), read_builders(pathlib.Path(sys.argv[2])))
        text = f"symbols: {inspected} frame objects call nothing that allocates, locks or prints"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
