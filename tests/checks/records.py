#!/usr/bin/env python3
"""The records that a runtime without authoring is built with are those that the schema gives.

records.py GENERATED COPIES  compares every header under COPIES with its namesake under GENERATED
records.py --self-test       expects changed, missing and absent copies to be found
"""
import pathlib
import sys
import tempfile


def check(generated, copies):
    """Returns (headers compared, faults)."""
    faults, headers = [], sorted(path.relative_to(copies) for path in copies.rglob("*.h"))
    for name in headers:
        if not (generated / name).exists():
            faults.append(f"{name}: the schema gives no such header")
        elif (generated / name).read_bytes() != (copies / name).read_bytes():
            faults.append(f"{name}: the schema has changed; cmake --build --preset release --target "
                          "motus_update_records writes it anew")
    for pattern in ("records.h", "tables.h"):
        for path in sorted(generated.glob(f"motus/*/{pattern}")):
            if path.relative_to(generated) not in headers:
                faults.append(f"{path.relative_to(generated)}: has no copy")
    if not headers:
        faults.append("there is no copy: nothing checked")
    return len(headers), faults


def self_test():
    failed = []

    def run(title, words, generated, copies):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for folder, files in (("generated", generated), ("copies", copies)):
                (root / folder).mkdir()
                for name, text in files.items():
                    (root / folder / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / folder / name).write_text(text)
            faults = check(root / "generated", root / "copies")[1]
            if (words is None and faults) or (words and not any(words in fault for fault in faults)):
                failed.append(f"{title}: {faults}")

    one = {"motus/a/records.h": "1"}
    run("equal", None, one, one)
    run("changed", "has changed", one, {"motus/a/records.h": "2"})
    run("too many", "no such header", one, {**one, "motus/b/records.h": "1"})
    run("too few", "has no copy", {**one, "motus/b/tables.h": "1"}, one)
    run("none", "nothing checked", {}, {})
    return failed


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults, text = self_test(), "records: every difference was found"
    else:
        inspected, faults = check(*map(pathlib.Path, sys.argv[1:3]))
        text = f"records: {inspected} headers are what the schema gives"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
