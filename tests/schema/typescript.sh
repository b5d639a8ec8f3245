#!/usr/bin/env bash
# typescript.sh TYPES.d.ts WEB SAMPLE.motus - compiles types_test.ts against the generated types,
# with a real document as a constant. WEB is the folder whose npm packages have typescript.
set -euo pipefail
[ $# = 3 ] || { echo "usage: $0 TYPES.d.ts WEB SAMPLE.motus" >&2; exit 2; }
"$2/run.sh" --install
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$1" "$scratch/motus-schema.d.ts"
cp "$(dirname "$0")/types_test.ts" "$scratch/"
{
    echo 'import type { Document } from "./motus-schema";'
    echo 'const sample: Document & { version: number } ='
    cat "$3"
    echo '; export default sample;'
} > "$scratch/sample.ts"
node "$2/node_modules/typescript/bin/tsc" --noEmit --strict --target es2022 --moduleResolution bundler \
    --module esnext "$scratch/types_test.ts"
