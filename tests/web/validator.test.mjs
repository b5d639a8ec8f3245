// Khronos' validator finds no error in anything that motus exports.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import validator from 'gltf-validator';

import {exportGlb, modelFiles, sceneNames} from './motus.mjs';

async function errorsIn(bytes, folder) {
  const report = await validator.validateBytes(new Uint8Array(bytes), {
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri)))),
  });
  return report.issues.messages.filter((issue) => issue.severity === 0);
}

function text(errors) {
  return errors.slice(0, 5).map((e) => `${e.code} ${e.pointer}: ${e.message}`).join('\n');
}

for (const scene of sceneNames()) {
  test(`scene ${scene}`, async () => {
    const errors = await errorsIn(fs.readFileSync(exportGlb(scene)));
    assert.equal(errors.length, 0, text(errors));
  });
}

// An asset keeps its hierarchy: joints that had no common root have none after export.
const KEPT = new Set(['SKIN_NO_COMMON_ROOT']);

const models = modelFiles();
test('models', {skip: models.length === 0 && 'MOTUS_TEST_DATA is not set'}, async () => {
  let exported = 0;
  for (const file of models) {
    const bytes = fs.readFileSync(exportGlb(file));
    ++exported;
    const errors = await errorsIn(bytes);
    if (errors.length === 0) continue;
    const before = new Set((await errorsIn(fs.readFileSync(file), path.dirname(file))).map((e) => e.code));
    const made = errors.filter((e) => !(KEPT.has(e.code) && before.has(e.code)));
    assert.equal(made.length, 0, `${file}\n${text(made)}`);
  }
  assert.ok(exported >= 80, `only ${exported} models`);
});

test('the validator is awake', async () => {
  const bytes = fs.readFileSync(exportGlb('hero'));
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + length).toString('utf8'));
  json.accessors[0].count += 1;
  const broken = Buffer.from(JSON.stringify(json).padEnd(length).slice(0, length));
  broken.copy(bytes, 20);
  assert.notEqual((await errorsIn(bytes)).length, 0);
});
