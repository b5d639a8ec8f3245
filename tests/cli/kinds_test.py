#!/usr/bin/env python3
"""Every verb that plays takes every kind of file: a glTF file, its document, and the bake of it."""
import json
import os
import unittest

import motus
from bake_test import rigs_in
from document_test import Folder


def numbers(value):
    """Every number of a JSON value, in order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [n for item in value for n in numbers(item)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


class Kinds(Folder):
    def document(self, scene, change=None):
        path = self.folder / f"{scene}.motus"
        if not path.exists():
            motus.ok("import", scene, "-o", path, "--json")
        tree = json.loads(path.read_text())
        for rig in rigs_in(tree):
            if change:
                change(rig)
        path.write_text(json.dumps(tree))
        return path

    def bake(self, document):
        path = document.with_suffix(".motusb")
        motus.ok("bake", document, "-o", path, "--json")
        return path

    def export(self, file, warns=()):
        path = self.folder / (file.name + ".glb")
        done = motus.run("export", file, "-o", path, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in warns:
            self.assertIn(text, done.stderr)
        self.assertTrue(motus.ok("validate", path, "--json")["ok"])
        return path

    def sample(self, file, clip, time):
        return motus.ok("sample", file, "--clip", clip, "--time", time, "--json")

    def near(self, a, b, tolerance):
        """Of two poses or lines: all but the names, which are the same."""
        a, b = numbers(a), numbers(b)
        self.assertEqual(len(a), len(b))
        self.assertLessEqual(max((abs(x - y) for x, y in zip(a, b)), default=0), tolerance)

    def lines(self, file, script):
        path = self.folder / "script.json"
        path.write_text(json.dumps(script))
        done = motus.run("mix", file, "--script", path, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return [json.loads(line) for line in done.stdout.splitlines()]


FADE = {"dt": 0.1, "steps": 15, "start": [{"clip": "Walk", "loop": "loop", "speed": 1, "weight": 1}],
        "events": [{"step": 3, "crossfade": {"from": "Walk", "to": "Run", "duration": 0.5}}],
        "nodes": ["Hips", "Head"]}


class Sample(Kinds):
    def test_a_document_has_all_keys_however_it_is_packed(self):
        for kind in ("exact", "fast", "small"):
            document = self.document("hero", lambda rig, kind=kind: rig.update(packed=kind))
            for clip in ("Walk", "Jump"):
                self.assertEqual(self.sample(document, clip, 0.37), self.sample("hero", clip, 0.37))
        rest = [motus.ok("sample", file, "--rest", "--json") for file in ("hero", document)]
        self.assertEqual(*rest)

    def test_a_clip_packed_on_its_own(self):
        document = self.document("hero", lambda rig: rig["clips"][1].update(packed="small"))
        self.assertEqual(self.sample(document, "Walk", 0.37), self.sample("hero", "Walk", 0.37))

    def test_the_rig_that_has_the_clip(self):
        document = self.folder / "both.motus"
        motus.ok("import", "spine", "morph", "-o", document, "--json")
        for scene, clip in (("spine", "Bend"), ("morph", "Spline")):
            self.assertEqual(self.sample(document, clip, 0.4), self.sample(scene, clip, 0.4))

    def test_clips_are_counted_as_inspect_counts_them(self):
        document = self.folder / "both.motus"
        motus.ok("import", "spine", "morph", "-o", document, "--json")
        for file in (document, self.bake(document)):
            names = [clip["name"] for clip in motus.ok("inspect", file, "--json")["clips"]]
            self.assertEqual(names[:2], ["Slide", "Bend"])
            self.assertGreater(len(names), 4)
            for index, name in enumerate(names):
                self.assertEqual(self.sample(file, index, 0.4), self.sample(file, name, 0.4))
            self.at_fault("sample", file, "--clip", len(names), "--time=0",
                          says='.*: there is no clip .*; there are 0 "Slide", .* 4 "')
        # A name comes before a number, in whatever rig it is.
        text = document.read_text().replace('"name": "Bend"', '"name": "3"', 1)
        document.write_text(text)
        self.assertEqual(self.sample(document, "3", 0.4)["nodes"],
                         self.sample("spine", "Bend", 0.4)["nodes"])

    def test_without_a_rig(self):
        for verb in (["sample", "--rest"], ["export", "-o", self.folder / "a.glb"]):
            self.at_fault(verb[0], "card", *verb[1:], says="card: there is no rig in it")
        self.assertEqual(list(self.folder.iterdir()), [])


class Mix(Kinds):
    def test_documents_and_baked_files(self):
        want = self.lines("hero", FADE)
        self.assertTrue(any(line["events"] for line in want))
        document = self.document("hero")
        self.assertEqual(self.lines(document, FADE), want)
        baked = self.bake(document)
        got = self.lines(baked, FADE)
        self.assertEqual([line["events"] for line in got], [line["events"] for line in want])
        self.near(got, want, 2e-3)

    def test_the_rig_that_has_the_first_clip(self):
        document = self.folder / "both.motus"
        motus.ok("import", "spine", "morph", "-o", document, "--json")
        for scene, clip in (("spine", "Bend"), ("morph", "Spline")):
            script = {"dt": 0.1, "steps": 3, "start": [{"clip": clip}]}
            self.assertEqual(self.lines(document, script), self.lines(scene, script))

    def test_clips_by_number_are_those_of_the_file(self):
        document = self.folder / "both.motus"
        motus.ok("import", "spine", "morph", "-o", document, "--json")
        names = [clip["name"] for clip in motus.ok("inspect", document, "--json")["clips"]]
        for one, other in ((0, 1), (3, 2)):
            scripts = [{"dt": 0.1, "steps": 3, "start": [{"clip": a}, {"clip": b}]}
                       for a, b in ((one, other), (names[one], names[other]))]
            self.assertEqual(self.lines(document, scripts[0]), self.lines(document, scripts[1]))
        path = self.folder / "script.json"
        path.write_text(json.dumps({"dt": 0.1, "steps": 3, "start": [{"clip": 3}, {"clip": 1}]}))
        self.at_fault("mix", document, "--script", path,
                      says=".*script.json: start\\[1\\].clip: must be a whole number from 2 to 4")

    def test_faults(self):
        path = self.folder / "script.json"
        path.write_text(json.dumps(FADE))
        self.at_fault("mix", "card", "--script", path, says="card: there is no rig in it")
        self.at_fault("mix", self.folder, "--script", path, says=".*: is a folder, not a file")
        document = self.document("spine")
        self.at_fault("mix", document, "--script", path,
                      says='.*script.json: start\\[0\\].clip: there is no clip "Walk"; there are')


class Export(Kinds):
    def test_what_was_written_is_said_in_words(self):
        done = motus.run("export", "spine", "-o", self.folder / "spine.glb")
        self.assertIn(b": 4 nodes, 1 mesh, 1 skin, 2 clips\n", done.stdout)

    def test_a_document(self):
        document = self.document("hero")
        glb = self.export(document, warns=[b"state machines are left out"])
        a, b = motus.ok("inspect", "hero", "--json"), motus.ok("inspect", glb, "--json")
        self.assertEqual(a, b)
        for clip in ("Idle", "Walk", "Jump"):
            self.assertEqual(self.sample(glb, clip, 0.61), self.sample("hero", clip, 0.61))

    def test_a_part_of_a_clip(self):
        def cut(rig):
            for clip in rig["clips"]:
                clip.update(start_s=0.35, stop_s=1.55)
        document = self.document("morph", cut)
        glb = self.export(document)
        for clip in ("Linear", "Spline", "Step"):
            for time in (0, 0.3, 0.77, 1.19, 1.2):
                got = self.sample(glb, clip, time)
                self.near(got, self.sample(document, clip, time), 1e-6)
                self.near(got["nodes"], self.sample("morph", clip, 0.35 + time)["nodes"], 1e-5)
        for clip in motus.ok("inspect", glb, "--json")["clips"]:
            self.assertAlmostEqual(clip["duration"], 1.2, places=6)

    def test_a_baked_file_has_its_bones(self):
        for kind in ("exact", "fast") if motus.SANITIZED else ("exact", "fast", "small"):
            baked = self.bake(self.document("hero", lambda rig, kind=kind: rig.update(packed=kind)))
            glb = self.export(baked)
            info = motus.ok("inspect", glb, "--json")
            self.assertEqual((info["nodes"], info["meshes"]), (48, 0))
            self.assertEqual(info["skins"], [{"name": "Hero", "joints": 47}])
            for clip in ("Walk", "Wave"):
                for time in (0, 0.333, 0.7):
                    self.near(self.sample(glb, clip, time), self.sample(baked, clip, time), 1e-4)
                self.near(self.sample(glb, clip, 0.7), self.sample("hero", clip, 0.7), 5e-3)

    def test_weights_of_a_baked_file_have_no_mesh(self):
        glb = self.export(self.bake(self.document("morph")),
                          warns=[b"morph weights are left out", b"Linear: the clip is left out"])
        self.assertEqual([c["name"] for c in motus.ok("inspect", glb, "--json")["clips"]],
                         ["Spline", "Step"])

    def test_placeholders_are_left_out(self):
        document = self.document("hero", lambda rig: rig["clips"][5].update(placeholder=True))
        glb = self.export(document, warns=[b"Wave: the clip is left out: it has no keys"])
        self.assertEqual(len(motus.ok("inspect", glb, "--json")["clips"]), 5)

    def test_to_a_controller(self):
        controller = self.folder / "a.controller"
        baked = self.bake(self.document("spine"))
        self.at_fault("export", baked, "-o", controller, says=".*spine.motusb: a baked file has no")
        glb = self.glb()
        motus.ok("export", glb, "-o", controller, "--json")
        self.assertEqual(motus.ok("inspect", controller, "--json")["states"], 2)


class Faults(Folder):
    def test_a_pipe_is_not_waited_for(self):
        for name in ("a.motusb", "a.glb"):
            os.mkfifo(self.folder / name)
            self.at_fault("sample", self.folder / name, "--rest", says=f".*{name}: .+")
        os.mkfifo(self.folder / "a.motus")
        self.at_fault("bake", self.folder / "a.motus", "-o", self.folder / "b.motusb",
                      says=".*a.motus: is not a regular file")

    def test_what_does_not_end(self):
        self.at_fault("mix", "hero", "--script", "/dev/zero", says="/dev/zero: .*does not end")

    def test_what_is_no_file(self):
        for args in (["simulate", "--script", "s.json"], ["mix", "--script", "s.json"],
                     ["bake", "-o", "a.motusb"], ["import", "-o", self.folder / "a.motus"],
                     ["export", "-o", "a.controller"], ["export", "-o", "a.glb"]):
            if "s.json" in args:
                (self.folder / "s.json").write_text("{}")
                args[2] = self.folder / "s.json"
            self.at_fault(args[0], "none", *args[1:], says="none: there is no such file or scene; ")
            self.at_fault(args[0], self.folder, *args[1:], says=".*: is a folder, not a file")
        for name in ("none.motus", "none.motusb", "none.glb"):
            self.at_fault("sample", name, "--rest", says=f"{name}: there is no such file\n")

    def test_one_code_for_one_cause(self):
        endings = (".motus", ".motusb", ".glb", ".gltf", ".controller", ".anim", ".mask",
                   ".overrideController", ".fbx", ".bvh", "")
        for ending in endings:
            (self.folder / f"folder{ending}").mkdir()
            for name, code in (("none", "file-missing"), ("folder", "file-kind")):
                done = motus.run("validate", self.folder / (name + ending), "--json")
                self.assertEqual(done.returncode, 1)
                faults = json.loads(done.stdout)["faults"]
                self.assertEqual([fault["code"] for fault in faults], [code], name + ending)

    def test_edit_says_what_is_wrong_with_its_document(self):
        commands = self.commands([])
        self.wrong("edit", "a.glb", "--apply", commands, says="edit: DOC: a.glb is no document")
        self.wrong("edit", "a.motus", "--apply", commands, "-o", "b.glb",
                   says="edit: --output: b.glb is no document")
        self.at_fault("edit", "hero", "--apply", commands, says="hero: is embedded: .*motus import")

    def test_outputs_of_a_bake_are_different_files(self):
        output = self.folder / "a.motusb"
        for option in ("--depfile", "--header", "--ts"):
            self.wrong("bake", "hero", "-o", output, option, self.folder / "." / "a.motusb",
                       says=f"bake: --output and {option} would write the same file")
        self.assertFalse(output.exists())

    def test_bench_without_a_benchmark(self):
        self.wrong("bench", "--filter", "nothing is called that", says="names no benchmark")
        self.at_fault("bench", "card", says="card: this verb takes no documents")

    def test_a_number_that_json_cannot_hold(self):
        path = self.folder / "s.json"
        path.write_text('{"dt":1e400,"frames":1}')
        self.at_fault("simulate", "hero", "--script", path,
                      says=".*s.json: line 1, column 11: cannot be read as JSON: number overflow")


if __name__ == "__main__":
    motus.main()
