#!/usr/bin/env python3
"""Holds docs/format.md to the packed records: every field at its byte, none left out.

format.py GENERATED DOC    compares the generated records.h of all modules with the page
format.py --print GENERATED  prints the lines that the page must have
format.py --self-test      plants differences and expects each to be found
"""
import pathlib
import re
import sys
import tempfile

SIZES = {"std::uint64_t": (8, "u64"), "std::int64_t": (8, "i64"), "std::uint32_t": (4, "u32"),
         "std::int32_t": (4, "i32"), "float": (4, "f32"), "bool": (1, "bool"),
         "Range": (8, "range"), "Link": (8, "link")}
ALIGNMENT = {"Range": 4, "Link": 4}
STRUCT = re.compile(r"struct alignas\(8\) (\w+) \{\n(.*?)\n\};\nstatic_assert\(sizeof\(\w+\) == (\d+)\)",
                    re.DOTALL)
MEMBER = re.compile(r"^\s+([\w:]+) (\w+)(?:\[(\d+)\])?;", re.MULTILINE)
LINE = re.compile(r"^\| ([A-Z]\w*), (\d+) \| (.*) \|$", re.MULTILINE)
# Records that are read by bake alone: their content has sections of its own.
NOT_IN_FILES = {"BlendCurve", "BlendCurveKey", "StateGraph", "SyncedMotion", "StateMachine",
                "StateMachineDefinition", "MaskEntry", "MaskProperty", "Mask", "AnimationClip", "Rig",
                "ClipEvent", "SyncMarker", "MorphWeight", "JointPrecision"}


def lines_of(text):
    """Name -> the page's line, for each record of a header."""
    lines = {}
    for name, body, size in STRUCT.findall(text):
        at, parts = 0, []
        for kind, member, count in MEMBER.findall(body):
            bytes_each, word = SIZES.get(kind, (1, "u8"))
            align = ALIGNMENT.get(kind, bytes_each)
            at = (at + align - 1) // align * align
            parts.append(f"{at} {word}{' x ' + count if count else ''} {member}")
            at += bytes_each * int(count or 1)
        lines[name] = f"| {name}, {size} | {'; '.join(parts)} |"
    return lines


def check(generated, page):
    """Returns (records compared, faults)."""
    wanted = {}
    for header in sorted(generated.glob("motus/*/records.h")):
        wanted.update(lines_of(header.read_text(encoding="utf-8")))
    text = page.read_text(encoding="utf-8")
    faults = [f"{page.name}: no line for {name}: {line}" for name, line in wanted.items()
              if name not in NOT_IN_FILES and line + "\n" not in text]
    for name, _, _ in LINE.findall(text):
        if name not in wanted:
            faults.append(f"{page.name}: there is no record {name}")
        elif name in NOT_IN_FILES:
            faults.append(f"{page.name}: {name} is in no file")
    return len(set(wanted) - NOT_IN_FILES), faults


def self_test():
    header = ("struct alignas(8) Key {\n    std::int64_t frame;  ///< f\n    Range keys;\n"
              "    float v[3];\n    Mode mode;\n};\nstatic_assert(sizeof(Key) == 32);\n")
    good = "| Key, 32 | 0 i64 frame; 8 range keys; 16 f32 x 3 v; 28 u8 mode |\n"
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "motus/machine").mkdir(parents=True)
        (root / "motus/machine/records.h").write_text(header)
        page = root / "format.md"
        for text, faults in [(good, 0), ("", 1), (good.replace("28", "29"), 1),
                             (good.replace(", 32", ", 40"), 1), (good + "| Other, 8 | 0 u64 a |\n", 1)]:
            page.write_text(text)
            count, found = check(root, page)
            if count != 1 or len(found) != faults:
                print(f"self-test: expected {faults} faults in {text!r}, found {found}")
                return 1
    print("self-test: every planted difference was found")
    return 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments[:1] == ["--print"]:
        for header in sorted(pathlib.Path(arguments[1]).glob("motus/*/records.h")):
            print("\n".join(line for name, line in
                            lines_of(header.read_text(encoding="utf-8")).items()
                            if name not in NOT_IN_FILES))
        return 0
    count, faults = check(pathlib.Path(arguments[0]), pathlib.Path(arguments[1]))
    for fault in faults:
        print(fault)
    print(f"format: {count} records compared, {len(faults)} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
