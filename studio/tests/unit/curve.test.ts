// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';

import { addKey, keysOf, linear, moveKey, presetOf, presets, removeKey, sameKeys, snapTo, turnKey } from '../../src/features/curve/shape';

const s = presets.find(({ name }) => name === 'S')!.keys;

test('no curve is the linear one, and presets are recognised', () => {
  expect(keysOf(undefined)).toBe(linear);
  expect(keysOf([])).toBe(linear);
  for (const { name, keys } of presets) expect(presetOf(keys)).toBe(name);
  expect(presetOf(moveKey(s, 1, 0.5, 0.6))).toBe('');
  // A tangent that points away from the curve says nothing.
  expect(sameKeys([{ ...s[0]!, in_tangent: 7 }, ...s.slice(1)], s)).toBe(true);
  expect(sameKeys([{ ...s[0]!, out_tangent: 7 }, ...s.slice(1)], s)).toBe(false);
});

test('a key stays between its neighbours, the ends keep their time', () => {
  expect(moveKey(s, 1, 7, 0.4)[1]).toMatchObject({ time: 0.99, value: 0.4 });
  expect(moveKey(s, 1, -7, 3)[1]).toMatchObject({ time: 0.01, value: 1 });
  expect(moveKey(s, 0, 0.3, 0.9)[0]).toMatchObject({ time: 0, value: 0.9 });
  expect(s[1]!.time).toBe(0.5);
});

test('slopes turn together in the middle, unless they are split', () => {
  expect(turnKey(s, 1, 'out', -1, false)[1]).toMatchObject({ in_tangent: -1, out_tangent: -1 });
  expect(turnKey(s, 1, 'out', -1, true)[1]).toMatchObject({ in_tangent: -2.5, out_tangent: -1 });
  expect(turnKey(s, 0, 'out', -99, false)[0]).toMatchObject({ in_tangent: 0, out_tangent: -20 });
});

test('keys are added where there is room, and the ends are not removed', () => {
  const made = addKey(linear, 0.25, 0.7)!;
  expect(made.index).toBe(1);
  expect(made.keys[1]).toEqual({ time: 0.25, value: 0.7, in_tangent: -1, out_tangent: -1 });
  expect(addKey(linear, 0.001, 0.9)).toBeNull();
  expect(addKey(linear, 1.5, 0)).toBeNull();
  expect(removeKey(made.keys, 1)).toEqual(linear);
  expect(removeKey(made.keys, 0)).toHaveLength(3);
});

test('snapping makes no minus zero and no long tails', () => {
  expect(Object.is(snapTo(-0.01, 0.05), 0)).toBe(true);
  expect(snapTo(0.151, 0.05)).toBe(0.15);
});
