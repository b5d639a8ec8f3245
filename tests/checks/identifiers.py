#!/usr/bin/env python3
"""Counts the distinct Motus identifiers in samples: how much a newcomer has to learn.

identifiers.py ROOT     checks each sample of the table against its limit, and prints the names
identifiers.py --self-test
"""
import pathlib
import re
import sys

# Sample -> most names. Types, functions, members and enumerators of Motus count, each once.
LIMITS = {"clip": 8, "hero_machine": 12, "crowd": 10}

KEYWORDS = set("""alignas auto bool break case char class const constexpr continue default delete do double else
enum explicit false float for if inline int long namespace new nullptr operator private public return short
signed sizeof static static_cast struct switch template this true typename unsigned using void while""".split())
# Members of the standard library that Motus has too: after a dot they are most likely the former.
STANDARD = set("""begin c_str clear data emplace_back empty end first front get last push_back reserve resize size
size_bytes subspan value_or""".split())
WORD = re.compile(r"[A-Za-z_]\w*")


def plain(text):
    """Code without comments, texts and includes."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^\s*#.*$", " ", text, flags=re.M)
    return re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', '""', text)


def declared(root):
    """Every name in the headers, parameters included: what counts is how a sample uses a name."""
    names = set()
    for header in sorted((root / "motus").rglob("*.h")):
        names |= set(WORD.findall(plain(header.read_text(encoding="utf-8"))))
    return names - KEYWORDS


def used(text, names):
    """Names of Motus in a sample: after `motus::`, as members, as designators, and called without a
    scope (found by their arguments)."""
    code = plain(text)
    locals_ = set(re.findall(r"(?:auto|int|float|double|bool|size_t|char)\s*[&*]?\s*(\w+)\s*[=;({,:]", code))
    found = set(re.findall(r"\bmotus\s*::\s*(\w+)", code))
    found |= set(re.findall(r"\bmotus\s*::\s*\w+\s*::\s*(\w+)", code))
    members = set(re.findall(r"(?:\.|->)\s*(?:template\s+)?([A-Za-z_]\w*)", code)) - STANDARD
    calls = {m for m in re.findall(r"(?<![\w:.>])([A-Za-z_]\w*)\s*\(", code)}
    if re.search(r"using namespace motus", code):
        calls |= set(WORD.findall(code)) - set(re.findall(r"std\s*::\s*(\w+)", code))
    found |= {name for name in members | (calls - locals_ - KEYWORDS - {"main"}) if name in names}
    return found - KEYWORDS - {"motus", "std"}


def check(root, limits):
    names = declared(root)
    if len(names) < 100:
        return [f"only {len(names)} names in the headers of {root}/motus: nothing was inspected"]
    faults = []
    for sample, limit in limits.items():
        sources = sorted((root / "samples" / sample).glob("*.cpp"))
        if not sources:
            faults.append(f"samples/{sample}: there is no source")
            continue
        found = set().union(*(used(s.read_text(encoding="utf-8"), names) for s in sources))
        print(f"samples/{sample}: {len(found)} of {limit}: {' '.join(sorted(found))}")
        if not found:
            faults.append(f"samples/{sample}: no name of Motus was found")
        if len(found) > limit:
            faults.append(f"samples/{sample}: {len(found)} names, {limit} are allowed")
    return faults


def self_test():
    names = {"Library", "open", "error", "to_string", "Animator", "update", "size", "pose"}
    text = """#include <motus/motus.h>
    // Library::pose in a comment
    int main() { auto file = motus::Library::open("pose"); auto pose = 1; std::string s; s.size();
    if (!file) return to_string(file.error()).size(); file->update(1); }"""
    found = used(text, names)
    assert found == {"Library", "open", "to_string", "error", "update"}, found
    assert used("using namespace motus; int main() { Animator a; }", names) == {"Animator"}
    here = pathlib.Path(__file__).resolve().parents[2]
    assert check(here, {"hero_machine": 1}), "a sample above its limit passes"
    assert check(here, {"no_such_sample": 9}), "a sample that is not there passes"
    assert check(here / "docs", LIMITS), "a tree without headers passes"
    print("identifiers.py: self-test passed")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        sys.exit(0)
    found = check(pathlib.Path(sys.argv[1]), LIMITS)
    print("\n".join(found))
    sys.exit(1 if found else 0)
