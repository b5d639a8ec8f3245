// The package bindings/web/package under node: what it shows is what the command line prints.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {test} from 'node:test';

import {motus as module} from './load.mjs';

const tool = process.env.MOTUS_TOOL;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'motus-package-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true, force: true}));
const place = (name) => path.join(folder, name);
const motus = (...args) => execFileSync(tool, args, {encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore']});

function hero() {
  const stage = module.newStage();
  stage.openScene('hero');
  stage.play('machine', stage.library().machines[0].id);
  return stage;
}

function transition(stage, title) {
  const found = stage.playing.machine.transitions.find((item) => item.title === title);
  assert.ok(found, `there is ${title}`);
  return found.index;
}

const state = (stage, layer = 0) => stage.playing.machine.states[stage.live.layers[layer].state].path;

test('the module loads and says its version', () => {
  assert.match(module.version, /^\d+\.\d+\.\d+$/);
});

test('the hero: library, parameters, walk becomes run', () => {
  const stage = hero();
  const library = stage.library();
  assert.deepEqual(library.rigs.map(({name}) => name), ['Hero']);
  assert.ok(library.clips.some(({name, seconds}) => name === 'Walk' && seconds > 0.5));
  assert.equal(library.first.kind, 'machine');
  const {machine, rig, view} = stage.playing;
  assert.equal(view, '3d');
  const speed = machine.parameters.find(({name}) => name === 'speed');
  assert.deepEqual([speed.kind, speed.min, speed.max, speed.ranged], ['float', 0, 3, true]);
  assert.equal(machine.parameters.find(({name}) => name === 'jump').kind, 'trigger');
  assert.ok(rig.joints.length > 20 && rig.joints.every(({parent}, i) => parent < i));
  for (let i = 0; i < 30; ++i) stage.advance(1 / 60);
  assert.equal(state(stage), 'Idle');
  stage.setParameter('speed', 3);
  for (let i = 0; i < 90; ++i) stage.advance(1 / 60);
  assert.equal(state(stage), 'Move');
  const run = machine.motions.findIndex(({name}) => name === 'Run');
  const clips = stage.live.layers[0].clips.slice(0, stage.live.layers[0].clipCount);
  assert.ok(clips.some(({motion, weight}) => motion === run && weight > 0.9));
  assert.ok(stage.events().some(({name}) => /foot|step/i.test(name)));
  assert.equal(stage.events().length, 0);
  stage.fireTrigger('jump');
  for (let i = 0; i < 5; ++i) stage.advance(1 / 60);
  assert.ok(state(stage) === 'Jump' || machine.states[stage.live.layers[0].next].path === 'Jump');
  assert.throws(() => stage.setParameter('speed', NaN));
  assert.throws(() => stage.setParameter('nothing', 1), {code: 'no-parameter'});
});

test('frames are those of motus simulate, to the last digit', () => {
  for (const scene of ['hero', 'card']) {
    const inputs = scene === 'hero'
        ? [{frame: 10, set: {speed: 1.12}}, {frame: 60, set: {speed: 2.7}}, {frame: 100, trigger: ['jump']}, {frame: 110, trigger: ['wave']}]
        : [{frame: 10, set: {hovered: true}}, {frame: 30, set: {pressed: true}}, {frame: 50, trigger: ['flip']}, {frame: 60, set: {pressed: false}}];
    fs.writeFileSync(place('script.json'), JSON.stringify({dt: 1 / 60, frames: 180, inputs}));
    const lines = motus('simulate', scene, '--script', place('script.json'), '--json', '--explain').trimEnd().split('\n');
    assert.equal(lines.length, 180);
    const stage = module.newStage();
    stage.openScene(scene);
    stage.play('machine', stage.library().machines[0].id);
    lines.forEach((line, frame) => {
      for (const input of inputs.filter((item) => item.frame === frame)) {
        for (const [name, value] of Object.entries(input.set ?? {})) stage.setParameter(name, value);
        for (const name of input.trigger ?? []) stage.fireTrigger(name);
      }
      stage.advance(1 / 60);
      assert.equal(stage.frameText({explain: true}).trimEnd(), line);
      const layers = JSON.parse(line).layers;
      assert.equal(stage.live.layerCount, layers.length);
      layers.forEach((layer, i) => {
        const live = stage.live.layers[i];
        assert.equal(live.weight, Math.fround(layer.weight));
        if (layer.state !== null) assert.equal(stage.playing.machine.states[live.state].path, layer.state);
        assert.equal(live.normalizedTime, layer.normalizedTime);
        assert.equal(live.clipCount, layer.clips.length);
        layer.clips.forEach(({weight, time}, c) => {
          assert.equal(live.clips[c].weight, Math.fround(weight));
          assert.equal(live.clips[c].seconds, time);
        });
      });
    });
    stage.close();
  }
});

test('palettes are those of motus sample, to the last digit', () => {
  const stage = hero();
  fs.writeFileSync(place('hero.motusb'), stage.bake());
  motus('bake', 'hero', '-o', place('native.motusb'));
  assert.ok(fs.readFileSync(place('native.motusb')).equals(fs.readFileSync(place('hero.motusb'))), 'the same baked bytes');
  for (const clip of stage.library().clips) {
    stage.play('clip', clip.id);
    for (const part of [0, 0.31, 0.9]) {
      const seconds = part * clip.seconds;
      stage.seek(seconds);
      const sample = JSON.parse(motus('sample', place('hero.motusb'), '--clip', clip.name, '--time', String(seconds), '--json'));
      const palette = stage.palette(0);
      sample.skins[0].palette.flat().forEach((number, i) => assert.equal(palette[i], Math.fround(number)));
      const models = stage.models;
      stage.playing.rig.joints.forEach(({node}, j) => {
        const {world, translation} = sample.nodes[node];
        for (let row = 0; row < 3; ++row) assert.equal(models[j * 12 + row * 4 + 3], Math.fround(world[12 + row]));
        translation.forEach((number, axis) => assert.equal(stage.locals[j * 10 + axis], Math.fround(number)));
      });
    }
  }
});

test('why a transition does not fire, and does', () => {
  const stage = hero();
  for (let i = 0; i < 5; ++i) stage.advance(1 / 60);
  const index = transition(stage, 'Idle → Move');
  const blocked = stage.why(index);
  assert.equal(blocked.considered, true);
  assert.equal(blocked.taken, false);
  assert.deepEqual(blocked.conditions.map(({parameter, holds, actual}) => [parameter, holds, actual]), [['speed', false, 0]]);
  assert.match(blocked.verdict, /^Does not fire: speed must be greater than .* and is 0\.$/);
  stage.setParameter('speed', 2);
  stage.advance(1 / 60);
  const taken = stage.why(index);
  assert.equal(taken.verdict, 'Fires in this tick.');
  stage.advance(1 / 60);
  assert.equal(stage.why(index).taken, false);
  // Back to the moment.
  stage.scrub(stage.recording.last - 1);
  assert.deepEqual(stage.why(index), taken);
  assert.throws(() => stage.why(9999), {code: 'no-transition'});
});

test('scrubbing back shows the moment, and resuming goes on', () => {
  const stage = hero();
  const hashes = [];
  for (let i = 0; i < 120; ++i) {
    if (i === 20) stage.setParameter('speed', 2.5);
    stage.advance(1 / 60);
    hashes.push(stage.frameHash());
  }
  assert.equal(new Set(hashes).size, 120);
  assert.deepEqual({...stage.recording}, {first: 1, last: 120, shown: 120, scrubbed: false, seconds: 2});
  for (const tick of [50, 1, 120, 21]) {
    stage.scrub(tick);
    assert.equal(stage.frameHash(), hashes[tick - 1]);
    assert.equal(stage.live.tick, tick);
    assert.equal(stage.parameter('speed'), tick > 20 ? 2.5 : 0);
    assert.equal(stage.advance(1 / 60), false);
  }
  assert.throws(() => stage.setParameter('speed', 0), {code: 'scrubbed'});
  assert.throws(() => stage.scrub(121));
  stage.resume();
  assert.equal(stage.frameHash(), hashes[119]);
  stage.scrub(60);
  stage.resume('here');
  for (let i = 60; i < 120; ++i) {
    stage.advance(1 / 60);
    assert.equal(stage.frameHash(), hashes[i]);
  }
  stage.paused = true;
  stage.step(-1);
  assert.equal(stage.live.tick, 119);
  stage.step(2);
  assert.equal(stage.live.tick, 121);
});

// The same numbers as in tests/session/stage_test.cpp, which plays this natively.
test('frames have the pinned hashes of the native library', () => {
  const pinned = {hero: ['speed', 2.5, 'cbe0a737ffed1d34'], card: ['hovered', true, '8b288b89d9e5322e']};
  for (const [scene, [parameter, value, hash]] of Object.entries(pinned)) {
    const stage = module.newStage();
    stage.openScene(scene);
    stage.play('machine', stage.library().machines[0].id);
    for (let i = 0; i < 120; ++i) {
      if (i === 20) stage.setParameter(parameter, value);
      stage.advance(1 / 60);
    }
    assert.equal(stage.frameHash(), hash, scene);
  }
});

test('a model becomes the document that motus import makes', () => {
  motus('export', 'hero', '-o', place('figure.glb'));
  motus('import', place('figure.glb'), '-o', place('figure.motus'));
  const stage = module.newStage();
  const report = stage.openModel('figure.glb', fs.readFileSync(place('figure.glb')));
  assert.equal(report.playable, true);
  assert.equal(stage.documentText(), fs.readFileSync(place('figure.motus'), 'utf8'));
  // And the document alone says what it lacks.
  const other = module.newStage();
  const lacking = other.openDocument(stage.documentText());
  assert.deepEqual([lacking.playable, lacking.missing], [false, ['figure.glb']]);
  assert.equal(other.provide({'figure.glb': fs.readFileSync(place('figure.glb'))}).playable, true);
  assert.throws(() => other.openDocument('{'), (error) => error.code === 'json-syntax' && error.faults.length > 0);
  assert.equal(other.library().name, 'figure');
});

test('edits are those of motus edit, and what plays goes on', () => {
  const stage = hero();
  motus('import', 'hero', '-o', place('edited.motus'));
  assert.equal(stage.documentText(), fs.readFileSync(place('edited.motus'), 'utf8'));
  stage.setParameter('speed', 2);
  for (let i = 0; i < 60; ++i) stage.advance(1 / 60);
  const {pointer} = stage.playing.machine.transitions[transition(stage, 'Move → Idle')];
  const commands = [{op: 'replace', path: `${pointer}/duration`, value: 0.45}];
  const report = stage.edit(commands, 'Slower');
  assert.deepEqual([report.steps, report.losses, report.playable], [1, [], true]);
  assert.equal(state(stage), 'Move');
  assert.equal(stage.value(`${pointer}/duration`), 0.45);
  assert.equal(stage.value('/nowhere'), undefined);
  fs.writeFileSync(place('commands.json'), JSON.stringify(commands));
  motus('edit', place('edited.motus'), '--apply', place('commands.json'));
  assert.equal(stage.documentText(), fs.readFileSync(place('edited.motus'), 'utf8'));
  assert.deepEqual(stage.history, {steps: ['Slower'], position: 1, modified: true});
  assert.equal(stage.undo().steps, 1);
  assert.equal(stage.history.modified, false);
  assert.equal(stage.undo().steps, 0);
  stage.redo();
  assert.equal(stage.value(`${pointer}/duration`), 0.45);
  assert.deepEqual(stage.validate().filter(({severity}) => severity === 'error'), []);
  assert.throws(() => stage.edit([{op: 'remove', path: '/nowhere'}]));
});

test('timelines show what motus sample prints', () => {
  const stage = module.newStage();
  stage.openScene('card');
  const timeline = stage.library().timelines.find(({name}) => name === 'flip');
  stage.play('timeline', timeline.id);
  assert.equal(stage.playing.view, '2d');
  for (const frame of [0, 7, 12]) {
    stage.seek(frame / timeline.fps);
    const sample = JSON.parse(motus('sample', 'card', '--timeline', 'flip', '--frame', String(frame), '--json'));
    assert.deepEqual(stage.properties(), sample.properties);
  }
});

test('the module is under 2 MB compressed', () => {
  const dist = new URL('../../../bindings/web/package/dist/', import.meta.url);
  let bytes = 0;
  for (const name of ['motus.js', 'motus.wasm']) {
    const packed = spawnSync('gzip', ['-9c', new URL(name, dist).pathname], {maxBuffer: 1 << 28});
    bytes += packed.stdout.length;
  }
  console.log(`gzip: ${bytes} bytes`);
  assert.ok(bytes > 100_000 && bytes < 2_000_000, `${bytes} bytes`);
});

test('what is edited here and what motus edit writes with the same commands are the same bytes', () => {
  fs.writeFileSync(place('edited.motus'), hero().documentText());
  const stage = module.newStage();
  stage.openDocument(fs.readFileSync(place('edited.motus'), 'utf8'));
  const graph = '/library/machines/0/machine/layers/0/graph';
  stage.edit([{op: 'add', path: `${graph}/states/-`, value: {name: 'Rest', position: [1, 2]}}], 'Add a state');
  stage.edit([{op: 'replace', path: `${graph}/transitions/1/curve/keys`, value: [
    {time: 0, value: 1, out_tangent: -0.3}, {time: 0.5, value: 0.7, in_tangent: -1, out_tangent: -1}, {time: 1, in_tangent: -0.1}]}], 'Shape');
  stage.edit([{op: 'replace', path: `${graph}/transitions/1/duration`, value: 0.7}], 'Slower');
  stage.undo();
  stage.edit([{op: 'copy', from: `${graph}/states/0`, path: `${graph}/states/-`}], 'Duplicate');
  fs.writeFileSync(place('commands.json'), JSON.stringify(stage.commands()));
  motus('edit', place('edited.motus'), '--apply', place('commands.json'));
  assert.equal(fs.readFileSync(place('edited.motus'), 'utf8'), stage.documentText());
});

test('a transition by itself has the weights that motus simulate prints', () => {
  const stage = hero();
  fs.writeFileSync(place('blend.motus'), stage.documentText());
  fs.writeFileSync(place('blend.json'), JSON.stringify({dt: 1 / 60, frames: 30, inputs: [{frame: 3, set: {speed: 2}}]}));
  const lines = motus('simulate', place('blend.motus'), '--machine', 'hero', '--script', place('blend.json'), '--json').trim().split('\n');
  let compared = 0;
  lines.forEach((line, frame) => {
    const {transition: running} = JSON.parse(line).layers[0];
    if (!running) return;
    const shown = stage.previewBlend(transition(stage, 'Idle \u2192 Move'), (frame - 2) / 60);
    assert.equal(String(shown.weight), String(running.weight));
    assert.equal(shown.progress, running.progress);
    ++compared;
  });
  assert.equal(compared, 18);
  assert.ok(stage.previews);
  stage.resume();
  assert.ok(!stage.previews);
});

test('problems come with fixes', () => {
  const stage = hero();
  const {pointer} = stage.playing.machine.transitions[transition(stage, 'Idle \u2192 Move')];
  assert.deepEqual(stage.problems().filter(({severity}) => severity === 'error'), []);
  stage.edit([{op: 'remove', path: `${pointer}/conditions/0`}], 'Break');
  const [problem] = stage.problems().filter(({path}) => path === pointer);
  assert.equal(problem.code, 'never-fires');
  stage.edit(problem.fix.operations, problem.fix.title);
  assert.deepEqual(stage.problems().filter(({path}) => path === pointer), []);
  assert.deepEqual(stage.history.steps, ['Break', 'Give it an exit time']);
  stage.goTo(0);
  assert.equal(stage.history.position, 0);
});
