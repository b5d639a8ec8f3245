#!/usr/bin/env python3
"""VRM avatars and VRM animations on the command line: glTF files with a humanoid."""
import json
import pathlib
import struct
import unittest

import motus
from document_test import Folder


def with_extension(source, target, name, extension):
    """A copy of a .glb file with an extension at its root."""
    data = source.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    tree = json.loads(data[20:20 + length])
    tree.setdefault("extensions", {})[name] = extension
    tree.setdefault("extensionsUsed", []).append(name)
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length:]
    target.write_bytes(b"glTF" + struct.pack("<III", 2, 20 + len(text) + len(rest), len(text)) + b"JSON" +
                       text + rest)
    return target


class Vrm(Folder):
    def avatar(self, name="avatar.vrm"):
        """The spine as an avatar: bones are numbers of nodes."""
        glb = self.folder / "spine.glb"
        motus.ok("export", "spine", "-o", glb, "--json")
        nodes = motus.ok("sample", glb, "--rest", "--json")["nodes"]
        bones = {"hips": {"node": nodes[0]["index"]}, "spine": {"node": nodes[1]["index"]}}
        one = {"specVersion": "1.0", "humanoid": {"humanBones": bones}, "lookAt": {"type": "bone"},
               "expressions": {"preset": {"happy": {}}}}
        return with_extension(glb, self.folder / name,
                              "VRMC_vrm_animation" if name.endswith("a") else "VRMC_vrm", one)

    def test_inspect(self):
        for name, extension in (("avatar.vrm", "VRMC_vrm"), ("motion.vrma", "VRMC_vrm_animation")):
            found = motus.ok("inspect", self.avatar(name), "--json")
            self.assertEqual((found["kind"], found["extension"], found["version"]),
                             ("vrm", extension, "1.0"))
            self.assertEqual([bone["bone"] for bone in found["humanoid"]], ["hips", "spine"])
            self.assertEqual((found["expressions"], found["lookAt"]), (["happy"], True))
            self.assertEqual(found["warnings"], [])
            self.assertEqual(len(found["clips"]), 2)

    def test_it_plays_as_gltf(self):
        avatar = self.avatar()
        for time in (0, 0.4):
            got, want = (motus.ok("sample", file, "--clip", "Bend", "--time", time, "--verts", "--json")
                         for file in (avatar, "spine"))
            self.assertEqual(got, want)

    def test_animations_are_clips_of_the_avatar(self):
        avatar, motion = self.avatar(), self.avatar("motion.vrma")
        document = self.folder / "avatar.motus"
        done = motus.ok("import", avatar, motion, "-o", document, "--json")
        self.assertEqual([i["clips"]["added"] for i in done["imports"]],
                         [["Slide", "Bend"], ["Slide 2", "Bend 2"]])
        want = motus.ok("sample", "spine", "--clip", "Bend", "--time", 0.4, "--json")["nodes"]
        got = motus.ok("sample", document, "--clip", "Bend 2", "--time", 0.4, "--json")["nodes"]
        self.assertEqual(got, want)
        tree = json.loads(document.read_text())
        notes = {n["name"]: n for n in tree["scene"]["entities"][0]["annotations"]}
        self.assertEqual(sorted(notes), ["Expressions", "Humanoid", "Look-at"])
        self.assertIn("hips", [field["name"] for field in notes["Humanoid"]["fields"]])


if __name__ == "__main__":
    motus.main()
