"""motus studio under clients that send too much, too slowly, or half of it; each for a few seconds."""
import gzip
import os
import pathlib
import resource
import socket
import threading
import time
import unittest

import motus
from studio_process import Studio


def limited():
    """Memory that a server needs for what it may be asked for, and no more."""
    if not motus.SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


class Bounds(unittest.TestCase):
    def alive(self, studio, seconds=10):
        begin = time.monotonic()
        self.assertEqual(studio.ask("GET", "/")[0], 200)
        self.assertLess(time.monotonic() - begin, seconds * (4 if motus.SANITIZED else 1))

    def test_many_ranges_of_a_large_file(self):
        with Studio(preexec_fn=limited) as studio:
            large = os.urandom(1 << 20) * 20
            (studio.folder / "large.glb").write_bytes(large)
            for ranges in ("0-," * 1499 + "0-", "0-1", "x", "5-4", "-", "0-" + "9" * 4000):
                for header in ("Range", "rAnGe"):
                    status, headers, body = studio.ask("GET", "/files/large.glb",
                                                       **{header: "bytes=" + ranges})
                    # A server may send all of it whatever part was asked for.
                    self.assertEqual((status, len(body)), (200, len(large)), ranges[:20])
            self.assertEqual(body, large)
            self.alive(studio)
            # What looks like a header and stands in a body stays there.
            body = b"a\r\nRange: bytes=0-1\r\n\r\nb"
            self.assertEqual(studio.put("/files/a.motus", body, If_None_Match="*")[0], 201)
            self.assertEqual((studio.folder / "a.motus").read_bytes(), body)

    def test_heads_without_end(self):
        with Studio() as studio:
            for line in (b"X-%d: " % 7 + b"x" * 4000 + b"\r\n", b"x" * 4096, b"a: b\r\n"):
                with studio.connect() as raw:
                    sent, answer = 0, b""
                    try:
                        raw.sendall(b"GET / HTTP/1.1\r\n")
                        while sent < 64 << 20:
                            raw.sendall(line)
                            sent += len(line)
                        answer = raw.recv(100)
                    except (ConnectionResetError, BrokenPipeError):
                        pass
                    # What the system keeps between the two counts too.
                    self.assertLess(sent, 32 << 20, line[:10])
                self.assertIn(answer[:12], (b"", b"HTTP/1.1 431"))
            status = studio.say("GET / HTTP/1.1\r\nX: " + "x" * 7000)
            self.assertEqual(status, "HTTP/1.1 200 OK")
            status = studio.say("GET / HTTP/1.1" + ("\r\nX: " + "x" * 7000) * 3)
            self.assertIn(status, ("", "HTTP/1.1 431 Request Header Fields Too Large"))
            for path in ("/files/" + "a" * 8000, "/" + "a/" * 4000, "/%2e" * 2000):
                self.assertIn(studio.ask("GET", path)[0], (404, 414))
            self.alive(studio)

    def test_connections_that_drip(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        with Studio() as studio:
            count = min(1000, min(hard, 4096) - 100)
            connections = [studio.connect() for _ in range(count)]
            ended = threading.Event()

            def drip():
                for byte in b"GET / HTTP/1.1\r\nX-Slow: " + b"x" * 1000:
                    for connection in connections:
                        try:
                            connection.send(bytes([byte]))
                        except OSError:
                            pass  # It was cut off.
                    if ended.wait(0.2):
                        return
            dripping = threading.Thread(target=drip)
            dripping.start()
            try:
                time.sleep(0.5)
                for _ in range(5):
                    self.alive(studio, 5)
                    self.assertEqual(studio.ask("GET", "/api/project")[0], 200)
            finally:
                ended.set()
                dripping.join()
                for connection in connections:
                    connection.close()

    def test_readers_that_stop(self):
        """Clients that do not read an answer, or do not close, and never show a token."""
        with Studio() as studio:
            (studio.page / "large.js").write_bytes(os.urandom(1 << 20) * 8)
            for path in ("/large.js", "/"):
                stopped, ended = [], threading.Event()

                def ask():
                    while not ended.wait(0.02) and len(stopped) < 500:
                        raw = studio.connect()
                        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n\r\n"
                                    .encode())
                        stopped.append(raw)
                asking = threading.Thread(target=ask)
                asking.start()
                try:
                    while len(stopped) < 100:  # More than there are threads.
                        time.sleep(0.01)
                    for _ in range(10):
                        self.alive(studio, 5)
                        self.assertEqual(studio.ask("GET", "/api/project")[0], 200)
                finally:
                    ended.set()
                    asking.join()
                    for raw in stopped:
                        raw.close()

    def test_an_answer_is_whole_however_slowly_it_is_read(self):
        with Studio() as studio:
            large = os.urandom(1 << 20) * 16
            (studio.folder / "large.glb").write_bytes(large)
            with studio.connect() as raw:
                raw.sendall(f"GET /files/large.glb HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n"
                            f"X-Motus-Token: {studio.token}\r\n\r\n".encode())
                time.sleep(1)
                answer = b""
                while piece := raw.recv(1 << 16):
                    answer += piece
            self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK\r\n"))
            self.assertEqual(answer.split(b"\r\n\r\n", 1)[1], large)

    def test_bodies_are_plain_and_have_a_length(self):
        with Studio() as studio:
            file = studio.folder / "hero.motus"
            before = file.read_bytes()
            tag = studio.ask("GET", "/files/hero.motus")[1]["ETag"]
            put = f"PUT /files/hero.motus HTTP/1.1\r\nIf-Match: {tag}\r\n"
            packed = gzip.compress(b"x" * (8 << 20))
            for header, body, status in (
                    ("Transfer-Encoding: chunked", b"3\r\nabc\r\n0\r\n\r\n", 411),
                    ("Transfer-Encoding: chunked\r\nContent-Length: 3", b"abc", 411),
                    ("Connection: close", b"abc", 411),
                    ("Content-Encoding: gzip\r\nContent-Length: %d" % len(packed), packed, 415),
                    ("Content-Encoding: br\r\nContent-Length: 3", b"abc", 415),
                    ("Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 3", b"abc",
                     415),
                    ("Content-Length: 268435457", b"abc", 413),
                    ("Content-Length: 99999999999999999999999", b"abc", 413),
                    ("Content-Length: 3\r\nContent-Length: 4", b"abc", 400),
                    ("Content-Length: +3", b"abc", 400), ("Content-Length: -3", b"abc", 400),
                    ("Content-Length:", b"abc", 411)):
                answer = studio.say(put + header, body)
                self.assertEqual(answer.split()[1:2], [str(status)], header)
                self.assertEqual(file.read_bytes(), before, header)
            for method in ("POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "PRI"):
                self.assertEqual(studio.ask(method, "/files/hero.motus", b"x")[0], 405, method)
            self.assertEqual(studio.say(put + "Content-Length: 3", b"abc"), "HTTP/1.1 200 OK")
            self.assertEqual(file.read_bytes(), b"abc")

    def test_an_upload_that_breaks_off_changes_nothing(self):
        with Studio() as studio:
            file = studio.folder / "hero.motus"
            before = file.read_bytes()
            tag = studio.ask("GET", "/files/hero.motus")[1]["ETag"]
            head = (f"PUT /files/hero.motus HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n"
                    f"X-Motus-Token: {studio.token}\r\nIf-Match: {tag}\r\n")
            for length in ("Content-Length: 1000\r\n", ""):
                for half in (b"", b"half of it"):
                    with studio.connect() as raw:
                        raw.sendall((head + length).encode() + b"\r\n" + half)
                        raw.shutdown(socket.SHUT_WR)
                        raw.recv(1000)
                    self.assertEqual(file.read_bytes(), before)
            self.alive(studio)

    def test_pipes_are_no_files(self):
        with Studio() as studio:
            os.mkfifo(studio.folder / "pipe.motus")
            for headers in ({"If_None_Match": "*"}, {"If_Match": '"x"'}):
                self.assertEqual(studio.put("/files/pipe.motus", b"x", **headers)[0], 404)
            self.assertEqual(studio.ask("GET", "/files/pipe.motus")[0], 404)
            new = studio.put("/files/new.motus", b"x", If_None_Match="*")
            self.assertEqual(new[0], 201)
            self.assertTrue(pathlib.Path(studio.folder, "pipe.motus").is_fifo())


if __name__ == "__main__":
    motus.main()
