#!/usr/bin/env python3
"""Interrupted blends: the share that `motus simulate` prints is the share that is shown."""
import json
import pathlib
import re
import tempfile
import unittest

import motus

FOLDER = tempfile.TemporaryDirectory()
PLACE, ROTATION = 61, 61 << 16 | 2
OLD, NEW = 0.25, 1  # What is shown where the blend breaks off, and where it goes.
LATE = [{"time": 0, "value": 1}, {"time": 0.75, "value": 1, "out_tangent": -4},
        {"time": 1, "value": 0, "in_tangent": -4}]
HALF = [{"time": 0, "value": 0.5}, {"time": 1, "value": 0.5}]


def document(**interruption):
    """A (0) to B (0.5), held half-way by its curve so that nothing moves, broken off by any > C."""
    def timeline(number, value):
        return {"id": 20 + number, "name": f"t{number}", "duration": 30, "tracks": [{
            "id": 30 + number, "binding": {"target": 10, "component": PLACE, "property": ROTATION},
            "keys": [{"frame": 0, "value": value}]}]}

    def transition(number, to, **more):
        return {"id": 50 + number, "to": to, "duration": 1,
                "conditions": [{"variable": 60 + number, "op": "is_true"}], **more}
    path = pathlib.Path(FOLDER.name, "machine.motus")
    path.write_text(json.dumps({
        "version": 3,
        "scene": {"entities": [{"id": 10, "name": "Box", "components": [{"type": "Transform2D"}]}]},
        "library": {
            "timelines": [timeline(i, value) for i, value in enumerate((0, 2 * OLD, NEW))],
            "machines": [{
                "id": 1, "name": "m",
                "variables": [{"id": 60 + i, "name": f"go{i}", "kind": "trigger"} for i in range(2)],
                "machine": {"layers": [{"id": 2, "name": "Base", "graph": {
                    "entry": 40,
                    "states": [{"id": 40 + i, "name": name, "kind": "timeline", "motion": 20 + i}
                               for i, name in enumerate("ABC")],
                    "transitions": [
                        transition(0, 41, **{"from": 40, "curve": {"keys": HALF}}),
                        transition(1, 42, from_kind="any", **interruption)]}}]}}]}}))
    return path


def simulate(file, *options):
    script = pathlib.Path(FOLDER.name, "script.json")
    script.write_text(json.dumps({"dt": 1 / 64, "frames": 90, "inputs": [
        {"frame": 2, "trigger": ["go0"]}, {"frame": 20, "trigger": ["go1"]}]}))
    done = motus.run("simulate", file, "--script", script, *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().splitlines()


class Share(unittest.TestCase):
    def check(self, **interruption):
        """The shares that are printed while C comes."""
        file, shares = document(**interruption), {}
        for frame in map(json.loads, simulate(file, "--json")):
            layer, value = frame["layers"][0], frame["properties"][0]["value"]
            if layer["next"] != "C":
                continue
            share = layer["transition"]["weight"]
            self.assertAlmostEqual(value, OLD + (NEW - OLD) * share, places=5, msg=frame)
            clips = {clip["clip"]: clip["weight"] for clip in layer["clips"]}
            self.assertAlmostEqual(clips[None], 1 - share, places=6)
            self.assertAlmostEqual(clips.get("t2", 0), share, places=6)
            shares[frame["frame"]] = share
        self.assertEqual(len(shares), 63)
        # People read the same.
        for line in simulate(file):
            if found := re.match(r" *(\d+) .*> C (\S+) ", line):
                self.assertEqual(found[2], f"{shares[int(found[1])]:.2f}", line)
        return shares

    def test_an_inertial_blend_decays_by_itself(self):
        shares = self.check()
        self.assertAlmostEqual(shares[51], 0.5, places=6)  # half of the time
        self.assertLess(shares[30], 0.05)
        self.assertGreater(shares[75], 0.95)

    def test_a_curve_shapes_it(self):
        for blend in ("inertial", "frozen"):
            shares = self.check(curve={"keys": LATE}, interruption_blend=blend)
            self.assertTrue(all(shares[frame] == 0 for frame in range(20, 67)), shares)
            self.assertAlmostEqual(shares[75], 0.5, places=6)

    def test_frozen_is_linear(self):
        shares = self.check(interruption_blend="frozen")
        self.assertAlmostEqual(shares[35], 0.25, places=6)


if __name__ == "__main__":
    motus.main()
