#!/usr/bin/env python3
"""Holds the arrows between the modules of motus/: who may include whom.

layers.py ROOT [GENERATED]  checks ROOT/motus, and GENERATED/motus where headers are generated
layers.py --self-test       plants violations in a scratch tree and expects each to be found
"""
import pathlib
import re
import sys
import tempfile

# Module -> modules it stands on. What those stand on is allowed too, and core always is.
ARROWS = {
    "core": [],
    "math": [],
    "skeleton": ["core", "math"],
    "pose": ["core", "math", "skeleton"],
    "clip": ["core", "math"],
    "sample": ["pose", "clip"],
    "mix": ["pose"],
    "playlist": ["core"],
    "machine": ["core", "math", "playlist"],
    "skinning": ["skeleton", "pose"],
    "play": ["playlist", "sample", "mix", "skeleton", "skinning"],
    "timeline": ["core", "math", "playlist"],
    "load": ["play", "machine", "timeline"],
    "crowd": ["machine", "mix", "play", "sample", "skinning"],
    "animator": ["crowd", "load", "skinning"],
    # ---- the wall: nothing above includes anything below ----
    "asset": ["core", "math", "skeleton", "clip"],
    "schema": ["core"],
    "document": ["schema", "asset"],
    "import": ["asset", "document", "machine", "sample"],
    "bake": ["document", "load"],
    "session": ["animator", "import", "bake"],
    "render": ["asset", "sample", "skinning", "timeline"],
    "tbb": ["crowd"],
}
RUNTIME = list(ARROWS)[: list(ARROWS).index("asset")]
# Headers of motus/ itself -> the module that they count as.
UMBRELLAS = {"motus.h": "animator"}

# A game's frame neither prints, locks, throws nor parses: these have no business in the runtime.
NOT_IN_RUNTIME = re.compile(
    r"<(iostream|fstream|sstream|ostream|istream|cstdio|stdio\.h|print|format|thread|mutex|"
    r"shared_mutex|condition_variable|future|filesystem|regex|locale|unordered_map|unordered_set|"
    r"fmt/.*|nlohmann/.*|CLI/.*|tiny_gltf\.h|gtest/.*|benchmark/.*)>")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"][^>"]+[>"])', re.MULTILINE)


def reachable(module):
    seen, todo = {module, "core"}, list(ARROWS[module])
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += ARROWS[name]
    return seen


def is_record(module, name):
    """Packed records are generated data of a runtime module; what fills them is below the wall."""
    return module not in RUNTIME and name.endswith("/records.h")


def check(root, generated=None):
    """Returns (files inspected, arrows seen, violations)."""
    faults, arrows, inspected = [], set(), 0
    trees = [root] + ([generated] if generated else [])
    for tree, path in [(tree, path) for tree in trees
                       for path in sorted((tree / "motus").rglob("*"))]:
        if path.suffix not in (".h", ".cpp", ".inl"):
            continue
        inspected += 1
        place = path.relative_to(tree).as_posix()
        module = UMBRELLAS.get(place.split("/")[1], place.split("/")[1])
        if module not in ARROWS:
            faults.append(f"{place}: motus/{module} is in no row of the table")
            continue
        allowed = reachable(module)
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            target = match.group(1)
            line = text.count("\n", 0, match.start(1)) + 1
            name = target[1:-1]
            if name.startswith("motus/"):
                other = name.split("/")[1]
                arrows.add((module, other))
                if other not in allowed and not is_record(module, name):
                    faults.append(f"{place}:{line}: {module} must not include {name}")
                elif not any((tree / name).exists() for tree in trees):
                    faults.append(f"{place}:{line}: there is no {name}")
            elif target[0] == '"':
                if "/" in name or not (path.parent / name).exists():
                    faults.append(f"{place}:{line}: write #include <motus/...>, not {target}")
            elif module in RUNTIME and NOT_IN_RUNTIME.match(target):
                faults.append(f"{place}:{line}: {target} does not belong in the runtime")
    if inspected == 0 or not arrows:
        faults.append(f"inspected {inspected} files and saw {len(arrows)} arrows: nothing checked")
    return inspected, arrows, faults


def unused(arrows, table=ARROWS):
    """Rows that allow what no file of the module includes."""
    return [f"{module} may include {other}, and no file of it does"
            for module, others in table.items() for other in others
            if (module, other) not in arrows]


def self_test():
    cases = {
        "an arrow upwards": ("motus/core/a.h", "#include <motus/play/player.h>\n", "must not"),
        "through the wall": ("motus/clip/a.cpp", "#include <motus/asset/asset.h>\n", "must not"),
        "between neighbours": ("motus/clip/a.cpp", "#  include <motus/pose/p.h>\n", "must not"),
        "a relative path": ("motus/pose/a.cpp", '#include "../clip/clip.h"\n', "not \"../"),
        "records from above": ("motus/core/a.h", "#include <motus/machine/records.h>\n", "must not"),
        "printing": ("motus/math/a.cpp", "#include <iostream>\n", "does not belong"),
        "an unknown module": ("motus/stray/a.h", "\n", "no row"),
        "a missing file": ("motus/math/a.h", "#include <motus/core/gone.h>\n", "there is no"),
    }
    good = {"motus/core/x.h": "\n", "motus/math/y.h": "#include <motus/core/x.h>\n",
            "motus/play/player.h": "#include <motus/math/y.h>\n#include <vector>\n",
            "motus/asset/asset.h": "#include <fmt/format.h>\n", "motus/pose/p.h": "\n",
            "motus/pose/p.cpp": '#include "p.h"\n', "motus/machine/records.h": "\n",
            "motus/document/d.cpp": "#include <motus/machine/records.h>\n"}
    failed = []

    def run(files):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check(root)[2]

    if run(good):
        failed.append(f"a good tree is refused: {run(good)}")
    for title, (name, text, words) in cases.items():
        faults = run({**good, name: text})
        if len(faults) != 1 or words not in faults[0] or name not in faults[0]:
            failed.append(f"{title}: {faults}")
    if not any("nothing checked" in fault for fault in run({})):
        failed.append("an empty tree passes")
    if unused({("a", "b")}, {"a": ["b", "c"], "b": []}) != ["a may include c, and no file of it does"]:
        failed.append("an arrow that nothing uses is allowed")
    return failed


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults, text = self_test(), "layers: every planted violation was found"
    else:
        inspected, arrows, faults = check(*map(pathlib.Path, sys.argv[1:3]))
        faults += unused(arrows)
        text = f"layers: {inspected} files, {len(arrows)} arrows, all allowed"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
