// The example of the package's README, as it stands there, moves a skeleton of three.js.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import fs from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {motus} from './load.mjs';

const readme = fs.readFileSync(new URL('../../../bindings/web/package/README.md', import.meta.url), 'utf8');
const [, code] = /```js\n(.*?)```/s.exec(readme);

test('the example is short, and drives a three.js skeleton', async () => {
  assert.ok(code.trimEnd().split('\n').filter((line) => line.trim() !== '').length <= 24);
  const index = new URL('../../../bindings/web/package/index.js', import.meta.url);
  const file = new URL('./.example.mjs', import.meta.url);
  fs.writeFileSync(file, code.replace("'motus'", `'${index}'`));
  let example;
  try {
    example = await import(file);
  } finally {
    fs.rmSync(fileURLToPath(file));
  }
  const {bones, frame} = example;
  const named = (name) => bones.find((bone) => bone.name === name);
  let steps = 0;
  for (let i = 0; i < 120; ++i) steps += frame(1 / 60, 2).filter(({kind}) => kind === 'motion').length;
  assert.ok(steps > 2, 'feet came down');
  // The same place as the module's own matrices have it.
  const stage = motus.newStage();
  stage.openScene('hero');
  stage.play('machine', stage.library().machines[0].id);
  stage.setParameter('speed', 2);
  for (let i = 0; i < 120; ++i) stage.advance(1 / 60);
  const {joints} = stage.playing.rig;
  joints.forEach(({parent}, j) => parent < 0 && bones[j].updateMatrixWorld(true));
  let compared = 0;
  joints.forEach(({name}, j) => {
    if (name === '') return;
    const {elements} = named(name).matrixWorld;
    for (let row = 0; row < 3; ++row) {
      assert.ok(Math.abs(elements[12 + row] - stage.models[j * 12 + row * 4 + 3]) < 1e-4, name);
      ++compared;
    }
  });
  assert.ok(compared > 60);
});
