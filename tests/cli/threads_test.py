#!/usr/bin/env python3
"""What the program does with more than one thread, for the thread sanitizer to look at."""
import concurrent.futures
import json

import motus
from bake_many_test import Documents
from studio_test import Studio

THREADS = 8


class Threads(Documents):
    def test_bakes_into_a_folder(self):
        paths = self.documents(24)
        paths[7].write_text("{")
        baked = []
        for jobs in (1, THREADS):
            out = self.folder / f"out{jobs}"
            for current in (0, 23):
                done = motus.run("bake", *paths, "--out-dir", out, "-j", jobs, "--json")
                report = json.loads(done.stdout)
                self.assertEqual((done.returncode, report["current"], report["failed"]),
                                 (1, current, 1), done.stderr)
                self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
            baked.append([p.read_bytes() for p in sorted(out.glob("*.motusb"))])
        self.assertEqual(len(baked[0]), 23)
        self.assertTrue(baked[0] == baked[1])

    def test_frames_of_crowds(self):
        done = motus.run("bench", "spine", "--filter", "^frame/10000/|threads", "--threads", "2",
                         "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        hashes = [json.loads(line)["hash"] for line in done.stdout.splitlines()]
        self.assertGreater(len(hashes), 1)
        self.assertEqual(len(set(hashes)), 1)

    def test_a_studio_that_many_ask(self):
        with Studio() as studio:
            tag = studio.ask("GET", "/files/hero.motus")[1]["ETag"]

            def ask(i):
                for path in ("/", "/api/project", "/files/hero.motus", "/files/none.motus"):
                    studio.ask("GET", path)
                return studio.put("/files/hero.motus", b"%d" % i, If_Match=tag)[0]

            with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
                answers = sorted(pool.map(ask, range(2 * THREADS)))
            self.assertEqual(answers, [200] + [412] * (2 * THREADS - 1))
        self.assertEqual(studio.code, 0)


if __name__ == "__main__":
    motus.main()
