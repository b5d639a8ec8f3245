#!/usr/bin/env python3
"""Every relative link of every Markdown file leads somewhere, and every module has its page.

links.py ROOT         checks ROOT
links.py --self-test  plants broken links and expects each to be found
"""
import os
import pathlib
import re
import sys
import tempfile

LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
SKIPPED_FOLDERS = {".git", "build", "out", "node_modules", "dist"}

# Modules that are told of on another module's page.
PAGE_OF = {"asset": "gltf", "import": "gltf"}


def check(root):
    """Returns (links inspected, faults)."""
    faults, inspected = [], 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - SKIPPED_FOLDERS)
        for name in sorted(names):
            if not name.endswith(".md"):
                continue
            path = pathlib.Path(folder) / name
            text = CODE.sub("", path.read_text(encoding="utf-8"))
            for target in LINK.findall(text):
                if re.match(r"[a-z]+:", target):
                    continue
                inspected += 1
                if not (path.parent / target).exists():
                    faults.append(f"{path.relative_to(root)}: leads to {target}, which is not there")
    for module in sorted((root / "motus").glob("*/")) if (root / "motus").is_dir() else []:
        page = PAGE_OF.get(module.name, module.name)
        if not (root / "docs" / f"{page}.md").exists():
            faults.append(f"motus/{module.name}: has no page docs/{page}.md")
    if inspected == 0:
        faults.append("no link was inspected")
    return inspected, faults


def self_test():
    failed = []

    def run(title, words, files):
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            faults = check(root)[1]
            if (words is None and faults) or (
                    words is not None and (len(faults) != 1 or words not in faults[0])):
                failed.append(f"{title}: {faults}")

    good = {"README.md": "[a](docs/core.md) [w](https://example.org) `[c](gone.md)`",
            "docs/core.md": "[up](../README.md#top)", "motus/core/a.h": ""}
    run("a good tree", None, good)
    run("a broken link", "docs/gone.md", {**good, "x.md": "[x](docs/gone.md)"})
    run("a link to the wrong folder", "core.md, which", {**good, "x/y.md": "[x](core.md)"})
    run("a module without a page", "motus/math: has no page", {**good, "motus/math/a.h": ""})
    run("nothing", "no link", {"README.md": "text"})
    return failed


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults, text = self_test(), "links: every broken one was found"
    else:
        inspected, faults = check(pathlib.Path(sys.argv[1]))
        text = f"links: {inspected} lead somewhere, every module has its page"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
