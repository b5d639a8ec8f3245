// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';

import { routeBetween, sideOf } from '../../src/features/graph/geometry';
import { drawnOf, makeModel } from '../../src/store/machine';
import { edgesOf, nodesOf, routesOf } from '../../src/features/graph/drawing';
import { freeName } from '../../src/features/graph/machine_text';

const box = (x: number, y: number) => ({ x, y, width: 176, height: 56 });

const machine = {
  id: 1,
  machine: {
    layers: [
      {
        id: 2,
        graph: {
          entry: 10,
          states: [
            { id: 10, name: 'Idle' },
            { id: 11, name: 'Walk', position: [400, 0] as [number, number] },
            { id: 12, name: 'Fight', kind: 'sub_machine' as const, graph: { entry: 20, states: [{ id: 20, name: 'Hit' }], transitions: [{ id: 40, from: 20, to_kind: 'exit' as const }, { id: 41, from: 20, to: 10 }] } },
          ],
          transitions: [
            { id: 30, from: 10, to: 11 },
            { id: 31, from: 10, to: 11 },
            { id: 32, from: 11, to: 10 },
            { id: 33, from_kind: 'any' as const, to: 20 },
            { id: 34, from: 10, to: 10 },
          ],
        },
      },
    ],
  },
};

describe('routes', () => {
  it('run from border to border', () => {
    const { path, tip } = routeBetween(box(0, 0), box(400, 0), 0);
    expect(path).toBe('M176 28L394 28');
    expect(tip).toEqual([400, 28, 0]);
  });

  it('are lines also where one state lies on another', () => {
    const { path, tip, middle } = routeBetween(box(40, 0), box(40, 0), 7);
    expect(path).not.toContain('NaN');
    expect([...tip, ...middle].every(Number.isFinite)).toBe(true);
  });

  it('lie side by side, each direction on its own side', () => {
    const model = makeModel(machine);
    const drawn = drawnOf(model, '2', [])!;
    const edges = edgesOf(model, drawn);
    const boxes = new Map(nodesOf(drawn, edges).map((node) => [node.id, node.box]));
    const routes = routesOf(edges, (id) => boxes.get(id));
    const heights = ['30', '31', '32'].map((id) => routes.get(id)!.middle[1]);
    expect(new Set(heights).size).toBe(3);
    for (const a of heights) for (const b of heights) expect(a === b || Math.abs(a - b) >= 10).toBe(true);
    expect(routes.get('34')!.path).toContain('C');
  });

  it('stay within the border however many there are', () => {
    for (let count = 1; count < 12; ++count)
      for (let index = 0; index < count; ++index)
        for (const back of [false, true]) expect(Math.abs(sideOf(index, count, back, box(0, 0)))).toBeLessThan(28);
  });
});

describe('what is drawn', () => {
  it('shows a state further inside as the sub-machine that holds it', () => {
    const model = makeModel(machine);
    const edges = edgesOf(model, drawnOf(model, '2', [])!);
    expect(edges.find(({ id }) => id === '33')).toMatchObject({ source: 'any', target: '12' });
    expect(edges[0]).toMatchObject({ id: 'default', source: 'entry', target: '10' });
  });

  it('shows exits and ways out of a sub-machine', () => {
    const model = makeModel(machine);
    const drawn = drawnOf(model, '2', ['12'])!;
    const edges = edgesOf(model, drawn);
    expect(drawn.pointer).toBe('/library/machines/@1/machine/layers/@2/graph/states/@12/graph');
    expect(edges.map(({ target }) => target)).toEqual(['20', 'exit', 'up']);
    expect(nodesOf(drawn, edges).map(({ id }) => id)).toEqual(['20', 'entry', 'any', 'exit', 'up']);
  });

  it('goes back to the layer where a sub-machine is gone', () => {
    const model = makeModel(machine);
    expect(drawnOf(model, '2', ['99'])!.path).toEqual([]);
    expect(drawnOf(model, 'gone', [])!.layer.id).toBe(2);
  });
});

describe('names', () => {
  it('are counted on', () => {
    expect(freeName('State', [])).toBe('State');
    expect(freeName('State', ['State'])).toBe('State 2');
    expect(freeName('State 2', ['State', 'State 2'])).toBe('State 3');
  });
});
