#!/usr/bin/env python3
"""Names, kinds and items in documents and patches: what people may write, and what it becomes."""
import json
import pathlib
import tempfile
import unittest

import motus

PAINT, LAYER, TEXT, FILL, PLACE = 64, 63, 65, 62, 61


def number(component, property_number):
    return component << 16 | property_number


def layers():
    return [{"kind": kind, "opacity": opacity}
            for kind, opacity in (("shadow", 0.25), ("solid", 0.5), ("stroke", 0.75))]


def scene(tracks, **more):
    """A document with one entity, and a timeline with the tracks."""
    return {"version": 2, "name": "doc", "scene": {"entities": [{
        "id": 10, "name": "Box", "components": [
            {"type": "Transform2D"}, {"type": "Fill"}, {"type": "Paint", "layers": layers()},
            {"type": "Text", "text": "a"}]}], **more},
        "library": {"timelines": [{"id": 20, "name": "t", "targets": [{"id": 21, "entity": 10}],
                                   "tracks": tracks}]}}


def track(component, prop, values, identity=30, **binding):
    return {"id": identity,
            "binding": {"target": 10, "component": component, "property": prop, **binding},
            "keys": [{"frame": frame, "value": value} for frame, value in values]}


class Documents(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, tree, name="a.motus"):
        path = self.folder / name
        path.write_text(json.dumps(tree))
        return path

    def valid(self, file):
        self.assertEqual(motus.ok("validate", file, "--json")["faults"], [])

    def values(self, file, frame):
        """{(component, property, index): value} of the timeline there."""
        shown = motus.ok("sample", file, "--timeline", "t", "--frame", frame, "--json")
        return {(p["component"], p["property"], p.get("index")): p["value"]
                for p in shown["properties"]}

    def edit(self, file, operations, *options):
        commands = self.write(operations, "commands.json")
        done = motus.run("edit", file, "--apply", commands, *options)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return json.loads(file.read_text())

    def refused(self, file, operations, says):
        before = file.read_bytes()
        done = motus.run("edit", file, "--apply", self.write(operations, "commands.json"))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr.decode(), says)
        self.assertEqual(file.read_bytes(), before)


class Values(Documents):
    def test_keys_of_enumerations_by_name(self):
        keys = [(0, "left"), (10, "right")]
        file = self.write(scene([track(TEXT, number(TEXT, 4), keys, property_kind="enumeration")]))
        self.valid(file)
        self.assertEqual(self.values(file, 0)["Text", "align", None], "left")
        self.assertEqual(self.values(file, 10)["Text", "align", None], "right")
        # One form is written; a patch takes names too.
        keys = "/library/timelines/@20/tracks/@30/keys"
        tree = self.edit(file, [
            {"op": "replace", "path": keys + "/0/value", "value": "center"},
            {"op": "add", "path": keys + "/-", "value": {"frame": 20, "value": "left"}}])
        written = tree["library"]["timelines"][0]["tracks"][0]["keys"]
        self.assertEqual([key["value"] for key in written], [1, 2, 0])
        self.assertEqual(self.values(file, 0)["Text", "align", None], "center")

    def test_a_name_that_is_none_is_an_error_with_those_there_are(self):
        file = self.write(scene([track(TEXT, number(TEXT, 4), [(0, "middle")])]))
        faults = motus.run("validate", file, "--json")
        self.assertEqual(faults.returncode, 1)
        self.assertIn("left, center, right", json.loads(faults.stdout)["faults"][0]["message"])

    def test_a_binding_without_a_kind_has_that_of_its_property(self):
        ramp = [(0, [0, 0]), (30, [1, 1])]
        file = self.write(scene([track(PLACE, number(PLACE, 1), ramp)]))
        self.valid(file)
        self.assertEqual(self.values(file, 15)["Transform2D", "position", None], [0.5, 0.5])
        tree = self.edit(file, [{"op": "add", "path": "/library/timelines/@20/tracks/-",
                                 "value": track(FILL, number(FILL, 2), [(0, 0), (30, 1)], 31)}])
        tracks = tree["library"]["timelines"][0]["tracks"]
        self.assertEqual([t["binding"]["property_kind"] for t in tracks], ["vec2", "number"])
        self.assertEqual(self.values(file, 15)["Fill", "opacity", None], 0.5)

    def test_values_of_an_invalid_document_are_not_shown(self):
        file = self.write(scene([track(FILL, number(FILL, 2), [(0, "much")])]))
        done = motus.run("sample", file, "--timeline", "t", "--frame", 0, "--json")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn("/library/timelines/@20/tracks/@30/keys/0/value", done.stderr.decode())


