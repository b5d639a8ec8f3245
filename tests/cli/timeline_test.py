"""Timelines on the command line: `sample --timeline` of documents, baked files and the card."""
import json
import pathlib
import re
import struct
import tempfile
import unittest

import motus


def one(properties, target, component, name, index=None):
    """The value of the one property that fits."""
    found = [p for p in properties if (p["target"], p["component"], p["property"],
                                       p.get("index")) == (target, component, name, index)]
    if len(found) != 1:
        raise AssertionError(f"{len(found)} of {target} {component} {name} {index}")
    return found[0]["value"]


def pointer_glb():
    """A glTF file whose material's colour is animated: red to green in a second."""
    floats = [0.0, 1.0] + [1, 0, 0, 1] + [0, 1, 0, 1]
    data = struct.pack(f"<{len(floats)}f", *floats)
    root = {
        "asset": {"version": "2.0"}, "extensionsUsed": ["KHR_animation_pointer"],
        "nodes": [{"name": "Root"}], "scenes": [{"nodes": [0]}], "scene": 0,
        "materials": [{"name": "Skin"}], "buffers": [{"byteLength": len(data)}],
        "bufferViews": [{"buffer": 0, "byteLength": 8},
                        {"buffer": 0, "byteOffset": 8, "byteLength": 32}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR",
                       "min": [0], "max": [1]},
                      {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC4"}],
        "animations": [{"name": "Blush", "samplers": [{"input": 0, "output": 1}], "channels": [
            {"sampler": 0, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {
                "pointer": "/materials/0/pbrMetallicRoughness/baseColorFactor"}}}}]}]}
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    body = (struct.pack("<II", len(text), 0x4E4F534A) + text +
            struct.pack("<II", len(data), 0x004E4942) + data)
    return struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body


