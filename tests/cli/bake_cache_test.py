#!/usr/bin/env python3
"""The cache of bakes: nothing is packed twice, and it never gives a wrong byte."""
import json
import math
import os
import random
import resource
import shutil
import struct
import subprocess
import time

import motus
from bake_test import Baking, rigs_in
from document_test import glb_json, write_glb

MANY = 20 if motus.SANITIZED else 1000
KILLS = 4 if motus.SANITIZED else 25


def cpu_seconds(*args):
    """Processor time of a call that must succeed, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = motus.run(*args, limits=(600, 1 << 36))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def write_dancer(path, joints=10, frames=40):
    """A chain of joints that all turn, each in its own way: worth packing, in hundredths of a second."""
    times = [f / 30 for f in range(frames)]
    turns = [[(0.0, 0.0, math.sin(a), math.cos(a)) for f in range(frames)
              for a in (0.3 * math.sin(0.1 * f * (j % 3 + 1) + j) + 0.05 * math.sin(1.7 * f + j),)]
             for j in range(joints)]
    data = b"".join([struct.pack(f"<{frames}f", *times)] +
                    [struct.pack("<4f", *turn) for list_ in turns for turn in list_])
    views = [{"buffer": 0, "byteOffset": 0, "byteLength": 4 * frames}]
    views += [{"buffer": 0, "byteOffset": 4 * frames + 16 * frames * j, "byteLength": 16 * frames}
              for j in range(joints)]
    accessors = [{"bufferView": 0, "componentType": 5126, "count": frames, "type": "SCALAR",
                  "min": [0], "max": [times[-1]]}]
    accessors += [{"bufferView": 1 + j, "componentType": 5126, "count": frames, "type": "VEC4"}
                  for j in range(joints)]
    nodes = [{"name": f"joint {j}", "translation": [0, 0.2, 0],
              **({"children": [j + 1]} if j + 1 < joints else {})} for j in range(joints)]
    tree = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
            "buffers": [{"byteLength": len(data)}], "bufferViews": views, "accessors": accessors,
            "animations": [{"name": "Dance", "samplers": [{"input": 0, "output": 1 + j}
                                                          for j in range(joints)],
                            "channels": [{"sampler": j, "target": {"node": j, "path": "rotation"}}
                                         for j in range(joints)]}]}
    write_glb(path, tree, struct.pack("<I", len(data)) + b"BIN\0" + data)


class Caching(Baking):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        (self.folder / "models").mkdir()
        write_dancer(self.folder / "models" / "dancer.glb")

    def document(self, name="dancer"):
        path = self.folder / f"{name}.motus"
        motus.ok("import", self.folder / "models" / "dancer.glb", "-o", path, "--json")
        return path

    def entries(self):
        return sorted(p for p in self.cache.glob("??/*"))

    def documents(self, count):
        """Documents that are packed small, each with a bound of its own: no two share a clip."""
        text = json.loads(self.document().read_text())
        folder = self.folder / "documents"
        (folder / "models").mkdir(parents=True)
        shutil.copy(self.folder / "models" / "dancer.glb", folder / "models")
        paths = [folder / f"d{i:05}.motus" for i in range(count)]
        for i, path in enumerate(paths):
            for rig in rigs_in(text):
                rig["packed"] = "small"
                rig["error_bound"] = 0.0001 + 0.00000001 * i
            path.write_text(json.dumps(text))
        return paths

    def baked(self, folder):
        return {p.name: p.read_bytes() for p in folder.glob("*.motusb")}


class One(Caching):
    def test_a_second_bake_finds_the_first(self):
        path, out = self.document(), self.folder / "a.motusb"
        first = self.bake(path, "-o", out, "--pack", "small", "--report", "--cache", self.cache)
        content = out.read_bytes()
        self.assertEqual(list(first["clips"][0])[:7], ["name", "rig", "form", "bytes", "exactBytes",
                                                       "maxError", "encodeSeconds"])
        self.assertTrue(self.entries())
        for clip in first["clips"]:
            self.assertFalse(clip["cached"])
            self.assertLessEqual(clip["maxError"], 0.0001)
            self.assertLessEqual(clip["bytes"], clip["exactBytes"])
        again = self.bake(path, "-o", out, "--pack", "small", "--report", "--cache", self.cache)
        self.assertEqual(out.read_bytes(), content)
        for clip, before in zip(again["clips"], first["clips"]):
            self.assertEqual(clip.pop("cached"), clip["form"] != "exact")
            before.pop("cached")
            self.assertEqual(clip, before)
        self.bake(path, "-o", out, "--pack", "small", "--no-cache", "-j1")
        self.assertEqual(out.read_bytes(), content)

    def test_forms_and_bounds(self):
        path, out = self.document(), self.folder / "a.motusb"
        sizes = {}
        for form in ("exact", "fast", "small"):
            report = self.bake(path, "-o", out, "--pack", form, "--report", "--no-cache")
            sizes[form] = sum(clip["bytes"] for clip in report["clips"])
            self.assertIn(form, {clip["form"] for clip in report["clips"]})
        wide = self.bake(path, "-o", out, "--pack", "small", "--bound", "0.01", "--report")
        self.assertLess(sum(clip["bytes"] for clip in wide["clips"]), sizes["small"] + 1)
        for clip in wide["clips"]:
            self.assertLessEqual(clip["maxError"], 0.01)
        self.wrong("bake", path, "-o", out, "--bound", "0.1", says="--pack")
        self.wrong("bake", path, "-o", out, "--pack", "small", "--bound", "0", says="--bound")
        self.wrong("bake", path, "-o", out, "--pack", "tiny", says="--pack")
        self.wrong("bake", path, "-o", out, "--cache", "x", "--no-cache", says="--no-cache")

    def test_what_changes_is_baked_anew(self):
        """A document, its source, and a file beside that."""
        path, out = self.document(), self.folder / "a.motusb"
        results = set()

        def bake():
            self.bake(path, "-o", out, "--pack", "small", "--cache", self.cache)
            cached = out.read_bytes()
            self.bake(path, "-o", out, "--pack", "small", "--no-cache")
            self.assertEqual(cached, out.read_bytes())
            self.assertNotIn(cached, results)
            results.add(cached)
        bake()
        path.write_text(path.read_text().replace('"Dance"', '"Swing"', 1))
        bake()
        glb = self.folder / "models" / "dancer.glb"
        tree, rest = glb_json(glb)
        tree["nodes"][-1]["translation"] = [0.25, 0.2, 0]
        write_glb(glb, tree, rest)
        bake()
        # The same as a .gltf with a file for its numbers.
        tree, rest = glb_json(glb)
        data = rest[8:]
        self.assertEqual(tree["buffers"][0]["byteLength"], len(data))
        tree["buffers"][0]["uri"] = "numbers.bin"
        (self.folder / "models" / "dancer.gltf").write_text(json.dumps(tree))
        (self.folder / "models" / "numbers.bin").write_bytes(data)
        path = self.folder / "gltf.motus"
        motus.ok("import", self.folder / "models" / "dancer.gltf", "-o", path, "--json")
        bake()
        accessor = tree["accessors"][tree["animations"][0]["samplers"][0]["output"]]
        view = tree["bufferViews"][accessor["bufferView"]]
        at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        changed = bytearray(data)
        changed[at + 1] ^= 0x10
        (self.folder / "models" / "numbers.bin").write_bytes(changed)
        bake()

    def test_warnings_are_those_of_the_first_time(self):
        path, out = self.document(), self.folder / "a.motusb"
        document = json.loads(path.read_text())
        for rig in rigs_in(document):
            rig["packed"] = "small"
            rig["error_bound"] = 1e-9  # no form holds it
        path.write_text(json.dumps(document))
        first = motus.run("bake", path, "-o", out, "--cache", self.cache)
        again = motus.run("bake", path, "-o", out, "--cache", self.cache)
        self.assertIn(b"bake-pack", first.stderr)
        self.assertEqual(first.stderr, again.stderr)
        header = self.folder / "a.h"
        again = motus.run("bake", path, "-o", out, "--cache", self.cache, "--header", header)
        self.assertEqual(first.stderr, again.stderr)
        self.assertTrue(header.exists())

    def test_a_folder_that_cannot_be_used_costs_no_bake(self):
        path, out = self.document(), self.folder / "a.motusb"
        self.cache.write_text("a file")
        done = motus.run("bake", path, "-o", out, "--cache", self.cache)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr.decode(), "warning: nothing is kept there")
        self.assertTrue(out.exists())

    def test_the_users_folder_is_the_default(self):
        path, out, home = self.document(), self.folder / "a.motusb", self.folder / "home"
        env = {**os.environ, "HOME": str(home)}
        env.pop("XDG_CACHE_HOME", None)
        done = motus.run("bake", path, "-o", out, "--pack", "small", env=env)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(list((home / ".cache" / "motus").glob("??/*")))
        env.pop("HOME")
        done = motus.run("bake", path, "-o", out, "--pack", "small", env=env)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Many(Caching):
    def test_a_second_run_is_twenty_times_cheaper(self):
        paths = self.documents(MANY)
        args = lambda name: ("bake", *paths, "--out-dir", self.folder / name, "--cache", self.cache)
        first, _ = cpu_seconds(*args("a"))
        second, _ = cpu_seconds(*args("b"))  # another folder: nothing there is up to date
        print(f"{MANY} documents: {first:.2f} s, then {second:.2f} s: {first / second:.0f} times")
        self.assertEqual(self.baked(self.folder / "a"), self.baked(self.folder / "b"))
        self.assertEqual(len(self.baked(self.folder / "a")), MANY)
        if not motus.SANITIZED:
            self.assertGreater(first, 20 * second)

    def test_damaged_entries_are_made_again(self):
        paths, dice = self.documents(6), random.Random(1)
        self.bake(*paths, "--out-dir", self.folder / "right", "--no-cache")
        right = self.baked(self.folder / "right")
        bake = lambda: self.bake(*paths, "--out-dir", self.folder / "out", "--force",
                                 "--cache", self.cache)
        bake()
        entries = self.entries()
        self.assertGreaterEqual(len(entries), 12)
        for round_ in range(8):
            for path in self.entries():
                content = bytearray(path.read_bytes())
                if round_ % 4 == 0:
                    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
                elif round_ % 4 == 1:
                    del content[dice.randrange(len(content)):]
                elif round_ % 4 == 2:
                    content = bytearray(dice.choice(entries).read_bytes())
                else:
                    content[:] = bytes(len(content))
                path.write_bytes(content)
            bake()
            self.assertEqual(self.baked(self.folder / "out"), right, f"round {round_}")

    def test_killed_at_any_moment(self):
        paths, dice = self.documents(12), random.Random(2)
        self.bake(*paths, "--out-dir", self.folder / "right", "--no-cache")
        right, kills = self.baked(self.folder / "right"), 0
        for round_ in range(KILLS):
            out = self.folder / f"out{round_}"
            process = subprocess.Popen(
                [motus.TOOL, "bake", *map(str, paths), "--out-dir", str(out), "--cache",
                 str(self.cache), "-j2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(dice.uniform(0.0, 0.12))
            process.kill()
            kills += process.wait() < 0
            for name, content in self.baked(out).items():
                self.assertEqual(content, right[name], f"round {round_}")
            if round_ % 6 == 5:
                shutil.rmtree(self.cache)
        self.assertGreater(kills, 0)
        self.bake(*paths, "--out-dir", self.folder / "end", "--cache", self.cache)
        self.assertEqual(self.baked(self.folder / "end"), right)

    def test_processes_share_a_folder(self):
        paths = self.documents(12)
        self.bake(*paths, "--out-dir", self.folder / "right", "--no-cache")
        processes = [subprocess.Popen(
            [motus.TOOL, "bake", *map(str, paths), "--out-dir", str(self.folder / f"out{i}"),
             "--cache", str(self.cache), "-j2"], stdout=subprocess.DEVNULL) for i in range(4)]
        for i, process in enumerate(processes):
            self.assertEqual(process.wait(timeout=120), 0)
        right = self.baked(self.folder / "right")
        for i in range(4):
            self.assertEqual(self.baked(self.folder / f"out{i}"), right)
        self.assertFalse(list(self.cache.glob("**/*motus-tmp*")))


if __name__ == "__main__":
    motus.main()
