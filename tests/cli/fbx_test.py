#!/usr/bin/env python3
"""FBX files on the command line: what is in them, what they show, and documents made from them."""
import pathlib
import shutil
import unittest

import motus
from document_test import Folder

SEEDS = pathlib.Path(__file__).resolve().parent.parent / "fuzz" / "corpus" / "fbx"


class Fbx(Folder):
    def test_both_forms_are_the_same(self):
        shown = []
        for name in ("square-ascii.fbx", "square-binary.fbx"):
            found = motus.ok("inspect", SEEDS / name, "--json")
            self.assertEqual((found["kind"], found["version"], found["curves"], found["keys"]),
                             ("fbx", 7400, 1, 4))
            self.assertEqual([clip["name"] for clip in found["clips"]], ["Turn"])
            self.assertLess(found["maxError"], 2e-6)
            self.assertTrue(motus.ok("validate", SEEDS / name, "--json")["ok"])
            shown.append(motus.ok("sample", SEEDS / name, "--clip", "Turn", "--time", "0.4", "--verts",
                                  "--json"))
        self.assertEqual(*shown)
        verts = shown[0]["verts"]
        self.assertEqual([len(mesh["positions"]) for mesh in verts], [12])

    def test_a_document_plays_the_file(self):
        model, document = self.folder / "square.fbx", self.folder / "square.motus"
        shutil.copy(SEEDS / "square-binary.fbx", model)
        done = motus.ok("import", model, "-o", document, "--json")
        self.assertEqual(done["imports"][0]["clips"]["added"], ["Turn"])
        first = motus.ok("sample", model, "--clip", "Turn", "--time", "0.4", "--json")
        again = motus.ok("sample", document, "--clip", "Turn", "--time", "0.4", "--json")
        self.assertEqual(first["nodes"], again["nodes"])

    def test_files_share_a_rig(self):
        files = [self.folder / "walk.fbx", self.folder / "run.fbx"]
        for file, seed in zip(files, ("square-binary.fbx", "square-ascii.fbx")):
            shutil.copy(SEEDS / seed, file)
        document = self.folder / "all.motus"
        done = motus.ok("import", *files, "--rig", files[1], "--rate", 30, "-o", document, "--json")
        self.assertEqual([i["clips"]["added"] for i in done["imports"]], [["Turn 2"], ["Turn"]])
        self.assertEqual(len({i["entity"] for i in done["imports"]}), 1)
        poses = [motus.ok("sample", document, "--clip", clip, "--time", "0.4", "--json")["nodes"]
                 for clip in ("Turn", "Turn 2")]
        self.assertEqual(*poses)
        for clip in motus.ok("inspect", document, "--json")["clips"]:
            self.assertEqual(clip["interpolations"]["CUBICSPLINE"], 0)

    def test_faults(self):
        self.wrong("sample", SEEDS / "square-ascii.fbx", "--rest", "--verts", says="--json")
        bad = self.folder / "bad.fbx"
        bad.write_bytes((SEEDS / "square-binary.fbx").read_bytes()[:500])
        self.at_fault("inspect", bad, says=".*bad.fbx: byte ")


if __name__ == "__main__":
    unittest.main()
