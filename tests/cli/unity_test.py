#!/usr/bin/env python3
"""Unity's files as a user gives them: counts, imports, reports, exports; damaged ones are told."""
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import motus

UNITY = motus.data("unity")
LIMITS = (5, 1 << 30)
DAMAGED = UNITY / "damaged"
# What the index of damaged files asks for: an exit code, and words of the message or warning.
EXPECTED = {
    "crlf": (0, None), "bom": (0, None), "empty": (1, "empty"), "merge_conflict": (1, "line"),
    "dangling_destination": (0, "left out"), "duplicate_anchor": (1, "belongs to"),
    "wrong_class_reference": (0, "left out"), "state_machine_contains_itself": (1, "itself"),
    "blend_tree_contains_itself": (1, "itself"), "nan_inf_values": (0, "nan"),
    "fileid_overflow": (1, "64"), "unknown_condition_mode": (0, "42"),
    "unknown_blend_type": (0, "type"), "synced_layer_out_of_range": (0, "layer"),
    "synced_to_itself": (0, "layer"), "missing_parameter": (0, "parameter"),
    "lfs_pointer": (1, "git-lfs"), "unicode_and_quotes": (0, "closing quote"),
}


def controllers():
    """Path and the counts of the index's "reachable" column, of every controller in it."""
    out = {}
    for line in (UNITY / "INDEX.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 25 and cells[3].endswith(".controller`"):
            out[UNITY / cells[2] / cells[3].strip("`")] = cells[23]
        found = re.match(r"- `(.+\.controller)` .*reachable (S[^)]*)\)", line)
        if found:
            out[UNITY / found[1]] = found[2]
    return out


def summary(json_text):
    c = json.loads(json_text)
    return (f"S{c['states']} T{c['transitions']} "
            f"E{c['entryTransitions'] + c['stateMachineTransitions']} "
            f"BT{sum(c['blendTrees'].values())} SM{c['stateMachines']} B{c['behaviours']}")


def call(*args):
    try:
        return motus.run(*args, limits=LIMITS)
    except subprocess.TimeoutExpired:
        return None


class Controllers(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def good(self, *args):
        done = motus.run(*args)
        self.assertEqual(done.returncode, 0, f"{args}: {done.stderr.decode()}")
        return done

    def test_counts(self):
        found = controllers()
        self.assertEqual(len(found), 13)
        for path, expected in found.items():
            with self.subTest(file=path.name):
                self.assertEqual(summary(self.good("inspect", path, "--json").stdout), expected)

    def test_import_validate_bake_export(self):
        for index, path in enumerate(controllers()):
            with self.subTest(file=path.name):
                document = self.folder / f"{index}.motus"
                report = self.folder / f"{index}.json"
                self.good("import", path, "-o", document, "--project", UNITY, "--report", report)
                told = json.loads(report.read_text())
                for count in told["counts"]:
                    if count["what"] in ("layers", "parameters", "states", "transitions",
                                         "state machines", "blend trees", "behaviours"):
                        self.assertEqual(count["found"], count["converted"], count)
                self.assertTrue(json.loads(self.good("validate", document, "--json").stdout)["ok"])
                self.good("bake", document, "-o", self.folder / f"{index}.motusb")
                back = self.folder / f"{index}.controller"
                self.good("export", document, "-o", back)
                want = json.loads(self.good("inspect", path, "--json").stdout)
                got = json.loads(self.good("inspect", back, "--json").stdout)
                for key in ("layers", "states", "transitions", "anyStateTransitions",
                            "entryTransitions", "stateMachineTransitions", "blendTrees",
                            "behaviours"):
                    self.assertEqual(got[key], want[key], key)
                self.assertEqual(got["orphans"], 0)

    def test_every_form_of_the_report(self):
        path = UNITY / "VRLabs/Marker/Resources/PC Marker/M_Gesture.controller"
        for ending in ("html", "md", "json"):
            report = self.folder / f"report.{ending}"
            self.good("import", path, "-o", self.folder / "x.motus", "--report", report)
            text = report.read_text()
            self.assertIn("state machine behaviours", text)
            self.assertIn("Gesture.controller", text)
        done = motus.run("import", path, "-o", self.folder / "x.motus", "--report", "x.txt")
        self.assertEqual(done.returncode, 2)

    def test_clip_lengths(self):
        path = UNITY / "llamacademy/ai-series-part-42/Assets/Gargoyle.controller"
        clips = json.loads(self.good("inspect", path, "--json").stdout)["clips"]
        self.assertTrue(clips and all(c["placeholder"] and c["duration"] == 1 for c in clips))
        name = clips[0]["name"]
        clips = json.loads(self.good("inspect", path, "--json", "--clip-length",
                                     f"{name}=2.5").stdout)["clips"]
        self.assertEqual(clips[0]["duration"], 2.5)
        for wrong in ("2.5", "=2", f"{name}=-1", f"{name}=x"):
            self.assertEqual(motus.run("inspect", path, "--clip-length", wrong).returncode, 2)

    def simulate(self, path, dt, frames, *more):
        script = self.folder / "script.json"
        script.write_text(json.dumps({"dt": dt, "frames": frames, "inputs": []}))
        done = self.good("simulate", path, "--script", script, "--json", *more)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_simulate(self):
        for path in controllers():
            with self.subTest(file=path.name):
                lines = self.simulate(path, 1 / 60, 30, "--snapshot-every", 10, "--explain")
                self.assertEqual(len(lines), 30)
                layers = json.loads(self.good("inspect", path, "--json").stdout)["layers"]
                self.assertEqual(len(lines[-1]["layers"]), layers)

    def test_first_frame(self):
        for path in controllers():
            if "EntryExit" not in path.name:
                continue
            layer = self.simulate(path, 1 / 60, 1)[0]["layers"][0]
            self.assertEqual(layer["state"], "Off State")
            self.assertEqual([c["clip"] for c in layer["clips"]], ["Anim.Disabled"])

    def test_lengths_count_when_it_runs(self):
        path = UNITY / "llamacademy/ai-series-part-42/Assets/Gargoyle.controller"
        clips = json.loads(self.good("inspect", path, "--json").stdout)["clips"]
        longer = [word for clip in clips for word in ("--clip-length", f"{clip['name']}=2")]
        plain = self.simulate(path, 0.5, 1)[0]["layers"][0]
        slow = self.simulate(path, 0.5, 1, *longer)[0]["layers"][0]
        self.assertEqual(plain["normalizedTime"], 0.5)
        self.assertEqual(slow["normalizedTime"], 0.25)

    def test_inspect_says_what_an_import_would(self):
        path = UNITY / "llamacademy/ai-series-part-42/Assets/Gargoyle.controller"
        clips = json.loads(self.good("inspect", path, "--json").stdout)
        self.assertEqual(clips["warnings"], [])
        mapping = self.folder / "map.json"
        mapping.write_text(json.dumps({clips["clips"][0]["name"]: "Nowhere"}))
        got = json.loads(self.good("inspect", path, "--json", "--map", mapping).stdout)
        self.assertEqual(len(got["warnings"]), 1, got["warnings"])
        self.assertIn("Nowhere", str(got["warnings"]))

    def test_override_controller(self):
        path = next(UNITY.rglob("*.overrideController"))
        got = json.loads(self.good("inspect", path, "--json", "--project", UNITY).stdout)
        self.assertEqual(got["kind"], "unity-override-controller")
        self.assertEqual(got["layers"], 22)
        self.assertTrue({"stateMachines", "blendTrees", "clipsFound"} <= got.keys(), got.keys())
        self.good("import", path, "-o", self.folder / "o.motus", "--project", UNITY)
        alone = self.folder / path.name
        alone.write_bytes(path.read_bytes())
        done = motus.run("import", alone, "-o", self.folder / "o.motus")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--project", done.stderr.decode())

    def test_override_of_an_override(self):
        path = next(UNITY.rglob("*.overrideController"))
        base = re.search(r"m_Controller: {fileID: \d+, guid: (\w+)", path.read_text())[1]
        meta = next(m for m in UNITY.rglob("*.controller.meta") if base in m.read_text())
        for file in (meta, meta.with_suffix("")):
            (self.folder / file.name).write_bytes(file.read_bytes())
        guid = "0" * 31 + "7"
        first = self.folder / "First.overrideController"
        first.write_bytes(path.read_bytes())
        (self.folder / "First.overrideController.meta").write_text(f"guid: {guid}\n")
        second = self.folder / "Second.overrideController"
        head, clips = path.read_text().split("  m_Clips:\n")
        head = re.sub(r"(m_Controller: {fileID: \d+, guid: )\w+", r"\g<1>" + guid, head)
        instead = re.search(r"m_OverrideClip: (.*})", clips)[1]
        second.write_text(head + f"  m_Clips:\n  - m_OriginalClip: {instead}\n"
                          f"    m_OverrideClip: {{fileID: 7400000, guid: {guid}, type: 2}}\n")

        def clips_of(file):
            got = json.loads(self.good("inspect", file, "--json").stdout)
            self.assertEqual(got["kind"], "unity-override-controller")
            self.assertEqual(got["layers"], 22)
            return got["clips"]
        changed = [clip for clip in clips_of(second) if clip not in clips_of(first)]
        self.assertEqual(len(changed), 1, changed)
        self.good("import", second, "-o", self.folder / "o.motus")

    def test_override_controller_with_a_clip_inside(self):
        path = next(UNITY.rglob("*.overrideController"))
        text = path.read_text()
        first = re.search(r"m_OverrideClip: {.*}", text)[0]
        inside = self.folder / path.name
        inside.write_text(text.replace(first, "m_OverrideClip: {fileID: 7400002}") + """
--- !u!74 &7400002
AnimationClip:
  m_Name: Inner
  m_PositionCurves:
  - curve:
      m_Curve:
      - {time: 0, value: {x: 0, y: 0, z: 0}}
      - {time: 2, value: {x: 1, y: 0, z: 0}}
    path: Hips
""")
        out = self.folder / "o.motus"
        self.good("import", inside, "-o", out, "--project", UNITY)
        self.assertIn('"source_clip": "Inner"', out.read_text())

    def test_clips_and_masks(self):
        paths = [*UNITY.rglob("*.anim"), *UNITY.rglob("*.mask")]
        self.assertGreater(len(paths), 8)
        for path in paths:
            with self.subTest(file=path.name):
                document = self.folder / f"{path.name}.motus"
                self.good("import", path, "-o", document)
                self.assertTrue(json.loads(self.good("validate", document, "--json").stdout)["ok"])
                self.good("inspect", path, "--json")

    def test_a_document_that_cannot_be_written_leaves_no_clips(self):
        made = None
        for path in sorted(UNITY.rglob("*.anim")):
            document = self.folder / "good.motus"
            if json.loads(self.good("import", path, "-o", document, "--json").stdout)["clips"]:
                made = path
                break
        self.assertIsNotNone(made)
        (self.folder / "bad.motus").mkdir()
        clips = self.folder / "bad.clips.glb"
        self.assertEqual(motus.run("import", made, "-o", self.folder / "bad.motus").returncode, 1)
        self.assertFalse(clips.exists())
        clips.write_bytes(b"of before")
        self.assertEqual(motus.run("import", made, "-o", self.folder / "bad.motus").returncode, 1)
        self.assertEqual(clips.read_bytes(), b"of before")


    def test_an_import_destroys_no_work(self):
        path = UNITY / "llamacademy/ai-series-part-42/Assets/Gargoyle.controller"
        other = next(p for p in controllers() if p != path)
        document = self.folder / "x.motus"
        self.good("import", path, "-o", document)
        first = document.read_bytes()
        self.good("import", path, "-o", document)
        self.assertEqual(document.read_bytes(), first, "as often as one likes")
        done = self.good("import", other, "-o", document)
        self.assertIn("Gargoyle.controller", done.stderr.decode(), "nothing is lost, but said")
        self.good("import", path, "-o", document)
        # An edit, and its undo.
        commands = self.folder / "c.json"
        commands.write_text('[{"op":"replace","path":"/name","value":"Mine"}]')
        self.good("edit", document, "--apply", commands)
        edited = document.read_bytes()
        report = self.folder / "r.html"
        for source in (path, other):
            done = motus.run("import", source, "-o", document, "--report", report, "--json")
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            self.assertIn(f"motus: {document}: was changed since", done.stderr.decode())
            self.assertIn("--replace", done.stderr.decode())
            self.assertEqual(document.read_bytes(), edited)
            self.assertFalse(report.exists())
        name = json.loads(first)["name"]
        commands.write_text(json.dumps([{"op": "replace", "path": "/name", "value": name}]))
        self.good("edit", document, "--apply", commands)
        self.assertEqual(document.read_bytes(), first)
        self.good("import", path, "-o", document)
        self.good("edit", document, "--apply", commands)
        commands.write_text('[{"op":"replace","path":"/name","value":"Mine"}]')
        self.good("edit", document, "--apply", commands)
        self.good("import", path, "-o", document, "--replace")
        self.assertEqual(document.read_bytes(), first)

    def test_an_import_destroys_no_other_document(self):
        path = UNITY / "llamacademy/ai-series-part-42/Assets/Gargoyle.controller"
        document = self.folder / "hero.motus"
        self.good("import", "hero", "-o", document)
        before = document.read_bytes()
        done = motus.run("import", path, "-o", document)
        self.assertEqual(done.returncode, 1)
        self.assertIn("was not imported from a Unity file", done.stderr.decode())
        self.assertEqual(document.read_bytes(), before)
        document.write_bytes(b"some text")
        self.assertEqual(motus.run("import", path, "-o", document).returncode, 1)
        self.assertEqual(document.read_bytes(), b"some text")
        document.write_bytes(b"")
        self.good("import", path, "-o", document)
        # Edits that a studio has not saved are work too.
        pathlib.Path(f"{document}.journal").write_text("{}\n")
        done = motus.run("import", path, "-o", document)
        self.assertEqual(done.returncode, 1)
        self.assertIn("not saved", done.stderr.decode())
        self.good("import", path, "-o", document, "--replace")
        self.assertFalse(pathlib.Path(f"{document}.journal").exists())
        self.assertEqual(motus.run("import", "hero", "-o", self.folder / "h.motus",
                                   "--replace").returncode, 2)

    def test_a_report_that_cannot_be_written_leaves_all_as_it_was(self):
        clip = next(p for p in sorted(UNITY.rglob("*.anim")) if json.loads(self.good(
            "import", p, "-o", self.folder / f"{p.stem}.motus", "--json").stdout)["clips"])
        document, clips = self.folder / "a.motus", self.folder / "a.clips.glb"
        nowhere = self.folder / "none" / "r.html"
        done = motus.run("import", clip, "-o", document, "--report", nowhere)
        self.assertEqual(done.returncode, 1)
        self.assertIn(str(nowhere), done.stderr.decode())
        self.assertFalse(document.exists() or clips.exists())
        self.good("import", clip, "-o", document)
        before = document.read_bytes(), clips.read_bytes()
        path = UNITY / "llamacademy/ai-series-part-42/Assets/Gargoyle.controller"
        for source in (clip, path):
            done = motus.run("import", source, "-o", document, "--report", nowhere)
            self.assertEqual(done.returncode, 1)
            self.assertEqual((document.read_bytes(), clips.read_bytes()), before)
        # And a report of before stays where the document fails.
        (self.folder / "b.motus").mkdir()
        report = self.folder / "r.json"
        report.write_text("of before")
        done = motus.run("import", clip, "-o", self.folder / "b.motus", "--report", report)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(report.read_text(), "of before")


class Damaged(unittest.TestCase):
    def check(self, done, path):
        self.assertIsNotNone(done, f"{path}: took over {LIMITS[0]} s")
        self.assertIn(done.returncode, (0, 1), done.stderr.decode())
        if done.returncode == 1:
            text = done.stderr.decode()
            self.assertTrue(text.startswith(f"motus: {path}: "), text)
            self.assertGreater(len(text), len(f"motus: {path}: ") + 8, "no cause is given")

    def test_every_file(self):
        paths = sorted(DAMAGED.glob("*.controller"))
        listed = re.findall(r"^\| (\w+)\.controller \|", (DAMAGED / "INDEX.md").read_text(), re.M)
        self.assertEqual(sorted(listed), [path.stem for path in paths])
        good = UNITY / next(p for p in controllers() if p.name == "DefaultCursor.controller")
        want = summary(motus.run("inspect", good, "--json").stdout)
        with tempfile.TemporaryDirectory() as folder:
            for path in paths:
                with self.subTest(file=path.name):
                    told = call("validate", path, "--json")
                    self.check(told, path)
                    faults = json.loads(told.stdout)["faults"]
                    self.check(call("inspect", path, "--json"), path)
                    document = pathlib.Path(folder, "x.motus")
                    made = call("import", path, "-o", document)
                    self.check(made, path)
                    if made.returncode == 0:
                        self.check(call("bake", document, "-o", f"{folder}/x.motusb"), document)
                    self.assertEqual(made.returncode, told.returncode)
                    code, words = EXPECTED.get(path.stem, (made.returncode, ""))
                    self.assertEqual(made.returncode, code, made.stderr.decode())
                    if words is None:
                        self.assertNotIn("unity-", json.dumps([f["code"] for f in faults if
                                                               f["code"] != "unity-unresolved"]))
                    elif words:
                        said = made.stderr.decode() + json.dumps(faults)
                        self.assertIn(words, said)
            named = motus.run("inspect", DAMAGED / "unicode_and_quotes.controller", "--json")
            self.assertEqual(json.loads(named.stdout)["name"], 'アニメ "q" A')
            for same in ("crlf", "bom"):
                got = motus.run("inspect", DAMAGED / f"{same}.controller", "--json").stdout
                self.assertEqual(summary(got), want)


if __name__ == "__main__":
    motus.main()
