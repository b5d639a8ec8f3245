#!/usr/bin/env python3
"""One set of checks: what validate says is what bake says, whatever is wrong with a document."""
import json

import motus
from document_test import Folder, glb_json, write_glb


def machine(variables, states, transitions):
    """A document with one machine of one layer; states are names, numbered from 10."""
    return {"version": 2, "library": {"machines": [{"id": 1, "name": "m", "variables": variables,
            "machine": {"layers": [{"id": 2, "name": "Base", "graph": {
                "states": [{"id": 10 + i, "name": name, "kind": "empty"}
                           for i, name in enumerate(states)],
                "transitions": transitions, "entry": 10}}]}}]}}


def transition(number, source, to, variable=0, **more):
    conditions = [{"variable": variable, "op": "is_true"}] if variable else []
    return {"id": number, "from": source, "to": to, "conditions": conditions, **more}


GO = {"id": 5, "name": "go", "kind": "bool"}


class Checks(Folder):
    def write(self, tree, name="d.motus"):
        path = self.folder / name
        path.write_text(json.dumps(tree))
        return path

    def both(self, document):
        """The codes of validate; bake must say the very same of each place."""
        done = motus.run("validate", document, "--json")
        found = json.loads(done.stdout)
        baked = motus.run("bake", document, "-o", self.folder / "out.motusb", "--quiet")
        self.assertEqual(done.returncode, baked.returncode, baked.stderr.decode())
        said = [line for line in baked.stderr.decode().splitlines() if ": warning: " in line or
                ": error: " in line]
        self.assertEqual(len(said), len(found["faults"]), (said, found["faults"]))
        for fault in found["faults"]:
            self.assertTrue(any(fault["path"] in line and fault["message"] in line and
                                fault["severity"] in line and f"({fault['code']})" in line
                                for line in said), (fault, said))
        return [(f["code"], f["path"].rsplit("/", 1)[-1]) for f in found["faults"]]

    def test_timelines_that_are_too_long(self):
        document = self.write({"version": 2, "library": {"timelines": [
            {"id": 1, "name": "t", "duration": 2147483647}]}})
        self.assertEqual(self.both(document), [("out-of-range", "duration")])

    def test_curves_that_nothing_reads(self):
        curve = {"keys": [{"time": 0, "value": 1}, {"time": 0.5, "value": 0.9}, {"time": 1}]}
        inner = {"states": [{"id": 20, "name": "In", "kind": "empty"}], "entry": 20,
                 "transitions": [{"id": 30, "from": 20, "to_kind": "exit", "has_exit_time": True,
                                  "curve": curve}]}
        tree = machine([GO], ["A", "Sub"], [
            transition(31, 10, 11, 5, to_kind="machine"),
            transition(32, 11, 10, from_kind="machine"),
            {"id": 33, "from_kind": "entry", "to": 10, "curve": curve}])
        graph = tree["library"]["machines"][0]["machine"]["layers"][0]["graph"]
        graph["states"][1].update(kind="sub_machine", graph=inner)
        self.assertEqual(self.both(self.write(tree)), [("curve-not-used", "curve")] * 2)
        # Where the parent has no way out that is always open, the exit's own curve counts.
        graph["transitions"][1]["conditions"] = [{"variable": 5, "op": "is_false"}]
        del graph["transitions"][2]
        self.assertEqual(self.both(self.write(tree)), [])

    def test_tracks_of_joints_that_are_not_there(self):
        glb, document = self.glb(), self.folder / "spine.motus"
        motus.ok("import", glb, "-o", document, "--json")
        self.assertEqual(self.both(document), [])
        tree = json.loads(document.read_text())
        tree["library"].setdefault("timelines", []).append({
            "id": 900, "name": "t", "tracks": [{"id": 901, "binding": {
                "target": tree["scene"]["entities"][0]["id"], "component": 60, "property": 3932161,
                "property_kind": "vec3", "path": "No/Such"},
                "keys": [{"frame": 0, "value": [0, 0, 0]}]}]})
        tree["library"].setdefault("masks", []).append(
            {"id": 902, "name": "m", "entries": [{"path": "Nowhere", "weight": 1}]})
        rig = tree["scene"]["entities"][0]["components"][1]
        rig["clips"][0]["events"] = [{"time_s": 99, "event": 903}]
        tree["library"].setdefault("events", []).append({"id": 903, "name": "e"})
        self.write(tree, "spine.motus")
        self.assertEqual(self.both(document), [("outside", "time_s"), ("missing-target", "path"),
                                               ("missing-target", "path")])
        rig["root_motion_joint"] = "No/Such"
        rig["clips"][0]["source_clip"] = "Gone"
        self.write(tree, "spine.motus")
        self.assertEqual([code for code, _ in self.both(document)].count("missing-target"), 4)

    def test_clips_without_length(self):
        glb, document = self.glb(), self.folder / "spine.motus"
        gltf, rest = glb_json(glb)
        # All keys of one animation are the first one.
        sampler = gltf["animations"][0]["samplers"][0]
        gltf["animations"][0]["channels"] = gltf["animations"][0]["channels"][:1]
        gltf["animations"][0]["samplers"] = [sampler]
        for accessor in (sampler["input"], sampler["output"]):
            copy = dict(gltf["accessors"][accessor], count=1)
            copy.pop("min", None), copy.pop("max", None)
            if accessor == sampler["input"]:
                copy.update(min=[0], max=[0])
            gltf["accessors"].append(copy)
        sampler["input"], sampler["output"] = len(gltf["accessors"]) - 2, len(gltf["accessors"]) - 1
        write_glb(glb, gltf, rest)
        motus.ok("import", glb, "-o", document, "--json")
        self.assertEqual([code for code, _ in self.both(document)], ["zero-length"])

    def test_a_source_that_is_not_there(self):
        glb, document = self.glb(), self.folder / "spine.motus"
        motus.ok("import", glb, "-o", document, "--json")
        glb.unlink()
        self.assertIn(("source-file", "path"), self.both(document))

    def test_what_follows_a_document(self):
        document = self.write(machine([GO], ["A"], []))
        text = document.read_bytes()
        commands = self.commands([{"op": "replace", "path": "/name", "value": "x"}])
        for tail in (b"\0", b"\0{}garbage", b" garbage"):
            document.write_bytes(text + tail)
            self.at_fault("edit", document, "--apply", commands, says=".*d.motus: line 1")
            self.assertEqual(document.read_bytes(), text + tail)
            self.assertEqual(motus.run("validate", document, "--json").returncode, 1)
            self.at_fault("bake", document, "-o", self.folder / "out.motusb", says=".*d.motus: ")

    def test_machines_that_never_rest(self):
        for transitions, code in (
                ([transition(30, 0, 11, 5, from_kind="any")], "restarts-forever"),
                ([transition(30, 10, 11, 5, duration=0), transition(31, 11, 10, 5, duration=0)],
                 "zero-length-cycle")):
            found = self.both(self.write(machine([GO], ["A", "B"], transitions)))
            self.assertEqual([c for c, _ in found], [code])

    def test_one_run_folds_all_sets(self):
        triggers = [{"id": 5 + i, "name": f"t{i}", "kind": "trigger"} for i in range(3)]
        transitions = []
        for source in range(5):
            for i in range(3):
                if i != source:
                    transitions.append(transition(100 + 10 * source + i, 10 + source, 10 + i, 5 + i))
        document = self.write(machine(triggers, ["A", "B", "C", "D", "E"], transitions))
        def sets():
            return [fault for fault in motus.ok("validate", document, "--json")["faults"]
                    if fault["code"] == "repeated-transition"]
        self.assertEqual(len(sets()), 3)
        # jq '[.faults[].fix // empty | .[]]'
        fixes = [step for fault in sets() for step in fault.get("fix", [])]
        motus.ok("edit", document, "--apply", self.commands(fixes), "--json")
        self.assertEqual(sets(), [])
        graph = json.loads(document.read_text())["library"]["machines"][0]["machine"]["layers"][0]
        self.assertEqual([(t["from_kind"], t["to"]) for t in graph["graph"]["transitions"]],
                         [("any", 10), ("any", 11), ("any", 12)])


if __name__ == "__main__":
    motus.main()
