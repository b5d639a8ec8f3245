#!/usr/bin/env python3
"""Baking many files on the command line: at once, again, and in a build."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

import motus
from bake_test import Baking
from document_test import glb_json, write_glb

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANY = 30 if motus.SANITIZED else 300


def old(*paths):
    """As if they had been there for a while: times alone then tell whether they are the same."""
    past = time.time() - 100
    for path in paths:
        os.utime(path, (past, past))


class Documents(Baking):
    def documents(self, count):
        """Small documents that differ, in a folder of their own; all with one source."""
        text = self.document().read_text()
        folder = self.folder / "documents"
        (folder / "models").mkdir(parents=True)
        shutil.copy(self.folder / "models" / "spine.glb", folder / "models")
        paths = [folder / f"d{i:05}.motus" for i in range(count)]
        for i, path in enumerate(paths):
            path.write_text(text.replace('"Slide"', f'"Slide {i}"', 1))
        old(*paths, folder / "models" / "spine.glb")
        return paths


class Many(Documents):
    def test_many_and_again_and_what_has_changed(self):
        paths, out = self.documents(MANY), self.folder / "baked"
        counts = lambda r: (r["baked"], r["current"], r["failed"])
        report = self.bake(*paths, "--out-dir", out)
        self.assertEqual(list(report), ["folder", "baked", "current", "failed", "bytes"])
        self.assertEqual(counts(report), (MANY, 0, 0))
        self.assertEqual(len(list(out.glob("*.motusb"))), MANY)
        self.assertEqual(len({p.read_bytes() for p in out.glob("*.motusb")}), MANY)
        times = {p: p.stat().st_mtime_ns for p in out.iterdir()}

        # Nothing has changed, so nothing is done: not even the list is written.
        self.assertEqual(counts(self.bake(*paths, "--out-dir", out)), (0, MANY, 0))
        self.assertEqual({p: p.stat().st_mtime_ns for p in out.iterdir()}, times)

        # A document, an output that was spoilt, one that is gone.
        paths[3].write_text(paths[3].read_text().replace("Slide 3", "Glide"))
        (out / "d00004.motusb").write_bytes(b"spoilt")
        (out / "d00005.motusb").unlink()
        self.assertEqual(counts(self.bake(*paths, "--out-dir", out)), (3, MANY - 3, 0))
        # Touched, and the same.
        paths[6].touch()
        self.assertEqual(counts(self.bake(*paths, "--out-dir", out)), (0, MANY, 0))
        # The file that all refer to: the same clips, another byte at the end of the JSON.
        models = paths[0].parent / "models"
        motus.ok("export", "morph", "-o", models / "spine.glb", "--json")
        done = motus.run("bake", *paths, "--out-dir", out, "--json")
        self.assertEqual(json.loads(done.stdout)["failed"], MANY)
        self.assertEqual(len(list(out.glob("*.motusb"))), MANY)  # the old ones are left alone

    def test_one_fault_does_not_stop_the_others(self):
        paths, out = self.documents(12), self.folder / "baked"
        paths[5].write_text("{")
        done = motus.run("bake", *paths, "--out-dir", out, "--json")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), f"^motus: {paths[5]}: error: .*line 1")
        self.assertEqual(json.loads(done.stdout)["baked"], 11)
        done = motus.run("bake", *paths, "--out-dir", out, "--json")
        self.assertEqual((json.loads(done.stdout)["current"], done.returncode), (11, 1))

    def test_threads_do_not_change_a_byte(self):
        paths = self.documents(40)
        files = []
        for jobs in (1, 2, 8):
            out = self.folder / f"j{jobs}"
            self.bake(*paths, "--out-dir", out, "-j", jobs)
            files.append([p.read_bytes() for p in sorted(out.glob("*.motusb"))])
        self.assertTrue(files[0] == files[1] == files[2])

    def test_more_threads_than_there_can_be(self):
        paths = self.documents(MANY)
        done = motus.run("bake", *paths, "--out-dir", self.folder / "out", "-j", 4000, "--json",
                         limits=(60, 1_500_000_000))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(json.loads(done.stdout)["baked"], MANY)

    def test_an_output_that_cannot_be_written_is_named(self):
        out = self.folder / "out"
        (out / "hero.motusb").mkdir(parents=True)
        done = motus.run("bake", "hero", "card", "--out-dir", out, "--json")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), f"^motus: {out}/hero.motusb: error: cannot be ")
        self.assertEqual(done.stderr.count(b"\n"), 1)
        report = json.loads(done.stdout)
        self.assertEqual((report["baked"], report["failed"]), (1, 1))

    def test_two_of_one_name(self):
        path = self.document()
        self.wrong("bake", path, self.folder / "models" / "spine.glb", "--out-dir",
                   self.folder / "out", says="spine.motusb")


class Builds(Documents):
    def env(self):
        links = self.folder / "bin"
        links.mkdir()
        (links / "motus").symlink_to(motus.TOOL)
        return {**os.environ, "PATH": f"{links}:{os.environ['PATH']}"}

    def shell(self, *args, env, cwd=None):
        done = subprocess.run(list(map(str, args)), env=env, cwd=cwd or self.folder, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def change_a_node(self, folder):
        """Moves the last node of the file that all documents refer to."""
        glb = folder / "models" / "spine.glb"
        tree, rest = glb_json(glb)
        tree["nodes"][-1]["translation"] = [0.25, 2, 0]
        write_glb(glb, tree, rest)

    @unittest.skipUnless(shutil.which("ninja"), "there is no ninja")
    def test_ninja_bakes_what_has_changed(self):
        env, documents = self.env(), self.documents(8)[0].parent
        script = ROOT / "samples/baking/make_ninja.py"
        text = self.shell(sys.executable, script, documents, self.folder / "out", env=env)
        (self.folder / "build.ninja").write_text(text)
        self.assertEqual(self.shell("ninja", "-v", env=env).count("motus bake"), 8)
        self.assertIn("no work to do", self.shell("ninja", env=env))
        first = (self.folder / "out/d00000.motusb").read_bytes()
        (documents / "d00002.motus").touch()
        self.assertEqual(self.shell("ninja", "-v", env=env).count("motus bake"), 1)
        self.change_a_node(documents)  # known from the depfiles alone
        self.assertEqual(self.shell("ninja", "-v", env=env).count("motus bake"), 8)
        self.assertTrue((self.folder / "out/d00000.motusb").read_bytes() != first)

    @unittest.skipUnless(shutil.which("scons"), "there is no scons")
    def test_a_cache_bakes_nothing_twice(self):
        env, documents = self.env(), self.documents(8)[0].parent
        log = self.folder / "baked.log"
        tool = self.folder / "counting"
        tool.write_text(f'#!/bin/sh\necho "$2" >> {log}\nexec {motus.TOOL} "$@"\n')
        tool.chmod(0o755)

        def build(name, source=documents):
            log.write_text("")
            folder = self.folder / name
            folder.mkdir(exist_ok=True)
            self.shell("scons", "-f", ROOT / "samples/baking/SConstruct", f"documents={source}",
                       f"out={folder}", f"cache={self.folder / 'cache'}", f"motus={tool}",
                       env=env, cwd=folder)
            return len(log.read_text().split()), [p.read_bytes()
                                                  for p in sorted(folder.glob("*.motusb"))]

        count, first = build("a")
        self.assertEqual((count, len(first)), (8, 8))
        count, again = build("b")  # another machine, the same cache
        self.assertTrue(count == 0 and again == first)
        (documents / "d00001.motus").write_text(
            (documents / "d00001.motus").read_text().replace("Slide 1", "Glide"))
        self.assertEqual(build("b")[0], 1)
        self.assertEqual(build("a")[0], 0)
        self.change_a_node(documents)
        count, changed = build("a")
        self.assertEqual(count, 8)
        self.assertTrue(changed[0] != first[0])
        count, again = build("b")
        self.assertTrue(count == 0 and again == changed)


if __name__ == "__main__":
    motus.main()
