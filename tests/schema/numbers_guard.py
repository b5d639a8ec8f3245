#!/usr/bin/env python3
"""Sees the guard of the number list fail: every way to break the promise is tried.

numbers_guard.py GENERATOR SCHEMA.bfbs LIST
"""
import pathlib
import subprocess
import sys
import tempfile

GENERATOR, SCHEMA, LIST = sys.argv[1:4]
GOOD = pathlib.Path(LIST).read_text()


def run(listing, *more):
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "numbers.txt"
        path.write_text(listing)
        out = [str(pathlib.Path(scratch) / word) if word == "OUT" else word for word in more]
        done = subprocess.run([GENERATOR, "--schema", SCHEMA, "--namespace", "second", "--numbers",
                               str(path), *out], capture_output=True, text=True)
        wrote = sum(1 for _ in pathlib.Path(scratch).rglob("*.h"))
        return done.returncode, done.stderr, wrote


def main():
    failed = []

    def expect(title, listing, code, words, *more):
        got, text, wrote = run(listing, *(more or ["--check"]))
        if got != code or words not in text:
            failed.append(f"{title}: exit {got}, said: {text}")
        return wrote

    line = "prop 1001.3 Limb.length float32"
    assert line in GOOD
    expect("the list as it is", GOOD, 0, "")
    expect("a changed number", GOOD.replace(line, "prop 1001.33 Limb.length float32"), 1,
           "Limb.length has number 1001.3, but was 1001.33")
    expect("a number of another", GOOD.replace(line, "prop 1001.3 Limb.size float32"), 1,
           "Limb.length uses 1001.3, which belongs to Limb.size")
    expect("a retired number", GOOD.replace(line, "retired 1001.3 Limb.girth"), 1, "is retired")
    expect("another kind", GOOD.replace(line, "prop 1001.3 Limb.length int32"), 1,
           "was of kind int32 and is now float32")
    expect("one that is gone", GOOD + "prop 1001.77 Limb.hat float32\n", 1,
           'change its line to "retired 1001.77 Limb.hat"')
    expect("one that is retired", GOOD + "retired 1001.77 Limb.hat\n", 0, "")
    expect("listed twice", GOOD + line + "\n", 1, "listed twice")
    expect("a line that says nothing", GOOD + "hello\n", 1, "not understood")
    expect("one that is new", GOOD.replace(line + "\n", ""), 1, line)

    # While building, what is new is reported and the build goes on; what is wrong stops it.
    if expect("new, in a build", GOOD.replace(line + "\n", ""), 0, line, "--out", "OUT") == 0:
        failed.append("new, in a build: nothing was written")
    if expect("wrong, in a build", GOOD.replace(line, "retired 1001.3 Limb.girth"), 1, "is retired",
              "--out", "OUT") != 0:
        failed.append("wrong, in a build: something was written")
    print("\n".join(failed) if failed else "numbers: every broken promise was found")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
