// Places of an import's report lead to what they name.
// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';

import { findPlace, layerOf } from '../../src/features/import/report_place';
import { makeModel } from '../../src/store/machine';

const model = makeModel({
  id: 1,
  name: 'player',
  machine: {
    layers: [
      {
        id: 2,
        name: 'Base',
        graph: {
          states: [
            { id: 3, name: 'Walk' },
            { id: 4, name: 'Walk back' },
            { id: 5, name: 'Air', graph: { states: [{ id: 6, name: 'Land "x"' }] } },
          ],
        },
      },
      { id: 7, name: 'Base 2' },
    ],
  },
} as never);
const base = '/library/machines/@1/machine/layers/@2';

test('the longest name that fits counts', () => {
  expect(findPlace(model, 'Base/Walk')).toBe(`${base}/graph/states/@3`);
  expect(findPlace(model, 'Base/Walk back')).toBe(`${base}/graph/states/@4`);
  expect(findPlace(model, 'Base/Walk, Walk child 0')).toBe(`${base}/graph/states/@3`);
  expect(findPlace(model, 'Base/Walk: "fast", child 1')).toBe(`${base}/graph/states/@3`);
  expect(findPlace(model, 'Base/Air/Land "x"')).toBe(`${base}/graph/states/@5/graph/states/@6`);
  expect(findPlace(model, 'Base/Lost')).toBe(base);
  expect(findPlace(model, 'Base 2: Walk')).toBe('/library/machines/@1/machine/layers/@7');
});

test('what names nothing leads nowhere', () => {
  expect(findPlace(model, 'line 25')).toBeNull();
  expect(findPlace(model, 'Basement')).toBeNull();
  expect(findPlace(model, '')).toBeNull();
});

test('a pointer goes through its layer', () => {
  expect(layerOf(model, `${base}/graph/states/@3`)).toBe('2');
  expect(layerOf(model, '/library/machines/@1/machine/layers/@7')).toBe('7');
  expect(layerOf(model, '/scene')).toBe('');
});
