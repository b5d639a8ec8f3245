#!/usr/bin/env python3
"""Holds the layers of studio/src: who may import whom, and what each file is called.

studio_layers.py ROOT        checks ROOT/studio/src
studio_layers.py --self-test plants violations in a scratch tree and expects each to be found
"""
import pathlib
import posixpath
import re
import sys
import tempfile

# From the top down: a file imports its own layer and those below it.
LAYERS = ["ui", "features", "widgets", "store", "motus"]
# Package -> layers that may import it. Types of `motus` may be named everywhere.
PACKAGES = {
    "@xyflow/react": ["ui", "features"],
    "draco3d": ["motus"],
    "motus": ["motus"],
    "react": ["ui", "features", "widgets", "store"],
    "react-dom": ["ui"],
}
# What one layer does for all: storage and requests, and fields for numbers (one, with one behaviour).
AT_HOME = {
    "motus": re.compile(r"(?<![\w#.])(?:window\.)?(localStorage|sessionStorage|indexedDB|fetch(?=\())"),
    "widgets": re.compile(r"(inputMode=|type=['\"]number['\"])"),
}

ENDS = ["", ".ts", ".tsx", "/index.ts"]
COMMENT = re.compile(r"/\*.*?\*/|(?<![:'\"`])//[^\n]*", re.DOTALL)
IMPORT = re.compile(
    r"^[ \t]*(?P<words>(?:import|export)\b[^;'\"]*?)\bfrom\s*['\"](?P<named>[^'\"]+)['\"]"
    r"|^[ \t]*import\s*['\"](?P<bare>[^'\"]+)['\"]"
    r"|\b(?:import|new URL)\s*\(\s*['\"](?P<late>[^'\"]+)['\"]", re.MULTILINE)  # workers have a URL
COMPONENT = re.compile(r"^export (?:function|class|const) ([A-Z]\w*)", re.MULTILINE)


def without_comments(text):
    return COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)


def only_types(words):
    """`import type {...}`, and `import { type A, type B }`."""
    names = re.search(r"\{(.*)\}", words or "", re.DOTALL)
    if re.match(r"(import|export)\s+type\b", words or ""):
        return True
    return bool(names) and words.split("{")[0].split() in (["import"], ["export"]) and all(
        name.split()[:1] == ["type"] for name in names.group(1).split(",") if name.strip())


def layer_fault(place, folder, match):
    """(file of src that is imported, or ''; what is wrong with it, or '')."""
    target = match["named"] or match["bare"] or match["late"]
    if not target.startswith("."):
        package = next((name for name in PACKAGES if f"{target}/".startswith(f"{name}/")), None)
        if package is None:
            return "", f"{target} is in no row of the table of packages"
        if folder not in PACKAGES[package] and not (package == "motus" and only_types(match["words"])):
            return "", f"{folder} must not import {target}"
        return "", ""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(place), target))
    other = target.split("/")[0]
    if other == "..":
        return "", "" if folder == "motus" else f"{folder} must not import what is outside of src"
    if other not in LAYERS:
        return target, f"there is no layer for {target}"
    if LAYERS.index(other) < LAYERS.index(folder):
        return target, f"{folder} must not import {target}"
    return target, ""


def find_cycle(arrows):
    """A ring of features, as a list that ends where it begins; [] where there is none."""
    done = set()

    def visit(name, path):
        if name in path:
            return path[path.index(name):] + [name]
        if name in done:
            return []
        for other in sorted(arrows.get(name, ())):
            ring = visit(other, path + [name])
            if ring:
                return ring
        done.add(name)
        return []

    for name in sorted(arrows):
        ring = visit(name, [])
        if ring:
            return ring
    return []


def check(root):
    """Returns (files inspected, arrows between layers, arrows between features, violations)."""
    source = root / "studio" / "src"
    faults, arrows, features, owners, inspected = [], set(), {}, {}, 0
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".ts", ".tsx"):
            continue
        inspected += 1
        place = path.relative_to(source).as_posix()
        parts = place.split("/")
        if parts[0] not in LAYERS or len(parts) < 2:
            faults.append(f"{place}: studio/src/{parts[0]} is no layer")
            continue
        if parts[0] == "features" and len(parts) < 3:
            faults.append(f"{place}: a feature has a folder of its own")
            continue
        text = without_comments(path.read_text(encoding="utf-8"))
        for match in IMPORT.finditer(text):
            line = text.count("\n", 0, match.end()) + 1
            target, fault = layer_fault(place, parts[0], match)
            if fault:
                faults.append(f"{place}:{line}: {fault}")
                continue
            other = target.split("/")
            if target and not any((source / (target + end)).is_file() for end in ENDS):
                faults.append(f"{place}:{line}: there is no {target}")
                continue
            if target and other[0] != parts[0]:
                arrows.add((parts[0], other[0]))
            if other[0] == parts[0] == "features" and other[1] != parts[1]:
                features.setdefault(parts[1], set()).add(other[1])
        for home, pattern in AT_HOME.items():
            for match in pattern.finditer(text) if parts[0] != home else ():
                line = text.count("\n", 0, match.start()) + 1
                faults.append(f"{place}:{line}: {match[1]} belongs in {home}")
        exported = COMPONENT.findall(text)
        if path.suffix == ".tsx" and path.stem[0].isupper() and path.stem not in exported:
            faults.append(f"{place}: it shows no {path.stem}")
        for name in exported if path.suffix == ".tsx" else ():
            if name in owners:
                faults.append(f"{place}: {owners[name]} has a {name} too")
            owners.setdefault(name, place)
    ring = find_cycle(features)
    if ring:
        faults.append(f"features import each other in a ring: {' -> '.join(ring)}")
    if inspected == 0 or not arrows:
        faults.append(f"inspected {inspected} files and saw {len(arrows)} arrows: nothing checked")
    return inspected, arrows, features, faults


