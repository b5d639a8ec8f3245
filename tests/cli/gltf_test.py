#!/usr/bin/env python3
"""glTF files made here: what export leaves out, and what sample prints of coarse keys."""
import base64
import json
import math
import pathlib
import struct
import tempfile
import unittest

import motus


def gltf(binary, **parts):
    uri = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
    return {"asset": {"version": "2.0"}, "buffers": [{"byteLength": len(binary), "uri": uri}], **parts}


class Gltf(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(json.dumps(content))
        return path

    def triangle(self, **parts):
        return gltf(struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0),
                    bufferViews=[{"buffer": 0, "byteLength": 36}],
                    accessors=[{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                                "min": [0, 0, 0], "max": [1, 1, 0]}],
                    nodes=[{"mesh": 0}], scenes=[{"nodes": [0]}], **parts)

    def test_a_missing_texture_is_a_warning(self):
        mesh = {"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}
        source = self.write("a.gltf", self.triangle(
            meshes=[mesh], images=[{"uri": "gone.png"}], textures=[{"source": 0}],
            materials=[{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]))
        out = self.folder / "out.glb"
        done = motus.run("export", source, "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("gone.png", done.stderr.decode())
        self.assertRegex(done.stderr.decode(), r"warning: images\[0\]: the image is left out")
        self.assertEqual(motus.ok("validate", out, "--json"), {"ok": True, "faults": []})

    def test_required_extensions_of_looks_are_warnings(self):
        mesh = {"primitives": [{"attributes": {"POSITION": 0}}]}
        for name, code in (("KHR_texture_basisu", 0), ("KHR_lights_punctual", 0),
                           ("EXT_mesh_gpu_instancing", 1)):
            path = self.write("b.gltf", self.triangle(meshes=[mesh], extensionsUsed=[name],
                                                      extensionsRequired=[name]))
            done = motus.run("validate", path, "--json")
            self.assertEqual(done.returncode, code, done.stderr)
            (fault,) = json.loads(done.stdout)["faults"]
            self.assertEqual((fault["severity"], fault["path"]),
                             ("error" if code else "warning", "extensionsRequired[0]"))

    def test_sampled_rotations_have_the_length_of_their_keys(self):
        keys = [(0, 0, 0, 127), (0, 0, 90, 90)]
        binary = struct.pack("<2f", 0, 1) + b"".join(struct.pack("4b", *key) for key in keys)
        path = self.write("c.gltf", gltf(
            binary, nodes=[{"name": "a"}],
            bufferViews=[{"buffer": 0, "byteLength": 8},
                         {"buffer": 0, "byteOffset": 8, "byteLength": 8}],
            accessors=[{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"},
                       {"bufferView": 1, "componentType": 5120, "count": 2, "type": "VEC4",
                        "normalized": True}],
            animations=[{"channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
                         "samplers": [{"input": 0, "output": 1}]}]))
        (node,) = motus.ok("sample", path, "--clip=0", "--time=1", "--json")["nodes"]
        for printed, key in zip(node["rotation"], keys[1]):
            self.assertAlmostEqual(printed, key / 127, delta=1e-7)
        length = math.hypot(*node["rotation"])
        self.assertGreater(abs(length - 1), 1e-3, "the key is not of unit length")
        self.assertLess(abs(length - 1), 5e-3)
        # The world matrix is made of the numbers that are printed.
        _, _, z, w = node["rotation"]
        self.assertAlmostEqual(node["world"][1], 2 * z * w, delta=1e-6)

    @motus.needs_data
    def test_compressed_streams_hold_what_the_fallback_holds(self):
        """Khronos' sample of KHR_meshopt_compression has every view compressed and plain."""
        folder = motus.data("models", "MeshoptCubeTest")
        tree = json.loads((folder / "MeshoptCubeTest.gltf").read_text())
        first = {(folder / "MeshoptCubeTest.bin").read_bytes()[
            view["extensions"]["KHR_meshopt_compression"].get("byteOffset", 0)]
            for view in tree["bufferViews"] if "extensions" in view}
        self.assertLessEqual({0xa0, 0xa1, 0xd1, 0xe1}, first, "both versions, triangles and indices")
        for part in tree["bufferViews"] + tree["buffers"]:
            part.pop("extensions", None)
        for buffer in tree["buffers"]:
            (self.folder / buffer["uri"]).write_bytes((folder / buffer["uri"]).read_bytes())
        tree["extensionsUsed"].remove("KHR_meshopt_compression")
        plain = self.write("plain.gltf", tree)
        for time in (0, 0.7):
            read = [motus.ok("sample", file, "--clip=0", f"--time={time}", "--verts", "--json")
                    for file in (folder / "MeshoptCubeTest.gltf", plain)]
            self.assertGreater(len(read[0]["verts"]), 30)
            self.assertEqual(*read)


if __name__ == "__main__":
    motus.main()
