#!/usr/bin/env python3
"""No file of the project names a place of one machine: somebody's home, a scratch folder, the
folder it was checked out to.

paths.py ROOT         checks every file that git tracks, or every file where there is no git
paths.py --self-test  plants such names and expects each to be found
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Written in pieces, so that this file passes its own check.
START, END = rb"(?:(?<![\w.$}~-])|(?<=-[IL]))", rb"(?![\w-])"
PATTERNS = [re.compile(START + rb"/" + name + END) for name in (
    rb"(?:work|tmp|root|mnt|scratch)", rb"home/[a-z][\w.-]*", rb"Users/[A-Za-z][\w.-]*")]
PATTERNS.append(re.compile(rb"[A-Za-z]:\\\\?Users\b"))
SIBLING = re.compile(rb"\.\./" + rb"shared\b")

# The one place that may name the folder of test data beside the checkout.
SIBLING_ALLOWED = {".ci/run"}
SKIPPED_FOLDERS = {".git", "build", "out", "node_modules", "dist", ".cache", "__pycache__"}


def files_of(root):
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-z"], capture_output=True)
    if listing.returncode == 0:
        names = [os.fsdecode(name) for name in listing.stdout.split(b"\0") if name]
        return [name for name in names if (root / name).is_file()]
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - SKIPPED_FOLDERS)
        found += [(pathlib.Path(folder) / name).relative_to(root).as_posix() for name in names]
    return sorted(found)


def check(root):
    """Returns (files inspected, faults)."""
    places = [str(root.resolve()), os.environ.get("HOME", "").rstrip("/")]
    patterns = PATTERNS + [re.compile(START + re.escape(place.encode()) + END)
                           for place in places if place.count("/") > 1]
    faults, inspected = [], 0
    for name in files_of(root):
        data = (root / name).read_bytes()
        inspected += 1
        for number, line in enumerate(data.split(b"\n"), 1):
            hits = [p.search(line) for p in patterns]
            if name not in SIBLING_ALLOWED:
                hits.append(SIBLING.search(line))
            word = next((hit.group(0) for hit in hits if hit), None)
            if word is not None:
                faults.append(f"{name}:{number}: names {word.decode(errors='replace')}")
                break
    if inspected == 0:
        faults.append("no file was inspected")
    return inspected, faults


def self_test():
    planted = {
        "scratch": 'auto f = open("/' + 'tmp/x");', "a checkout": "/" + "work/main/motus",
        "root's home": "cd /" + "root", "a home": "-I/" + "home/ann/hwy", "data": "../" + "shared/x",
        "a Mac": "'/" + "Users/ann/x'", "Windows": "C:\\" + "Users\\ann",
    }
    good = "https://example.org/work/x build/tmp/x ${root}/tmp/x /usr/include $HOME/x a/root/b"
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        if not any("no file" in fault for fault in check(root)[1]):
            failed.append("an empty folder passes")
        (root / ".ci").mkdir()
        (root / ".ci" / "run").write_text("../" + "shared\n")
        (root / "good.txt").write_text(good + "\n")
        if check(root)[1]:
            failed.append(f"a good file is refused: {check(root)[1]}")
        for title, text in planted.items():
            (root / "bad.txt").write_text("first line\n" + text + "\n")
            faults = check(root)[1]
            if len(faults) != 1 or not faults[0].startswith("bad.txt:2:"):
                failed.append(f"{title}: {faults}")
        (root / "bad.txt").write_text(str(root.resolve()) + "/good.txt\n")
        if not check(root)[1]:
            failed.append("the folder itself may be named")
    return failed


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults, text = self_test(), "paths: every planted name was found"
    else:
        inspected, faults = check(pathlib.Path(sys.argv[1]))
        text = f"paths: {inspected} files, none names a machine"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
