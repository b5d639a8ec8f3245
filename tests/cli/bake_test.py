#!/usr/bin/env python3
"""Baking one file on the command line, and looking at what was baked."""
import json
import re
import shutil
import struct

import motus
from document_test import Folder


def rigs_in(value):
    """Every rig of a document's JSON."""
    if isinstance(value, dict):
        if "clips" in value and "source" in value:
            yield value
        value = list(value.values())
    for item in value if isinstance(value, list) else []:
        yield from rigs_in(item)


class Baking(Folder):
    def bake(self, *args):
        return motus.ok("bake", *args, "--json")

    def document(self, name="spine"):
        path = self.folder / f"{name}.motus"
        if not (self.folder / "models").exists():
            self.glb()
        motus.ok("import", self.folder / "models" / "spine.glb", "-o", path, "--json")
        return path


class One(Baking):
    def test_as_many_faults_as_a_file_likes(self):
        # Each was looked for among all the others: this took minutes.
        path, many = self.document(), 3000 if motus.SANITIZED else 60000
        document = json.loads(path.read_text())
        graph = document["library"]["machines"][0]["machine"]["layers"][0]["graph"]
        graph["transitions"] = [{"id": 10**9 + i, "from_kind": "state", "from": 1, "to": 2,
                                 "duration": -1} for i in range(many)]
        path.write_text(json.dumps(document))
        done = motus.run("bake", path, "-o", self.folder / "a.motusb")
        self.assertEqual(done.returncode, 1)
        self.assertGreaterEqual(done.stderr.count(b": error: "), many)

    def test_packed_clips_are_reported(self):
        path = self.document()
        for kind in ("fast", "small"):
            document = json.loads(path.read_text())
            rigs = list(rigs_in(document))
            self.assertTrue(rigs)
            for rig in rigs:
                rig["packed"] = kind
            path.write_text(json.dumps(document))
            output = self.folder / f"{kind}.motusb"
            report = self.bake(path, "-o", output, "--report")
            inspected = motus.ok("inspect", output, "--json")
            self.assertTrue(report["clips"])
            for seen, source in zip(inspected["clips"],
                                    motus.ok("inspect", path, "--json")["clips"], strict=True):
                self.assertEqual((seen["channels"], seen["events"]),
                                 (source["channels"], source["events"]))
                self.assertEqual(sum(seen["interpolations"].values()), seen["channels"])
            larger = [c["name"] for c in report["clips"] if c["ratio"] < 1]
            self.assertEqual(bool(larger), kind == "fast")
            text = motus.run("bake", path, "-o", output, "--report").stdout.decode()
            self.assertEqual(re.findall(r"^note: (.+) takes more bytes than its keys", text,
                                        re.MULTILINE), larger)
            for clip, seen in zip(report["clips"], inspected["clips"]):
                for key in ("kind", "bytes", "ratio"):
                    self.assertEqual(clip[key], seen[key])
                if kind == "small" and clip["kind"] == "exact":
                    continue  # a few keys are small as they are
                self.assertEqual(clip["kind"], kind)
                self.assertLessEqual(clip["error"]["p99"], clip["error"]["max"])
                self.assertLessEqual(clip["error"]["max"], 1.0001e-4)
                self.assertTrue(clip["error"]["joint"])
                self.assertEqual(clip["error"], seen["error"])

    def test_embedded_scenes_and_their_documents_give_the_same_bytes(self):
        for scene in ("hero", "card", "spine", "chain67", "morph"):
            out = self.folder / f"{scene}.motusb"
            self.bake(scene, "-o", out)
            document = self.folder / f"{scene}.motus"
            motus.ok("import", scene, "-o", document, "--json")
            again = self.folder / "again.motusb"
            report = self.bake(document, "-o", again)
            self.assertEqual(report, {"file": str(again), "bytes": again.stat().st_size})
            if scene in ("hero", "card"):
                self.assertTrue(out.read_bytes() == again.read_bytes(), scene)
            self.assertEqual(motus.ok("validate", again, "--json"), {"ok": True, "faults": []})

    def test_a_gltf_file_bakes_as_what_it_is(self):
        out = self.folder / "spine.motusb"
        self.bake(self.glb(), "-o", out)
        info = motus.ok("inspect", out, "--json")
        plain = motus.ok("inspect", "spine", "--json")
        self.assertEqual((info["nodes"], info["skins"]), (plain["nodes"], plain["skins"]))
        for mine, theirs in zip(info["clips"], plain["clips"], strict=True):
            for key in ("name", "duration", "channels", "interpolations"):
                self.assertEqual(mine[key], theirs[key])

    def test_inspect_shows_machines_and_timelines(self):
        for scene in ("hero", "card"):
            out = self.folder / f"{scene}.motusb"
            self.bake(scene, "-o", out)
            document = self.folder / f"{scene}.motus"
            motus.ok("import", scene, "-o", document, "--json")
            info, source = (motus.ok("inspect", f, "--json") for f in (out, document))
            self.assertEqual(list(info)[:12],
                             ["kind", "nodes", "skins", "meshes", "morphTargets", "clips",
                              "machines", "timelines", "warnings", "version", "bytes", "sections"])
            self.assertEqual(info["kind"], "baked")
            self.assertGreater(len(info["machines"]), 0)
            for mine, theirs in zip(info["machines"], source["machines"], strict=True):
                self.assertGreater(mine.pop("curveKeys"), -1)
                self.assertEqual(mine, theirs)
            self.assertEqual(info["timelines"], source["timelines"])
            self.assertEqual(info["bytes"], out.stat().st_size)
            self.assertEqual(sum(s["bytes"] for s in info["sections"]), info["bytes"])
            text = motus.run("inspect", out).stdout.decode()
            for item in info["machines"] + info["timelines"]:
                self.assertIn(item["name"], text)

    def test_packed_channels_and_events_are_counted(self):
        for scene in ("hero", "morph"):
            document, out = (self.folder / f"{scene}{end}" for end in (".motus", ".motusb"))
            motus.ok("import", scene, "-o", document, "--json")
            tree = json.loads(document.read_text())
            for rig in rigs_in(tree):
                rig["packed"] = "fast"
                if not motus.SANITIZED:  # which takes minutes to pack a small one
                    rig["clips"][0]["packed"] = "small"
            document.write_text(json.dumps(tree))
            self.bake(document, "-o", out)
            want, got = (motus.ok("inspect", file, "--json")["clips"] for file in (document, out))
            for key in ("channels", "events"):
                self.assertEqual([clip[key] for clip in got], [clip[key] for clip in want])
            self.assertTrue(all(clip["channels"] for clip in got))
            if scene == "hero":
                self.assertTrue(any(clip["events"] for clip in got))

    def test_the_report_adds_up(self):
        out = self.folder / "hero.motusb"
        report = self.bake("hero", "-o", out, "--report")
        self.assertEqual(list(report), ["file", "bytes", "sections", "clips"])
        self.assertEqual([c["kind"] for c in report["clips"]], ["exact"] * 6)
        self.assertEqual(sum(s["bytes"] for s in report["sections"]), out.stat().st_size)
        names = [s["name"] for s in report["sections"]]
        for name in ("container", "names", "rigs", "clips", "masks", "motions",
                     "records.StateMachineTransition"):
            self.assertIn(name, names)
        text = motus.run("bake", "hero", "-o", out, "--report").stdout.decode()
        self.assertIn("records.StateMachineTransition", text)
        self.assertEqual(motus.run("bake", "hero", "-o", out, "--quiet").stdout, b"")

    def test_types_of_machines(self):
        out, header, types = (self.folder / n for n in ("hero.motusb", "hero.h", "hero.ts"))
        self.bake("hero", "-o", out, "--header", header, "--ts", types)
        self.assertIn("struct Hero {", header.read_text())
        self.assertIn("export class Hero {", types.read_text())

    def test_nothing_is_replaced_where_the_baked_file_cannot_be(self):
        header, types, depfile = (self.folder / n for n in ("h.h", "h.ts", "h.d"))
        for path in (header, types, depfile):
            path.write_text("before")
        out = self.folder / "hero.motusb"
        out.mkdir()
        self.at_fault("bake", "hero", "-o", out, "--header", header, "--ts", types,
                      "--depfile", depfile, says=".*hero.motusb: cannot be written")
        for path in (header, types, depfile):
            self.assertEqual(path.read_text(), "before")

    def test_validation_knows_the_joints_that_a_bake_looks_for(self):
        document = self.document()
        tree = json.loads(document.read_text())
        tree["scene"]["entities"][0]["components"][1]["root_motion_joint"] = "Nobody"
        tree["library"]["masks"] = [{"id": 77, "name": "m", "entries": [{"path": "Nobody"}]}]
        document.write_text(json.dumps(tree))
        done = motus.run("validate", document, "--json")
        self.assertEqual(done.returncode, 1)
        found = [(fault["severity"], fault["code"], fault["path"].rsplit("/", 1)[1])
                 for fault in json.loads(done.stdout)["faults"]]
        self.assertEqual(found, [("error", "missing-target", "root_motion_joint"),
                                 ("warning", "missing-target", "path")])

    def test_validation_knows_what_packing_refuses(self):
        document = self.document()
        first = document.read_text()
        for packed, changes, expected in (
                ("fast", {"joint_precisions": [{"joint": "Nobody"}]}, "joint"),
                ("small", {"joint_precisions": [{"joint": "Nobody"}]}, "joint"),
                ("fast", {"error_bound": 0}, "error_bound"),
                ("exact", {"error_bound": 0, "joint_precisions": [{"joint": "Nobody"}]}, None),
                ("small", {"unit_scale": 1e-20}, "unit_scale"),
                ("exact", {"unit_scale": 1e20}, "unit_scale"),
                ("fast" if motus.SANITIZED else "small", {"unit_scale": 1e-9}, None),
                ("fast", {"unit_scale": 1e9}, None)):
            tree = json.loads(first)
            tree["scene"]["entities"][0]["components"][1].update(packed=packed, **changes)
            document.write_text(json.dumps(tree))
            done = motus.run("validate", document, "--json")
            found = [fault["path"].rsplit("/", 1)[1] for fault in json.loads(done.stdout)["faults"]
                     if fault["severity"] == "error"]
            self.assertEqual(found, [expected] if expected else [], (packed, changes))
            baked = motus.run("bake", document, "-o", self.folder / "v.motusb")
            self.assertEqual(baked.returncode, 1 if expected else 0, (changes, baked.stderr))
            if expected:
                self.assertIn(f"/{expected}: ".encode(), baked.stderr)
                self.assertEqual(baked.stderr.count(b": error: "), 1)

    def test_errors_of_morph_weights_are_reported(self):
        glb, path = self.folder / "morph.glb", self.folder / "morph.motus"
        motus.ok("export", "morph", "-o", glb, "--json")
        motus.ok("import", glb, "-o", path, "--json")
        document = json.loads(path.read_text())
        for rig in rigs_in(document):
            rig["packed"] = "fast"
        path.write_text(json.dumps(document))
        output = self.folder / "morph.motusb"
        clips = self.bake(path, "-o", output, "--report")["clips"]
        worst = [c["error"]["weightMax"] for c in clips if "weightMax" in c.get("error", {})]
        self.assertTrue(worst)
        self.assertLessEqual(max(worst), 0.0005)
        self.assertGreater(max(worst), 0)
        text = motus.run("bake", path, "-o", output, "--report").stdout.decode()
        self.assertIn("weights max", text)

    def test_names_with_colons_and_line_feeds(self):
        document = self.document()
        strange = document.with_name("a:b\nc.motus")
        shutil.copy(document, strange)
        depfile = self.folder / "d"
        self.bake(document, "-o", self.folder / "a:b.motusb", "--depfile", depfile)
        self.assertIn("a\\:b.motusb:", depfile.read_text())
        baked = self.folder / "baked"
        baked.mkdir()
        self.assertEqual(self.bake(document, strange, "--out-dir", baked)["baked"], 2)
        self.assertEqual(self.bake(document, strange, "--out-dir", baked)["current"], 2)

    def test_faults_are_all_listed_and_nothing_is_written(self):
        document, out = self.document(), self.folder / "out.motusb"
        tree = json.loads(document.read_text())
        rig = tree["scene"]["entities"][0]["components"][1]
        rig["clips"][0]["source_clip"] = "Gone"
        rig["clips"][1]["source_clip"] = "Lost"
        rig["root_motion_joint"] = "Nobody"
        document.write_text(json.dumps(tree))
        done = motus.run("bake", document, "-o", out, "--depfile", self.folder / "d",
                         "--header", self.folder / "h")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        errors = done.stderr.decode()
        rig = r"/scene/entities/@\d+/components/1/"
        for place in (r"clips/@\d+/source_clip: .*Gone", r"clips/@\d+/source_clip: .*Lost",
                      "root_motion_joint: .*Nobody"):
            self.assertRegex(errors, rig + place)
        self.assertEqual(list(self.folder.glob("out*")) + list(self.folder.glob("[dh]")), [])
        (self.folder / "models" / "spine.glb").unlink()
        self.at_fault("bake", document, "-o", out, says=rf"{document}: error: /sources/@\d+/path: ")

    def test_wrong_usage(self):
        self.wrong("bake", "hero", says="--output")
        self.wrong("bake", "hero", "card", "-o", "x.motusb", says="--out-dir")
        self.wrong("bake", "hero", "-o", "x.motusb", "--out-dir", self.folder, says="not both")
        self.wrong("bake", "hero", "-o", "x.motusb", "--force", says="--out-dir")
        for option in ("--report", "--depfile=d", "--header=h", "--ts=t"):
            self.wrong("bake", "hero", "--out-dir", self.folder, option, says="--output")
        done = motus.run("bake", "--help")
        self.assertRegex(done.stdout.decode(), r"Examples?:\n  motus bake ")

    def test_damaged_files_are_refused(self):
        good = self.folder / "card.motusb"
        self.bake("card", "-o", good)
        content = good.read_bytes()
        bad = self.folder / "bad.motusb"
        for data, says in ((b"", "empty"), (content[:-64], "cut short"), (b"x" * 999, "not a baked"),
                           (content.replace(b"\r\n", b"\n", 1), "as text"),
                           (content[:500] + b"\x7f" + content[501:], "checksum"),
                           (content[:8] + struct.pack("<I", 2) + content[12:], "format version")):
            bad.write_bytes(data)
            self.at_fault("inspect", bad, "--json", says=f"{bad}: .*{says}")
            done = motus.run("validate", bad, "--json")
            self.assertEqual(done.returncode, 1)
            self.assertEqual([f["code"] for f in json.loads(done.stdout)["faults"]], ["baked-file"])
        bad.write_bytes(content + b"tail")
        faults = motus.ok("validate", bad, "--json")
        self.assertEqual([f["code"] for f in faults["faults"]], ["baked-tail"])


if __name__ == "__main__":
    motus.main()
