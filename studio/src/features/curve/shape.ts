// Keys of a blend curve as an editor handles them. How a curve runs is asked of the stage.
// SPDX-License-Identifier: MIT
import type { CurveKey } from 'motus';

export type Key = Required<CurveKey>;

export interface Preset {
  name: string;
  keys: Key[];
}

const key = (time: number, value: number, in_tangent: number, out_tangent: number): Key => ({
  time,
  value,
  in_tangent,
  out_tangent,
});

/** Of the weight of the state that is left: from 1 to 0. */
export const presets: Preset[] = [
  { name: 'Linear', keys: [key(0, 1, 0, -1), key(1, 0, -1, 0)] },
  { name: 'Ease in', keys: [key(0, 1, 0, 0), key(1, 0, -2, 0)] },
  { name: 'Ease out', keys: [key(0, 1, 0, -2), key(1, 0, 0, 0)] },
  { name: 'Ease in-out', keys: [key(0, 1, 0, 0), key(1, 0, 0, 0)] },
  { name: 'S', keys: [key(0, 1, 0, 0), key(0.5, 0.5, -2.5, -2.5), key(1, 0, 0, 0)] },
];

export const linear = presets[0]!.keys;

/** No curve, or one without keys, is the linear one. */
export function keysOf(authored: readonly CurveKey[] | undefined): Key[] {
  if (!authored || authored.length === 0) return linear;
  return authored.map(({ time = 0, value = 0, in_tangent = 0, out_tangent = 0 }) => ({
    time,
    value,
    in_tangent,
    out_tangent,
  }));
}

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-4;

export function sameKeys(a: readonly Key[], b: readonly Key[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index]!;
      // The tangents that point away from the curve are never looked at.
      const inSame = index === 0 || near(one.in_tangent, other.in_tangent);
      const outSame = index === a.length - 1 || near(one.out_tangent, other.out_tangent);
      return near(one.time, other.time) && near(one.value, other.value) && inSame && outSame;
    })
  );
}

export const presetOf = (keys: readonly Key[]) => presets.find((preset) => sameKeys(preset.keys, keys))?.name ?? '';

export const kGrid = 0.05;
export const kSlopeGrid = 0.25;
const kSteepest = 20;
/** Two keys come no nearer than this. */
const kGap = 0.01;

/** Four digits: what is dragged needs no more, and files stay readable. */
export const tidy = (value: number) => Math.round(value * 1e4) / 1e4 + 0;
export const snapTo = (value: number, grid: number) => tidy(Math.round(value / grid) * grid);
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** A key at another place. It stays between its neighbours; the first and the last keep their time. */
export function moveKey(keys: readonly Key[], index: number, time: number, value: number): Key[] {
  const ends = index === 0 || index === keys.length - 1;
  const least = ends ? keys[index]!.time : keys[index - 1]!.time + kGap;
  const most = ends ? keys[index]!.time : keys[index + 1]!.time - kGap;
  return keys.map((one, at) =>
    at === index ? { ...one, time: tidy(clamp(time, least, most)), value: tidy(clamp(value, 0, 1)) } : one,
  );
}

export type Side = 'in' | 'out';

/** Another slope; of a key in the middle both sides, unless they are split. */
export function turnKey(keys: readonly Key[], index: number, side: Side, slope: number, split: boolean): Key[] {
  const turned = tidy(clamp(slope, -kSteepest, kSteepest));
  const both = !split && index > 0 && index < keys.length - 1;
  return keys.map((one, at) => {
    if (at !== index) return one;
    return {
      ...one,
      in_tangent: both || side === 'in' ? turned : one.in_tangent,
      out_tangent: both || side === 'out' ? turned : one.out_tangent,
    };
  });
}

/** A new key; its slope is that of the line between its neighbours. Null where there is no room. */
export function addKey(keys: readonly Key[], time: number, value: number): { keys: Key[]; index: number } | null {
  const index = keys.findIndex((one) => one.time > time);
  const before = keys[index - 1];
  const after = keys[index];
  if (!before || !after || time - before.time < kGap || after.time - time < kGap) return null;
  const slope = tidy((after.value - before.value) / (after.time - before.time));
  const made: Key = { time: tidy(time), value: tidy(clamp(value, 0, 1)), in_tangent: slope, out_tangent: slope };
  return { keys: [...keys.slice(0, index), made, ...keys.slice(index)], index };
}

/** The ends stay. */
export const removeKey = (keys: readonly Key[], index: number): Key[] =>
  index === 0 || index === keys.length - 1 ? [...keys] : keys.filter((_, at) => at !== index);
