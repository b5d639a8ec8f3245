#!/usr/bin/env python3
"""`motus sample` against poses that another engine computed: every file, clip and time."""
import json
import math
import pathlib
import unittest

import motus

POSES = motus.data("oracle", "poses")
MODELS = motus.data("models")


def tolerances(name):
    """(local, palettes and worlds relative to the file's size) of one pose file."""
    local, relative = 1e-5, 2e-5
    if name.startswith("SimpleSkin__"):
        local = relative = 5e-4
    elif any(word in name for word in ("quantized", "meshopt", "normalized_outputs")):
        local = relative = 3e-4
    elif "deep_chain_300" in name:
        relative = 5e-5
    return local, relative


def samples(oracle):
    """(arguments of `motus sample`, expected pose) of a pose file."""
    yield ["--rest"], oracle["rest"]
    for index, animation in enumerate(oracle["animations"]):
        clip = str(animation.get("index", index))
        for pose in animation["samples"]:
            mode = {"clamp": "once", "repeat": "loop"}[pose["mode"]]
            yield ["--clip", clip, "--time", repr(pose["t"]), "--loop", mode], pose


class Comparison:
    """Compares numbers, and counts them: a comparison of nothing is a failure too."""

    def __init__(self):
        self.counts = dict.fromkeys(("local", "world", "palette", "weights", "time"), 0)

    def near(self, kind, got, want, tolerance, what):
        if len(got) != len(want):
            raise AssertionError(f"{what}: {len(got)} numbers and not {len(want)}")
        worst = max(map(lambda a, b: abs(a - b), got, want), default=0.0)
        if not worst <= tolerance:
            raise AssertionError(f"{what}: {worst:.3g} apart, at most {tolerance:.3g}: {got} {want}")
        self.counts[kind] += len(got)

    def local(self, node, want, tolerance, what):
        quaternion = node["rotation"]
        if sum(a * b for a, b in zip(quaternion, want[3:7])) < 0:
            quaternion = [-x for x in quaternion]
        self.near("local", node["translation"] + quaternion + node["scale"], want, tolerance, what)

    def pose(self, got, want, tolerance, step, size, what):
        local, relative = tolerance
        nodes = {node["index"]: node for node in got["nodes"]}
        for index, numbers in want["local"].items():
            self.local(nodes[int(index)], numbers, local * max(1.0, *map(abs, numbers)),
                       f"{what} node {index} local")
        for index, numbers in want["world"].items():
            self.near("world", nodes[int(index)]["world"], numbers, relative * size,
                      f"{what} node {index} world")
        for index, numbers in want.get("weights", {}).items():
            self.near("weights", nodes[int(index)]["weights"], numbers, local,
                      f"{what} node {index} weights")
        skins = {skin["index"]: skin for skin in got["skins"]}
        for index, matrices in want.get("skins", {}).items():
            palette = skins[int(index)]["palette"][::step]
            for k, columns in enumerate(matrices):
                rows = [columns[c * 4 + r] for r in range(3) for c in range(4)]
                self.near("palette", palette[k], rows, relative * size,
                          f"{what} skin {index} joint {k}")
            if len(palette) != len(matrices):
                raise AssertionError(f"{what} skin {index}: {len(palette)} matrices")
        if "clipTime" in want:
            self.near("time", [got["time"]], [want["clipTime"]], 1e-6, f"{what} time")


class Oracle(unittest.TestCase):
    def test_every_pose(self):
        files = sorted(POSES.glob("*.json"))
        jobs = []
        for path in files:
            oracle = json.loads(path.read_text())
            poses = [oracle["rest"]] + [s for a in oracle["animations"] for s in a["samples"]]
            size = max([1.0] + [abs(x) for p in poses for m in p["world"].values() for x in m])
            model = MODELS / oracle["file"]
            for arguments, want in samples(oracle):
                jobs.append((path.stem, model, arguments, want, tolerances(path.stem),
                             oracle.get("jointStep", 1), size))
        self.assertGreater(len(jobs), 600)
        if motus.SANITIZED:
            jobs = jobs[::6]
        got = motus.in_parallel(lambda job: motus.run("sample", job[1], *job[2], "--json"), jobs)
        compared = Comparison()
        failures = []
        for (name, _, arguments, want, tolerance, step, size), done in zip(jobs, got):
            what = f"{name} {' '.join(arguments)}"
            try:
                self.assertEqual((done.returncode, done.stderr), (0, b""), what)
                compared.pose(json.loads(done.stdout), want, tolerance, step, size, what)
            except (AssertionError, KeyError, ValueError) as failure:
                failures.append(f"{what}: {failure!r}"[:400])
        self.assertEqual(failures, [], f"{len(failures)} of {len(jobs)}\n" + "\n".join(failures[:20]))
        print(f"{len(files)} files, {len(jobs)} poses, numbers compared: {compared.counts}")
        self.assertGreater(len(files), 70)
        self.assertTrue(all(compared.counts.values()), compared.counts)

    def test_the_comparison_is_awake(self):
        with self.assertRaises(AssertionError):
            Comparison().near("local", [1.0, 2.0], [1.0, 2.1], 1e-5, "planted")
        with self.assertRaises(AssertionError):
            Comparison().near("local", [math.nan], [1.0], 1e-5, "planted")


if __name__ == "__main__":
    motus.main()
