#!/usr/bin/env python3
"""No fused multiply-add in the runtime: it would round once where other machines round twice.

fused.py OBJECTS         disassembles every object under the folder OBJECTS (x86 only)
fused.py --self-test CXX compiles code with and without fusing, and expects to tell them apart
"""
import pathlib
import re
import subprocess
import sys
import tempfile

FUSED = re.compile(r"\t(vfn?m(?:add|sub)\w*)\s")
MULTIPLY = re.compile(r"\tv?mul[sp][sd]\s")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")


def check(folder):
    """Returns (multiplications seen, faults)."""
    faults, multiplications = [], 0
    for path in sorted(folder.rglob("*.o")):
        text = subprocess.run(["objdump", "-d", "-C", "--no-show-raw-insn", str(path)],
                              capture_output=True, text=True, check=True).stdout
        function = ""
        for line in text.splitlines():
            match = FUNCTION.match(line)
            if match:
                function = match.group(1)
            elif FUSED.search(line):
                faults.append(f"{path.name}: {FUSED.search(line).group(1)} in {function[:100]}")
            elif MULTIPLY.search(line):
                multiplications += 1
    if multiplications == 0:
        faults.append(f"not one multiplication under {folder.name}: nothing checked")
    return multiplications, sorted(set(faults))


def self_test(cxx):
    source = "float f(float a, float b, float c) { return a * b + c; }"
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        if not check(folder)[1]:
            failed.append("an empty folder passes")
        for contract, fused in (("off", False), ("fast", True)):
            subprocess.run([cxx, "-O2", "-mfma", f"-ffp-contract={contract}", "-x", "c++", "-c", "-",
                            "-o", str(folder / "a.o")], input=source, text=True, check=True)
            faults = check(folder)[1]
            if any("vfmadd" in fault for fault in faults) != fused:
                failed.append(f"-ffp-contract={contract}: {faults}")
    return failed


def main():
    if sys.argv[1] == "--self-test":
        faults, text = self_test(sys.argv[2]), "fused: the planted one was found"
    else:
        seen, faults = check(pathlib.Path(sys.argv[1]))
        text = f"fused: {seen} multiplications, none fused with an addition"
    print("\n".join(faults) if faults else text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
