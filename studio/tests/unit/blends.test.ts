// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';

import { makeModel } from '../../src/store/machine';
import { axesFor, blendKinds, levelsOf, nestIn, playIn } from '../../src/features/inspector/blends';

const model = makeModel({ id: 1, variables: [{ id: 5, kind: 'bool' }, { id: 6 }, { id: 7, kind: 'float' }] });

describe('blends inside blends', () => {
  const inner = { name: 'Fast', kind: 'blend_1d' as const, children: [{ motion: 9 }, { blend: { children: [] } }] };
  const state = { name: 'Move', kind: 'blend_1d' as const, children: [{ motion: 8 }, { blend: inner }] };

  it('are found along a path, as far as it is there', () => {
    const levels = levelsOf(state, '/s', [1, 1, 4]);
    expect(levels.map(({ pointer, title }) => [pointer, title])).toEqual([
      ['/s', 'Move'],
      ['/s/children/1/blend', 'Fast'],
      ['/s/children/1/blend/children/1/blend', '1D blend'],
    ]);
    // The kind is left out where it is the usual one.
    expect(levels[2]!.blend.kind).toBe('blend_1d');
    expect(levelsOf(state, '/s', [0, 0])).toHaveLength(1);
  });

  it('take over the motion that was there, and give way to another', () => {
    expect(nestIn(model, { motion: 8 }, '/c')).toEqual([
      { op: 'replace', path: '/c/motion', value: 0 },
      { op: 'replace', path: '/c/blend', value: { kind: 'blend_1d', variable_x: 6, children: [{ motion: 8 }] } },
    ]);
    expect(nestIn(model, {}, '/c')).toHaveLength(1);
    expect(playIn({ blend: inner }, '/c', 3)).toEqual([
      { op: 'replace', path: '/c/blend', value: null },
      { op: 'replace', path: '/c/motion', value: 3 },
    ]);
  });
});

describe('axes', () => {
  it('are floats that are not taken yet; what is set stays', () => {
    expect(axesFor(model, {}, 'blend_1d', '/s')).toEqual([{ op: 'replace', path: '/s/variable_x', value: 6 }]);
    expect(axesFor(model, { variable_x: 6 }, 'blend_freeform_cartesian', '/s')).toEqual([{ op: 'replace', path: '/s/variable_y', value: 7 }]);
    expect(axesFor(model, { variable_x: 7, variable_y: 7 }, 'blend_simple_directional', '/s')).toEqual([]);
    expect(axesFor(model, {}, 'blend_direct', '/s')).toEqual([]);
    expect(blendKinds).toHaveLength(5);
  });
});
