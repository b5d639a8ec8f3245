#!/usr/bin/env python3
"""`motus simulate --explain`: conditions by name, and transitions that the queue did not reach."""
import json
import pathlib
import tempfile
import unittest

import motus

FOLDER = tempfile.TemporaryDirectory()
RUNS = "the transition that runs"
NOT_ASKED = f"{RUNS} cannot be interrupted by it"
COMES_AFTER = f"{RUNS} comes before it in the queue"


def transition(number, start, end, **more):
    ends = {"from_kind": "any"} if start == 0 else {"from": start}
    return {"id": 100 + number, **ends, "to": end, "duration": 0.5,
            "conditions": [{"variable": 10 + number, "op": "is_true"}], **more}


def document(transitions, name="machine.motus"):
    """States 1..4, A to D; transition n waits for the bool n."""
    path = pathlib.Path(FOLDER.name, name)
    names = "ABCD"
    path.write_text(json.dumps({"version": 2, "library": {"machines": [{
        "id": 5, "name": "m",
        "variables": [{"id": 10 + n, "name": f"go{n}", "kind": "bool"} for n in range(8)] +
                     [{"id": 20, "name": "speed"}, {"id": 21, "name": "jump", "kind": "trigger"}],
        "machine": {"layers": [{"id": 6, "machine": 5, "name": "Base", "graph": {
            "entry": 1, "states": [{"id": 1 + i, "name": name} for i, name in enumerate(names)],
            "transitions": transitions}}]}}]}}))
    return path


def simulate(file, frames, inputs, *options):
    script = pathlib.Path(FOLDER.name, "script.json")
    script.write_text(json.dumps({"dt": 0.1, "frames": frames, "inputs": inputs}))
    done = motus.run("simulate", file, "--script", script, "--explain", *options)
    assert done.returncode == 0, done.stderr  # warnings of states that nothing leads to are fine
    return done.stdout.decode()


def reasons(file, frame, inputs):
    """Why each transition was not taken in a frame, by what it leads from and to."""
    lines = simulate(file, frame + 1, inputs, "--json").splitlines()
    return {(e["from"], e["to"], e["source"], e["index"]): e["blockedBy"]
            for e in json.loads(lines[frame])["considered"]}


START = [{"frame": 0, "set": {"go1": True}}]


class Queue(unittest.TestCase):
    """Transition 1, A to B, runs in frame 1."""

    def test_what_cannot_interrupt(self):
        file = document([transition(1, 1, 2, interruption_source="none"), transition(2, 1, 3),
                         transition(3, 2, 4), transition(4, 0, 4)])
        self.assertEqual(reasons(file, 1, START), {
            ("A", "D", "any", 0): "a condition does not hold",
            ("A", "C", "state", 1): NOT_ASKED, ("B", "D", "state", 0): NOT_ASKED})

    def test_what_is_behind_in_the_queue(self):
        file = document([transition(0, 1, 4), transition(1, 1, 2, interruption_source="source"),
                         transition(2, 1, 3), transition(3, 2, 4)])
        self.assertEqual(reasons(file, 1, START), {
            ("A", "D", "state", 0): "a condition does not hold",
            ("A", "C", "state", 2): COMES_AFTER, ("B", "D", "state", 0): NOT_ASKED})

    def test_source_then_destination_ends_at_the_one_that_runs(self):
        both = transition(1, 1, 2, interruption_source="source_then_destination")
        file = document([both, transition(3, 2, 4)])
        self.assertEqual(reasons(file, 1, START), {("B", "D", "state", 0): COMES_AFTER})
        file = document([{**both, "ordered": False}, transition(3, 2, 4)])
        self.assertEqual(reasons(file, 1, START),
                         {("B", "D", "state", 0): "a condition does not hold"})

    def test_any_state_comes_before_all(self):
        file = document([transition(1, 0, 2, interruption_source="source",
                                    can_transition_to_self=False),
                         transition(2, 0, 3), transition(3, 1, 4)])
        got = reasons(file, 1, START)
        self.assertEqual(got[("A", "C", "any", 1)], COMES_AFTER)
        self.assertEqual(got[("A", "D", "state", 0)], COMES_AFTER)

    def test_conditions_of_what_was_not_reached(self):
        file = document([transition(1, 1, 2), transition(2, 1, 3)])
        line = simulate(file, 2, [*START, {"frame": 1, "set": {"go2": True}}],
                        "--json").splitlines()[1]
        entry = next(e for e in json.loads(line)["considered"] if e["to"] == "C")
        self.assertEqual(entry["conditions"], [{"parameter": "go2", "op": "is_true", "value": True,
                                                "actual": True, "met": True}])
        self.assertEqual((entry["taken"], entry["blockedBy"]), (False, NOT_ASKED))

    def test_nothing_is_said_twice(self):
        file = document([transition(n, 1 + n % 2, 2 + n % 3) for n in range(5)] +
                        [transition(5, 0, 3), transition(6, 0, 4)])
        for line in simulate(file, 40, [{"frame": 3 * n, "set": {f"go{n}": True}}
                                        for n in range(7)], "--json").splitlines():
            seen = [(e["source"], e["index"], e["from"]) for e in json.loads(line)["considered"]
                    if e["blockedBy"] in (NOT_ASKED, COMES_AFTER)]
            self.assertEqual(len(seen), len(set(seen)), line)