class Items(Documents):
    LAYERS = "/scene/entities/@10/components/2/layers"

    def setUp(self):
        super().setUp()
        binding = {"id": 40, "from": {"entity": 10, "component": FILL, "property": number(FILL, 2)},
                   "to": {"entity": 10, "component": PAINT, "property": number(LAYER, 5),
                          "array_index": 1}}
        self.file = self.write(scene(
            [track(PAINT, number(LAYER, 4), [(0, 0.125)], array_index=1)], bindings=[binding]))

    def animated(self):
        """The kinds of the layers that the track and the binding drive."""
        self.valid(self.file)
        tree = json.loads(self.file.read_text())
        kinds = [layer["kind"] if "kind" in layer else "solid"
                 for layer in tree["scene"]["entities"][0]["components"][2]["layers"]]
        shown = self.values(self.file, 0)
        return ([kinds[i] for (_, name, i), value in shown.items()
                 if name == "layers.opacity" and value == 0.125],
                [kinds[i] for (_, name, i) in shown if name == "layers.width"])

    def test_tracks_and_bindings_follow_their_item(self):
        self.assertEqual(self.animated(), (["solid"], ["solid"]))
        for operation in ({"op": "move", "from": self.LAYERS + "/0", "path": self.LAYERS + "/2"},
                          {"op": "add", "path": self.LAYERS + "/0", "value": {"kind": "shadow"}},
                          {"op": "move", "from": self.LAYERS + "/1", "path": self.LAYERS + "/3"},
                          {"op": "remove", "path": self.LAYERS + "/0"}):
            self.edit(self.file, [operation])
            self.assertEqual(self.animated(), (["solid"], ["solid"]), operation)

    def test_undo_brings_the_item_back(self):
        self.edit(self.file, [{"op": "remove", "path": self.LAYERS + "/1"}], "--undo", "1")
        self.assertEqual(self.animated(), (["solid"], ["solid"]))
        self.edit(self.file, [{"op": "remove", "path": self.LAYERS + "/0"}], "--undo", "1",
                  "--redo", "1")
        self.assertEqual(self.animated(), (["solid"], ["solid"]))

    def test_an_item_that_is_gone_is_an_error_and_no_other_one(self):
        self.edit(self.file, [{"op": "remove", "path": self.LAYERS + "/1"}])
        done = motus.run("validate", self.file, "--json")
        errors = [f["path"] for f in json.loads(done.stdout)["faults"]
                  if f["severity"] == "error" and f["code"] == "missing-target"]
        self.assertTrue(any("/tracks/@30/binding" in path for path in errors), errors)
        self.assertTrue(any("/bindings/@40/to" in path for path in errors), errors)

    def test_a_place_that_is_written_means_the_item_that_stands_there(self):
        binding = "/library/timelines/@20/tracks/@30/binding"
        for place, kind in ((2, "stroke"), (0, "shadow")):
            self.edit(self.file, [{"op": "replace", "path": binding + "/array_index",
                                   "value": place}])
            self.assertEqual(self.animated()[0], [kind])

    def test_text_is_stable(self):
        self.edit(self.file, [{"op": "replace", "path": "/name", "value": "b"}])
        before = self.file.read_bytes()
        self.edit(self.file, [{"op": "replace", "path": "/name", "value": "c"}])
        self.assertEqual(self.file.read_bytes(), before.replace(b'"b"', b'"c"'))


