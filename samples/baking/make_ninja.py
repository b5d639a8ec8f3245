#!/usr/bin/env python3
"""Writes build.ninja for a folder of documents: make_ninja.py DOCUMENTS OUT [CACHE] > build.ninja

Each document is a command of its own. What it refers to is found by motus, which tells ninja in a
depfile, so nothing is listed by hand and a changed .glb bakes what uses it. CACHE is a folder that
keeps packed clips: a document that is baked again packs only the clips that have changed. Without
it, they are kept in the user's cache folder.
"""
import pathlib
import sys

RULE = """motus = motus
rule bake
  command = $motus bake $in -o $out --depfile $out.d --quiet -j1 $cache
  depfile = $out.d
  deps = gcc
  description = bake $in
"""


def escaped(path):
    return str(path).replace("$", "$$").replace(" ", "$ ").replace(":", "$:")


def main(documents, out, cache=None):
    print(f"cache = --cache {escaped(cache)}" if cache else "cache =")
    print(RULE)
    for path in sorted(pathlib.Path(documents).glob("*.motus")):
        target = pathlib.Path(out) / (path.stem + ".motusb")
        print(f"build {escaped(target)}: bake {escaped(path)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
