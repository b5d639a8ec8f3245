// Words that the classes turn into numbers: those that are not there are refused before any call.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import test from 'node:test';

import {Calls, MotusError} from '../../../bindings/web/package/classes/calls.js';
import {Stage} from '../../../bindings/web/package/classes/stage.js';
import {Viewport} from '../../../bindings/web/package/classes/viewport.js';

// A module in which every call succeeds, and is noted.
function fake() {
  const calls = [];
  const module = new Proxy({
    HEAPF32: new Float32Array(64), HEAPF64: new Float64Array(64), HEAPU32: new Uint32Array(64),
    HEAPU8: new Uint8Array(64), allocateUTF8: () => 1, UTF8ToString: () => '{}', _free: () => {},
  }, {
    get: (known, name) => known[name] ?? ((...args) => {
      calls.push([name, ...args]);
      return 0;
    }),
  });
  return {module, calls};
}

function refused(act, {module, calls}, place, ...words) {
  calls.length = 0;
  assert.throws(() => act(module), (error) => {
    assert.ok(error instanceof MotusError, String(error));
    assert.equal(error.code, 'bad-word');
    assert.equal(error.place, place);
    for (const word of words) assert.match(error.message, new RegExp(word));
    return true;
  });
  assert.deepEqual(calls, []);
}

test('a stage refuses kinds, loops and moments that are not there', () => {
  const made = fake();
  const stage = new Stage(made.module, 1);
  refused(() => stage.play('machin', '7'), made, 'play', '"machin"', 'none, clip, machine, timeline');
  refused(() => stage.play(undefined), made, 'play', '"undefined"');
  refused(() => stage.play('constructor'), made, 'play', '"constructor"');
  refused(() => { stage.loop = 'twice'; }, made, 'loop', '"twice"', 'once, loop, pingpong');
  refused(() => stage.resume('now'), made, 'resume', '"now"', 'newest, here');
});

test('a viewport refuses overlays, looks and pointers that are not there', () => {
  const made = fake();
  const view = new Viewport(new Calls(made.module, 1), {}, () => {});
  refused(() => view.setOverlays(['axes', 'bones']), made, 'setOverlays', '"bones"', 'skeleton, axes');
  refused(() => view.setLook('bright'), made, 'setLook', '"bright"', 'light, dark, clear');
  refused(() => view.pointer('press', 0, 0), made, 'pointer', '"press"', 'move, down, up, leave');
  made.calls.length = 0;
  view.setOverlays(['axes', 'names']);
  assert.deepEqual(made.calls, [['_motus_view_overlays', 1, 6]]);
});
