#!/usr/bin/env python3
"""Strange calls: paths that are no files, signals, slips of the hand that would cost a file."""
import json
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

import motus


class Strange(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def document(self, name="hero.motus"):
        path = self.folder / name
        motus.ok("import", "hero", "-o", path, "--json")
        return path

    def at_fault(self, *args, says):
        """Exit 1, and one line that names the file once."""
        done = motus.run(*args)
        self.assertEqual((done.returncode, done.stdout), (1, b""), (args, done.stderr))
        self.assertRegex(done.stderr.decode(), f"^motus: {says}\n$")

    def wrong(self, *args, says):
        done = motus.run(*args)
        self.assertEqual((done.returncode, done.stdout), (2, b""), (args, done.stderr))
        self.assertRegex(done.stderr.decode(), "^motus: .*" + says)

    def test_folders_and_files_that_cannot_be_read(self):
        document = self.document()
        for args in (("mix", "hero", "--script"), ("simulate", "hero", "--script"),
                     ("edit", document, "--apply")):
            self.at_fault(*args, self.folder, says=f"{self.folder}: is a folder, not a file")
            # Opens, and then gives an error for every read.
            self.at_fault(*args, "/proc/self/mem", says="/proc/self/mem: cannot be read")
        for ending in ("motus", "controller", "anim", "mask", "overrideController"):
            path = self.folder / ("x." + ending)
            self.at_fault("inspect", path, says=f"{path}: cannot be opened: No such file.*")
            path.mkdir()
            self.at_fault("inspect", path, says=f"{path}: is a folder, not a file")

    def test_an_output_that_cannot_be_written_is_named_once(self):
        controller = self.folder / "hero.controller"
        motus.run("export", self.document(), "-o", controller)
        for source in ("hero", controller):
            path = self.folder / "no" / "x.motus"
            self.at_fault("import", source, "-o", path, says=f"{path}: cannot be created: .*")

    def test_a_document_is_not_baked_over(self):
        document = self.document()
        before = document.read_bytes()
        self.wrong("bake", document, "-o", document, says="--output: .motus files are not what")
        for option in ("--depfile", "--header", "--ts"):
            self.wrong("bake", document, "-o", self.folder / "x.motusb", option, document,
                       says=option + ": .motus files are not what")
        self.wrong("bake", document, "-o", self.folder / "x.glb", says="--output: .glb files")
        self.assertEqual(document.read_bytes(), before)
        self.assertFalse((self.folder / "x.motusb").exists())

    def test_every_failure_of_many_is_said(self):
        out = self.folder / "out"
        (out / ".motus-bake").mkdir(parents=True)
        done = motus.run("bake", self.folder / "none.motus", "--out-dir", out)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), "none.motus: error: there is no such file")
        self.assertRegex(done.stderr.decode(), "/.motus-bake: cannot be written: Is a directory")

    def test_options_that_would_do_nothing(self):
        self.wrong("import", "hero", "-o", self.folder / "a.motus", "--report",
                   self.folder / "a.html", says="--report goes with a Unity file")
        self.wrong("export", "hero", "-o", self.folder / "a.glb", "--machine", "hero",
                   says="--machine goes with a .controller")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_ctrl_c_ends_a_bake_by_its_signal(self):
        self.document("0.motus")
        text = (self.folder / "0.motus").read_text()
        for i in range(1, 200):
            (self.folder / f"{i}.motus").write_text(text)
        baking = subprocess.Popen([motus.TOOL, "bake", *sorted(self.folder.glob("*.motus")),
                                   "--out-dir", self.folder / "out", "-j", "1"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while baking.poll() is None and not list(self.folder.glob("out/*.motusb")):
            time.sleep(0.005)
        baking.send_signal(signal.SIGINT)
        out, err = baking.communicate(timeout=60)
        self.assertEqual((baking.returncode, out, err), (-signal.SIGINT, b"", b""))
        self.assertEqual(list(self.folder.glob("out/*tmp*")), [])

    def test_one_long_chain_of_joints(self):
        nodes = [{"name": f"joint{i}", "children": [i + 1]} for i in range(20000)] + [{}]
        text = json.dumps({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "scene": 0,
                           "nodes": nodes})
        chain = self.folder / "chain.gltf"
        chain.write_text(text)
        document = self.folder / "chain.motus"
        for args in (("import", chain, "-o", document), ("import", chain, "-o", document),
                     ("bake", document, "-o", self.folder / "chain.motusb")):
            done = motus.run(*args, limits=(60, 1 << 30))
            self.assertEqual((done.returncode, done.stderr), (0, b""), args)

    def test_json_of_names_that_are_no_text(self):
        path = self.folder / "a \u00fc\n.motus"
        self.assertEqual(motus.ok("import", "hero", "-o", path, "--json")["file"], str(path))
        odd = bytes(self.folder) + b"/\xff.glb"
        done = subprocess.run([motus.TOOL, "export", "spine", "-o", odd, "--json"],
                              stdout=subprocess.PIPE, check=True)
        self.assertRegex(json.loads(done.stdout)["file"], "\ufffd.glb$")


if __name__ == "__main__":
    motus.main()
