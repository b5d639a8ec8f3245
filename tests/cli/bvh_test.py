#!/usr/bin/env python3
"""BVH files on the command line, beside an evaluation of them written here."""
import json
import math
import pathlib
import shutil
import unittest

import motus
from document_test import Folder

SEEDS = pathlib.Path(__file__).resolve().parent.parent / "fuzz" / "corpus" / "bvh"
WALKER = SEEDS / "walker.bvh"


def product(a, b):
    """Of two 4x4 matrices, rows of four."""
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def translation(v):
    return [[1, 0, 0, v[0]], [0, 1, 0, v[1]], [0, 0, 1, v[2]], [0, 0, 0, 1]]


def turn(axis, degrees):
    s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    i, j = {"X": (1, 2), "Y": (2, 0), "Z": (0, 1)}[axis]
    m = translation((0, 0, 0))
    m[i][i], m[i][j], m[j][i], m[j][j] = c, -s, s, c
    return m


class Bvh:
    """A reader and evaluator of its own: words, then matrices."""

    def __init__(self, path):
        words = path.read_text().split()
        self.joints, stack, i = [], [], 1
        while words[i] != "MOTION":
            if words[i] in ("ROOT", "JOINT", "End"):
                parent = stack[-1] if stack else None
                name = words[i + 1] if words[i] != "End" else self.joints[parent]["name"] + "_end"
                self.joints.append({"name": name, "parent": parent, "channels": []})
                stack.append(len(self.joints) - 1)
                i += 3
            elif words[i] == "OFFSET":
                self.joints[stack[-1]]["offset"] = [float(w) for w in words[i + 1:i + 4]]
                i += 4
            elif words[i] == "CHANNELS":
                count = int(words[i + 1])
                self.joints[stack[-1]]["channels"] = words[i + 2:i + 2 + count]
                i += 2 + count
            else:
                assert words[i] == "}", words[i]
                stack.pop()
                i += 1
        assert (words[i + 1], words[i + 3], words[i + 4]) == ("Frames:", "Frame", "Time:")
        count, self.frame_time = int(words[i + 2]), float(words[i + 5])
        numbers = [float(w) for w in words[i + 6:]]
        width = len(numbers) // count
        self.frames = [numbers[f * width:(f + 1) * width] for f in range(count)]

    def positions(self, frame, scale):
        """Where every joint and End Site is, by name, in metres."""
        values, worlds, out = iter(self.frames[frame]), [], {}
        for joint in self.joints:
            at, turned = list(joint["offset"]), translation((0, 0, 0))
            for channel in joint["channels"]:
                value = next(values)
                if channel.endswith("position"):
                    at["XYZ".index(channel[0])] = value
                else:
                    turned = product(turned, turn(channel[0], value))
            local = product(translation(at), turned)
            world = local if joint["parent"] is None else product(worlds[joint["parent"]], local)
            worlds.append(world)
            out[joint["name"]] = [world[k][3] * scale for k in range(3)]
        return out

    def size(self, scale):
        points = list(self.positions(0, scale).values())
        return max(max(p[k] for p in points) - min(p[k] for p in points) for k in range(3))


def positions_of(pose):
    return {node["name"]: node["world"][12:15] for node in pose["nodes"]}


class Files(Folder):
    def expect_near(self, got, want, tolerance):
        self.assertEqual(got.keys() & want.keys(), want.keys())
        for name, point in want.items():
            for a, b in zip(got[name], point):
                self.assertAlmostEqual(a, b, delta=tolerance, msg=name)

    def copy(self, name="walker.bvh"):
        path = self.folder / name
        shutil.copy(WALKER, path)
        return path

    def pose(self, file, time, clip=0):
        return positions_of(motus.ok("sample", file, "--clip", clip, "--time", repr(time), "--json"))

    def compare(self, path, file, frames, scale, clip=0):
        oracle = Bvh(path)
        for frame in frames:
            want = oracle.positions(frame, scale)
            self.expect_near(self.pose(file, frame * oracle.frame_time, clip), want,
                             1e-4 * oracle.size(scale))


