#!/usr/bin/env python3
"""`motus mix` against runs of another engine's mixer, and its own contract."""
import json
import math
import pathlib
import tempfile
import unittest

import motus

FOLDER = tempfile.TemporaryDirectory()


def mix(file, script):
    """The finished process of a script given as a value or as text."""
    path = pathlib.Path(FOLDER.name, "script.json")
    path.write_text(script if isinstance(script, str) else json.dumps(script))
    return motus.run("mix", file, "--script", path, "--json")


def lines(file, script):
    done = mix(file, script)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{script}: exit {done.returncode}: {done.stderr.decode()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def start(clip, loop="loop", **more):
    return {"clip": clip, "loop": loop, "speed": 1, "weight": 1, **more}


class Oracle(unittest.TestCase):
    """The scenarios that must match, each with what is compared of it."""

    def load(self, name):
        scenario = json.loads(motus.data("oracle", "scenarios", f"{name}.json").read_text())
        return scenario, motus.data("models", scenario["file"])

    def near(self, got, want, tolerance, what):
        self.assertEqual(len(got), len(want), what)
        for a, b in zip(got, want):
            self.assertLessEqual(abs(a - b), tolerance, f"{what}: {got} and not {want}")

    def pose(self, got, want, tolerance, what):
        nodes = {node["name"]: node for node in got["nodes"]}
        self.assertEqual(set(nodes), set(want), what)
        for name, numbers in want.items():
            node = nodes[name]
            q = node["rotation"]
            if sum(a * b for a, b in zip(q, numbers[3:7])) < 0:
                q = [-x for x in q]
            self.near(node["translation"] + q + node["scale"], numbers,
                      tolerance * max(1.0, *map(abs, numbers)), f"{what} {name}")

    def compare(self, got, want, what, pose=None, times=True, weights=True):
        """One step. Actions that do not show are compared in nothing but that."""
        actions = {action["clip"]: action for action in got["actions"]}
        for name, theirs in want["actions"].items():
            ours = actions[name.removesuffix("Add")]
            if weights:
                self.near([ours["effectiveWeight"]], [theirs["weight"]], 2e-6, f"{what} {name} weight")
            if times and (theirs["weight"] > 0 or not weights):
                self.near([ours["time"]], [theirs["time"]], 2e-6, f"{what} {name} time")
        if pose is not None:
            self.pose(got, want["pose"], pose, what)

    def follow(self, name, dt, first, events=(), **compared):
        scenario, file = self.load(name)
        steps = [step for step in scenario["steps"] if step["step"] > 0]
        got = lines(file, {"dt": dt, "steps": len(steps), "start": first, "events": list(events),
                           "nodes": list(steps[0]["pose"])})
        self.assertEqual([line["step"] for line in got], [step["step"] for step in steps])
        for line, step in zip(got, steps):
            self.compare(line, step, f"{name} step {step['step']}", **compared)
        return got, steps

    def test_crossfade(self):
        fades = [{"step": 1, "crossfade": {"from": "Survey", "to": "Walk", "duration": 0.3}},
                 {"step": 31, "crossfade": {"from": "Walk", "to": "Run", "duration": 0.3}}]
        for first in ([start("Survey")], [start("Survey"), start("Walk", weight=0)]):
            got, _ = self.follow("crossfade", 1 / 60, first, fades, pose=5e-3)
            for line in got:
                total = sum(action["effectiveWeight"] for action in line["actions"])
                self.assertAlmostEqual(total, 1, delta=1e-6)

    def test_fade_in_out(self):
        fade = {"step": 1, "fade": {"clip": "Walk", "to": 1, "duration": 0.5}}
        self.follow("fade_in_out", 0.1, [start("Walk", weight=0)], [fade], pose=1e-3)

    def test_fixed_weights(self):
        scenario, file = self.load("fixed_weights")
        self.assertGreater(len(scenario["steps"]), 5)
        for step in scenario["steps"]:
            clips = {clip[0]: clip for clip in step["weights"]}
            first = [start(clips[c], weight=step["weights"][clips[c]]) for c in step["order"]]
            got = lines(file, {"dt": 0.2, "steps": 1, "start": first, "nodes": list(step["pose"])})
            several = sum(weight > 0 for weight in step["weights"].values()) > 0
            self.compare(got[0], step, f"fixed_weights {step['weights']} {step['order']}",
                         pose=1e-3 if several else 1e-5)

    def test_one_action(self):
        duration = self.load("once_clamp")[0]["duration"]
        for name, dt, first in (
                ("once_clamp", 0.1, start("Walk", "once")),
                ("repeat_big_step", 1.9, start("Walk")),
                ("repeat_exact_duration", duration / 2, start("Walk")),
                ("negative_timescale", 0.1, start("Walk", speed=-1)),
                ("negative_once", 0.1, start("Walk", "once", speed=-1, time=duration)),
                ("negative_mixer", 0.1, start("Walk", speed=-0.5))):
            with self.subTest(name):
                self.follow(name, dt, [first], pose=1e-5)
        self.follow("negative_pingpong", 0.1, [start("Walk", "pingpong", speed=-1)], times=False,
                    pose=1e-5)

    def test_counts(self):
        """Times alone; of ping-pong, theirs is not folded back on the way back."""
        self.follow("once", 0.1, [start("Walk", "once")], weights=False)
        self.follow("repeat", 0.1, [start("Walk", count=3)], weights=False)
        self.follow("negative_timescale_reps", 0.1, [start("Walk", speed=-0.75, count=2)],
                    weights=False)
        got, steps = self.follow("pingpong", 0.1, [start("Walk", "pingpong", count=3)],
                                 weights=False, times=False)
        d = self.load("pingpong")[0]["duration"]
        for line, step in zip(got, steps):
            time = step["actions"]["Walk"]["time"]
            back = math.floor(min(step["mixerTime"], 2.9 * d) / d) % 2 == 1
            self.near([line["actions"][0]["time"]], [d - time if back else time], 2e-6,
                      f"pingpong step {step['step']}")

    def test_pingpong_open_clip(self):
        scenario, file = self.load("pingpong_open_clip")
        steps = scenario["reps3_clamp"]["steps"]
        name = motus.ok("sample", file, "--rest", "--json")["nodes"][scenario["node"]]["name"]
        got = lines(file, {"dt": 0.2, "steps": len(steps), "nodes": [name],
                           "start": [start("bend", "pingpong", count=3)]})
        self.assertGreater(len(steps), 10)
        for line, step in zip(got, steps):
            self.near(line["nodes"][0]["rotation"], step["q"], 1e-5, f"step {step['step']}")

    def test_additive(self):
        scenario, file = self.load("additive")
        self.assertGreater(len(scenario["steps"]), 5)
        for step in scenario["steps"]:
            first = [start("Survey"), start("Walk", weight=step["additiveWeight"], additive=True)]
            got = lines(file, {"dt": step["t"], "steps": 1, "start": first,
                               "nodes": list(step["pose"])})
            self.compare(got[0], step, f"additive {step['additiveWeight']} {step['t']}", pose=1e-4)

    def test_interrupted_crossfade_is_continuous(self):
        """Where theirs jumps and sums to 1.44; ours goes on from where it is and sums to 1."""
        _, file = self.load("crossfade_interrupted")
        fades = [{"step": 1, "crossfade": {"from": "Survey", "to": "Walk", "duration": 0.3}},
                 {"step": 10, "crossfade": {"from": "Walk", "to": "Run", "duration": 0.3}}]
        got = lines(file, {"dt": 1 / 60, "steps": 40, "start": [start("Survey")], "events": fades,
                           "nodes": []})
        weights = [[a["effectiveWeight"] for a in line["actions"]] for line in got]
        for before, after in zip(weights, weights[1:]):
            self.assertAlmostEqual(sum(after), 1, delta=1e-6)
            self.assertLessEqual(max(abs(a - b) for a, b in zip(before, after)), 0.06)
        self.assertEqual(weights[-1], [0, 0, 1])

    def test_the_comparison_is_awake(self):
        with self.assertRaises(AssertionError):
            self.follow("once_clamp", 0.1, [start("Walk", "once", time=0.01)], pose=1e-5)
        with self.assertRaises(AssertionError):
            self.follow("once_clamp", 0.1, [start("Walk", "once", weight=0.9)], pose=1e-5)
        with self.assertRaises(AssertionError):
            self.follow("negative_pingpong", 0.1, [start("Walk", "pingpong")], times=False, pose=1e-5)


class Contract(unittest.TestCase):
    SCRIPT = {"dt": 0.25, "steps": 4, "start": [start("Slide")], "nodes": []}

    def changed(self, **changes):
        return {**self.SCRIPT, **changes}

    def test_shape(self):
        events = [{"step": 2, "crossfade": {"from": "Slide", "to": "Bend", "duration": 0.5}}]
        got = lines("spine", {**self.changed(events=events), "nodes": None})
        self.assertEqual([line["step"] for line in got], [1, 2, 3, 4])
        names = [n["name"] for n in motus.ok("sample", "spine", "--rest", "--json")["nodes"]]
        for line in got:
            self.assertEqual(list(line)[:3], ["step", "actions", "nodes"])
            self.assertEqual([a["clip"] for a in line["actions"]], ["Slide", "Bend"])
            for action in line["actions"]:
                self.assertEqual(list(action),
                                 ["clip", "time", "weight", "effectiveWeight", "playing"])
            self.assertEqual([n["name"] for n in line["nodes"]], names)
            for node in line["nodes"]:
                self.assertEqual(list(node), ["name", "translation", "rotation", "scale"])
        self.assertEqual([a["playing"] for a in got[0]["actions"]], [True, False])

    def test_events_come_before_their_update_in_any_order(self):
        events = [{"step": 3, "set": {"clip": "Slide", "speed": -1}},
                  {"step": 2, "set": {"clip": "Slide", "time": 0.5, "weight": 0.5}},
                  {"step": 4, "set": {"clip": "Slide", "playing": False}}]
        got = lines("spine", self.changed(events=events))
        state = [(a["time"], a["weight"], a["playing"]) for a in (g["actions"][0] for g in got)]
        self.assertEqual(state, [(0.25, 1, True), (0.75, 0.5, True), (0.5, 0.5, True),
                                 (0.5, 0.5, False)])

    def test_defaults_and_indices(self):
        short = lines("spine", {"dt": 0.25, "steps": 4, "start": [{"clip": 0}], "nodes": []})
        self.assertEqual(short, lines("spine", self.SCRIPT))

    def test_one_clip_is_what_sample_says(self):
        got = lines("chain67", {"dt": 0.3, "steps": 3, "start": [start("Brisk")]})
        for line in got:
            time = line["actions"][0]["time"]
            pose = motus.ok("sample", "chain67", "--clip", "Brisk", f"--time={time!r}", "--json")
            for ours, theirs in zip(line["nodes"], pose["nodes"]):
                for key in ("translation", "rotation", "scale"):
                    for a, b in zip(ours[key], theirs[key]):
                        self.assertAlmostEqual(a, b, delta=1e-6, msg=(ours["name"], key))

    def test_faults_name_the_place(self):
        fade = {"from": "Slide", "to": "Bend", "duration": 1}
        for script, place in (
                ("{", "JSON"), ("", "JSON"), ("[]", "must be an object"), ("{}", "dt: is missing"),
                ({"dt": 0.1}, "steps: is missing"),
                (self.changed(dt="fast"), "dt: must be a number"),
                ('{"dt":1e999,"steps":1}', "JSON"), ('{"dt":nan}', "JSON"),
                (self.changed(steps=-1), "steps: must be a whole number"),
                (self.changed(steps=1.5), "steps: must be a whole number"),
                (self.changed(steps=1e300), "steps: must be a whole number"),
                (self.changed(start={}), "start: must be a list"),
                (self.changed(start=[3]), r"start\[0\]: must be an object"),
                (self.changed(start=[{}]), r"start\[0\].clip: is missing"),
                (self.changed(start=[start("Jog")]), r'start\[0\].clip: .*"Jog".*"Slide", "Bend"'),
                (self.changed(start=[start(2)]), r"start\[0\].clip"),
                (self.changed(start=[start(-1)]), r"start\[0\].clip"),
                (self.changed(start=[start("Slide", "twice")]), r"start\[0\].loop"),
                (self.changed(start=[start("Slide", weight=-1)]), r"start\[0\].weight"),
                (self.changed(start=[start("Slide", speed="x")]), r"start\[0\].speed"),
                (self.changed(start=[start("Slide", speed=1e39)]), r"start\[0\].speed"),
                (self.changed(events=[{"step": 1}]), r"events\[0\]: has none"),
                (self.changed(events=[{"step": 0, "crossfade": fade}]), r"events\[0\].step"),
                (self.changed(events=[{"crossfade": fade}]), r"events\[0\].step: is missing"),
                (self.changed(events=[{"step": 1, "crossfade": {**fade, "to": "Jog"}}]),
                 r"events\[0\].crossfade.to"),
                (self.changed(events=[{"step": 1, "crossfade": {**fade, "duration": -1}}]),
                 r"events\[0\].crossfade.duration"),
                (self.changed(events=[{"step": 1, "fade": {"clip": "Slide", "to": 1}}]),
                 r"events\[0\].fade.duration: is missing"),
                (self.changed(events=[{"step": 1, "set": {"clip": "Slide", "playing": 1}}]),
                 r"events\[0\].set.playing"),
                (self.changed(nodes=["Tail"]), r'nodes\[0\]: there is no node "Tail"'),
                (self.changed(nodes=[1]), r"nodes\[0\]"), (self.changed(nodes="Root"), "nodes")):
            done = mix("spine", script)
            self.assertEqual((done.returncode, done.stdout), (1, b""), (script, done.stderr))
            self.assertRegex(done.stderr.decode(), "^motus: .*script.json: .*" + place)
            self.assertNotIn("[json.exception", done.stderr.decode())

    def test_unknown_keys_are_said_and_mean_nothing(self):
        done = mix("spine", self.changed(color="red"))
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr.decode(), "script.json: warning: color: ")
        self.assertEqual(done.stdout, mix("spine", self.SCRIPT).stdout)

    def test_usage(self):
        self.assertEqual(motus.run("mix", "spine").returncode, 2)
        done = motus.run("mix", "spine", "--script", FOLDER.name + "/no.json")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"no.json: cannot be opened: No such file", done.stderr)

    def test_no_steps_no_lines(self):
        self.assertEqual(lines("spine", self.changed(steps=0)), [])

    def test_for_people(self):
        path = pathlib.Path(FOLDER.name, "people.json")
        path.write_text(json.dumps(self.SCRIPT))
        done = motus.run("mix", "spine", "--script", path)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout.count(b"\n"), 5)
        self.assertNotIn(b"\x1b", done.stdout)


if __name__ == "__main__":
    motus.data()
    motus.main()
