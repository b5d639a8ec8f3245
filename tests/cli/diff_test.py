#!/usr/bin/env python3
"""`motus diff A B`: operations that turn one document into the other."""
import json
import pathlib
import random
import tempfile
import unittest

import motus


FOLDER = tempfile.TemporaryDirectory()


class Diff(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        hero = pathlib.Path(FOLDER.name, "hero.motus")
        motus.ok("import", "hero", "-o", hero, "--json")
        cls.hero = hero.read_bytes()

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.a, self.b = self.folder / "a.motus", self.folder / "b.motus"
        self.a.write_bytes(self.hero)
        self.b.write_bytes(self.hero)

    def edit(self, file, operations):
        commands = self.folder / "commands.json"
        commands.write_text(json.dumps(operations))
        return motus.run("edit", file, "--apply", commands, "--json")

    def test_equal_documents(self):
        self.assertEqual(motus.ok("diff", self.a, self.b, "--json"), [])
        self.assertEqual(motus.ok("diff", self.a, "hero", "--json"), [])
        self.assertEqual(motus.run("diff", self.a, self.b).stdout, b"no differences\n")

    def test_operations_turn_one_into_the_other(self):
        self.assertEqual(self.edit(self.b, [
            {"op": "replace", "path": "/name", "value": "Other"},
            {"op": "add", "path": "/scene/entities/-", "value": {"name": "Lamp"}},
            {"op": "replace", "path": "/library/machines/0/variables/0/default_value", "value": 2},
            {"op": "remove", "path": "/library/machines/0/machine/layers/0/graph/transitions/0"},
            {"op": "move", "from": "/library/machines/0/variables/0",
             "path": "/library/machines/0/variables/2"}]).returncode, 0)
        operations = motus.ok("diff", self.a, self.b, "--json")
        self.assertEqual({operation["op"] for operation in operations} -
                         {"add", "remove", "replace", "move"}, set())
        self.assertLessEqual(len(operations), 6)
        self.assertEqual(self.edit(self.a, operations).returncode, 0)
        self.assertEqual(self.a.read_bytes(), self.b.read_bytes())

    def test_random_edits(self):
        chance = random.Random(7)
        for _ in range(3 if motus.SANITIZED else 10):
            self.b.write_bytes(self.hero)
            for _ in range(chance.randrange(1, 5)):
                tree = json.loads(self.b.read_text())
                graph = "/library/machines/0/machine/layers/0/graph"
                states = tree["library"]["machines"][0]["machine"]["layers"][0]["graph"]["states"]
                place = f"{graph}/states/{chance.randrange(len(states))}"
                self.edit(self.b, [chance.choice([
                    {"op": "remove", "path": place},
                    {"op": "move", "from": place, "path": f"{graph}/states/0"},
                    {"op": "replace", "path": f"{place}/speed", "value": chance.randrange(9)},
                    {"op": "add", "path": f"{graph}/states/0", "value": {"name": "New"}},
                    {"op": "copy", "from": place, "path": f"{graph}/states/-"}])])
            for a, b in ((self.a, self.b), (self.b, self.a)):
                copy = self.folder / "copy.motus"
                copy.write_bytes(a.read_bytes())
                self.assertEqual(self.edit(copy, motus.ok("diff", a, b, "--json")).returncode, 0)
                self.assertEqual(copy.read_bytes(), b.read_bytes())

    def test_text_names_what_changed(self):
        self.edit(self.b, [
            {"op": "replace", "path": "/library/machines/0/variables/0/default_value", "value": 2},
            {"op": "add", "path": "/scene/entities/-", "value": {"name": "Lamp"}}])
        done = motus.run("diff", self.a, self.b)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        lines = done.stdout.decode().splitlines()
        self.assertEqual(len(lines), 3)
        self.assertTrue(any("0 -> 2" in line and "(hero / speed)" in line for line in lines), lines)
        self.assertTrue(any(line.startswith("add") and "Lamp" in line for line in lines), lines)
        self.assertEqual(lines[-1], "2 differences")

    def test_members_that_are_not_known_are_said(self):
        tree = json.loads(self.a.read_text())
        tree["library"]["machines"][0]["colour"] = "red"
        self.b.write_text(json.dumps(tree))
        done = motus.run("diff", self.a, self.b, "--json")
        self.assertEqual((done.returncode, json.loads(done.stdout)), (0, []))
        self.assertRegex(done.stderr.decode(), f"^motus: {self.b}: warning: ")

    def test_faults(self):
        no = self.folder / "no.motus"
        for pair in ((no, self.b), (self.a, no)):
            done = motus.run("diff", *pair, "--json")
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            self.assertRegex(done.stderr.decode(), f"^motus: {no}: ")
        done = motus.run("diff", self.a, "spine")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), "^motus: spine: .*documents")
        self.assertEqual(motus.run("diff", self.a).returncode, 2)


if __name__ == "__main__":
    motus.main()
