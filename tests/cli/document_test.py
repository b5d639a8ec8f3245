#!/usr/bin/env python3
"""Documents on the command line: import, import again, inspect, validate, edit."""
import concurrent.futures
import json
import pathlib
import struct
import subprocess
import tempfile
import unittest

import motus


def glb_json(path):
    """The JSON of a .glb, and the rest of the file behind it."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + length]), data[20 + length:]


def write_glb(path, tree, rest):
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    path.write_bytes(b"glTF" + struct.pack("<II", 2, 20 + len(text) + len(rest)) +
                     struct.pack("<I", len(text)) + b"JSON" + text + rest)


class Folder(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def at_fault(self, *args, says):
        done = motus.run(*args)
        self.assertEqual((done.returncode, done.stdout), (1, b""), args)
        self.assertRegex(done.stderr.decode(), "^motus: " + says)

    def wrong(self, *args, says):
        done = motus.run(*args)
        self.assertEqual((done.returncode, done.stdout), (2, b""), args)
        self.assertRegex(done.stderr.decode(), "^motus: .*" + says)

    def glb(self):
        """The spine scene as a file in a folder of its own."""
        (self.folder / "models").mkdir()
        path = self.folder / "models" / "spine.glb"
        motus.ok("export", "spine", "-o", path, "--json")
        return path

    def commands(self, operations, name="commands.json"):
        path = self.folder / name
        path.write_text(json.dumps(operations))
        return path


class Import(Folder):
    def test_options_of_unity_files_go_with_unity_files(self):
        document = self.folder / "hero.motus"
        for option in (["--project", self.folder], ["--clips", "a.glb"], ["--map", "map.json"],
                       ["--clip-length", "Walk=2"], ["--report", "a.md"]):
            self.wrong("import", "hero", "-o", document, *option, says=option[0] + " goes with a Unity file")
        self.assertFalse(document.exists())

    def test_a_file_and_again(self):
        glb, document = self.glb(), self.folder / "spine.motus"
        report = motus.ok("import", glb, "-o", document, "--json")
        self.assertEqual(list(report), ["file", "bytes", "imports", "warnings"])
        self.assertEqual(report["bytes"], document.stat().st_size)
        self.assertEqual(report["imports"][0]["clips"]["added"], ["Slide", "Bend"])
        tree = json.loads(document.read_text())
        self.assertEqual(tree["sources"][0]["path"], "models/spine.glb")
        self.assertRegex(tree["sources"][0]["content_hash"], "^[0-9a-f]{16}$")
        self.assertEqual(motus.ok("validate", document, "--json"), {"ok": True, "faults": []})

        # Imported again, nothing has changed: not a byte.
        before = document.read_bytes()
        self.assertFalse(motus.ok("import", glb, "-o", document, "--json")["imports"][0]["new"])
        self.assertEqual(document.read_bytes(), before)

        # Something is authored, then the file changes: one clip is renamed.
        clip = "/scene/entities/0/components/1/clips/0"
        commands = self.commands([{"op": "replace", "path": clip + "/name", "value": "Bow"},
                                  {"op": "replace", "path": clip + "/loop", "value": False}])
        motus.ok("edit", document, "--apply", commands, "--json")
        gltf, rest = glb_json(glb)
        gltf["animations"][0]["name"] = "Lean"
        write_glb(glb, gltf, rest)
        faults = json.loads(motus.run("validate", document, "--json").stdout)["faults"]
        self.assertEqual([f["code"] for f in faults], ["source-changed", "missing-target"])
        report = motus.ok("import", glb, "-o", document, "--json")
        clips = report["imports"][0]["clips"]
        self.assertEqual((clips["added"], clips["missing"]), (["Lean"], ["Bow"]))
        self.assertRegex(report["warnings"][0]["message"], "not in the file any more.*played by")
        tree = json.loads(document.read_text())
        old = tree["scene"]["entities"][0]["components"][1]["clips"][0]
        self.assertEqual((old["name"], old["loop"], old["placeholder"]), ("Bow", False, True))
        found = motus.ok("validate", document, "--json")
        self.assertTrue(found["ok"])
        self.assertEqual([f["code"] for f in found["faults"]], ["placeholder"])

    def test_a_moved_file_is_recognised(self):
        glb, document = self.glb(), self.folder / "spine.motus"
        motus.ok("import", glb, "-o", document, "--json")
        moved = self.folder / "elsewhere.glb"
        glb.rename(moved)
        self.assertFalse(motus.ok("import", moved, "-o", document, "--json")["imports"][0]["new"])
        tree = json.loads(document.read_text())
        self.assertEqual([s["path"] for s in tree["sources"]], ["elsewhere.glb"])

    def test_several_files_and_scenes(self):
        document = self.folder / "both.motus"
        report = motus.ok("import", self.glb(), "morph", "-o", document, "--json")
        self.assertEqual(len(report["imports"]), 2)
        info = motus.ok("inspect", document, "--json")
        self.assertEqual((info["entities"], len(info["machines"])), (2, 2))

    def test_the_hero_has_a_document_of_his_own(self):
        document = self.folder / "hero.motus"
        motus.ok("import", "hero", "-o", document, "--json")
        info = motus.ok("inspect", document, "--json")
        self.assertEqual([c["name"] for c in info["clips"]],
                         [c["name"] for c in motus.ok("inspect", "hero", "--json")["clips"]])
        self.assertEqual(info["machines"][0]["name"], "hero")
        self.assertGreater(info["machines"][0]["anyStateTransitions"], 0)
        self.assertEqual(motus.ok("validate", document, "--json"), {"ok": True, "faults": []})
        before = document.read_bytes()
        motus.ok("import", "hero", "-o", document, "--json")
        self.assertEqual(document.read_bytes(), before)

    def test_the_card_is_a_document(self):
        document = self.folder / "card.motus"
        motus.ok("import", "card", "-o", document, "--json")
        self.assertEqual(motus.ok("validate", document, "--json"), {"ok": True, "faults": []})
        info = motus.ok("inspect", "card", "--json")
        self.assertEqual((info["kind"], info["clips"]), ("document", []))
        self.assertGreater(len(info["timelines"]), 3)
        self.assertEqual(motus.ok("inspect", document, "--json"), info)
        self.at_fault("import", "card", "-o", document, says="card: .*new file")

    def test_help_has_an_example(self):
        for verb in ("import", "edit"):
            done = motus.run(verb, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertRegex(done.stdout.decode(), rf"Examples?:\n  motus {verb} ")

    def test_the_same_bytes_from_the_same_files(self):
        glb = self.glb()
        for name in ("a", "b"):
            (self.folder / name).mkdir()
            motus.ok("import", glb, "-o", self.folder / name / "x.motus", "--json")
        self.assertEqual(*((self.folder / n / "x.motus").read_bytes() for n in "ab"))

    def test_faults(self):
        glb, document = self.glb(), self.folder / "x.motus"
        self.wrong("import", glb, says="--output")
        self.wrong("import", "-o", document, says="FILE")
        self.wrong("import", glb, "-o", self.folder / "x.glb", says=r"\.motus")
        self.at_fault("import", self.folder / "no.glb", "-o", document, says=".*no.glb: ")
        text = self.folder / "text.obj"
        text.write_text("x")
        self.at_fault("import", text, "-o", document, says=".*kind of file")
        self.at_fault("import", glb, text, "-o", document, says=".*kind of file")
        self.assertFalse(document.exists())
        document.write_text("{")
        self.at_fault("import", glb, "-o", document, says=f"{document}: line 1")
        self.assertEqual(document.read_text(), "{")


class Inspect(Folder):
    def test_shape(self):
        document = self.folder / "x.motus"
        motus.ok("import", self.glb(), "-o", document, "--json")
        motus.ok("edit", document, "--json", "--apply", self.commands(
            [{"op": "add", "path": "/library/timelines/-", "value": {"name": "fade", "tracks": [
                {"keys": [{"frame": 0, "value": 1}, {"frame": 5, "value": 0}]}]}}]))
        info = motus.ok("inspect", document, "--json")
        self.assertEqual(list(info)[:9], ["kind", "nodes", "skins", "meshes", "morphTargets",
                                          "clips", "machines", "timelines", "warnings"])
        self.assertEqual(info["kind"], "document")
        plain = motus.ok("inspect", "spine", "--json")
        for key in ("nodes", "skins", "meshes", "morphTargets"):
            self.assertEqual(info[key], plain[key], key)
        for mine, theirs in zip(info["clips"], plain["clips"], strict=True):
            for key in ("name", "duration", "channels", "interpolations"):
                self.assertEqual(mine[key], theirs[key])
        self.assertEqual(list(info["machines"][0])[:5],
                         ["name", "layers", "states", "transitions", "anyStateTransitions"])
        self.assertEqual(info["timelines"],
                         [{"name": "fade", "frames": 60, "fps": 30, "tracks": 1, "keys": 2}])
        self.assertEqual(info["warnings"], [])
        text = motus.run("inspect", document).stdout.decode()
        self.assertIn("fade", text)
        # Without its file a document can still be looked at.
        (self.folder / "models" / "spine.glb").unlink()
        info = motus.ok("inspect", document, "--json")
        self.assertEqual((info["nodes"], len(info["clips"])), (0, 2))
        self.assertRegex(info["warnings"][0]["message"], "models/spine.glb: .*no such file")

    def test_faults(self):
        document = self.folder / "x.motus"
        for text, says in (("", "line 1, column 1"), ("{", "line 1"), ("[]", "a document is an object"),
                           ("{}", ".*version"), ('{"version": 99}', ".*version"),
                           ('{"version": 2, "name": 3}', "/name: ")):
            document.write_text(text)
            for verb in ("inspect", "validate"):
                done = motus.run(verb, document, "--json")
                self.assertEqual(done.returncode, 1, text)
                self.assertRegex(done.stderr.decode(), f"^motus: {document}: {says}")
        self.at_fault("inspect", self.folder / "no.motus", says=".*no.motus: ")


class Validate(Folder):
    def test_every_fault_has_its_place(self):
        document = self.folder / "hero.motus"
        motus.ok("import", "hero", "-o", document, "--json")
        graph = "/library/machines/0/machine/layers/0/graph"
        motus.ok("edit", document, "--json", "--apply", self.commands([
            {"op": "replace", "path": graph + "/transitions/0/to", "value": 7},
            {"op": "add", "path": graph + "/states/-", "value": {"name": "Lost"}},
            {"op": "replace", "path": "/library/machines/0/machine/layers/1/weight", "value": 3}]))
        done = motus.run("validate", document, "--json")
        self.assertEqual(done.returncode, 1)
        found = json.loads(done.stdout)
        self.assertEqual(list(found), ["ok", "faults"])
        self.assertFalse(found["ok"])
        for fault in found["faults"]:
            self.assertEqual(list(fault)[:4], ["severity", "code", "path", "message"])
        codes = {(f["severity"], f["code"]) for f in found["faults"]}
        self.assertLessEqual({("error", "missing-target"), ("warning", "unreachable"),
                              ("error", "out-of-range")}, codes)
        self.assertRegex(done.stderr.decode(), f"^motus: {document}: /library/machines/")
        text = motus.run("validate", document).stdout.decode()
        self.assertRegex(text, r"error .*weight: 3 is above 1 \(out-of-range\)")

    def test_the_fix_can_be_applied(self):
        document = self.folder / "x.motus"
        motus.ok("import", self.glb(), "-o", document, "--json")
        states = [{"id": 100 + i, "name": str(i)} for i in range(4)]
        motus.ok("edit", document, "--json", "--apply", self.commands([
            {"op": "add", "path": "/library/machines/-", "value": {
                "name": "m", "variables": [{"id": 90, "name": "go", "kind": "trigger"}],
                "machine": {"layers": [{"graph": {"states": states, "entry": 100, "transitions": [
                    {"from": 100 + i, "to": 100, "conditions": [{"variable": 90}]}
                    for i in range(1, 4)]}}]}}}]))
        faults = motus.ok("validate", document, "--json")["faults"]
        fix = next(f["fix"] for f in faults if f["code"] == "repeated-transition")
        done = motus.ok("edit", document, "--json", "--apply", self.commands(fix))
        self.assertEqual(done["steps"], 1)
        machine = motus.ok("inspect", document, "--json")["machines"][1]
        self.assertEqual((machine["transitions"], machine["anyStateTransitions"]), (1, 1))
        codes = [f["code"] for f in motus.ok("validate", document, "--json")["faults"]]
        self.assertNotIn("repeated-transition", codes)


class Edit(Folder):
    def setUp(self):
        super().setUp()
        self.document = self.folder / "hero.motus"
        motus.ok("import", "hero", "-o", self.document, "--json")
        self.original = self.document.read_bytes()
        self.steps = self.commands([
            {"op": "replace", "path": "/name", "value": "one"},
            [{"op": "replace", "path": "/name", "value": "two"},
             {"op": "add", "path": "/scene/entities/-", "value": {"name": "Lamp"}}],
            {"op": "replace", "path": "/name", "value": "three"}])

    def test_many_at_a_time_lose_nothing(self):
        def add(number):
            lamp = self.commands([{"op": "add", "path": "/scene/entities/-",
                                   "value": {"name": f"Lamp {number}"}}], f"add{number}.json")
            return motus.run("edit", self.document, "--apply", lamp, "--json")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            done = list(pool.map(add, range(16)))
        self.assertEqual([run.stderr for run in done if run.returncode != 0], [])
        names = [entity["name"] for entity in json.loads(self.document.read_text())["scene"]["entities"]]
        self.assertEqual({name for name in names if name.startswith("Lamp ")},
                         {f"Lamp {number}" for number in range(16)})
        self.assertEqual([path.name for path in self.folder.iterdir() if "lock" in path.name], [])

    def test_a_link_stays_a_link(self):
        link, out = self.folder / "link.motus", self.folder / "out.motus"
        link.symlink_to(out.name)
        motus.ok("edit", self.document, "--apply", self.steps, "-o", link, "--json")
        self.assertTrue(link.is_symlink())
        self.assertEqual(json.loads(out.read_text())["name"], "three")

    def name_after(self, *args):
        out = self.folder / "out.motus"
        motus.ok("edit", self.document, "--apply", self.steps, "-o", out, "--json", *args)
        return json.loads(out.read_text())["name"]

    def test_steps_undo_redo(self):
        self.assertEqual(self.name_after(), "three")
        self.assertEqual(self.name_after("--undo", "1"), "two")
        self.assertEqual(self.name_after("--undo", "2"), "one")
        self.assertEqual(self.name_after("--undo", "2", "--redo", "1"), "two")
        out = self.folder / "out.motus"
        done = motus.ok("edit", self.document, "--apply", self.steps, "--undo", "3", "-o", out,
                        "--json")
        self.assertEqual(done, {"file": str(out), "bytes": len(self.original), "steps": 3,
                                "undone": 3, "redone": 0})
        self.assertEqual(out.read_bytes(), self.original)
        self.assertEqual(self.document.read_bytes(), self.original)
        done = motus.run("edit", self.document, "--apply", self.steps, "--undo", "9", "-o", out)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"there were 3 steps, not 9", done.stderr)

    def test_in_place_and_from_stdin(self):
        with open(self.steps, "rb") as commands:
            done = subprocess.run([motus.TOOL, "edit", self.document, "--apply", "-"],
                                  stdin=commands, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"3 steps", done.stdout)
        self.assertEqual(json.loads(self.document.read_text())["name"], "three")

    def test_a_stream_that_does_not_end(self):
        with open("/dev/zero", "rb") as endless:
            done = motus.run("edit", self.document, "--apply", "-", stdin=endless,
                             limits=(60, 1 << 30))
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertEqual(done.stderr, b"motus: -: is no file, and does not end\n")
        # A file ends, however long it is.
        long = self.folder / "long.json"
        long.write_bytes(b" " * (65 << 20) + self.steps.read_bytes())
        with open(long, "rb") as commands:
            done = motus.run("edit", self.document, "--apply", "-", stdin=commands)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_what_fails_changes_nothing(self):
        for operations, says in (
                ([{"op": "replace", "path": "/name", "value": "x"},
                  {"op": "replace", "path": "/nam", "value": "x"}], r"\[1\] /nam: "),
                ([[{"op": "test", "path": "/name", "value": "y"}]], r"\[0\]\[0\] /name: "),
                ([{"op": "replace", "path": "/scene/entities/@5/name", "value": ""}], r"\[0\] /scene/entities/@5: there is no item with that id\n$"),
                ([{"op": "add", "path": "/scene/entities/-", "value": {"name": 3}}],
                 r"\[0\] /scene/entities/-/name: needs"),
                ({"op": "replace"}, ".*list"), ([3], r"\[0\]"),
                ([{"op": "replace", "path": "/name", "value": 3}], r"\[0\] /name: .*text")):
            commands = self.commands(operations)
            self.at_fault("edit", self.document, "--apply", commands, says=f"{commands}: {says}")
            self.assertEqual(self.document.read_bytes(), self.original)
        bad = self.folder / "bad.json"
        bad.write_text("[")
        self.at_fault("edit", self.document, "--apply", bad, says=f"{bad}: line 1")
        self.at_fault("edit", self.document, "--apply", self.folder / "no.json", says=".*no.json: ")
        self.at_fault("edit", self.folder / "no.motus", "--apply", bad, says=".*no.motus: ")
        self.wrong("edit", self.document, says="--apply")
        self.wrong("edit", self.document, "--apply", self.steps, "-o", "x.glb", says=r"\.motus")
        self.wrong("edit", self.document, "--apply", self.steps, "--undo", "-1", says="--undo")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir() if p.suffix == ".motus"),
                         ["hero.motus"])

    def test_the_same_edit_gives_the_same_ids_and_others_other_ones(self):
        def ids(operations):
            out = self.folder / "out.motus"
            motus.ok("edit", self.document, "--apply", self.commands(operations), "-o", out,
                     "--json")
            return [e["id"] for e in json.loads(out.read_text())["scene"]["entities"]]
        one = [{"op": "add", "path": "/scene/entities/-", "value": {"name": "A"}}]
        other = [{"op": "add", "path": "/scene/entities/-", "value": {"name": "B"}}]
        self.assertEqual(ids(one), ids(one))
        self.assertNotEqual(ids(one), ids(other))


if __name__ == "__main__":
    motus.main()
