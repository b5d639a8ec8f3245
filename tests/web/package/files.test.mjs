// The package has every file that its own files name.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

const folder = fileURLToPath(new URL('../../../bindings/web/package/', import.meta.url));
const {files} = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Files that are reached from `file` by relative imports; types stand in `.d.ts` files. */
function reached(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = fs.readFileSync(path.join(folder, file), 'utf8');
  for (const [, name] of text.matchAll(/^(?:import|export) .*?from '(\.[^']*)'/gm)) {
    const to = path.join(path.dirname(file), name);
    reached(file.endsWith('.d.ts') ? to.replace(/\.js$/, '.d.ts') : to, found);
  }
  return found;
}

test('what is packed holds all that is imported', () => {
  const all = [...reached('motus.d.ts'), ...reached('index.js')];
  assert.ok(all.length > 8, all.join(', '));
  const packed = (file) => files.some((entry) => file === entry || file.startsWith(`${entry}/`));
  assert.deepEqual(all.filter((file) => !packed(file)), []);
  for (const below of ['classes', 'types']) {
    const parts = fs.readdirSync(path.join(folder, below)).map((name) => `${below}/${name}`);
    assert.deepEqual(parts.filter((file) => !all.includes(file)), [], 'parts that nobody gets at');
  }
});
