#!/usr/bin/env bash
# page.sh BUILD - the command line and the page alone, installed into an empty folder: it serves what was
# installed, and without the page it says so. TAP.
set -uo pipefail
[ $# = 1 ] || { echo "usage: $0 BUILD" >&2; exit 2; }
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$1" --component motus_studio --prefix "$prefix" > /dev/null
status=0

check() {  # check NAME COMMAND...
    local name=$1
    shift
    if "$@"; then echo "ok - $name"; else echo "not ok - $name" && status=1; fi
}
answers() { "$prefix/bin/motus" studio "$prefix/bin" --check; }

check "the page was installed" test -f "$prefix/share/motus/studio/index.html"
check "the installed studio answers" answers
# Only its own page: not one of the build folder it came from.
rm -rf "$prefix/share/motus/studio"
check "without its page it fails" eval '! answers'
exit "$status"
