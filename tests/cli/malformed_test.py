#!/usr/bin/env python3
"""Broken files: exit 0 or 1 and a message, within 5 seconds and 1 GiB, whatever the bytes."""
import json
import pathlib
import subprocess
import tempfile
import unittest

import motus

MALFORMED = motus.data("malformed")
LIMITS = (5, 1 << 30)
PREFIXES_OF = ["SimpleSkin/SimpleSkin.glb", "AnimatedMorphCube/AnimatedMorphCube.glb",
               "RiggedSimple/RiggedSimple.glb", "Synthetic/multi_skin_shared_joints.glb",
               "SimpleMorph/SimpleMorph.embedded.gltf"]


def call(*args):
    try:
        return motus.run(*args, limits=LIMITS)
    except subprocess.TimeoutExpired:
        return None


class Malformed(unittest.TestCase):
    def check(self, done, path, expected):
        self.assertIsNotNone(done, f"{path}: took over {LIMITS[0]} s")
        self.assertIn(done.returncode, expected, f"{path}: {done.stderr.decode()}")
        if done.returncode == 1:
            text = done.stderr.decode()
            self.assertTrue(text.startswith(f"motus: {path}: "), text)
            self.assertGreater(len(text), len(f"motus: {path}: ") + 8, "no cause is given")

    def test_every_file(self):
        entries = json.loads((MALFORMED / "manifest.json").read_text())["files"]
        self.assertGreater(len(entries), 130)
        codes = {"reject": (1,), "accept": (0,), "either": (0, 1)}
        paths = [MALFORMED / entry["file"] for entry in entries]
        verbs = [["validate", "--json"], ["inspect", "--json"], ["sample", "--rest", "--json"]]
        for verb in verbs[::2] if motus.SANITIZED else verbs:
            results = motus.in_parallel(lambda p, v=verb: call(v[0], p, *v[1:]), paths)
            for entry, path, done in zip(entries, paths, results):
                with self.subTest(file=entry["file"], verb=verb[0]):
                    self.check(done, path, codes[entry["expect"]])
                    if verb[0] == "validate":
                        report = json.loads(done.stdout)
                        errors = [f for f in report["faults"] if f["severity"] == "error"]
                        self.assertEqual(report["ok"], done.returncode == 0)
                        self.assertEqual(report["ok"], not errors)
                        for fault in report["faults"]:
                            self.assertTrue(fault["code"] and fault["message"], fault)
                    elif done.returncode != 0:
                        self.assertEqual(done.stdout, b"")

    def test_every_clip_of_what_is_accepted(self):
        for path in sorted(MALFORMED.glob("*.glb")):
            done = call("inspect", path, "--json")
            if done is None or done.returncode != 0:
                continue
            for index, clip in enumerate(json.loads(done.stdout)["clips"]):
                for loop in ("once", "pingpong"):
                    pose = call("sample", path, "--clip", index, f"--time={clip['duration'] * 1.3!r}",
                                "--loop", loop, "--json")
                    with self.subTest(file=path.name, clip=index):
                        self.check(pose, path, (0,))
                        self.assertNotIn(b"null,", pose.stdout.replace(b'"clip":null,', b""))

    @unittest.skipIf(motus.SANITIZED, "a sanitizer ends the program where memory does")
    def test_too_little_memory(self):
        with tempfile.NamedTemporaryFile(suffix=".gltf") as file:
            file.truncate(600 << 20)
            done = motus.run("inspect", file.name, limits=(5, 256 << 20))
        self.check(done, file.name, (1,))

    def test_prefixes(self):
        """A sample of the prefixes; the import tests try every one."""
        with tempfile.TemporaryDirectory() as name:
            cut = []
            for model in PREFIXES_OF:
                data = motus.data("models", model).read_bytes()
                for i in range(20):
                    path = pathlib.Path(name, f"{len(cut)}{pathlib.Path(model).suffix}")
                    path.write_bytes(data[:len(data) * i // 20])
                    cut.append(path)
            for path, done in zip(cut, motus.in_parallel(lambda p: call("inspect", p), cut)):
                with self.subTest(file=path.name):
                    self.check(done, path, (1,))


if __name__ == "__main__":
    motus.main()
