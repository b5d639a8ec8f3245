"""Runs the motus binary for the tests beside this file, which find it in MOTUS_TOOL."""
import atexit
import concurrent.futures
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = os.environ.get("MOTUS_TOOL", "")
SANITIZED = bool(os.environ.get("MOTUS_SANITIZED"))  # Slow to start: tests take a part of theirs.
# Bakes keep results: not among those of the user, and not from one run of a test to the next.
os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="motus-cache-")
atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)
SKIPPED = 77  # What ctest knows as "skipped".


def run(*args, limits=None, env=None, stdin=None):
    """The finished process, with bytes in stdout and stderr. `limits` is (seconds, bytes).

    A sanitizer's shadow memory is larger than any limit, so that one is lifted then.
    """
    def limit():
        if not SANITIZED:
            resource.setrlimit(resource.RLIMIT_AS, (limits[1], limits[1]))
    return subprocess.run(
        [TOOL, *map(str, args)], stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=limits[0] if limits else 60, env=env,
        preexec_fn=limit if limits else None, check=False)


def ok(*args):
    """The JSON that a call prints which must succeed and say nothing on stderr."""
    done = run(*args)
    if done.returncode != 0:
        raise AssertionError(f"motus {args}: exit {done.returncode}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def in_parallel(function, items):
    """function(item) for all items, as many at a time as there are cores; results in order."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


def data(*parts):
    """A path under MOTUS_TEST_DATA; ends the program as skipped where that is not set."""
    root = os.environ.get("MOTUS_TEST_DATA")
    if not root:
        print(f"SKIPPED: {pathlib.Path(sys.argv[0]).name} needs MOTUS_TEST_DATA, which is not set")
        sys.exit(SKIPPED)
    return pathlib.Path(root, *parts)


# For one test of a program whose others need no data.
needs_data = unittest.skipUnless(os.environ.get("MOTUS_TEST_DATA"), "MOTUS_TEST_DATA is not set")


def main():
    if not TOOL:
        sys.exit("MOTUS_TOOL must name the motus binary")
    unittest.main(verbosity=1)
