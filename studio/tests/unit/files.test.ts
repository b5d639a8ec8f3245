// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';

import { openable, sortPicked } from '../../src/motus/files';

const file = (name: string, text = '') => ({ name, bytes: new TextEncoder().encode(text) });

test('a document is opened before a model, which goes along', () => {
  const picked = sortPicked([file('hero.glb'), file('hero.motus', '{"a":1}')]);
  expect(picked).toMatchObject({ kind: 'document', name: 'hero.motus', text: '{"a":1}' });
  expect(picked.kind === 'document' && Object.keys(picked.files)).toEqual(['hero.glb']);
});

test('a model takes its buffers and textures along', () => {
  const picked = sortPicked([file('fox.bin'), file('Fox.GLTF'), file('fox.png')]);
  expect(picked).toMatchObject({ kind: 'model', name: 'Fox.GLTF' });
  expect(picked.kind === 'model' && Object.keys(picked.files)).toEqual(['fox.bin', 'fox.png']);
});

test.each(['glb', 'gltf', 'fbx', 'bvh', 'vrm', 'vrma'])('.%s is a model', (ending) => {
  expect(sortPicked([file(`a.${ending}`)]).kind).toBe('model');
  expect(openable.split(',')).toContain(`.${ending}`);
});

test('buffers alone are for what is open', () => {
  expect(sortPicked([file('fox.bin')])).toMatchObject({ kind: 'files' });
});

test('anything else is named', () => {
  expect(sortPicked([file('notes.txt'), file('a.doc')])).toEqual({ kind: 'unknown', names: ['notes.txt', 'a.doc'] });
});
