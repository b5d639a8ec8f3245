// SPDX-License-Identifier: MIT
import type { TimelineText } from 'motus';
import { expect, test } from 'vitest';

import { joinWebp, pixelChunks } from '../../src/features/export/webp';
import { colourOf, colourText, dragStep, unitOf } from '../../src/features/inspector/property_values';
import { findCommands } from '../../src/features/palette/find_commands';
import { frameLabel, lowerKey, makeRows, rulerStep } from '../../src/features/timeline/rows';

const track = (id: string, entity: string, kind: 'property' | 'timeline' = 'property') => ({
  id, kind, pointer: '', muted: false, first: 0, count: 0, entity, path: '', component: 'Fill', name: id, type: 'number', channels: 1, property: '',
});
const text = (tracks: ReturnType<typeof track>[]): TimelineText => ({
  id: '1', name: 't', pointer: '', duration: 10, fps: 30, keysPerFrame: 1, loop: 'loop', speed: 1, workStart: 0, workEnd: 10,
  targets: [{ id: '5', entity: '7', name: 'Button', path: '' }], tracks, markers: [], events: [],
});

test('rows: tracks stand below their target, those without one too', () => {
  const rows = makeRows(text([track('a', '7'), track('b', '9'), track('c', '', 'timeline'), track('d', '7')]), new Set());
  expect(rows.map(({ name }) => name)).toEqual(['Button', 'a', 'd', 'Missing entity', 'b', 'Timelines', 'c']);
  const unnamed = text([track('a', '7')]);
  unnamed.targets[0]!.name = '';
  expect(makeRows(unnamed, new Set())[0]!.name).toBe('Without name');
  const folded = makeRows(text([track('a', '7')]), new Set(['7 ']));
  expect(folded).toHaveLength(1);
});

test('a ruler has round steps and keys are found by halves', () => {
  expect([0.5, 5, 10, 70].map((scale) => rulerStep(scale))).toEqual([200, 20, 10, 1]);
  expect(frameLabel(65, 30)).toBe('2:05');
  const keys = Float64Array.from([0, 2, 0, 0, 1, 5, 0, 0, 2, 9, 0, 0]);
  expect([0, 2, 3, 9, 10].map((frame) => lowerKey(keys, 0, 3, frame))).toEqual([0, 0, 1, 2, 3]);
});

test('colours are linear in documents and sRGB on screens', () => {
  expect(colourText([1, 0, 0.2158605, 1])).toBe('#ff0080');
  expect(colourOf('#ff0080', 0.5)).toEqual([1, 0, 0.215861, 0.5]);
  expect(colourOf('red', 1)).toBeNull();
  expect(unitOf({ unit: 'rad' }).text).toBe('°');
  expect(dragStep({ min: 0, max: 1, kind: 'float', unit: '' })).toBe(0.005);
});

test('commands are found by all words, those that start a word first', () => {
  const all = ['Export: Film', 'Light or dark', 'Play film', 'Filter'].map((title) => ({ title }));
  expect(findCommands(all, 'film').map(({ title }) => title)).toEqual(['Play film', 'Export: Film']);
  expect(findCommands(all, 'fil pl')).toEqual([{ title: 'Play film' }]);
  expect(findCommands(all, '')).toHaveLength(4);
});

test('still pictures become one that moves', () => {
  const still = Uint8Array.from([...'RIFF'].map((c) => c.charCodeAt(0)).concat([16, 0, 0, 0], [...'WEBPVP8L'].map((c) => c.charCodeAt(0)), [3, 0, 0, 0, 7, 8, 9, 0]));
  expect(pixelChunks(still).map(({ name, data }) => [name, [...data]])).toEqual([['VP8L', [7, 8, 9]]]);
  const film = joinWebp([still, still], 640, 480, 40);
  const view = new DataView(film.buffer);
  expect(view.getUint32(4, true)).toBe(film.length - 8);
  const words = new TextDecoder('latin1').decode(film);
  expect(words.match(/ANMF/g)).toHaveLength(2);
  expect(film[20]! & 2).toBe(2);
  expect(view.getUint16(24, true)).toBe(639);
  expect(() => pixelChunks(new Uint8Array(20))).toThrow(/WebP/);
});
