#!/usr/bin/env python3
"""Words on the command line: help of verbs, slips of the hand, --quiet, and - for stdout."""
import json
import os
import pathlib
import pty
import re
import subprocess
import tempfile
import unittest

import motus


def verbs():
    text = motus.run("--help").stdout.decode()
    return re.findall(r"^  ([a-z]+) ", text.split("Subcommands:\n")[1].split("\n\n")[0], re.M)


class Help(unittest.TestCase):
    def test_of_motus(self):
        done = motus.run("help")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, motus.run("--help").stdout)

    def test_of_every_verb(self):
        self.assertTrue({"help", "diff", "validate", "bake", "studio"} <= set(verbs()), verbs())
        for verb in verbs():
            done = motus.run("help", verb)
            self.assertEqual((done.returncode, done.stderr), (0, b""), verb)
            self.assertEqual(done.stdout, motus.run(verb, "--help").stdout)
            self.assertRegex(done.stdout.decode(), rf"Examples?:\n  motus {verb}\b")

    def test_of_what_is_not_there(self):
        done = motus.run("help", "inspct")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn('no verb "inspct" (did you mean "inspect"?)', done.stderr.decode())
        self.assertEqual(motus.run("help", "bake", "edit").returncode, 2)


class Guesses(unittest.TestCase):
    def says(self, *args):
        done = motus.run(*args)
        self.assertEqual(done.stdout, b"")
        return done.returncode, done.stderr.decode()

    def test_verbs(self):
        for slip, verb in (("inspct", "inspect"), ("vaildate", "validate"), ("Bake", "bake"),
                           ("sim", "simulate"), ("exprot", "export")):
            code, text = self.says(slip)
            self.assertEqual(code, 2)
            self.assertIn(f'(did you mean "{verb}"?)', text)
            self.assertIn("there are inspect", text)
        self.assertNotIn("did you mean", self.says("dance")[1])

    def test_options(self):
        for call, option in ((("simulate", "hero", "--scrpt", "x"), "--script"),
                             (("bake", "hero", "--ouput=x"), "--output"),
                             (("inspect", "--jsn"), "--json")):
            code, text = self.says(*call)
            self.assertEqual((code, text.count("\n")), (2, 1))
            self.assertIn(f'(did you mean "{option}"?)', text)
        self.assertNotIn("did you mean", self.says("inspect", "--dance")[1])

    def test_names(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script.json")
            script.write_text('{"dt": 0.1, "frames": 1}')
            mix = pathlib.Path(folder, "mix.json")
            mix.write_text('{"dt": 0.1, "steps": 1, "start": [{"clip": "Wlak"}]}')
            for call, name in ((("sample", "hero", "--clip", "walk", "--time=0"), "Walk"),
                               (("sample", "card", "--timeline", "filp", "--frame=0"), "flip"),
                               (("simulate", "hero", "--machine", "Hero", "--script", script), "hero"),
                               (("mix", "hero", "--script", mix), "Walk"),
                               (("export", "hero", "--machine", "heor", "-o",
                                 pathlib.Path(folder, "x.controller")), "hero"),
                               (("inspect", "her"), "hero"), (("inspect", "Card"), "card")):
                code, text = self.says(*call)
                self.assertEqual(code, 1, text)
                self.assertIn(f'(did you mean "{name}"?)', text)


class Quiet(unittest.TestCase):
    def test_says_nothing_where_all_is_well(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            document = folder / "hero.motus"
            commands = folder / "commands.json"
            commands.write_text('[{"op": "replace", "path": "/name", "value": "x"}]')
            for call in (["import", "hero", "-o", document],
                         ["edit", document, "--apply", commands],
                         ["bake", document, "-o", folder / "hero.motusb"],
                         ["export", document, "-o", folder / "hero.controller"],
                         ["export", "spine", "-o", folder / "spine.glb"],
                         ["import", folder / "spine.glb", "-o", folder / "spine.motus"],
                         ["import", folder / "hero.controller", "-o", folder / "back.motus"],
                         ["validate", document]):
                loud = motus.run(*call)
                self.assertEqual(loud.returncode, 0, loud.stderr)
                self.assertNotEqual(loud.stdout, b"", call)
                done = motus.run(*call, "--quiet")
                self.assertEqual((done.returncode, done.stdout), (0, b""), call)
                self.assertEqual(done.stderr, loud.stderr)  # warnings stay
            self.assertTrue(motus.ok("bake", document, "-o", folder / "b.motusb", "--quiet",
                                     "--json")["bytes"] > 0)


class Stdout(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_there(self, *args, **more):
        return subprocess.run([os.path.abspath(motus.TOOL), *map(str, args)], cwd=self.folder,
                              capture_output=True, check=False, **more)

    def test_bake(self):
        file = self.folder / "card.motusb"
        motus.ok("bake", "card", "-o", file, "--json")
        done = self.run_there("bake", "card", "-o", "-")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, file.read_bytes())
        self.assertEqual(os.listdir(self.folder), ["card.motusb"])

    def test_bake_of_a_header(self):
        motus.ok("bake", "card", "-o", self.folder / "a.motusb", "--header", self.folder / "a.h",
                 "--json")
        done = self.run_there("bake", "card", "-o", "b.motusb", "--header", "-")
        self.assertEqual((done.returncode, done.stdout), (0, (self.folder / "a.h").read_bytes()))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.h", "a.motusb", "b.motusb"])

    def test_bake_has_stdout_for_one_thing(self):
        for more in (["--json"], ["--report"], ["--header", "-"], ["--depfile", "d"]):
            done = self.run_there("bake", "card", "-o", "-", *more)
            self.assertEqual((done.returncode, done.stdout), (2, b""), more)
        self.assertEqual(os.listdir(self.folder), [])

    def test_bake_not_to_a_terminal(self):
        master, slave = pty.openpty()
        done = subprocess.run([os.path.abspath(motus.TOOL), "bake", "card", "-o", "-"],
                              cwd=self.folder, stdout=slave, stderr=subprocess.PIPE, check=False)
        os.close(slave)
        os.close(master)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"terminal", done.stderr)

    def test_edit(self):
        motus.ok("import", "card", "-o", self.folder / "card.motus", "--json")
        before = (self.folder / "card.motus").read_bytes()
        commands = b'[{"op": "replace", "path": "/name", "value": "Other"}]'
        done = self.run_there("edit", "card.motus", "--apply", "-", "-o", "-", input=commands)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(json.loads(done.stdout)["name"], "Other")
        self.assertEqual((self.folder / "card.motus").read_bytes(), before)
        self.assertEqual(os.listdir(self.folder), ["card.motus"])
        done = self.run_there("edit", "card.motus", "--apply", "-", "-o", "-", "--json",
                              input=commands)
        self.assertEqual((done.returncode, done.stdout), (2, b""))

    def test_import_and_export_write_files(self):
        for call in (["import", "hero", "-o", "-"], ["export", "hero", "-o", "-"]):
            done = self.run_there(*call)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    motus.main()
