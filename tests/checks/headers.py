#!/usr/bin/env python3
"""Every file of motus/ is built, and every public header was compiled alone.

headers.py ROOT BUILD LIST  LIST, written by CMake, has lines of "KIND path": SOURCES, HEADERS
                            (public) or PRIVATE_HEADERS; BUILD holds what was compiled
headers.py --self-test      leaves things out and expects each to be found
"""
import pathlib
import sys
import tempfile


def check(root, build, listing):
    """Returns (headers inspected, faults)."""
    kinds = {}
    for line in listing.read_text().splitlines():
        if line.strip():
            kind, name = line.split(" ", 1)
            kinds.setdefault(kind, set()).add(name)
    public = kinds.get("HEADERS", set())
    listed = set().union(*kinds.values()) if kinds else set()

    faults = []
    for path in sorted((root / "motus").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix in (".h", ".cpp") and name not in listed:
            faults.append(f"{name}: in no motus_module()")
    compiled = {}
    for path in build.rglob("*_verify_interface_header_sets.dir/**/*.h.cxx.o"):
        name = path.as_posix().removesuffix(".cxx.o")
        compiled["motus/" + name.rsplit("/motus/", 1)[-1]] = path
    for name in sorted(public):
        if name not in compiled:
            faults.append(f"{name}: was not compiled alone")
        elif compiled[name].stat().st_mtime < (root / name).stat().st_mtime:
            faults.append(f"{name}: has changed since it was compiled alone")
    if not public:
        faults.append("no public header is listed: nothing checked")
    return len(public), faults


def self_test():
    failed = []

    def run(title, words, listing, files, objects):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for name in files + [f"build/x_verify_interface_header_sets.dir/x/{o}.cxx.o"
                                 for o in objects]:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text("")
            (root / "list").write_text("\n".join(listing))
            faults = check(root, root / "build", root / "list")[1]
            if (words is None and faults) or (
                    words is not None and (len(faults) != 1 or words not in faults[0])):
                failed.append(f"{title}: {faults}")

    both = ["HEADERS motus/core/a.h", "SOURCES motus/core/a.cpp"]
    files = ["motus/core/a.h", "motus/core/a.cpp"]
    run("a good tree", None, both, files, ["motus/core/a.h"])
    run("a header left out", "motus/core/b.h: in no", both, files + ["motus/core/b.h"],
        ["motus/core/a.h"])
    run("a source left out", "motus/core/b.cpp: in no", both, files + ["motus/core/b.cpp"],
        ["motus/core/a.h"])
    run("not compiled", "was not compiled", both, files, [])
    run("nothing", "nothing checked", [], [], [])
    return failed


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults, text = self_test(), "headers: everything left out was found"
    else:
        inspected, faults = check(*map(pathlib.Path, sys.argv[1:4]))
        text = f"headers: {inspected} compile alone"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
