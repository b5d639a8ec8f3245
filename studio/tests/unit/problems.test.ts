// SPDX-License-Identifier: MIT
import type { Problem } from 'motus';
import { expect, test } from 'vitest';

import { indexByPlace, isWithin } from '../../src/store/problems';

const problem = (path: string): Problem => ({ severity: 'warning', code: 'muted', path, message: '', fix: null });

test('a place has its own faults and those of what is inside it', () => {
  const list = [problem('/a/@1/to'), problem('/a/@1'), problem('/a/@12')];
  const index = indexByPlace(list);
  expect(index.get('/a/@1')).toEqual([list[0], list[1]]);
  expect(index.get('/a/@1/to')).toEqual([list[0]]);
  expect(index.get('/a')).toHaveLength(3);
  expect(index.get('/b')).toBeUndefined();
});

test('a pointer is no prefix of a longer name', () => {
  expect(isWithin('/a/@1/to', '/a/@1')).toBe(true);
  expect(isWithin('/a/@1', '/a/@1')).toBe(true);
  expect(isWithin('/a/@12', '/a/@1')).toBe(false);
});