def unused(arrows):
    """Neighbouring layers without an arrow: one of them is empty, or not read."""
    return [f"no file of {upper} imports {lower}"
            for upper, lower in zip(LAYERS, LAYERS[1:]) if (upper, lower) not in arrows]


def self_test():
    good = {
        "ui/style.css": "",
        "ui/App.tsx": "import { createRoot } from 'react-dom/client';\nimport '../features/a/A';\n"
                      "import './style.css';\nexport function App() {}\n",
        "features/a/A.tsx": "import { type Stage } from 'motus';\nimport { Field } from '../../widgets/Field';\n"
                            "import { b } from '../b/b';\nexport function A() {}\n",
        "features/b/b.ts": "import {\n  one,\n  two,\n} from '../../store/store';\nexport const b = 'from';\n",
        "widgets/Field.tsx": "// import { A } from '../features/a/A';\nimport '../store/store';\n"
                             "export const Field = () => fetchNothing();\n",
        "store/store.ts": "import type { Stage } from 'motus';\nimport { load } from '../motus/load';\n",
        "motus/load.ts": "import { loadMotus } from 'motus';\nimport wasm from '../../../dist/motus.wasm?url';\n"
                         "export const load = () => import('draco3d/a.js').then(() => fetch('x'));\n",
    }
    cases = {
        "an arrow upwards": ("store/a.ts", "import { A } from '../features/a/A';\n", "must not"),
        "an arrow upwards, of types": ("motus/a.ts", "import type { S } from '../store/store';\n", "must not"),
        "an arrow upwards over lines": ("motus/a.ts", "import {\n  S,\n} from '../store/store';\n", ":3: motus must not"),
        "an arrow upwards that is loaded late": ("store/a.ts", "void import('../ui/App');\n", "must not"),
        "an arrow upwards to a worker": ("store/a.ts", "new Worker(new URL('../ui/App', import.meta.url));\n", "must not"),
        "an arrow upwards without a name": ("widgets/a.ts", "import '../ui/App';\n", "must not"),
        "one that is passed on": ("store/a.ts", "export { Field } from '../widgets/Field';\n", "must not"),
        "a ring of features": ("features/b/c.ts", "import { A } from '../a/A';\n", "a -> b -> a"),
        "a feature without a folder": ("features/c.ts", "\n", "folder of its own"),
        "an unknown layer": ("parts/c.ts", "\n", "no layer"),
        "a file beside the layers": ("main.ts", "\n", "no layer"),
        "a layer that is not there": ("ui/a.ts", "import '../parts/c';\n", "no layer"),
        "a missing file": ("ui/a.ts", "import './gone';\n", "there is no"),
        "a way out of src": ("ui/a.ts", "import '../../tests/a';\n", "outside"),
        "an unknown package": ("ui/a.ts", "import '@/features/a/A';\n", "table of packages"),
        "views in the lowest layer": ("motus/a.ts", "import { useState } from 'react';\n", "must not"),
        "the module beside its layer": ("ui/a.ts", "import { loadMotus, type Stage } from 'motus';\n", "must not"),
        "storage beside its layer": ("store/a.ts", "window.localStorage.setItem('a', 'b');\n", "belongs in"),
        "a request beside its layer": ("store/a.ts", "await fetch('a');\n", "belongs in"),
        "a number field beside its layer": ("ui/a.tsx", "<input\n  inputMode=\"decimal\" />\n", ":2: inputMode= belongs in"),
        "a component twice": ("features/b/fields.tsx", "export function Field() {}\n", "too"),
        "a file that shows something else": ("ui/Bar.tsx", "export function Line() {}\n", "shows no Bar"),
    }
    failed = []

    def run(files):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for name, text in files.items():
                file = root / "studio" / "src" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            _, arrows, _, faults = check(root)
            return faults, unused(arrows)

    if any(run(good)):
        failed.append(f"a good tree is refused: {run(good)}")
    for title, (name, text, words) in cases.items():
        faults, _ = run({**good, name: text})
        if len(faults) != 1 or words not in faults[0]:
            failed.append(f"{title}: {faults}")
    if not any("nothing checked" in fault for fault in run({})[0]):
        failed.append("an empty tree passes")
    for folder in LAYERS:
        if not any(run({name: text for name, text in good.items() if not name.startswith(folder)})):
            failed.append(f"a tree without {folder} passes")
    return failed


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults, text = self_test(), "studio_layers: every planted violation was found"
    else:
        inspected, arrows, features, faults = check(pathlib.Path(sys.argv[1]))
        faults += unused(arrows)
        between = sum(map(len, features.values()))
        text = (f"studio_layers: {inspected} files, {len(arrows)} arrows between layers, "
                f"{between} between features, all allowed")
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
