// Small documents, each about one feature. Numbers of components and properties are the schema's.
// SPDX-License-Identifier: MIT
export interface Sample {
  name: string;
  text: string;
  /** The text of a .motus file. */
  make: () => string;
}

const place = (position: [number, number], size: [number, number]) => ({ type: 'Transform2D', position, size });
const fill = (color: number[], corner_radius = 8) => ({ type: 'Fill', color, corner_radius });
const bind = (target: number, component: number, property: number, kind: string) => ({
  target, component, property: component * 65536 + property, property_kind: kind,
});
const colours = [[0.9, 0.25, 0.2, 1], [0.95, 0.6, 0.1, 1], [0.15, 0.6, 0.35, 1], [0.12, 0.35, 0.9, 1]];
const backdrop = { id: 1, name: 'Backdrop', components: [place([320, 160], [640, 320]), fill([0.02, 0.03, 0.06, 1], 0)] };

/** One way to go, four ways to get there: tangents are per frame, the way is 480 pixels in 45 frames. */
function eases(): string {
  const slope = 480 / 45;
  const ways: [string, number, number][] = [['Smooth', 0, 0], ['Ease in', 0, 2 * slope], ['Ease out', 2 * slope, 0], ['Overshoot', 3 * slope, -1.5 * slope]];
  const entities = ways.map(([name], index) => ({
    id: 10 + index, name, components: [place([80, 60 + 66 * index], [44, 44]), fill(colours[index]!, 22)],
  }));
  const tracks = ways.map(([, out, into], index) => {
    const y = 60 + 66 * index;
    return {
      id: 30 + index,
      binding: bind(10 + index, 61, 1, 'vec2'),
      keys: [
        { frame: 0, value: [80, y], interpolation: 'cubic', out_tangent: [out, 0], handle_mode: 'free' },
        { frame: 45, value: [560, y], interpolation: 'cubic', in_tangent: [into, 0], handle_mode: 'free' },
      ],
    };
  });
  const targets = entities.map(({ id }, index) => ({ id: 50 + index, entity: id }));
  const timeline = { id: 70, name: 'eases', duration: 60, targets, tracks };
  return JSON.stringify({ version: 2, name: 'eases', scene: { entities: [backdrop, ...entities] }, library: { timelines: [timeline] } });
}

/** Keys that step: nothing is between red, amber and green. */
function lights(): string {
  const entities = ['Red', 'Amber', 'Green'].map((name, index) => ({
    id: 10 + index, name, components: [place([320, 70 + 90 * index], [72, 72]), fill(colours[index]!, 36)],
  }));
  const on = [[0, 1, 60, 0], [60, 1, 75, 0], [75, 1, 135, 0]];
  const tracks = entities.map(({ id }, index) => {
    const [start, , end] = on[index]!;
    const keys = [{ frame: 0, value: start === 0 ? 1 : 0.12, interpolation: 'step' }];
    if (start !== 0) keys.push({ frame: start!, value: 1, interpolation: 'step' });
    if (end! < 135) keys.push({ frame: end!, value: 0.12, interpolation: 'step' });
    return { id: 30 + index, binding: bind(id, 62, 2, 'number'), keys };
  });
  const targets = entities.map(({ id }, index) => ({ id: 50 + index, entity: id }));
  const timeline = { id: 70, name: 'lights', duration: 135, targets, tracks };
  return JSON.stringify({ version: 2, name: 'lights', scene: { entities: [backdrop, ...entities] }, library: { timelines: [timeline] } });
}

export const samples: Sample[] = [
  { name: 'Eases', text: 'The same way with four different curves: open the curve view and bend them.', make: eases },
  { name: 'Lights', text: 'Keys that step: a traffic light without anything in between.', make: lights },
];
