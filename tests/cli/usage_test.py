#!/usr/bin/env python3
"""Exit codes, streams, help, JSON shapes and key order, on the embedded scenes."""
import json
import os
import pathlib
import pty
import re
import subprocess
import tempfile
import unittest

import motus

VERBS = ["inspect", "validate", "sample", "mix", "export"]
ESCAPE = b"\x1b"


def on_terminal(*args, **variables):
    """Exit code of motus, and what it writes to a terminal."""
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    env.update({"TERM": "xterm", **variables})
    master, slave = pty.openpty()
    with subprocess.Popen([motus.TOOL, *args], stdin=subprocess.DEVNULL, stdout=slave,
                          stderr=subprocess.DEVNULL, env=env) as process:
        os.close(slave)
        text = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:
                piece = b""
            if not piece:
                break
            text += piece
    os.close(master)
    return process.returncode, text


class Usage(unittest.TestCase):
    def wrong(self, *args, says=""):
        done = motus.run(*args)
        self.assertEqual((done.returncode, done.stdout), (2, b""), args)
        self.assertRegex(done.stderr.decode(), "^motus: .*" + says)
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def at_fault(self, *args, says):
        done = motus.run(*args)
        self.assertEqual(done.returncode, 1, args)
        self.assertRegex(done.stderr.decode(), "^motus: " + says)
        return done

    def test_help(self):
        top = motus.run("--help")
        self.assertEqual((top.returncode, top.stderr), (0, b""))
        for verb in VERBS:
            self.assertIn(verb, top.stdout.decode())
            done = motus.run(verb, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            text = done.stdout.decode()
            self.assertRegex(text, rf"Example:\n  motus {verb} ")
            self.assertRegex(text, r"Scenes:\n  hero ")
            self.assertIn("--json", text)

    def test_the_examples_work(self):
        with tempfile.TemporaryDirectory() as folder:
            script = {"dt": 0.1, "steps": 3, "start": [{"clip": "Walk"}]}
            pathlib.Path(folder, "fade.json").write_text(json.dumps(script))
            for verb in VERBS:
                text = motus.run(verb, "--help").stdout.decode()
                line = re.search(r"Example:\n  motus (.*)", text)[1]
                args = [a.replace("character.glb", "hero") for a in line.split()]
                files = ("hero.glb", "fade.json")
                args = [os.path.join(folder, a) if a in files else a for a in args]
                done = motus.run(*args)
                self.assertEqual((done.returncode, done.stderr), (0, b""), line)
                self.assertNotEqual(done.stdout, b"")

    def test_version(self):
        done = motus.run("--version")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertRegex(done.stdout.decode(), r"^motus \d+\.\d+\.\d+\n$")

    def test_wrong_usage(self):
        self.wrong(says="a verb is missing; there are inspect")
        self.wrong("dance", says='no verb "dance"')
        self.wrong("--dance")
        self.wrong("inspect", "--dance", says=".*--dance")
        self.wrong("inspect", "hero", "spine", says=".*spine")
        self.wrong("export", "hero", says=".*--output")
        self.wrong("mix", "hero", says=".*--script")
        self.wrong("export", "hero", "-o", "hero.fbx", says=r".*\.glb")
        self.wrong("sample", "hero", says=".*--clip")
        self.wrong("sample", "hero", "--clip", "0", says=".*--time")
        self.wrong("sample", "hero", "--time", "0", says=".*--clip")
        self.wrong("sample", "hero", "--rest", "--clip", "0", says=".*--rest")
        for time in ("nan", "NaN", "-nan", "inf", "-inf", "1e999", "abc", "", "1s", "0x10", "1,5"):
            self.wrong("sample", "hero", "--clip", "0", f"--time={time}", says=".*--time")
        for loop in ("", "twice", "Loop", "LOOP"):
            self.wrong("sample", "hero", "--clip", "0", "--time=0", f"--loop={loop}", says=".*--loop")

    def test_input_at_fault(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for extension in (".motus", ".motusb", ".controller", ".anim", ".fbx", ".obj", ""):
                path = folder / f"file{extension}"
                path.write_bytes(b"{}")
                says = ".*kind.*reads .glb, .gltf, .fbx, .bvh" if extension in (".obj", "") else ""
                done = self.at_fault("inspect", path, says=f"{path}: {says}")
                self.assertEqual(done.stdout, b"")
            (folder / "folder.glb").mkdir()
            for verb in (["inspect"], ["sample", "--rest"], ["export", "-o", folder / "out.glb"]):
                for bad in ("no-such-file.glb", "no-such-scene", "folder.glb"):
                    path = folder / bad
                    done = self.at_fault(*verb, path, "--json", says=re.escape(str(path)) + ": ")
                    self.assertEqual(done.stdout, b"")
            self.assertEqual(sorted(p.name for p in folder.iterdir() if p.name.startswith("out")), [])
            self.at_fault("inspect", "Hero", says="Hero: there is no such file or scene; .*hero")
            self.at_fault("export", "hero", "-o", folder / "no" / "out.glb", says=f"{folder}/no/out.glb: ")

    def test_unknown_clip_names_the_clips(self):
        clips = [clip["name"] for clip in motus.ok("inspect", "morph", "--json")["clips"]]
        for clip in ("Moonwalk", str(len(clips)), "-1", "4294967296", ""):
            done = motus.run("sample", "morph", f"--clip={clip}", "--time=0", "--json")
            self.assertEqual(done.stdout, b"")
            if clip:
                self.assertEqual(done.returncode, 1)
                for name in clips:
                    self.assertIn(f'"{name}"', done.stderr.decode())

    def test_a_full_disk_is_said(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([motus.TOOL, "inspect", "spine"], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), "^motus: stdout: .*space")


class Streams(unittest.TestCase):
    CALLS = [["inspect", "hero"], ["validate", "spine"], ["sample", "spine", "--rest"],
             ["sample", "morph", "--clip", "0", "--time", "0.5"]]

    def test_json_alone_on_stdout(self):
        for call in self.CALLS:
            done = motus.run(*call, "--json")
            self.assertEqual((done.returncode, done.stderr), (0, b""), call)
            self.assertEqual(done.stdout.count(b"\n"), 1)
            self.assertTrue(done.stdout.endswith(b"}\n"))
            json.loads(done.stdout)

    def test_no_colour_in_a_pipe(self):
        for call in self.CALLS:
            done = motus.run(*call)
            self.assertEqual(done.returncode, 0)
            self.assertNotIn(ESCAPE, done.stdout)
            self.assertNotIn(ESCAPE, done.stderr)
            self.assertGreater(done.stdout.count(b"\n"), 0)

    def test_colour_on_a_terminal_only_where_wanted(self):
        code, text = on_terminal("inspect", "spine")
        self.assertEqual(code, 0)
        self.assertIn(ESCAPE, text)
        self.assertNotIn(ESCAPE, on_terminal("inspect", "spine", NO_COLOR="1")[1])
        self.assertIn(ESCAPE, on_terminal("inspect", "spine", NO_COLOR="")[1])
        self.assertNotIn(ESCAPE, on_terminal("inspect", "spine", TERM="dumb")[1])
        self.assertNotIn(ESCAPE, on_terminal("inspect", "spine", "--json")[1])

    def test_people_get_aligned_columns(self):
        lines = motus.run("inspect", "hero").stdout.decode().splitlines()
        start = next(i for i, line in enumerate(lines) if "seconds" in line)
        column = lines[start].index("seconds") + len("seconds")
        rows = lines[start + 1:]
        self.assertGreaterEqual(len(rows), 6)
        for row in rows:
            self.assertRegex(row[:column], r"\d\.\d{3}$")

    def test_the_default_is_hero(self):
        self.assertEqual(motus.run("inspect", "--json").stdout,
                         motus.run("inspect", "hero", "--json").stdout)


class Shapes(unittest.TestCase):
    def starts(self, thing, keys):
        """The keys of the contract come first and in its order; others may follow."""
        self.assertEqual(list(thing)[:len(keys)], keys)

    def test_inspect(self):
        for scene in ("hero", "spine", "chain67", "morph"):
            info = motus.ok("inspect", scene, "--json")
            self.starts(info, ["kind", "nodes", "skins", "meshes", "morphTargets", "clips",
                               "machines", "timelines", "warnings"])
            self.assertEqual(info["kind"], "gltf")
            for skin in info["skins"]:
                self.starts(skin, ["name", "joints"])
            self.assertGreater(len(info["clips"]), 0)
            for clip in info["clips"]:
                self.starts(clip, ["name", "duration", "channels", "interpolations"])
                self.assertEqual(list(clip["interpolations"]), ["STEP", "LINEAR", "CUBICSPLINE"])
                self.assertEqual(sum(clip["interpolations"].values()), clip["channels"])
            self.assertEqual((info["machines"], info["timelines"], info["warnings"]), ([], [], []))

    def test_validate(self):
        report = motus.ok("validate", "hero", "--json")
        self.assertEqual(report, {"ok": True, "faults": []})
        with tempfile.NamedTemporaryFile(suffix=".glb") as file:
            done = motus.run("validate", file.name, "--json")
            self.assertEqual(done.returncode, 1)
            report = json.loads(done.stdout)
            self.starts(report, ["ok", "faults"])
            self.assertIs(report["ok"], False)
            self.starts(report["faults"][0], ["severity", "code", "path", "message"])
            self.assertEqual(report["faults"][0]["severity"], "error")
            self.assertRegex(done.stderr.decode(), f"^motus: {file.name}: .")

    def test_sample(self):
        for scene in ("hero", "spine", "chain67", "morph"):
            info = motus.ok("inspect", scene, "--json")
            clip = info["clips"][0]
            pose = motus.ok("sample", scene, "--clip", clip["name"], "--time", "0.1", "--json")
            self.starts(pose, ["clip", "duration", "time", "nodes", "skins"])
            self.assertEqual((pose["clip"], pose["duration"], pose["time"]),
                             (clip["name"], clip["duration"], 0.1))
            self.assertEqual([n["index"] for n in pose["nodes"]], list(range(info["nodes"])))
            for node in pose["nodes"]:
                self.starts(node, ["index", "name", "translation", "rotation", "scale", "world"])
                sizes = [len(node[k]) for k in ("translation", "rotation", "scale", "world")]
                self.assertEqual(sizes, [3, 4, 3, 16])
                self.assertEqual(node["world"][3::4], [0, 0, 0, 1])
            self.assertEqual(len(pose["skins"]), len(info["skins"]))
            for skin, about in zip(pose["skins"], info["skins"]):
                self.starts(skin, ["index", "joints", "palette"])
                self.assertEqual(len(skin["joints"]), about["joints"])
                self.assertEqual([len(m) for m in skin["palette"]], [12] * about["joints"])
        weights = [n["weights"] for n in pose["nodes"] if "weights" in n]
        self.assertGreater(len(weights), 0)
        self.assertEqual(len(weights[0]), info["morphTargets"])

    def test_sample_rest(self):
        pose = motus.ok("sample", "spine", "--rest", "--json")
        self.assertEqual((pose["clip"], pose["duration"], pose["time"]), (None, 0, 0))
        for matrix in pose["skins"][0]["palette"]:
            for got, want in zip(matrix, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]):
                self.assertAlmostEqual(got, want, delta=1e-5)

    def test_sample_time(self):
        clip = motus.ok("inspect", "chain67", "--json")["clips"][0]
        d = clip["duration"]

        def effective(time, loop):
            return motus.ok("sample", "chain67", "--clip=0", f"--time={time!r}", "--loop", loop,
                            "--json")["time"]
        for time, loop, want in ((0.0, "once", 0), (0.25, "once", 0.25), (d, "once", d),
                                 (d + 1, "once", d), (-1.0, "once", 0), (d, "loop", 0),
                                 (d + 0.25, "loop", 0.25), (-0.25, "loop", d - 0.25),
                                 (d, "pingpong", d), (d + 0.25, "pingpong", d - 0.25),
                                 (2 * d + 0.25, "pingpong", 0.25), (-0.25, "pingpong", 0.25),
                                 (1e300, "once", d), (-1e300, "once", 0)):
            self.assertAlmostEqual(effective(time, loop), want, delta=1e-8, msg=(time, loop))
        for loop in ("loop", "pingpong"):
            self.assertTrue(0 <= effective(1e300, loop) <= d)

    def test_clip_by_name_and_index(self):
        clips = motus.ok("inspect", "morph", "--json")["clips"]
        for index, clip in enumerate(clips):
            by_name, by_index = (motus.run("sample", "morph", "--clip", key, "--time=0.2", "--json")
                                 for key in (clip["name"], index))
            self.assertEqual(by_name.stdout, by_index.stdout)
            self.assertEqual(by_name.returncode, 0)

    def test_numbers_are_shortest(self):
        text = motus.run("sample", "chain67", "--clip=0", "--time=0.3", "--json").stdout.decode()
        numbers = re.findall(r"(?<=[\[,])-?\d+\.\d+(?:e[-+]\d+)?(?=[\],])", text)
        self.assertGreater(len(numbers), 500)
        # A float needs at most nine digits.
        self.assertLessEqual(max(len(re.sub(r"e.*|^-?0\.0*|[-.]", "", n)) for n in numbers), 9)


class Export(unittest.TestCase):
    def test_the_export_plays_the_same(self):
        with tempfile.TemporaryDirectory() as name:
            for scene in ("hero", "spine", "chain67", "morph"):
                path = pathlib.Path(name, "out.glb")
                report = motus.ok("export", scene, "-o", path, "--json")
                self.assertEqual(report, {"file": str(path), "bytes": path.stat().st_size})
                self.assertEqual(os.listdir(name), ["out.glb"])
                self.assertEqual(motus.ok("validate", path, "--json"), {"ok": True, "faults": []})
                self.assertEqual(motus.run("inspect", path, "--json").stdout,
                                 motus.run("inspect", scene, "--json").stdout)
                for args in (["--rest"], ["--clip=0", "--time=0.3"]):
                    self.assertEqual(motus.run("sample", path, *args, "--json").stdout,
                                     motus.run("sample", scene, *args, "--json").stdout)


if __name__ == "__main__":
    motus.main()