class Import(Files):
    def test_poses(self):
        self.compare(WALKER, WALKER, range(4), 0.01)

    def test_inspect_and_validate(self):
        found = motus.ok("inspect", WALKER, "--json")
        self.assertEqual((found["kind"], found["nodes"], found["meshes"], found["frames"]),
                         ("bvh", 7, 0, 4))
        clip = found["clips"][0]
        self.assertEqual((clip["name"], clip["channels"]), ("walker", 7))
        self.assertAlmostEqual(clip["duration"], 3 * 0.0333333, places=6)
        self.assertIn("--scale", found["warnings"][0]["message"])
        checked = motus.ok("validate", WALKER, "--json")
        self.assertTrue(checked["ok"])
        self.assertEqual([f["code"] for f in checked["faults"]], ["bvh-unit"])
        words = motus.run("inspect", WALKER).stdout.decode()
        self.assertIn("30 a second, 0.01 metres per unit", words)
        verts = motus.ok("sample", WALKER, "--rest", "--verts", "--json")
        self.assertEqual(verts["verts"], [])

    def test_a_document_keeps_the_scale(self):
        model, document = self.copy(), self.folder / "walker.motus"
        done = motus.ok("import", model, "--scale", "0.0564444", "-o", document, "--json")
        self.assertEqual(done["warnings"], [])
        self.compare(model, document, range(4), 0.0564444)
        # Again, without saying it again.
        done = motus.ok("import", model, "-o", document, "--json")
        self.assertEqual((done["warnings"], done["imports"][0]["clips"]["unchanged"]), ([], ["walker"]))
        self.compare(model, document, [2], 0.0564444)

    def test_the_default_scale_is_warned_of_once(self):
        model, document = self.copy(), self.folder / "walker.motus"
        done = motus.ok("import", model, "-o", document, "--json")
        self.assertEqual(len(done["warnings"]), 1)
        self.assertIn("--scale", done["warnings"][0]["message"])
        self.compare(model, document, [0, 3], 0.01)
        self.assertEqual(motus.run("sample", document, "--rest").stderr, b"")

    def test_rate(self):
        model, document = self.copy(), self.folder / "walker.motus"
        motus.ok("import", model, "--rate", 120, "--scale", 0.01, "-o", document, "--json")
        (clip,) = motus.ok("inspect", document, "--json")["clips"]
        self.assertEqual(clip["interpolations"]["LINEAR"], clip["channels"])
        glb = self.folder / "walker.glb"
        motus.ok("export", document, "-o", glb, "--json")
        self.compare(model, document, [0, 3], 0.01)
        for option, value in (("--rate", 0), ("--rate", 2000), ("--scale", -1), ("--scale", "x")):
            self.wrong("import", model, f"{option}={value}", "-o", document, says=option)

    @motus.needs_data
    def test_recordings(self):
        folder = motus.data("mocap")
        for path in sorted(folder.glob("*.bvh"))[::8 if motus.SANITIZED else 4]:
            last = len(Bvh(path).frames) - 1
            self.compare(path, path, (0, last // 2, last), 0.01)

    def test_faults(self):
        bad = self.folder / "bad.bvh"
        bad.write_text(WALKER.read_text().replace("OFFSET 0 40 2", "OFFSET 0 forty 2"))
        for verb in (["inspect"], ["sample", "--rest"], ["import", "-o", self.folder / "a.motus"]):
            self.at_fault(verb[0], bad, *verb[1:],
                          says='.*bad.bvh: line 26: "forty" stands where it needs an offset')
        self.wrong("import", "spine", "--scale=2", "-o", self.folder / "a.motus",
                   says="--scale goes with a .bvh file")

    def test_other_verbs(self):
        baked = self.folder / "walker.motusb"
        motus.ok("bake", WALKER, "-o", baked, "--json")
        self.compare(WALKER, baked, [1, 3], 0.01)
        done = motus.run("mix", WALKER, "--script", self.script(), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)

    def script(self):
        path = self.folder / "script.json"
        path.write_text(json.dumps({"dt": 0.01, "steps": 2, "start": [{"clip": "walker"}]}))
        return path


class Export(Files):
    def round_trip(self, file, clip, names, frames, tolerance):
        """Joints of `names` are where they were, at frames of the written file."""
        out = self.folder / "out.bvh"
        done = motus.run("export", file, "--clip", clip, "-o", out, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(motus.ok("validate", out, "--json")["ok"])
        oracle = Bvh(out)
        for frame in frames:
            at = frame % len(oracle.frames)
            want = self.pose(file, at * oracle.frame_time, clip)
            if names is None:
                self.assertEqual(sorted(want), sorted(self.pose(out, 0)))
            want = {name: want[name] for name in names or want}
            self.expect_near(self.pose(out, at * oracle.frame_time), want, tolerance)
            self.expect_near(oracle.positions(at, 0.01), want, tolerance)
        return oracle

    def test_a_recording_comes_back(self):
        oracle = self.round_trip(WALKER, "walker", None, range(4), 1e-4 * Bvh(WALKER).size(0.01))
        first = Bvh(WALKER)
        self.assertEqual(len(oracle.frames), len(first.frames))
        self.assertAlmostEqual(oracle.frame_time, first.frame_time, places=8)
        self.assertEqual([j["name"] for j in oracle.joints], [j["name"] for j in first.joints])
        # Only joints that move against their parents have positions.
        self.assertEqual([j["name"] for j in oracle.joints if len(j["channels"]) == 6],
                         ["Hips", "Spine"])

    @motus.needs_data
    def test_recordings_come_back(self):
        for path in sorted(motus.data("mocap").glob("*.bvh"))[::16]:
            self.round_trip(path, path.stem, None, (0, 17, -1), 1e-4 * Bvh(path).size(0.01))

    def test_the_hero(self):
        names = [n["name"] for n in motus.ok("sample", "hero", "--rest", "--json")["nodes"]
                 if n["name"] in ("Hips", "Head", "LeftFoot", "RightHand")]
        self.assertGreater(len(names), 1)
        self.round_trip("hero", "Walk", names, (0, 3, 11, -1), 1e-4)

    def test_what_is_written(self):
        out = self.folder / "out.bvh"
        done = motus.run("export", "hero", "-o", out)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr.decode(), "warning: .*: this clip is written, of 6: --clip")
        self.assertRegex(done.stdout.decode(), "out.bvh  [0-9.]+ KiB: ")
        self.at_fault("export", "hero", "--clip=Fly", "-o", out, says='.*there is no clip "Fly"')
        self.wrong("export", "hero", "--clip=Walk", "-o", self.folder / "a.glb",
                   says="--clip goes with a .bvh")


class OneRig(Files):
    def clips(self, document):
        found = motus.ok("inspect", document, "--json")
        return found["entities"], [clip["name"] for clip in found["clips"]], found["machines"]

    def test_clips_of_all_files_play_on_one_rig(self):
        first, second = self.copy("Walk.bvh"), self.folder / "Run.bvh"
        text = WALKER.read_text().replace("Head", "Skull")
        second.write_text(text[:text.index("0 91 0")] +
                          "".join("0 " * 18 + f"{10 * f} 0\n" for f in range(4)))
        glb = self.folder / "rig.glb"
        motus.ok("export", first, "-o", glb, "--json")
        document = self.folder / "all.motus"
        done = motus.ok("import", first, second, glb, "--scale=0.01", "-o", document, "--json")
        self.assertEqual([i["lostJoints"] for i in done["imports"]], [[], ["Skull"], []])
        self.assertEqual([i["clips"]["added"] for i in done["imports"]],
                         [["Walk"], ["Run"], ["Walk 2"]])
        self.assertEqual(len({i["entity"] for i in done["imports"]}), 1)
        self.assertTrue(any("Skull" in w["message"] for w in done["warnings"]))
        entities, names, machines = self.clips(document)
        self.assertEqual((entities, names, len(machines)), (1, ["Walk", "Run", "Walk 2"], 1))
        self.assertEqual(machines[0]["states"], 3)
        for clip in ("Walk", "Walk 2"):
            self.compare(first, document, [0, 2], 0.01, clip)
        baked = self.folder / "all.motusb"
        motus.ok("bake", document, "-o", baked, "--json")
        self.compare(first, baked, [2], 0.01, "Walk")
        # Again: nothing is doubled.
        done = motus.ok("import", first, second, glb, "-o", document, "--json")
        self.assertEqual([i["clips"]["added"] for i in done["imports"]], [[], [], []])
        self.assertEqual(self.clips(document)[:2], (1, names))

    def test_the_rig_that_was_said(self):
        rig, walk = self.folder / "rig.glb", self.copy("Walk.bvh")
        motus.ok("export", "hero", "-o", rig, "--json")
        document = self.folder / "all.motus"
        done = motus.ok("import", walk, "--rig", rig, "--scale=0.01", "-o", document, "--json")
        self.assertEqual([i["clips"]["added"] for i in done["imports"]], [["Walk"], []])
        entities, names, machines = self.clips(document)
        self.assertEqual((entities, names, len(machines)), (1, ["Walk"], 1))
        nodes = motus.ok("sample", document, "--rest", "--json")["nodes"]
        self.assertEqual(len(nodes), motus.ok("inspect", "hero", "--json")["nodes"])
        # A rig that is there with its clips keeps them.
        run = self.copy("Jog.bvh")
        motus.ok("import", rig, "-o", document, "--json")
        motus.ok("import", run, "--rig", rig, "-o", document, "--json")
        self.assertEqual(self.clips(document)[1][0], "Walk")
        self.assertEqual(self.clips(document)[1][-1], "Jog")
        self.at_fault("import", walk, "--rig=none.glb", "-o", document, says=".*none.glb: ")

    def test_files_that_share_nothing_have_their_own_rigs(self):
        walk, glb = self.copy("Walk.bvh"), self.folder / "morph.glb"
        motus.ok("export", "morph", "-o", glb, "--json")
        document = self.folder / "both.motus"
        motus.ok("import", walk, glb, "-o", document, "--json")
        entities, _, machines = self.clips(document)
        self.assertEqual((entities, len(machines)), (2, 2))


if __name__ == "__main__":
    motus.main()
