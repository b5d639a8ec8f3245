"""A running `motus studio` for the tests of its server."""
import http.client
import pathlib
import re
import signal
import socket
import subprocess
import tempfile

import motus


class Studio:
    """A running studio over a page and a folder of two files; ends with the `with` block."""

    def __init__(self, *args, **popen):
        self.args, self.popen = args, popen

    def __enter__(self):
        self.scratch = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.scratch.name)
        self.folder, page = root / "project", root / "page"
        self.page = page
        (self.folder / "sub").mkdir(parents=True)
        (self.folder / ".git").mkdir()
        page.mkdir()
        (page / "index.html").write_text("<title>Motus</title>")
        (page / "motus.wasm").write_bytes(b"\0asm")
        (page / "app.js").write_text("text")
        (page / "app.js.br").write_bytes(b"packed")
        (self.folder / "hero.motus").write_text('{"a": 1}\n')
        (self.folder / "sub" / "fox.glb").write_bytes(b"glTF")
        (self.folder / "notes.txt").write_text("notes")
        (self.folder / ".git" / "config.motus").write_text("secret")
        (root / "outside.motus").write_text("outside")
        (self.folder / "link.motus").symlink_to(root / "outside.motus")
        (self.folder / "way").symlink_to(root)
        self.process = subprocess.Popen(
            [motus.TOOL, "studio", self.folder / "hero.motus", "--page", page, *self.args],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **self.popen)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"studio at http://127\.0\.0\.1:(\d+)/#([0-9a-f]{32})\n", line)
        if not found:
            raise AssertionError(line + self.process.stderr.read())
        self.port, self.token = int(found[1]), found[2]
        return self

    def __exit__(self, *error):
        self.process.send_signal(signal.SIGINT)
        self.code = self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()
        self.scratch.cleanup()

    def ask(self, method, path, body=None, **headers):
        """(status, headers, body). Headers are written with _ for -; the token is sent unless it
        is given as another one, or as None."""
        headers = {"X_Motus_Token": self.token, **headers}
        headers = {name: value for name, value in headers.items() if value is not None}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host="Host" in headers,
                              skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        result = answer.status, answer.headers, answer.read()
        connection.close()
        return result

    def put(self, path, body, **headers):
        return self.ask("PUT", path, body, **headers)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), 20)

    def say(self, text, then=b""):
        """The first line of the answer to a request that is sent as it stands, with the token."""
        head = f"{text}\r\nHost: 127.0.0.1:{self.port}\r\nX-Motus-Token: {self.token}\r\n\r\n"
        with self.connect() as raw:
            raw.sendall(head.encode() + then)
            return raw.makefile("rb").readline().decode().strip()
