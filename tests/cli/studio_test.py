"""motus studio as a server: what it serves, what it refuses, and that nothing leaves its folder."""
import concurrent.futures
import fcntl
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import motus
from studio_process import Studio


class StudioTest(unittest.TestCase):
    def test_page_and_project(self):
        with Studio() as studio:
            status, headers, body = studio.ask("GET", "/")
            self.assertEqual((status, body), (200, b"<title>Motus</title>"))
            self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
            self.assertEqual(studio.ask("GET", "/motus.wasm")[1]["Content-Type"],
                             "application/wasm")
            packed = studio.ask("GET", "/app.js", Accept_Encoding="gzip, br")
            self.assertEqual((packed[1]["Content-Encoding"], packed[2]), ("br", b"packed"))
            self.assertEqual(studio.ask("GET", "/app.js")[2], b"text")
            self.assertEqual(studio.ask("GET", "/nowhere.js")[0], 404)
            project = json.loads(studio.ask("GET", "/api/project")[2])
            self.assertEqual(project["document"], "hero.motus")
            self.assertEqual([file["path"] for file in project["files"]][:1], ["hero.motus"])
            self.assertIn("sub/fox.glb", [file["path"] for file in project["files"]])
            self.assertNotIn("notes.txt", [file["path"] for file in project["files"]])
            self.assertNotIn(".git/config.motus", [file["path"] for file in project["files"]])
            changed = (studio.folder / "hero.motus").stat().st_mtime_ns
            self.assertEqual(project["files"][0]["changed"], str(changed))
        self.assertEqual(studio.code, 0)

    def test_files_are_written_with_tag_and_token(self):
        with Studio() as studio:
            file = studio.folder / "hero.motus"
            status, headers, body = studio.ask("GET", "/files/hero.motus")
            self.assertEqual((status, body), (200, b'{"a": 1}\n'))
            tag = headers["ETag"]
            for token in (None, "", "0" * 32):
                refused = studio.put("/files/hero.motus", b"x", If_Match=tag, X_Motus_Token=token)
                self.assertEqual(refused[0], 403)
            self.assertEqual(studio.put("/files/hero.motus", b"x")[0], 428)
            self.assertEqual(file.read_bytes(), body)
            done = studio.put("/files/hero.motus", b"two", If_Match=tag)
            self.assertEqual((done[0], file.read_bytes()), (200, b"two"))
            late = studio.put("/files/hero.motus", b"three", If_Match=tag)
            self.assertEqual((late[0], late[1]["ETag"]), (412, done[1]["ETag"]))
            self.assertEqual(file.read_bytes(), b"two")
            new = {"If_None_Match": "*"}
            self.assertEqual(studio.put("/files/hero.motus", b"four", **new)[0], 412)
            self.assertEqual(studio.put("/files/sub/new.motus", b"new", **new)[0], 201)
            self.assertEqual((studio.folder / "sub" / "new.motus").read_bytes(), b"new")
            file.unlink()
            self.assertEqual(studio.put("/files/hero.motus", b"x", If_Match=tag)[0], 412)
            self.assertFalse(file.exists())

    def test_reads_need_the_token_too(self):
        with Studio() as studio:
            (studio.folder / "hero.motus").chmod(0o600)
            for method in ("GET", "HEAD"):
                for path in ("/api/project", "/files/hero.motus", "/files/sub/fox.glb",
                             "/files/none", "/%66iles/hero.motus", "/api/other"):
                    for token in (None, "", "0" * 32, studio.token[:-1], studio.token.upper()):
                        if token == studio.token:
                            continue
                        answer = studio.ask(method, path, X_Motus_Token=token)
                        self.assertEqual(answer[0], 403, (method, path, token))
                        self.assertNotIn(b"hero", answer[2])
            self.assertEqual(studio.ask("GET", "/files/hero.motus")[0], 200)
            # The page itself is no secret, and a browser asks for it before it has the token.
            self.assertEqual(studio.ask("GET", "/", X_Motus_Token=None)[0], 200)

    def test_the_token_is_in_no_command_line(self):
        with tempfile.TemporaryDirectory() as place:
            run, seen = pathlib.Path(place, "run"), pathlib.Path(place, "seen")
            run.mkdir()
            opener = pathlib.Path(place, "xdg-open")
            opener.write_text('#!/bin/sh\n'
                              f'stat -c %a "$1" "$(dirname "$1")" > {seen}.mode\n'
                              f'cp "$1" {seen}.html\n'
                              f'printf "%s\\n" "$0" "$@" > {seen}.new; mv {seen}.new {seen}\n')
            opener.chmod(0o755)
            env = {**os.environ, "PATH": f"{place}:{os.environ['PATH']}", "DISPLAY": ":none",
                   "XDG_RUNTIME_DIR": str(run)}
            with Studio(env=env) as studio:
                end = time.monotonic() + 20
                while not seen.exists() and time.monotonic() < end:
                    time.sleep(0.01)
                words = seen.read_text().splitlines()
                self.assertEqual(len(words), 2)
                self.assertNotIn(studio.token, seen.read_text())
                self.assertEqual(pathlib.Path(f"{seen}.mode").read_text().split(), ["600", "700"])
                self.assertIn(f"http://127.0.0.1:{studio.port}/#{studio.token}",
                              pathlib.Path(f"{seen}.html").read_text())
                own = pathlib.Path(f"/proc/{studio.process.pid}/cmdline").read_text()
                self.assertNotIn(studio.token, own)
            self.assertEqual(list(run.iterdir()), [])

    def test_a_save_waits_for_who_edits(self):
        with Studio() as studio:
            file = studio.folder / "hero.motus"
            tag = studio.ask("GET", "/files/hero.motus")[1]["ETag"]
            with file.open() as held, concurrent.futures.ThreadPoolExecutor() as pool:
                fcntl.flock(held, fcntl.LOCK_EX)  # as `motus edit` does
                answer = pool.submit(studio.put, "/files/hero.motus", b"page", If_Match=tag)
                with self.assertRaises(concurrent.futures.TimeoutError):
                    answer.result(0.5)
                (studio.folder / "new").write_text("edited")
                (studio.folder / "new").rename(file)
                held.close()
                self.assertEqual(answer.result(20)[0], 412)
            self.assertEqual(file.read_text(), "edited")

    def test_a_file_that_is_open_elsewhere_holds_nothing_else_up(self):
        with Studio() as studio:
            file = studio.folder / "hero.motus"
            tag = studio.ask("GET", "/files/hero.motus")[1]["ETag"]
            with file.open() as held, concurrent.futures.ThreadPoolExecutor() as pool:
                fcntl.flock(held, fcntl.LOCK_EX)  # as an editor does for hours
                answer = pool.submit(studio.put, "/files/hero.motus", b"page", If_Match=tag)
                time.sleep(0.3)
                begin = time.monotonic()
                new = studio.put("/files/new.motus", b"new", If_None_Match="*")
                self.assertEqual(new[0], 201)
                self.assertLess(time.monotonic() - begin, 3)
                self.assertEqual(answer.result(20)[0], 423)
            self.assertEqual(file.read_text(), '{"a": 1}\n')

    def test_nothing_outside_the_folder(self):
        with Studio() as studio:
            # Links to what is not there yet.
            (studio.folder / "nowhere.motus").symlink_to("../new.motus")
            (studio.folder / "no_way").symlink_to("../folder")
            (studio.folder / "round.motus").symlink_to("round.motus")
            before = sorted(pathlib.Path(studio.scratch.name).rglob("*"))
            for path in ("../outside.motus", "..%2foutside.motus", "%2e%2e/outside.motus",
                         "sub/../../outside.motus", "link.motus", "way/outside.motus",
                         ".git/config.motus", "/etc/passwd", "sub//fox.glb", "sub%5cfox.glb",
                         "hero.motus%00", "", "sub", "..", "no/such/folder.motus",
                         "nowhere.motus", "no_way/new.motus", "round.motus"):
                self.assertEqual(studio.ask("GET", "/files/" + path)[0], 404, path)
                status = studio.put("/files/" + path, b"x", If_None_Match="*")[0]
                self.assertIn(status, (404, 412, 500), path)
            for path in ("/../outside.motus", "/%2e%2e/project/hero.motus", "//etc/passwd"):
                self.assertEqual(studio.ask("GET", path)[0], 404, path)
            self.assertEqual(sorted(pathlib.Path(studio.scratch.name).rglob("*")), before)
            # A link that stays inside is a file like others, and those that do not are not listed.
            (studio.folder / "inside.motus").symlink_to("sub/fox.glb")
            time.sleep(1.1)  # A list is good for a second.
            project = json.loads(studio.ask("GET", "/api/project")[2])
            self.assertEqual([file["path"] for file in project["files"]],
                             ["hero.motus", "inside.motus", "sub/fox.glb"])
            self.assertTrue(project["complete"])
            self.assertEqual(project["root"], os.path.realpath(studio.folder))
            tag = studio.ask("GET", "/files/inside.motus")[1]["ETag"]
            self.assertEqual(studio.put("/files/inside.motus", b"new", If_Match=tag)[0], 200)
            self.assertEqual((studio.folder / "sub/fox.glb").read_bytes(), b"new")
            self.assertTrue((studio.folder / "inside.motus").is_symlink())

    def test_other_pages_are_refused(self):
        with Studio() as studio:
            own = f"127.0.0.1:{studio.port}"
            for host in ("example.com", f"example.com:{studio.port}", "127.0.0.1",
                         "127.0.0.1:1", f"{own}.example.com", ""):
                for path in ("/", "/api/project", "/files/hero.motus"):
                    self.assertEqual(studio.ask("GET", path, Host=host)[0], 403, host)
            for origin in ("http://example.com", f"https://{own}", "null",
                           f"http://{own}.example.com", "http://127.0.0.1:1"):
                self.assertEqual(studio.ask("GET", "/api/project", Origin=origin)[0], 403, origin)
                refused = studio.put("/files/hero.motus", b"x", Origin=origin, If_Match="*")
                self.assertEqual(refused[0], 403)
            for host in (own, f"localhost:{studio.port}"):
                self.assertEqual(studio.ask("GET", "/", Host=host)[0], 200)
            self.assertEqual(studio.ask("GET", "/", Origin=f"http://{own}")[0], 200)

    def test_the_body_of_a_refused_request_is_not_another(self):
        with Studio() as studio:
            inner = (f"GET /files/hero.motus HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n\r\n")
            outer = (f"POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: {len(inner)}\r\n"
                     "\r\n" + inner)
            with socket.create_connection(("127.0.0.1", studio.port), 20) as raw:
                raw.sendall(outer.encode())
                received = b""
                try:
                    while piece := raw.recv(65536):
                        received += piece
                except ConnectionResetError:
                    pass  # Closed with the body unread.
            self.assertLessEqual(received.count(b"HTTP/1.1"), 1)
            self.assertNotIn(b'"a": 1', received)

    def test_busy_port_gives_the_next(self):
        with Studio() as first, Studio("--port", str(first.port)) as second:
            self.assertGreater(second.port, first.port)

    def test_only_this_machine(self):
        with Studio() as studio:
            listening = pathlib.Path("/proc/net/tcp").read_text()
            port = f":{studio.port:04X} "
            rows = [row.split()[1] for row in listening.splitlines() if port in row[:25]]
            self.assertIn(f"0100007F:{studio.port:04X}", rows)
            self.assertFalse([row for row in rows if row.startswith("00000000")])

    def test_a_signal_that_comes_at_once_ends_it(self):
        def pending():  # There before anything else is, and taken when the studio waits for it.
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
            os.kill(os.getpid(), signal.SIGTERM)
        with tempfile.TemporaryDirectory() as page:
            pathlib.Path(page, "index.html").write_text("page")
            for _ in range(20):
                done = subprocess.run([motus.TOOL, "studio", page, "--page", page], timeout=60,
                                      stdout=subprocess.PIPE, preexec_fn=pending, check=False)
                self.assertEqual(done.returncode, 0)

    def test_connections_that_say_nothing_do_not_hold_it_up(self):
        with Studio() as studio:
            idle = [socket.create_connection(("127.0.0.1", studio.port), 20) for _ in range(60)]
            begin = time.monotonic()
            self.assertEqual(studio.ask("GET", "/")[0], 200)
            # With a thread for each core it was half a minute; a busy machine takes a while too.
            self.assertLess(time.monotonic() - begin, 10)
            for connection in idle:
                connection.close()

    def test_an_installed_page_is_found(self):
        with tempfile.TemporaryDirectory() as root:
            tool, page = pathlib.Path(root, "bin/motus"), pathlib.Path(root, "share/motus/studio")
            page.mkdir(parents=True)
            tool.parent.mkdir()
            shutil.copy(motus.TOOL, tool)
            page.joinpath("index.html").write_text("installed")
            done = subprocess.run([tool, "studio", root, "--check"], stdout=subprocess.PIPE,
                                  timeout=60, check=False)
            self.assertEqual(done.returncode, 0)
            self.assertIn(b"1 files, 9 bytes", done.stdout)

    def test_check_and_faults(self):
        with tempfile.TemporaryDirectory() as page:
            pathlib.Path(page, "index.html").write_text("page")
            done = motus.run("studio", "--page", page, "--check")
            self.assertEqual(done.returncode, 0, done.stderr)
            for line in (b"page           ok  1 files, 4 bytes", b"/api/project   ok",
                         b"foreign page   refused", b"outer file     refused",
                         b"stray read     refused",
                         b"stray write    refused"):
                self.assertIn(line, done.stdout)
            done = motus.run("studio", "--page", page, "--check", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual([*json.loads(done.stdout).items()][1], ("ok", True))
            self.assertIn(b"stray write    refused", done.stderr)
            done = motus.run("studio", "nowhere.motus", "--page", page)
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"nowhere.motus", done.stderr)
            done = motus.run("studio", "--page", os.path.join(page, "none"))
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"make run", done.stderr)
        self.assertEqual(motus.run("studio", "--port", "70000").returncode, 2)


if __name__ == "__main__":
    motus.main()
