#!/usr/bin/env python3
"""Does what docs/install.md says, as it stands there: writes its projects, runs its commands.

page.py SOURCE BUILD WORK  SOURCE: the Motus sources; BUILD: the build that build/release stands for;
                           WORK: a scratch folder, home of the commands
page.py --self-test        expects a command that fails and a page without commands to be found

`make run` is left out: it is what has built BUILD. Kernels are compiled for one instruction set, and
packages that the runtime alone must not need are out of reach while it is built.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"`~/([\w./]+)`:\s*$")
LEFT_OUT = {"make run"}
NOT_NEEDED = ["fmt", "nlohmann_json", "meshoptimizer", "TBB", "PNG", "benchmark", "GTest"]


def run_page(text, source, home, rewrite, environment):
    """Returns (commands run, faults); stops at the first fault."""
    done = 0
    for match in BLOCK.finditer(text):
        kind, block = match.groups()
        if kind in ("cmake", "cpp"):
            named = FILE.search(text[:match.start()].rstrip())
            if not named:
                return done, [f"no file is named for the block {block.splitlines()[0]!r}"]
            (home / named[1]).parent.mkdir(parents=True, exist_ok=True)
            (home / named[1]).write_text(block)
        elif kind == "sh":
            for command in filter(None, block.splitlines()):
                if command in LEFT_OUT:
                    continue
                result = subprocess.run(["bash", "-c", rewrite(command)], cwd=source, text=True,
                                        env={**os.environ, **environment, "HOME": str(home)},
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                if result.returncode != 0:
                    return done, [f"failed ({result.returncode}): {command}\n{result.stdout[-4000:]}"]
                if command.endswith("/game") and "Motus is here." not in result.stdout:
                    return done, [f"{command} said: {result.stdout}"]
                done += 1
    return done, [] if done else ["the page has no command: nothing checked"]


def check(source, build, work):
    shutil.rmtree(work, ignore_errors=True)
    (work / "game").mkdir(parents=True)
    (work / "game/motus").symlink_to(source)
    hidden = " ".join(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in NOT_NEEDED)

    def rewrite(command):
        command = command.replace("build/release", str(build)).replace("build/runtime", f"{work}/build-motus")
        if command.startswith("cmake -S "):
            command += f" -G Ninja -DMOTUS_FLATC=MOTUS_FLATC-NOTFOUND {hidden}"
        return command

    ccache = os.environ.get("CCACHE_DIR") or os.path.expanduser("~/.cache/ccache")
    environment = {"CXXFLAGS": "-DHWY_COMPILE_ONLY_SCALAR", "CCACHE_DIR": ccache}
    return run_page((source / "docs/install.md").read_text(), source, work, rewrite, environment)


def self_test():
    failed = []
    cases = {"a command that fails": ("```sh\nfalse\n```\n", "failed (1)"),
             "no command": ("```sh\nmake run\n```\n", "nothing checked"),
             "a block without a file": ("text\n```cmake\nproject(x)\n```\n", "no file is named"),
             "a program that says something else": ("```sh\n~/game\n```\n", "said: no")}
    for title, (text, words) in cases.items():
        with tempfile.TemporaryDirectory() as scratch:
            home = pathlib.Path(scratch)
            (home / "game").write_text("#!/bin/sh\necho no\n")
            (home / "game").chmod(0o755)
            faults = run_page(text, home, home, lambda command: command, {})[1]
            if not any(words in fault for fault in faults):
                failed.append(f"{title}: {faults}")
    return failed


def main():
    if sys.argv[1:] == ["--self-test"]:
        faults, text = self_test(), "page: every fault was found"
    else:
        done, faults = check(*(pathlib.Path(arg).resolve() for arg in sys.argv[1:4]))
        text = f"page: {done} commands of docs/install.md work"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
