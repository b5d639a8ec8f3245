#!/usr/bin/env python3
"""Proves that the runtime's frame cannot allocate, lock, throw or print: `nm -u` of its objects
against a list of what they may call. (The other proof counts operator new while frames run.)

symbols.py OBJECTS         checks every object under the folder OBJECTS
symbols.py --self-test CXX compiles faults with CXX and expects each to be found

Every object counts as part of a frame unless it is named below as one that builds.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

# Sources that build and own memory, before the first frame.
BUILDS = {"core/bytes", "core/diagnostics", "skeleton/build", "clip/build", "pose/pose_buffer",
          "crowd/detail", "crowd/rig", "crowd/scratch",
          "play/mixer", "play/mixer_rig", "play/workspace", "load/mapped", "load/nodes",
          "load/reload", "load/rig", "timeline/build", "timeline/build_events", "timeline/scene",
          "timeline/workspace"}

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


def check(folder):
    """Returns (frame objects inspected, faults)."""
    faults, builds, frames = [], {}, {}
    for path in sorted(folder.rglob("*.o")):
        name = "/".join(path.parts[-2:])
        name = name.removesuffix(".o").removesuffix(".cpp")
        (builds if name in BUILDS else frames)[name] = path
    for name in sorted(BUILDS - builds.keys()):
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
    good = {**{name: "int nothing;" for name in BUILDS},
            "skeleton/build": "namespace motus { int* grow() { return new int; } }",
            "pose/pose_view": "#include <cstring>\n#include <cmath>\nfloat f(float* a, float* b, int n)"
            "{ std::memcpy(a, b, n); return std::sqrt(a[n]); }"}
    failed = []

    def run(sources):
        with tempfile.TemporaryDirectory() as scratch:
            for name, text in sources.items():
                out = pathlib.Path(scratch) / (name + ".cpp.o")
                out.parent.mkdir(parents=True, exist_ok=True)
                subprocess.run([cxx, "-std=c++20", "-O2", "-x", "c++", "-c", "-", "-o", str(out)],
                               input=text, text=True, check=True)
            return check(pathlib.Path(scratch))[1]

    if run(good):
        failed.append(f"good objects are refused: {run(good)}")
    for title, (name, text, words) in cases.items():
        faults = run({**good, name: text})
        if not any(fault.startswith(name) and words in fault for fault in faults):
            failed.append(f"{title}: {faults}")
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
        inspected, faults = check(pathlib.Path(sys.argv[1]))
        text = f"symbols: {inspected} frame objects call nothing that allocates, locks or prints"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
