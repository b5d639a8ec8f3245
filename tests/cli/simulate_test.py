#!/usr/bin/env python3
"""`motus simulate`: the contract of docs/cli.md, and the hero's machine against its own numbers."""
import json
import pathlib
import tempfile
import unittest

import motus

FOLDER = tempfile.TemporaryDirectory()
DT = 1 / 60


def path(name):
    return pathlib.Path(FOLDER.name, name)


def simulate(file, script, *options):
    """The finished process of a script given as a value or as text."""
    where = path("script.json")
    where.write_text(script if isinstance(script, str) else json.dumps(script))
    return motus.run("simulate", file, "--script", where, "--json", *options)


def lines(file, script, *options):
    done = simulate(file, script, *options)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{script}: exit {done.returncode}: {done.stderr.decode()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def script(frames, *inputs, dt=DT):
    return {"dt": dt, "frames": frames, "inputs": list(inputs)}


def layer(line, name="Base"):
    return next(entry for entry in line["layers"] if entry["name"] == name)


def moment(line, kind):
    return [entry["state"] for entry in line["moments"] if entry["kind"] == kind]


def hermite(p, v0, out0, v1, in1):
    """The authored curve, as the schema's words have it: of 'from' weight over time 0..1."""
    return ((2 * p**3 - 3 * p**2 + 1) * v0 + (p**3 - 2 * p**2 + p) * out0 +
            (-2 * p**3 + 3 * p**2) * v1 + (p**3 - p**2) * in1)


WALK = script(90, {"frame": 10, "set": {"speed": 1.12}}, {"frame": 60, "set": {"speed": 0}})
JUMP = script(120, {"frame": 5, "set": {"speed": 2}}, {"frame": 40, "trigger": ["jump"]},
              {"frame": 50, "trigger": ["wave"]})


class OwnMachine(unittest.TestCase):
    """Without --machine the rig's own machine runs, wherever it stands in the file."""

    @classmethod
    def setUpClass(cls):
        cls.document = path("own.motus")
        source = path("hero.motus")
        motus.run("import", "hero", "-o", source)
        edits = path("own.json")
        machine = "/library/machines/1"
        rig = next(i for i, component in enumerate(
            next(entity for entity in json.loads(source.read_text())["scene"]["entities"]
                 if entity["name"] == "Hero")["components"]) if component["type"] == "Rig")
        edits.write_text(json.dumps([
            {"op": "copy", "from": "/library/machines/0", "path": "/library/machines/-"},
            {"op": "replace", "path": machine + "/name", "value": "second"},
            {"op": "replace", "path": machine + "/machine/layers/0/graph/states/0/name",
             "value": "Other"},
            {"op": "replace", "path": f"/scene/entities/@Hero/components/{rig}/machine",
             "value": "second"}]))
        done = motus.run("edit", source, "--apply", edits, "-o", cls.document)
        assert done.returncode == 0, done.stderr

    def first_state(self, file, *options):
        return layer(lines(file, script(1), *options)[0])["state"]

    def test_simulate(self):
        baked = path("own.motusb")
        self.assertEqual(motus.run("bake", self.document, "-o", baked).returncode, 0)
        for file in (self.document, baked):
            self.assertEqual(self.first_state(file), "Other")
            self.assertEqual(self.first_state(file, "--machine", "hero"), "Idle")

    def test_export(self):
        out = path("own.controller")
        for options, name in (((), "Other"), (("--machine", "hero"), "Idle")):
            done = motus.run("export", self.document, "-o", out, *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"m_Name: {name}\n", out.read_text())
            self.assertEqual("m_Name: Other\n" in out.read_text(), name == "Other")

    def test_a_rig_without_one(self):
        tree = json.loads(self.document.read_text())
        for entity in tree["scene"]["entities"]:
            for component in entity["components"]:
                component.pop("machine", None)
        bare = path("bare.motus")
        bare.write_text(json.dumps(tree))
        self.assertEqual(self.first_state(bare), "Idle", "the first of the file")


class Shape(unittest.TestCase):
    def test_keys_in_order(self):
        got = lines("hero", JUMP, "--explain")
        self.assertEqual([line["frame"] for line in got], list(range(120)))
        for line in got:
            self.assertEqual(list(line), ["frame", "layers", "events", "rootMotion", "moments",
                                          "considered"])
            self.assertEqual([entry["name"] for entry in line["layers"]], ["Base", "Arms"])
            self.assertEqual(list(line["rootMotion"]), ["translation", "rotation"])
            for entry in line["layers"]:
                self.assertEqual(list(entry), ["name", "weight", "state", "normalizedTime", "next",
                                               "transition", "clips"])
                if entry["transition"]:
                    self.assertEqual(list(entry["transition"]),
                                     ["source", "index", "progress", "weight"])
                for clip in entry["clips"]:
                    self.assertEqual(list(clip), ["clip", "time", "weight"])
            for entry in line["considered"]:
                keys = ["layer", "from", "to", "source", "index", "conditions", "exitTime", "taken",
                        "blockedBy"]
                self.assertEqual(list(entry), [k for k in keys if k in entry])
                self.assertEqual(set(keys) - set(entry), set() if "exitTime" in entry
                                 else {"exitTime"})
                for condition in entry["conditions"]:
                    self.assertEqual(list(condition), ["parameter", "op", "value", "actual", "met"])
        self.assertTrue(any(line["events"] for line in got))
        for line in got:
            for event in line["events"]:
                self.assertEqual(list(event), ["name", "clip", "weight"])

    def test_nothing_runs_without_frames(self):
        self.assertEqual(lines("hero", script(0)), [])

    def test_inputs_may_be_left_out(self):
        self.assertEqual(len(lines("hero", {"dt": 0, "frames": 2})), 2)
        empty = script(2, {"frame": 1})  # set, trigger and oneshot may be, too
        self.assertEqual(lines("hero", empty), lines("hero", script(2)))


class Hero(unittest.TestCase):
    def test_the_blend_follows_its_curve(self):
        got = lines("hero", WALK)
        self.assertEqual(layer(got[9])["state"], "Idle")
        self.assertIsNone(layer(got[9])["next"])
        begin = layer(got[10])
        self.assertEqual((begin["state"], begin["next"]), ("Idle", "Move"))
        self.assertEqual((begin["transition"]["source"], begin["transition"]["index"]),
                         ("state", 0))
        seen = 0
        for i, line in enumerate(got):
            transition = layer(line)["transition"]
            if not transition or i >= 60:
                continue
            seen += 1
            # Frame 10 takes it before its tick: after that tick 1/60 s of 0.3 s are gone.
            self.assertAlmostEqual(transition["progress"], (i - 9) * DT / 0.3, delta=1e-6)
            want = 1 - hermite(transition["progress"], 1, 0, 0, 0)
            self.assertAlmostEqual(transition["weight"], want, delta=1e-3)
            clips = {clip["clip"]: clip["weight"] for clip in layer(line)["clips"]}
            self.assertAlmostEqual(clips["Walk"], transition["weight"], delta=1e-6)
            self.assertAlmostEqual(clips.get("Idle", 0), 1 - transition["weight"], delta=1e-6)
        self.assertEqual(seen, 18)  # 0.3 as a float is a little more than 18 frames
        self.assertEqual(layer(got[28])["state"], "Move")
        self.assertEqual(moment(got[10], "enter"), ["Move"])
        self.assertEqual(moment(got[28], "exit"), ["Idle"])

    def test_weights_sum_to_one(self):
        for line in lines("hero", JUMP):
            for entry in line["layers"]:
                names = [clip["clip"] for clip in entry["clips"]]
                if "Free" in (entry["state"], entry["next"]):
                    continue  # an empty state has no motion
                total = sum(clip["weight"] for clip in entry["clips"])
                self.assertAlmostEqual(total, 1, delta=1e-6, msg=(line["frame"], names))

    def test_any_state_and_masked_layer(self):
        got = lines("hero", JUMP)
        taken = layer(got[40])
        self.assertEqual((taken["next"], taken["transition"]["source"],
                          taken["transition"]["index"]), ("Jump", "any", 0))
        arms = layer(got[50], "Arms")
        self.assertEqual((arms["state"], arms["next"]), ("Free", "Wave"))
        self.assertEqual([clip["clip"] for clip in arms["clips"]], ["Wave"])

    def test_interruption_lists_the_pose(self):
        change = script(40, {"frame": 5, "set": {"speed": 2}}, {"frame": 10, "set": {"speed": 0}})
        poses = [clip for line in lines("hero", change) for clip in layer(line)["clips"]
                 if clip["clip"] is None]
        self.assertGreater(len(poses), 5)
        self.assertTrue(all(a["weight"] >= b["weight"] for a, b in zip(poses, poses[1:])))

    def test_root_motion_is_the_frame_s_delta(self):
        got = lines("hero", script(400, {"frame": 0, "set": {"speed": 1.12}}))
        walked = sum(line["rootMotion"]["translation"][2] for line in got[100:400])
        self.assertAlmostEqual(walked, 5.0 * 1.12, delta=0.03)

    def test_one_shot_lies_over_and_goes(self):
        got = lines("hero", script(200, {"frame": 3, "oneshot": "Wave"}))
        length = next(clip["duration"] for clip in motus.ok("inspect", "hero", "--json")["clips"]
                      if clip["name"] == "Wave")
        playing = [line for line in got if len(line["layers"]) == 3]
        self.assertEqual(playing[0]["frame"], 3)
        for line in playing:
            over = line["layers"][2]
            self.assertTrue(over["oneshot"])
            self.assertIsNone(over["state"])
            self.assertEqual([clip["clip"] for clip in over["clips"]], ["Wave"])
            self.assertEqual(layer(line)["state"], "Idle")
        self.assertAlmostEqual(len(playing) * DT, 0.8 * length, delta=0.2)

    def test_steps_are_exact(self):
        """0.02 as a float is a little less: a sum of them would reach each crossing too late."""
        jump = script(200, {"frame": 0, "trigger": ["jump"]}, dt=0.02)
        length = next(clip["duration"] for clip in motus.ok("inspect", "hero", "--json")["clips"]
                      if clip["name"] == "Jump")
        got = lines("hero", jump)
        first = next(line["frame"] for line in got if layer(line)["next"] == "Idle")
        self.assertEqual((first + 1) * 0.02 >= 0.85 * length - 1e-6, True)
        self.assertLess(first * 0.02, 0.85 * length)
        for line in got[:first]:
            time = next(c["time"] for c in layer(line)["clips"] if c["clip"] == "Jump")
            self.assertAlmostEqual(time, (line["frame"] + 1) * 0.02, delta=2e-9)


class Explain(unittest.TestCase):
    def test_reasons(self):
        got = lines("hero", script(3, {"frame": 1, "trigger": ["jump"]}), "--explain")
        quiet = got[0]["considered"]
        self.assertTrue(quiet)
        self.assertFalse(any(entry["taken"] for entry in quiet))
        by_aim = {entry["to"]: entry for entry in quiet if entry["layer"] == "Base"}
        move = by_aim["Move"]
        self.assertEqual(move["conditions"], [{"parameter": "speed", "op": "greater", "value": 0.1,
                                               "actual": 0, "met": False}])
        self.assertEqual(move["blockedBy"], "a condition does not hold")
        self.assertEqual(by_aim["Jump"]["conditions"], [
            {"parameter": "jump", "op": "is_true", "value": True, "actual": False, "met": False}])
        taken = [entry for entry in got[1]["considered"] if entry["taken"]]
        self.assertEqual(len(taken), 1)
        self.assertEqual((taken[0]["from"], taken[0]["to"], taken[0]["source"]),
                         ("Idle", "Jump", "any"))
        self.assertIsNone(taken[0]["blockedBy"])
        self.assertEqual(taken[0]["conditions"][0]["actual"], True)

    def test_exit_time(self):
        got = lines("hero", script(150, {"frame": 0, "trigger": ["jump"]}), "--explain")
        waits = [entry["exitTime"] for line in got for entry in line["considered"]
                 if entry["from"] == "Jump" and entry["to"] == "Idle"]
        self.assertGreater(len(waits), 10)
        self.assertTrue(all(wait["at"] == 0.85 and wait["mode"] == "from_crossing"
                            for wait in waits))
        self.assertEqual([wait["crossed"] for wait in waits],
                         [False] * (len(waits) - 1) + [True])

    def test_explaining_changes_nothing(self):
        plain = lines("hero", JUMP)
        for line, other in zip(plain, lines("hero", JUMP, "--explain")):
            del other["considered"]
            self.assertEqual(line, other)

    def test_one_is_taken_where_two_could(self):
        """What opens earlier within a long step wins; the other is not said to be taken."""
        got = lines("hero", script(1, {"frame": 0, "set": {"speed": 2}, "trigger": ["jump"]}, dt=3),
                    "--explain")
        taken = [e for e in got[0]["considered"] if e["taken"] and e["layer"] == "Base"]
        starts = moment(got[0], "transition_start")
        self.assertEqual([e["to"] for e in taken], starts)


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for args in (("bake", "hero", "-o", path("hero.motusb")),
                     ("import", "hero", "-o", path("hero.motus")),
                     ("export", "hero", "-o", path("hero.glb"))):
            done = motus.run(*args)
            assert done.returncode == 0, done.stderr

    def test_document_and_baked_file_run_alike(self):
        want = lines("hero", JUMP)
        self.assertEqual(lines(path("hero.motusb"), JUMP), want)
        self.assertEqual(lines(path("hero.motus"), JUMP), want)

    def test_card(self):
        turn = script(150, {"frame": 2, "trigger": ["flip"]},
                      {"frame": 30, "set": {"hovered": True}})
        got = lines("card", turn)
        self.assertEqual(layer(got[2], "Card")["next"], "Flip")
        self.assertEqual(layer(got[30], "Button")["next"], "Hover")
        self.assertEqual(layer(got[149], "Card")["state"], "Flipped")
        self.assertEqual(got[5]["rootMotion"],
                         {"translation": [0, 0, 0], "rotation": [0, 0, 0, 1]})

    def test_machine_of_a_gltf_file(self):
        got = lines(path("hero.glb"), script(5))
        self.assertEqual(len(got), 5)
        self.assertTrue(got[0]["layers"][0]["clips"])

    def test_machine_by_name(self):
        self.assertEqual(lines("hero", WALK, "--machine", "hero"), lines("hero", WALK))
        done = simulate("hero", WALK, "--machine", "villain")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertRegex(done.stderr.decode(), 'hero: there is no machine "villain".*"hero"')

    def test_no_machine(self):
        empty = path("empty.motus")
        empty.write_text(path("hero.motus").read_text())
        edit = path("edit.json")
        machine = json.loads(empty.read_text())["library"]["machines"][0]
        edit.write_text(json.dumps([[
            {"op": "replace", "path": "/scene/entities/0/components/1/machine", "value": 0},
            {"op": "replace", "path": "/library/root/entries", "value": []},
            {"op": "remove", "path": f"/library/machines/@{machine['id']}"}]]))
        done = motus.run("edit", empty, "--apply", edit)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = simulate(empty, WALK)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertRegex(done.stderr.decode(), "empty.motus: there is no state machine")

    def test_snapshots(self):
        want = lines("hero", JUMP)
        got = lines("hero", JUMP, "--snapshot-every", 7)
        hashes = [line.pop("snapshot", None) for line in got]
        self.assertEqual(got, want)
        self.assertEqual([i for i, value in enumerate(hashes) if value],
                         list(range(6, 120, 7)))
        again = lines("hero", JUMP, "--snapshot-every", 14)
        self.assertEqual([line.get("snapshot") for line in again][13::14], hashes[13::14])


class Faults(unittest.TestCase):
    def test_faults_name_the_place(self):
        def one(**entry):
            return script(5, {"frame": 1, **entry})
        for bad, place in (
                ("{", "JSON"), ("", "JSON"), ("[]", "must be an object"), ("{}", "dt: is missing"),
                ({"dt": 0.1}, "frames: is missing"), ({"dt": "x", "frames": 1}, "dt: must be a num"),
                ({"dt": -1, "frames": 1}, "dt: must not be negative"),
                ({"dt": 1e300, "frames": 1}, "dt: is too large"),
                ('{"dt":1e999,"frames":1}', "JSON"),
                (script(-1), "frames: must be a whole"), (script(1.5), "frames: must be a whole"),
                ({**script(1), "inputs": {}}, "inputs: must be a list"),
                (script(5, 3), r"inputs\[0\]: must be an object"),
                (script(5, {"set": {"speed": 1}}), r"inputs\[0\].frame: is missing"),
                (script(5, {"frame": -1, "set": {}}), r"inputs\[0\].frame: must be a whole"),
                (one(set=[]), r"inputs\[0\].set: must be an object"),
                (one(set={"sped": 1}), r'inputs\[0\].set.sped: .*"sped".*"speed", "jump"'),
                (one(set={"speed": "fast"}), r"inputs\[0\].set.speed: must be a number"),
                (one(set={"speed": 1e39}), r"inputs\[0\].set.speed: is too large"),
                (one(set={"jump": 1}), r"inputs\[0\].set.jump: must be true or false"),
                (one(trigger="jump"), r"inputs\[0\].trigger: must be a list"),
                (one(trigger=[1]), r"inputs\[0\].trigger\[0\]: must be a name"),
                (one(trigger=["speed"]), r'inputs\[0\].trigger\[0\]: "speed" is not a trigger'),
                (one(oneshot=1), r"inputs\[0\].oneshot: must be the name"),
                (one(oneshot="Swim"), r'inputs\[0\].oneshot: there is no clip "Swim".*"Idle"')):
            done = simulate("hero", bad)
            self.assertEqual((done.returncode, done.stdout), (1, b""), (bad, done.stderr))
            self.assertRegex(done.stderr.decode(), "^motus: .*script.json: .*" + place)

    def test_what_means_nothing_is_said(self):
        done = simulate("hero", {**script(1, {"frame": 7, "set": {"speed": 1}}), "color": "red"})
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr.decode(), "script.json: warning: color: ")
        self.assertRegex(done.stderr.decode(), r"script.json: warning: inputs\[0\]: is after the")

    def test_usage(self):
        self.assertEqual(motus.run("simulate", "hero").returncode, 2)
        self.assertEqual(simulate("hero", WALK, "--snapshot-every", "0").returncode, 2)
        self.assertEqual(simulate("no.motus", WALK).returncode, 1)
        done = motus.run("simulate", "hero", "--script", path("no.json"))
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"no.json: cannot be opened: No such file", done.stderr)
        self.assertIn(b"Example", motus.run("simulate", "--help").stdout)

    def test_for_people(self):
        where = path("people.json")
        where.write_text(json.dumps(JUMP))
        done = motus.run("simulate", "hero", "--script", where, "--explain")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"Move > Jump", done.stdout)
        self.assertIn(b"a condition does not hold", done.stdout)
        self.assertNotIn(b"\x1b", done.stdout)
        self.assertNotIn(b" \n", done.stdout)


if __name__ == "__main__":
    motus.main()
