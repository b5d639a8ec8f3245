#!/usr/bin/env python3
"""Holds docs/unity_rules.md to the tests: every test that it names is there.

rules.py ROOT          checks ROOT/docs/unity_rules.md against ROOT/tests
rules.py --self-test   expects a test that is not there, and a page without tests, to be found
"""
import pathlib
import re
import sys
import tempfile

NAMED = re.compile(r"`([A-Z]\w+)\.([A-Z]\w+)`")
TEST = re.compile(r"TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)")


def check(root):
    """Returns (tests named, faults)."""
    named = NAMED.findall((root / "docs/unity_rules.md").read_text(encoding="utf-8"))
    there = set()
    for path in sorted((root / "tests").rglob("*_test.cpp")):
        there.update(TEST.findall(path.read_text(encoding="utf-8")))
    faults = [f"docs/unity_rules.md: there is no test {suite}.{name}" for suite, name in named
              if (suite, name) not in there]
    if not named or not there:
        faults.append(f"{len(named)} tests named, {len(there)} found: nothing checked")
    return len(named), faults


def self_test():
    def run(page, test):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for name, text in (("docs/unity_rules.md", page), ("tests/a/a_test.cpp", test)):
                (root / name).parent.mkdir(parents=True)
                (root / name).write_text(text)
            return check(root)[1]

    good = "TEST(Rule, Holds) {\n}\nTEST(Other,\n     AlsoHolds) {\n}\n"
    cases = [("| a | `Rule.Holds`, `Other.AlsoHolds` |", good, 0), ("`Rule.Gone`", good, 1),
             ("nothing", good, 1), ("`Rule.Holds`", "", 2)]
    return [f"case {i}: {run(page, test)}" for i, (page, test, faults) in enumerate(cases)
            if len(run(page, test)) != faults]


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults, text = self_test(), "rules: every planted fault was found"
    else:
        named, faults = check(pathlib.Path(sys.argv[1]))
        text = f"rules: {named} tests are there"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
