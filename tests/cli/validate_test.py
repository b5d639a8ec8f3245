#!/usr/bin/env python3
"""`motus validate` of several files, --strict, --quiet, and its two streams."""
import json
import pathlib
import subprocess
import tempfile
import unittest

import motus

GOOD = {"version": 2, "name": "good"}
# A machine that nothing is wrong with but the name it lacks.
ODD = {"version": 2, "library": {"timelines": [{"id": 3, "duration": 10}]}}
BAD = {"version": 2, "library": {"timelines": [
    {"id": 3, "name": "t", "duration": 10, "work_start": 9, "work_end": 5, "tracks": [
        {"id": 4, "kind": "timeline", "timeline": 99}]}]}}


class Validate(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        folder = pathlib.Path(scratch.name)
        self.good, self.odd, self.bad = (folder / f"{name}.motus" for name in ("good", "odd", "bad"))
        for path, value in ((self.good, GOOD), (self.odd, ODD), (self.bad, BAD)):
            path.write_text(json.dumps(value))

    def test_the_files_are_what_they_are_called(self):
        for path, severities in ((self.good, set()), (self.odd, {"warning"})):
            report = motus.ok("validate", path, "--json")
            self.assertEqual({fault["severity"] for fault in report["faults"]}, severities)
        report = json.loads(motus.run("validate", self.bad, "--json").stdout)
        self.assertGreaterEqual(sum(f["severity"] == "error" for f in report["faults"]), 2)

    def test_several_files(self):
        files = [self.good, self.bad, self.odd, "hero", self.good.with_name("no.motus")]
        done = motus.run("validate", *files, "--json")
        self.assertEqual(done.returncode, 1)
        reports = [json.loads(line) for line in done.stdout.splitlines()]
        for file, report in zip(files, reports, strict=True):
            self.assertEqual(list(report), ["file", "ok", "faults"])
            self.assertEqual(report["file"], str(file))
            alone = json.loads(motus.run("validate", file, "--json").stdout)
            self.assertEqual({"file": str(file), **alone}, report)
        self.assertEqual([report["ok"] for report in reports], [True, False, True, True, False])
        messages = done.stderr.decode().splitlines()
        self.assertEqual(len(messages), 2)
        self.assertRegex(messages[0], f"^motus: {self.bad}: /library/timelines/@3")
        self.assertRegex(messages[1], "^motus: .*no.motus: there is no such file")
        self.assertEqual(motus.run("validate", self.good, "hero", "--json").returncode, 0)

    def test_text_of_several_files(self):
        done = motus.run("validate", self.good, self.bad)
        self.assertEqual(done.returncode, 1)
        lines = done.stdout.decode().splitlines()
        self.assertEqual(lines[:2], [f"{self.good}: no faults", str(self.bad)])
        self.assertTrue(all(line.startswith(("error", "warning")) for line in lines[2:]), lines)

    def test_strict(self):
        for options in ([], ["--json"]):
            self.assertEqual(motus.run("validate", self.odd, *options).returncode, 0)
            done = motus.run("validate", self.odd, "--strict", *options)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr.decode(), f"^motus: {self.odd}: .*/library/timelines/@3")
            self.assertEqual(motus.run("validate", self.good, "--strict", *options).returncode, 0)
        report = json.loads(motus.run("validate", self.odd, "--strict", "--json").stdout)
        self.assertIs(report["ok"], False)
        self.assertEqual(report["faults"], motus.ok("validate", self.odd, "--json")["faults"])

    def test_nothing_is_said_twice(self):
        for file, options in ((self.bad, []), (self.odd, ["--strict"])):
            faults = json.loads(motus.run("validate", file, "--json").stdout)["faults"]
            done = subprocess.run([motus.TOOL, "validate", file, *options], check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 1)
            text = done.stdout.decode()
            for fault in faults:
                self.assertEqual(text.count(fault["message"]), 1, text)
            self.assertEqual(text.count(str(file)), 1, text)
            self.assertTrue(text.splitlines()[-1].startswith("motus: "), text)

    def test_stderr_names_file_and_place(self):
        done = motus.run("validate", self.bad)
        faults = json.loads(motus.run("validate", self.bad, "--json").stdout)["faults"]
        errors = [fault for fault in faults if fault["severity"] == "error"]
        self.assertEqual(done.stderr.decode().splitlines()[0].split("; ")[1],
                         f"the first is at {errors[0]['path']}")
        self.assertRegex(done.stderr.decode(), rf"^motus: {self.bad}: {len(errors)} errors")
        self.assertNotIn(str(self.bad), done.stdout.decode())

    def test_quiet(self):
        done = motus.run("validate", self.good, "hero", "--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))
        done = motus.run("validate", self.bad, "--quiet")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"error", done.stdout)


if __name__ == "__main__":
    motus.main()