class Names(Documents):
    def machine(self):
        state = {"kind": "timeline", "motion": "t"}
        return {"id": 50, "name": "m", "variables": [{"id": 51, "name": "go", "kind": "trigger"}],
                "machine": {"layers": [
                    {"id": 52, "machine": "m", "name": "base", "graph": {
                        "states": [{"id": 53, "name": "A", **state}, {"id": 54, "name": "B", **state}],
                        "entry": "A",
                        "transitions": [{"id": 55, "from": "A", "to": "B", "conditions": [
                            {"variable": "go", "op": "is_true"}]}]}},
                    {"id": 56, "machine": 50, "name": "top", "graph": {
                        "states": [{"id": 57, "name": "A", **state}], "entry": "A"}}]}}

    def document(self):
        tree = scene([{"id": 30, "binding": {"target": "Box", "component": "Fill",
                                             "property": "opacity"},
                       "keys": [{"frame": 0, "value": 0.5}]}])
        tree["library"]["machines"] = [self.machine()]
        return tree

    def test_names_in_a_document(self):
        file = self.write(self.document())
        self.valid(file)
        tree = self.edit(file, [{"op": "replace", "path": "/name", "value": "b"}])
        binding = tree["library"]["timelines"][0]["tracks"][0]["binding"]
        self.assertEqual((binding["target"], binding["component"], binding["property"]),
                         (10, FILL, number(FILL, 2)))
        layers = tree["library"]["machines"][0]["machine"]["layers"]
        graph = layers[0]["graph"]
        # "A" is also a state of the other layer: the one of the own graph is meant.
        self.assertEqual((graph["entry"], graph["transitions"][0]["from"],
                          graph["transitions"][0]["to"], graph["states"][0]["motion"],
                          graph["transitions"][0]["conditions"][0]["variable"],
                          layers[0]["machine"], layers[1]["graph"]["entry"]),
                         (53, 53, 54, 20, 51, 50, 57))

    def test_names_in_patches(self):
        file = self.write(self.document())
        graph = "/library/machines/@m/machine/layers/@base/graph"
        tree = self.edit(file, [
            {"op": "replace", "path": graph + "/entry", "value": "B"},
            {"op": "test", "path": graph + "/entry", "value": "B"},
            {"op": "add", "path": graph + "/transitions/-",
             "value": {"id": 60, "from": "B", "to": "base/A", "has_exit_time": True}},
            {"op": "add", "path": "/library/timelines/@t/tracks/-", "value": {
                "id": 31, "binding": {"target": "Box", "property": "PaintLayer.width",
                                      "array_index": 2},
                "keys": [{"frame": 0, "value": 3}]}},
            {"op": "add", "path": "/library/timelines/@t/tracks/-", "value": {
                "id": 32, "binding": {"target": "Box", "property": "align"},
                "keys": [{"frame": 0, "value": "right"}]}},
            {"op": "duplicate", "path": graph, "states": ["A"]}])
        graph = tree["library"]["machines"][0]["machine"]["layers"][0]["graph"]
        self.assertEqual((graph["entry"], graph["transitions"][1]["to"]), (54, 53))
        self.assertEqual(len(graph["states"]), 3)
        shown = self.values(file, 0)
        self.assertEqual(shown["Paint", "layers.width", 2], 3)
        self.assertEqual(shown["Text", "align", None], "right")

    def test_what_is_ambiguous_is_refused_with_all_that_is_meant(self):
        file = self.write(self.document())
        tracks = "/library/timelines/@20/tracks"
        # Both the paint and its layers have an opacity.
        self.refused(file, [{"op": "add", "path": tracks + "/-", "value": {
            "id": 31, "binding": {"target": "Box", "component": "Paint", "property": "opacity"}}}],
            "binding/property: .*Paint.opacity, PaintLayer.opacity")
        # Seen from the timeline both layers are as near, and so are their states.
        self.refused(file, [{"op": "add", "path": "/library/masks/-", "value": {
            "id": 70, "name": "x", "properties": [{"target": "Box", "property": "opacity"}]}}],
            "Fill.opacity, Paint.opacity, PaintLayer.opacity")
        twin = {"op": "add", "path": "/library/timelines/-", "value": {"id": 71, "name": "t"}}
        graph = "/library/machines/@50/machine/layers/@52/graph"
        self.refused(file, [twin, {"op": "replace", "path": graph + "/states/@53/motion",
                                   "value": "t"}],
                     r'"t" may mean any of: doc/t \(AnimationTimeline 20\), '
                     r'doc/t \(AnimationTimeline 71\)')
        self.refused(file, [twin, {"op": "remove", "path": "/library/timelines/@t"}],
                     "several items have that name: @20, @71")
        self.refused(file, [{"op": "replace", "path": graph + "/entry", "value": "C"}],
                     'no StateMachineState is called "C"')

    def test_a_clip_and_a_timeline_of_one_name(self):
        """Where documents keep them makes neither the nearer one; the kind of a state decides."""
        source = self.folder / "hero.motus"
        self.assertEqual(motus.run("import", "hero", "-o", source).returncode, 0)
        clip = next(clip["id"] for entity in json.loads(source.read_text())["scene"]["entities"]
                    for component in entity["components"] for clip in component.get("clips", [])
                    if clip["name"] == "Walk")
        graph = "/library/machines/0/machine/layers/0/graph/states"
        twin = {"op": "add", "path": "/library/timelines/-", "value": {"id": 71, "name": "Walk"}}
        self.refused(source, [twin, {"op": "replace", "path": graph + "/@Move/children/0/motion",
                                     "value": "Walk"}],
                     r'"Walk" may mean any of: .*AnimationClip \d+.*AnimationTimeline 71')
        for state, meant in ({"motion": "Walk", "kind": "clip"}, clip), (
                {"motion": "Walk", "kind": "timeline"}, 71):
            out = self.folder / "out.motus"
            self.edit(source, [twin, {"op": "add", "path": graph + "/-",
                                      "value": {"name": "New", **state}}], "-o", out)
            tree = json.loads(out.read_text())
            states = tree["library"]["machines"][0]["machine"]["layers"][0]["graph"]["states"]
            self.assertEqual(states[-1]["motion"], meant)

    def test_an_ambiguous_name_in_a_document_is_an_error(self):
        tree = self.document()
        tree["library"]["timelines"].append({"id": 71, "name": "t"})
        done = motus.run("validate", self.write(tree), "--json")
        self.assertEqual(done.returncode, 1)
        faults = json.loads(done.stdout)["faults"]
        self.assertEqual({f["code"] for f in faults}, {"ambiguous-name"})
        self.assertEqual(faults[0]["path"],
                         "/library/machines/0/machine/layers/0/graph/states/0/motion")


