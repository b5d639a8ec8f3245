#!/usr/bin/env python3
"""motus render: pictures, sheets and films; what is refused; nothing half-written."""
import json
import os
import pathlib
import pty
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import motus


def png_size(path):
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
    return struct.unpack(">II", data[16:24])


def webp_frames(path):
    """Durations of the frames of an animated WebP, by walking its chunks."""
    data = path.read_bytes()
    assert data[:4] == b"RIFF" and data[8:12] == b"WEBP", data[:12]
    at, frames = 12, []
    while at + 8 <= len(data):
        size = struct.unpack("<I", data[at + 4:at + 8])[0]
        if data[at:at + 4] == b"ANMF":
            frames.append(int.from_bytes(data[at + 20:at + 23], "little"))
        at += 8 + size + size % 2
    return frames


class Render(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def files(self):
        return sorted(p.name for p in self.path.iterdir())

    def test_picture(self):
        out = self.path / "a.png"
        report = motus.ok("render", "spine", "-o", out, "--size", "96x64", "--json")
        self.assertEqual(png_size(out), (96, 64))
        self.assertEqual((report["width"], report["height"], report["frames"]), (96, 64, 1))
        self.assertEqual(report["bytes"], out.stat().st_size)
        self.assertIn("OpenGL ES", report["renderer"])

    def test_time_changes_the_picture(self):
        pictures = []
        for seconds in ("0", "0.3", "0"):
            out = self.path / "a.png"
            motus.ok("render", "morph", "-o", out, "--size", "64x64", "--time", seconds, "--json")
            pictures.append(out.read_bytes())
        self.assertNotEqual(pictures[0], pictures[1])
        self.assertEqual(pictures[0], pictures[2])

    def test_sheet(self):
        out = self.path / "a.png"
        report = motus.ok("render", "spine", "-o", out, "--size", "50x40", "--sheet", "4", "--json")
        self.assertEqual(report["frames"], 4)
        self.assertEqual(png_size(out), (report["width"], report["height"]))
        self.assertGreater(report["width"], 100)

    def test_film_divides_its_clip(self):
        out = self.path / "a.webp"
        clip = motus.ok("inspect", "spine", "--json")["clips"][0]
        report = motus.ok("render", "spine", "--clip", "0", "-o", out, "--size", "48x48", "--fps",
                          "8", "--json")
        frames = webp_frames(out)
        self.assertEqual(report["frames"], max(1, round(clip["duration"] * 8)))
        self.assertAlmostEqual(sum(frames), clip["duration"] * 1000, delta=2)
        self.assertEqual(self.files(), ["a.webp"])

    def test_film_by_ffmpeg(self):
        out = self.path / "a.gif"
        done = motus.run("render", "spine", "-o", out, "--size", "32x32", "--fps", "4")
        if shutil.which("ffmpeg"):
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(out.read_bytes()[:3], b"GIF")
            self.assertEqual(self.files(), ["a.gif"])
        empty = dict(os.environ, PATH="/nonexistent")
        done = motus.run("render", "spine", "-o", self.path / "b.mp4", "--size", "32x32", env=empty)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"ffmpeg", done.stderr)
        self.assertNotIn("b.mp4", self.files())

    def test_frames_reach_ffmpeg_whatever_the_name_and_the_streams(self):
        """One that stands in for it: takes the frames, and a name as ffmpeg would."""
        stand_in = self.path / "bin" / "ffmpeg"
        stand_in.parent.mkdir()
        stand_in.write_text('#!/bin/sh\nfor name; do :; done\n'
                            'case $name in file:*) cat > "${name#file:}";; *) exit 3;; esac\n')
        stand_in.chmod(0o755)
        env = dict(os.environ, PATH=f"{stand_in.parent}:{os.environ['PATH']}")
        for closed in ((), (0,), (0, 1, 2)):
            out = self.path / "take:2.mp4"
            done = subprocess.run(
                [motus.TOOL, "render", "spine", "-o", out, "--size", "32x32", "--fps", "4"],
                env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                preexec_fn=lambda: [os.close(stream) for stream in closed])
            # Without stdout it has nowhere to say how the film became.
            self.assertEqual(done.returncode, 1 if 1 in closed else 0, closed)
            size = out.stat().st_size
            self.assertGreater(size, 0)
            self.assertEqual(size % (32 * 32 * 4), 0)
            out.unlink()
        stand_in.write_text("#!/bin/sh\ncat > /dev/null\nexit 3\n")
        done = motus.run("render", "spine", "-o", out, "--size", "32x32", "--fps", "4", env=env)
        self.assertIn(b"take:2.mp4: ffmpeg failed, status 3", done.stderr)

    def test_wrong_usage(self):
        for arguments in (["-o", "a.bmp"], ["-o", "a.png", "--size", "12"],
                          ["-o", "a.png", "--size", "0x10"], ["-o", "a.png", "--camera", "up"],
                          ["-o", "a.png", "--background", "#12345"], ["-o", "a.webp", "--sheet", "3"],
                          ["-o", "a.png", "--overlay", "bones"],
                          ["-o", "a.png", "--overlay", "attach=Spine@1:2"], ["-o", "a.png", "--crowd", "0"],
                          ["-o", "a.webp", "--fps", "0"], ["-o", "a.png", "--time", "soon"]):
            with self.subTest(arguments=arguments):
                done = motus.run("render", "spine", *arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertTrue(done.stderr.startswith(b"motus: render: "), done.stderr)
                self.assertEqual(done.stdout, b"")

    def test_input_at_fault(self):
        out = self.path / "a.png"
        for arguments, words in ((["--clip", "NoSuchClip"], b"NoSuchClip"),
                                 (["--overlay", "heat=NoSuchJoint"], b"NoSuchJoint"),
                                 (["--overlay", "attach=NoSuchJoint"], b"NoSuchJoint")):
            done = motus.run("render", "spine", "-o", out, *arguments)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
        done = motus.run("render", "spine", "-o", self.path / "no" / "a.png", "--size", "32x32")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.files(), [])

    def test_piped_output_has_no_bar(self):
        done = motus.run("render", "spine", "-o", self.path / "a.png", "--size", "32x32", "--sheet", "3")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, b"")

    def test_terminal_has_a_bar_that_goes_away(self):
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [motus.TOOL, "render", "spine", "-o", self.path / "a.webp", "--size", "48x48", "--fps",
             "30"], stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        said = b""
        try:
            while chunk := os.read(ours, 4096):
                said += chunk
        except OSError:  # What a terminal without a program at its end says.
            pass
        os.close(ours)
        self.assertEqual(process.wait(60), 0)
        self.assertIn(b"rendering", said)
        self.assertRegex(said, rb"30/30 +0 s left")
        self.assertTrue(said.endswith(b"\r\x1b[K"), said[-80:])

    def script(self, **changes):
        script = {"dt": 0.05, "steps": 12,
                  "start": [{"clip": "Idle", "loop": "loop", "speed": 1, "weight": 1}],
                  "events": [{"step": 4, "crossfade": {"from": "Idle", "to": "Run", "duration": 0.3}}]}
        path = self.path / "fade.json"
        path.write_text(json.dumps(dict(script, **changes)))
        return path

    def test_mix_is_filmed(self):
        script, out = self.script(), self.path / "a.webp"
        report = motus.ok("render", "hero", "--mix", script, "-o", out, "--size", "64x64", "--json")
        # 20 steps a second are all there is to show of them, whatever the rate asked for.
        self.assertEqual((report["frames"], report["clip"], report["script"]), (12, None, "fade"))
        self.assertAlmostEqual(sum(webp_frames(out)), 600, delta=2)

    def test_mix_changes_the_picture(self):
        # Standing, on the way, and running: three pictures.
        script, pictures = self.script(), []
        for seconds in ("0", "0.1", "0.5"):
            out = self.path / "a.png"
            motus.ok("render", "hero", "--mix", script, "-o", out, "--size", "64x64", "--time",
                     seconds, "--json")
            pictures.append(out.read_bytes())
        self.assertEqual(len(set(pictures)), 3)

    def test_mix_of_a_document(self):
        # A document that keeps all keys looks like what it was made from; its bake has bones.
        script, document = self.script(), self.path / "hero.motus"
        motus.ok("import", "hero", "-o", document, "--json")
        pictures = []
        for file in ("hero", document):
            out = self.path / "a.png"
            motus.ok("render", file, "--mix", script, "-o", out, "--size", "64x64", "--time", "0.3",
                     "--json")
            pictures.append(out.read_bytes())
        self.assertEqual(*pictures)
        baked, out = self.path / "hero.motusb", self.path / "b.webp"
        motus.ok("bake", document, "-o", baked, "--json")
        report = motus.ok("render", baked, "--mix", script, "-o", out, "--size", "64x64", "--json")
        self.assertEqual((report["frames"], report["script"]), (12, "fade"))

    def test_scripts_at_fault(self):
        out = self.path / "a.png"
        for changes, words in (({"steps": 0}, b"steps"), ({"dt": -1}, b"dt"),
                               ({"start": [{"clip": "Nothing"}]}, b"Nothing")):
            done = motus.run("render", "hero", "--mix", self.script(**changes), "-o", out)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(b"fade.json", done.stderr)
            self.assertIn(words, done.stderr)
        done = motus.run("render", "hero", "--mix", self.script(), "-o", out, "--crowd", "5")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(self.files(), ["fade.json"])

    def machine_script(self, **changes):
        script = {"dt": 0.05, "frames": 16,
                  "inputs": [{"frame": 4, "set": {"speed": 2.0}}, {"frame": 10, "trigger": ["jump"]}]}
        path = self.path / "run.json"
        path.write_text(json.dumps(dict(script, **changes)))
        return path

    def picture_at(self, seconds, *arguments):
        out = self.path / "a.png"
        motus.ok("render", *arguments, "-o", out, "--size", "96x64", "--time", seconds, "--json")
        return out.read_bytes()

    def test_machine_is_filmed(self):
        script, out = self.machine_script(), self.path / "a.webp"
        report = motus.ok("render", "hero", "--machine", "hero", "--script", script, "-o", out,
                          "--size", "64x64", "--json")
        self.assertEqual((report["frames"], report["clip"], report["script"]), (16, None, "run"))
        self.assertAlmostEqual(sum(webp_frames(out)), 800, delta=2)
        moments = {self.picture_at(t, "hero", "--script", script) for t in ("0", "0.3", "0.7")}
        self.assertEqual(len(moments), 3)

    def test_machine_at_fault(self):
        script, out = self.machine_script(), self.path / "a.png"
        for arguments, words in ((["hero", "--machine", "nobody", "--script", script], b"nobody"),
                                 (["spine", "--script", script], b"speed"),
                                 (["hero", "--script", self.path / "no.json"], b"no.json"),
                                 (["hero", "--script", self.machine_script(frames=0)], b"frames")):
            done = motus.run("render", *arguments, "-o", out)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(words, done.stderr)
        script = self.machine_script()
        for arguments in (["--machine", "hero"], ["--script", script, "--clip", "Walk"],
                          ["--script", script, "--crowd", "3"]):
            self.assertEqual(motus.run("render", "hero", *arguments, "-o", out).returncode, 2)
        self.assertEqual(self.files(), ["run.json"])

    def test_card(self):
        out = self.path / "card.png"
        report = motus.ok("render", "card", "-o", out, "--rest", "--json")
        self.assertEqual(png_size(out), (640, 420))
        self.assertEqual(report["clip"], None)
        film = self.path / "flip.webp"
        report = motus.ok("render", "card", "--timeline", "flip", "-o", film, "--size", "96x64", "--json")
        self.assertEqual((report["timeline"], report["frames"]), ("flip", 24))
        self.assertAlmostEqual(sum(webp_frames(film)), 800, delta=2)
        moments = {self.picture_at(t, "card", "--timeline", "flip") for t in ("0", "0.1", "0.5", "9")}
        self.assertEqual(len(moments), 4)
        # By index; and the first where none is named.
        self.assertEqual(self.picture_at("0.5", "card", "--timeline", "0"), self.picture_at("0.5", "card"))

    def test_card_machine(self):
        script = self.path / "press.json"
        script.write_text(json.dumps({"dt": 0.05, "frames": 12, "inputs": [
            {"frame": 1, "set": {"hovered": True}}, {"frame": 3, "trigger": ["flip"]}]}))
        out = self.path / "a.webp"
        report = motus.ok("render", "card", "--machine", "card", "--script", script, "-o", out, "--json")
        self.assertEqual((report["frames"], report["script"], report["height"]), (12, "press", 420))
        self.assertGreater(report["width"], 640)  # The HUD stands beside the scene.

    def test_card_at_fault(self):
        out = self.path / "a.png"
        done = motus.run("render", "card", "--timeline", "nothing", "-o", out)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b'"card idle"', done.stderr)
        for arguments in (["--clip", "Walk"], ["--skeleton"], ["--crowd", "2"], ["--overlay", "heat"]):
            done = motus.run("render", "card", *arguments, "-o", out)
            self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(self.files(), [])

    def test_documents_and_baked_files(self):
        # The same clip from the scene, its document and, as bones, its baked file.
        hero, baked = self.path / "hero.motus", self.path / "hero.motusb"
        motus.ok("import", "hero", "-o", hero, "--json")
        motus.ok("bake", hero, "-o", baked, "--json")
        scene = self.picture_at("0.3", "hero", "--clip", "Walk")
        self.assertEqual(self.picture_at("0.3", hero, "--clip", "Walk"), scene)
        bones = self.picture_at("0.3", baked, "--clip", "Walk")
        self.assertNotEqual(bones, scene)
        self.assertNotEqual(bones, self.picture_at("0.6", baked, "--clip", "Walk"))
        both = self.path / "both.motus"
        motus.ok("import", "spine", "morph", "-o", both, "--json")
        names = [clip["name"] for clip in motus.ok("inspect", both, "--json")["clips"]]
        self.assertEqual(self.picture_at("0.3", both, "--clip", "3"),
                         self.picture_at("0.3", both, "--clip", names[3]))
        card = self.path / "card.motus"
        motus.ok("import", "card", "-o", card, "--json")
        motus.ok("bake", card, "-o", baked, "--json")
        self.assertEqual(self.picture_at("0.3", baked, "--timeline", "flip"),
                         self.picture_at("0.3", "card", "--timeline", "flip"))

    def test_errors_of_packing(self):
        plain = self.picture_at("0.31", "hero", "--clip", "Walk")
        error = self.picture_at("0.31", "hero", "--clip", "Walk", "--overlay", "error")
        self.assertNotEqual(plain, error)
        self.assertNotEqual(
            error, self.picture_at("0.31", "hero", "--clip", "Walk", "--overlay", "error=0.00001"))
        for arguments in (["--rest", "--overlay", "error"], ["--crowd", "3", "--overlay", "error"],
                          ["--overlay", "error=0"], ["--overlay", "error=much"]):
            done = motus.run("render", "hero", *arguments, "-o", self.path / "b.png")
            self.assertEqual(done.returncode, 2, done.stderr)

    def test_interrupt_leaves_nothing(self):
        for name in ["a.webp"] + (["a.mp4"] if shutil.which("ffmpeg") else []):
            process = subprocess.Popen(
                [motus.TOOL, "render", "spine", "-o", self.path / name, "--fps", "240", "--size",
                 "400x400"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(1.5)
            process.send_signal(signal.SIGINT)
            errors = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, -signal.SIGINT, errors)
            self.assertEqual(self.files(), [])


def can_draw():
    with tempfile.TemporaryDirectory() as folder:
        done = motus.run("render", "spine", "-o", pathlib.Path(folder, "a.png"), "--size", "32x32")
        return done.returncode == 0 or b"drawing needs" not in done.stderr


if __name__ == "__main__":
    if not can_draw():
        print("SKIPPED: nothing can be drawn here")
        sys.exit(motus.SKIPPED)
    motus.main()