class Timelines(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def sample(self, file, timeline, frame):
        return motus.ok("sample", file, "--timeline", timeline, "--frame", frame, "--json")

    def test_the_card_shows_its_values(self):
        values = self.sample("card", "flip", 0)
        self.assertEqual(list(values), ["timeline", "frame", "properties"])
        self.assertEqual((values["timeline"], values["frame"]), ("flip", 0))
        for p in values["properties"]:
            self.assertEqual(list(p)[:3], ["target", "component", "property"])
            self.assertEqual(list(p)[-1], "value")
        front = values["properties"]
        self.assertEqual(one(front, "Card", "Transform2D", "scale"), [1, 1])
        self.assertEqual(one(front, "Title", "Text", "text"), "Aurora")
        turned = self.sample("card", "flip", 10)["properties"]
        self.assertEqual(one(turned, "Card", "Transform2D", "scale")[0], 0)
        self.assertEqual(one(turned, "Title", "Text", "text"), "Kp 6.3")
        self.assertNotEqual(one(turned, "Card", "Paint", "layers.color", 1),
                            one(front, "Card", "Paint", "layers.color", 1))
        before = self.sample("card", "flip", 9.99)["properties"]
        self.assertEqual(one(before, "Title", "Text", "text"), "Aurora")

    def test_bindings_have_run(self):
        for frame, glow, edge in ((0, 0.55, 0.5), (45, 0.8, 1.0)):
            properties = self.sample("card", "card idle", frame)["properties"]
            self.assertAlmostEqual(one(properties, "Glow", "Fill", "opacity"), glow, 5)
            self.assertAlmostEqual(one(properties, "Card", "Paint", "layers.opacity", 2), edge, 5)

    def test_a_timeline_inside_a_timeline_runs_backwards(self):
        for frame in (0, 3, 14, 20, 24):
            self.assertEqual(self.sample("card", "unflip", frame)["properties"],
                             self.sample("card", "flip", 24 - frame)["properties"])

    def test_document_baked_file_and_scene_say_the_same(self):
        document, baked = self.folder / "card.motus", self.folder / "card.motusb"
        motus.ok("import", "card", "-o", document, "--json")
        motus.ok("bake", document, "-o", baked, "--json")
        names = [t["name"] for t in motus.ok("inspect", "card", "--json")["timelines"]]
        self.assertGreater(len(names), 5)
        for name in names:
            for frame in (0, 2.5, 7, 33.25, -4, 1000):
                scene = self.sample("card", name, frame)
                self.assertEqual(self.sample(document, name, frame), scene)
                self.assertEqual(self.sample(baked, name, frame), scene)
        self.assertEqual(self.sample(baked, "1", 5), self.sample(baked, names[1], 5))

    def simulate(self, file, script):
        path = self.folder / "script.json"
        path.write_text(json.dumps(script))
        done = motus.run("simulate", file, "--script", path, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_a_machine_shows_properties(self):
        frames = self.simulate("card", {"dt": 1 / 30, "frames": 150, "inputs": [
            {"frame": 20, "set": {"hovered": True}}, {"frame": 40, "set": {"pressed": True}},
            {"frame": 50, "set": {"pressed": False}}, {"frame": 60, "trigger": ["flip"]}]})
        # Alone in its layer a state shows its timeline, bit for bit.
        for i in range(20):
            shown = frames[i]["properties"]
            idle = self.sample("card", "card idle", i + 1)["properties"]
            for p in idle:
                self.assertIn(p, shown)
            self.assertEqual(one(shown, "Button", "Transform2D", "scale"), [1, 1])
        at = lambda i, *where: one(frames[i]["properties"], *where)
        self.assertAlmostEqual(at(39, "Button", "Transform2D", "scale")[0], 1.06, 4)
        self.assertEqual(at(48, "Label", "Text", "text"), "Flip!")
        self.assertAlmostEqual(at(59, "Button", "Transform2D", "scale")[0], 1.06, 4)
        self.assertEqual(at(149, "Title", "Text", "text"), "Kp 6.3")
        self.assertEqual(sum(e["name"] == "turned" for f in frames for e in f["events"]), 1)
        # A transition follows its curve: the weight that it says is the weight that shows.
        entering = [f for f in frames[20:26] if f["layers"][1]["transition"]]
        self.assertGreater(len(entering), 1)
        for f in entering:
            weight = f["layers"][1]["transition"]["weight"]
            time = [c["time"] for c in f["layers"][1]["clips"] if c["clip"] == "button hover"][0]
            hover = self.sample("card", "button hover", time * 30)["properties"]
            scale = one(hover, "Button", "Transform2D", "scale")[0]
            self.assertAlmostEqual(one(f["properties"], "Button", "Transform2D", "scale")[0],
                                   1 + weight * (scale - 1), 5)

    def test_a_baked_machine_shows_the_same(self):
        document, baked = self.folder / "card.motus", self.folder / "card.motusb"
        motus.ok("import", "card", "-o", document, "--json")
        motus.ok("bake", document, "-o", baked, "--json")
        script = {"dt": 1 / 60, "frames": 90, "inputs": [
            {"frame": 5, "set": {"hovered": True}, "trigger": ["flip"]}]}
        scene = self.simulate("card", script)
        self.assertEqual(self.simulate(document, script), scene)
        self.assertEqual(self.simulate(baked, script), scene)

    def test_a_machine_without_timelines_has_no_properties(self):
        frames = self.simulate("hero", {"dt": 0.1, "frames": 2, "inputs": []})
        self.assertNotIn("properties", frames[0])

    def test_for_people(self):
        done = motus.run("sample", "card", "--timeline", "flip", "--frame", "10")
        self.assertEqual(done.returncode, 0)
        text = done.stdout.decode()
        self.assertRegex(text, r"flip +at frame 10 of 24, 30 fps")
        self.assertRegex(text, r"Title +Text +text +\"Kp 6.3\"")
        self.assertRegex(text, r"Card +Paint +layers.color \[1\] +\[")

    def test_pointers_of_gltf_are_timelines(self):
        glb = self.folder / "blush.glb"
        glb.write_bytes(pointer_glb())
        info = motus.ok("inspect", glb, "--json")
        self.assertEqual(info["timelines"],
                         [{"name": "Blush", "frames": 30, "fps": 30, "tracks": 1, "keys": 2}])
        self.assertEqual(info["clips"][0]["channels"], 1)
        document, baked = self.folder / "blush.motus", self.folder / "blush.motusb"
        motus.ok("import", glb, "-o", document, "--json")
        self.assertEqual(motus.ok("validate", document, "--json"), {"ok": True, "faults": []})
        motus.ok("bake", document, "-o", baked, "--json")
        for file in (glb, document, baked):
            self.assertEqual(self.sample(file, "Blush", 7.5)["properties"], [
                {"target": "Skin", "component": "/materials/0",
                 "property": "pbrMetallicRoughness/baseColorFactor", "index": 0,
                 "value": [0.75, 0.25, 0, 1]}])

    def test_faults(self):
        def fails(code, says, *args):
            done = motus.run("sample", *args)
            self.assertEqual((done.returncode, done.stdout), (code, b""), args)
            self.assertRegex(done.stderr.decode(), says)
        fails(1, 'card: there is no timeline "fall"; there are "card idle"', "card", "--timeline",
              "fall", "--frame", "1")
        fails(1, "the file has none", "hero", "--timeline", "x", "--frame", "1")
        fails(2, "needs --frame", "card", "--timeline", "flip")
        fails(2, "not a finite number", "card", "--timeline", "flip", "--frame", "nan")
        fails(2, "--frame requires --timeline", "card", "--frame", "1")
        fails(2, "excludes", "card", "--timeline", "flip", "--frame", "1", "--rest")
        fails(1, "cannot be opened", self.folder / "none.motus", "--timeline", "t", "--frame", "0")
        # A document that bake refuses has no values to show.
        document = self.folder / "card.motus"
        self.assertEqual(motus.run("import", "card", "-o", document).returncode, 0)
        self.sample(document, "flip", 1)
        tree = json.loads(document.read_text())
        next(t for t in tree["library"]["timelines"] if t["name"] == "flip")["duration"] = 2147483647
        document.write_text(json.dumps(tree))
        fails(1, "duration", document, "--timeline", "flip", "--frame", "1")

    def test_help_has_an_example(self):
        text = motus.run("sample", "--help").stdout.decode()
        self.assertTrue(re.search(r"motus sample card --timeline flip --frame 10", text))


if __name__ == "__main__":
    motus.main()
