#!/usr/bin/env python3
"""motus bench: what it prints, and that it measured what it says."""
import json
import struct
import unittest

import motus


class Bench(unittest.TestCase):
    def bench(self, *args):
        done = motus.run("bench", *args, "--threads", "1", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return {line["name"]: line["hash"] for line in map(json.loads, done.stdout.splitlines())}

    @unittest.skipIf(motus.SANITIZED, "sixty programs, which other tests run there")
    def test_bench_samples_forward(self):
        # The hash again, out of the poses that `sample` prints: a sixtieth of a second each.
        value = 0xcbf29ce484222325
        for step in range(60):
            nodes = motus.ok("sample", "spine", "--clip=0", f"--time={(step + 2) / 60}",
                             "--loop=loop", "--json")["nodes"]
            for part, size in (("translation", 3), ("rotation", 4), ("scale", 3)):
                for plane in range(size):
                    for node in nodes:
                        for byte in struct.pack("<f", node[part][plane]):
                            value = (value ^ byte) * 0x100000001b3 % 2**64
        hashes = self.bench("spine", "--filter", "(sample|seek)/exact")
        self.assertEqual(hashes["sample/exact/spine"], f"{value:016x}")
        self.assertNotEqual(hashes["seek/exact/spine"], f"{value:016x}")

    def test_bench_has_a_hash_where_there_is_no_skin(self):
        hashes = self.bench("morph", "--filter", "frame/1/|frame/16/|sample/fast")
        self.assertEqual(len(set(hashes.values()) - {"cbf29ce484222325"}), 3)

    def test_bench_prints_what_it_measured(self):
        lines = motus.run("bench", "spine", "--filter", "^(sample|frame/16/)", "--threads", "1",
                          "--json").stdout.splitlines()
        names = [json.loads(line)["name"] for line in lines]
        self.assertEqual(names, ["sample/exact/spine", "sample/fast/spine", "sample/small/spine",
                                 "frame/16/spine"])
        for line in lines:
            self.assertGreater(json.loads(line)["nsPerJoint"], 0)
            self.assertEqual(len(json.loads(line)["hash"]), 16)


if __name__ == "__main__":
    motus.main()