class Rigs(Documents):
    def test_the_machine_of_a_rig_is_the_one_that_runs(self):
        state = {"id": 3, "name": "Only", "kind": "timeline", "motion": 20}
        tree = scene([track(FILL, number(FILL, 2), [(0, 0.5)])])

        def machine(first, name):
            return {"id": first, "name": name, "machine": {"layers": [
                {"id": first + 1, "machine": first, "name": name, "graph": {
                    "states": [{**state, "id": first + 2, "name": "In " + name}],
                    "entry": first + 2}}]}}
        tree["library"]["machines"] = [machine(80, "one"), machine(90, "two")]
        glb = self.folder / "spine.glb"
        motus.ok("export", "spine", "-o", glb, "--json")
        file = self.write(tree)
        motus.ok("import", glb, "-o", file, "--json")
        tree = json.loads(file.read_text())
        for entity in tree["scene"]["entities"]:
            for component in entity["components"]:
                if component["type"] == "Rig":
                    component["machine"] = 90
        self.write(tree)
        script = self.write({"dt": 0.1, "frames": 1}, "script.json")
        baked = self.folder / "a.motusb"
        motus.ok("bake", file, "-o", baked, "--json")
        for source in (file, baked):
            done = motus.ok("simulate", source, "--script", script, "--json")
            self.assertEqual(done["layers"][0]["state"], "In two")
        done = motus.ok("simulate", file, "--machine", "one", "--script", script, "--json")
        self.assertEqual(done["layers"][0]["state"], "In one")
        controller = self.folder / "a.controller"
        motus.ok("export", file, "-o", controller, "--json")
        self.assertIn("In two", controller.read_text())


if __name__ == "__main__":
    motus.main()