class Many(unittest.TestCase):
    """More conditions than an explanation has bits for."""
    COUNT = 70

    def document(self):
        path = pathlib.Path(FOLDER.name, "many.motus")
        variables = [{"id": 100 + n, "name": f"go{n}", "kind": "trigger" if n % 2 else "bool"}
                     for n in range(self.COUNT)]
        path.write_text(json.dumps({"version": 2, "library": {"machines": [{
            "id": 5, "name": "m", "variables": variables,
            "machine": {"layers": [{"id": 6, "machine": 5, "name": "Base", "graph": {
                "entry": 1, "states": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}],
                "transitions": [{"id": 3, "from": 1, "to": 2, "conditions": [
                    {"variable": v["id"], "op": "is_true"} for v in variables]}]}}]}}]}}))
        return path

    def inputs(self, missing):
        names = [n for n in range(self.COUNT) if n not in missing]
        return [{"frame": 0, "set": {f"go{n}": True for n in names if n % 2 == 0},
                 "trigger": [f"go{n}" for n in names if n % 2]}]

    def test_all_are_listed(self):
        file = self.document()
        for missing in ([], [66], [67], [3, 64, 65, 69]):
            lines = simulate(file, 1, self.inputs(missing), "--json").splitlines()
            asked = json.loads(lines[0])["considered"][0]
            self.assertEqual([c["parameter"] for c in asked["conditions"]],
                             [f"go{n}" for n in range(self.COUNT)])
            self.assertEqual([n for n, c in enumerate(asked["conditions"]) if not c["met"]], missing)
            self.assertEqual(asked["taken"], not missing)

    def test_the_one_that_does_not_hold_is_named(self):
        for missing in (63, 64, 66, 69):
            text = simulate(self.document(), 1, self.inputs([missing]))
            self.assertIn(f"A > B: a condition does not hold: go{missing} is not set"
                          if missing % 2 else f"A > B: a condition does not hold: go{missing} ", text)


class Text(unittest.TestCase):
    def test_conditions_are_named(self):
        file = document([
            transition(1, 1, 2, conditions=[{"variable": 20, "op": "greater", "compare_value": 0.5},
                                            {"variable": 11, "op": "is_true"}]),
            transition(2, 0, 3, conditions=[{"variable": 21, "op": "is_true"}]),
            transition(3, 1, 4, conditions=[], has_exit_time=True, exit_time=0.75)])
        text = simulate(file, 1, [])
        self.assertIn("A > B: a condition does not hold: speed > 0.5, is 0; go1 is on, it is off\n",
                      text)
        self.assertIn("A > C (any state): a condition does not hold: jump is not set\n", text)
        self.assertIn("A > D: the exit time is not reached: exit time 0.75\n", text)
        text = simulate(file, 1, [{"frame": 0, "set": {"speed": 0.75}}])
        self.assertIn("A > B: a condition does not hold: go1 is on, it is off\n", text)
        text = simulate(file, 1, [{"frame": 0, "set": {"speed": 1, "go1": True}}])
        self.assertIn("A > B: taken\n", text)

    def test_what_was_not_reached_is_listed(self):
        file = document([transition(1, 1, 2), transition(2, 1, 3)])
        self.assertIn(f"A > C: {NOT_ASKED}", simulate(file, 2, START))


if __name__ == "__main__":
    motus.main()
