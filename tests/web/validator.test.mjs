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

// A missing picture, a mesh without positions, and weights that sum to a little less than 1.
test('a model with faults that importing mends', async () => {
  const vertices = 3;
  const weights = Array.from({length: vertices * 4}, () => 0.25 * (1 - 9e-7));
  const numbers = [0, 0, 0, 1, 0, 0, 0, 1, 0, ...weights];
  const binary = Buffer.concat([Buffer.from(new Float32Array(numbers).buffer), Buffer.from([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])]);
  const view = (byteOffset, byteLength) => ({buffer: 0, byteOffset, byteLength});
  const accessor = (bufferView, componentType, type) => ({bufferView, componentType, count: vertices, type});
  const json = {
    asset: {version: '2.0'},
    buffers: [{byteLength: binary.length, uri: `data:application/octet-stream;base64,${binary.toString('base64')}`}],
    bufferViews: [view(0, 36), view(36, 48), view(84, 12)],
    accessors: [accessor(0, 5126, 'VEC3'), accessor(1, 5126, 'VEC4'), accessor(2, 5121, 'VEC4')],
    images: [{uri: 'gone.png'}],
    textures: [{source: 0}],
    materials: [{normalTexture: {index: 0}}],
    meshes: [
      {primitives: [{attributes: {POSITION: 0, WEIGHTS_0: 1, JOINTS_0: 2}}]},
      {primitives: [{attributes: {}, targets: [{}, {}]}], weights: [0, 1]},
    ],
    skins: [{joints: [0, 1, 2, 3]}],
    nodes: [{children: [1, 2, 3]}, {}, {}, {}, {mesh: 0, skin: 0}, {mesh: 1}],
    scenes: [{nodes: [0, 4, 5]}],
  };
  const file = exportGlb('hero').replace('.glb', '.gltf');
  fs.writeFileSync(file, JSON.stringify(json));
  const errors = await errorsIn(fs.readFileSync(exportGlb(file)));
  assert.equal(errors.length, 0, text(errors));
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
