#!/usr/bin/env python3
"""A unity build and one that compiles source by source say the same, to the last byte.

MOTUS_TOOL is the one, MOTUS_UNITY_TOOL the other: tests/run.sh names it in the stage tsan."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import motus

OTHER = os.environ.get("MOTUS_UNITY_TOOL", "")
SCRIPT = {"dt": 0.04, "frames": 120, "inputs": [
    {"frame": 5, "set": {"speed": 1.5}}, {"frame": 40, "trigger": ["jump"]},
    {"frame": 90, "set": {"speed": 4}}]}


class Modes(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def both(self, *args, output=None):
        """Runs both tools; what they print and, where they write one, the file must be equal."""
        seen = []
        for tool in (motus.TOOL, OTHER):
            done = subprocess.run([tool, *map(str, args)], capture_output=True, timeout=240)
            self.assertEqual(done.returncode, 0, (tool, args, done.stderr))
            seen.append(output.read_bytes() if output else done.stdout)
        self.assertTrue(seen[0], args)
        self.assertTrue(seen[0] == seen[1], args)

    def test_the_two_are_not_one(self):
        self.assertNotEqual(os.path.realpath(OTHER), os.path.realpath(motus.TOOL))

    def test_baked_bytes(self):
        for scene in ("hero", "card", "chain67", "morph"):
            out = self.folder / f"{scene}.motusb"
            self.both("bake", scene, "-o", out, "--quiet", output=out)

    def test_packed_bytes(self):
        document = self.folder / "spine.motus"
        self.assertEqual(motus.run("import", "spine", "-o", document).returncode, 0)
        for form in ("fast", "small"):
            text = json.loads(document.read_text())
            rig = text["scene"]["entities"][0]["components"][1]
            self.assertEqual(rig["type"], "Rig")
            for clip in rig["clips"]:
                clip["packed"] = form
            packed, out = self.folder / f"{form}.motus", self.folder / f"{form}.motusb"
            packed.write_text(json.dumps(text))
            self.both("bake", packed, "-o", out, "--quiet", output=out)

    def test_poses_and_frames(self):
        script = self.folder / "script.json"
        script.write_text(json.dumps(SCRIPT))
        self.both("simulate", "hero", "--script", script, "--json")
        for scene in ("hero", "chain67", "spine", "morph"):
            self.both("sample", scene, "--clip", "0", "--time", "0.37", "--json")

    def test_exports(self):
        out = self.folder / "hero.glb"
        self.both("export", "hero", "-o", out, output=out)


if __name__ == "__main__":
    if not OTHER:
        print("SKIPPED: modes_test.py needs MOTUS_UNITY_TOOL, which is not set")
        sys.exit(motus.SKIPPED)
    motus.main()
