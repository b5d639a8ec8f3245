#!/usr/bin/env bash
# setup.sh run|page|test - installs what is missing of cmake/packages.txt, and nothing else.
# setup.sh KIND --missing - prints their names instead.
# Where everything is there it does not even look at the network.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
want=${1:-test}

if ! command -v dpkg-query >/dev/null; then
    echo "setup: this is not Debian; make sure that the packages of cmake/packages.txt are there" >&2
    exit 0
fi

missing=()
while read -r kind package command; do
    case $kind in '#'* | '') continue ;; esac
    case $want:$kind in
        run:run | page:run | page:page | test:*) ;;
        *) continue ;;
    esac
    [ -z "$command" ] || ! command -v "$command" >/dev/null || continue
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || echo none)
    [ "$status" = installed ] || missing+=("$package")
done < "$here/packages.txt"
if [ "${2:-}" = --missing ]; then
    echo "${missing[*]}"
    exit 0
fi
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "setup: neither root nor sudo; please install: ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
