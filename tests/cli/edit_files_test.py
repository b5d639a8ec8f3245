"""motus edit among other programs: journals, locks, and what a killed one leaves."""
import fcntl
import json
import os
import pathlib
import random
import subprocess
import tempfile
import time
import unittest

import motus

DOCUMENT = '{\n  "version": 2,\n  "name": "a"\n}\n'
JOURNAL = ('{"motus_journal": 1, "continues": "0123456789abcdef"}\n'
           '{"step": "Rename", "operations": [{"op": "replace", "path": "/name", "value": "%s"}]}\n')


class EditFiles(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.document, self.other = self.folder / "a.motus", self.folder / "b.motus"
        self.document.write_text(DOCUMENT)
        self.commands = self.folder / "commands.json"
        self.commands.write_text(json.dumps([{"op": "replace", "path": "/name", "value": "new"}]))

    def edit(self, *more):
        return motus.run("edit", self.document, "--apply", self.commands, *more)

    def name_of(self, file):
        return json.loads(file.read_text())["name"]

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_unsaved_edits_of_the_target_are_kept(self):
        self.other.write_text(DOCUMENT)
        journal = self.folder / "b.motus.journal"
        for number, kept in enumerate((".old", ".old.2", ".old.3")):
            journal.write_text(JOURNAL % f"precious {number}")
            done = self.edit("-o", self.other)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.name_of(self.other), "new")
            self.assertFalse(journal.exists())
            self.assertRegex(done.stderr.decode(),
                             f"b.motus: had unsaved edits, which are kept as .*{kept}\n$")
            for before in range(number + 1):
                name = "b.motus.journal.old" + ("" if before == 0 else f".{before + 1}")
                self.assertEqual((self.folder / name).read_text(),
                                 JOURNAL % f"precious {before}")
        # One without steps is nothing to keep.
        journal.write_text((JOURNAL % "").splitlines()[0] + "\n")
        self.assertEqual((self.edit("-o", self.other).stderr, journal.exists()), (b"", False))
        self.assertEqual(len([name for name in self.names() if "journal" in name]), 3)

    def test_a_journal_that_does_not_belong_to_it_is_kept_each_time(self):
        journal = self.folder / "a.motus.journal"
        for number in range(2):
            journal.write_text(JOURNAL % f"precious {number}")
            self.assertEqual(self.edit().returncode, 0)
        kept = [self.folder / ("a.motus.journal" + end) for end in (".old", ".old.2")]
        self.assertEqual([file.read_text() for file in kept],
                         [JOURNAL % "precious 0", JOURNAL % "precious 1"])
        # What fails keeps it once, however often it is tried.
        journal.write_text(JOURNAL % "precious 2")
        self.commands.write_text('[{"op": "remove", "path": "/none"}]')
        for _ in range(3):
            self.assertEqual(self.edit().returncode, 1)
        self.assertEqual(self.names(), ["a.motus", "a.motus.journal", "a.motus.journal.old",
                                        "a.motus.journal.old.2", "a.motus.journal.old.3",
                                        "commands.json"])

    def test_a_journal_that_is_no_file_is_not_waited_for(self):
        for target in (self.document, self.other):
            pipe = self.folder / (target.name + ".journal")
            os.mkfifo(pipe)
            done = motus.run("edit", self.document, "--apply", self.commands, "-o", target,
                             limits=(20, 4 << 30))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr.decode(), f"{pipe.name}: .*is no plain file")
            pipe.unlink()
        self.assertEqual(self.document.read_text(), DOCUMENT)

    def test_a_file_that_is_open_elsewhere_is_not_written(self):
        self.other.write_text(DOCUMENT)
        for file, more in ((self.document, ()), (self.other, ("-o", self.other))):
            with file.open() as held:
                fcntl.flock(held, fcntl.LOCK_EX)  # as an editor does for hours
                done = self.edit(*more)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr.decode(),
                             f"^motus: {file}: another program is editing it\n$")
            self.assertEqual(file.read_text(), DOCUMENT)
            self.assertEqual(self.edit(*more).returncode, 0)
            self.document.write_text(DOCUMENT)

    def test_what_killed_programs_leave_is_removed(self):
        large = [{"op": "add", "path": "/scene/entities/-", "value": {"name": "x" * 1000}}
                 for _ in range(2000)]
        self.commands.write_text(json.dumps(large))
        chance = random.Random(4)
        begin = time.monotonic()
        self.assertEqual(self.edit("-o", self.other).returncode, 0)
        takes = time.monotonic() - begin
        for _ in range(15):
            killed = subprocess.Popen(
                [motus.TOOL, "edit", self.document, "--apply", self.commands, "-o", self.other],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(takes * chance.uniform(0.5, 1))
            killed.kill()
            killed.wait()
        # One that a kill has left for certain.
        (self.folder / "b.motus.motus-tmp-1-0").write_text("half of")
        self.assertEqual(self.edit("-o", self.other).returncode, 0)
        self.assertEqual(self.names(), ["a.motus", "b.motus", "commands.json"])


if __name__ == "__main__":
    motus.main()
