// Rows of a timeline: each target as a heading, its tracks below. No drawing.
// SPDX-License-Identifier: MIT
import type { TimelineText, TimelineTrack } from 'motus';

export const kRowHeight = 24;
export const kKeySize = 4; // numbers per key in Desk.keys

export interface TargetRow {
  kind: 'target';
  /** Of the target: the entity, and the node in its rig where there is one. */
  id: string;
  name: string;
  entity: string;
  tracks: number[];
  collapsed: boolean;
}
export interface TrackRow {
  kind: 'track';
  id: string;
  name: string;
  detail: string;
  track: number;
}
export type Row = TargetRow | TrackRow;

const targetOf = (track: TimelineTrack) => (track.kind === 'timeline' ? 'nested' : `${track.entity} ${track.path}`);

export function makeRows(text: TimelineText, collapsed: ReadonlySet<string>): Row[] {
  const groups = new Map<string, number[]>();
  const names = new Map<string, string>();
  for (const target of text.targets) {
    const id = `${target.entity} ${target.path}`;
    groups.set(id, []);
    const name = target.name || 'Without name';
    names.set(id, target.path === '' ? name : `${name} / ${target.path}`);
  }
  text.tracks.forEach((track, index) => {
    const id = targetOf(track);
    if (!groups.has(id)) groups.set(id, []);
    groups.get(id)!.push(index);
  });
  const rows: Row[] = [];
  for (const [id, tracks] of groups) {
    const entity = id === 'nested' ? '' : id.split(' ')[0]!;
    const name = id === 'nested' ? 'Timelines' : (names.get(id) ?? 'Missing entity');
    rows.push({ kind: 'target', id, name, entity, tracks, collapsed: collapsed.has(id) });
    if (collapsed.has(id)) continue;
    for (const track of tracks) {
      const { id: own, name: title, component } = text.tracks[track]!;
      rows.push({ kind: 'track', id: own, name: title, detail: component, track });
    }
  }
  return rows;
}

/** Steps of a ruler so that labels are at least `least` pixels apart: 1, 2, 5, 10, ... frames. */
export function rulerStep(pixelsPerFrame: number, least = 64): number {
  let step = 1;
  for (let i = 0; step * pixelsPerFrame < least && i < 40; ++i) step *= i % 3 === 1 ? 2.5 : 2;
  return step;
}

/** "1:05" is second 1, frame 5. */
export function frameLabel(frame: number, fps: number): string {
  const whole = Math.round(fps);
  const seconds = Math.floor(frame / whole);
  const rest = Math.round(frame - seconds * whole);
  return `${seconds}:${String(rest).padStart(2, '0')}`;
}

/** Index of the first of the keys [first, first + count) at or behind `frame`. */
export function lowerKey(keys: Float64Array, first: number, count: number, frame: number): number {
  let low = first;
  let high = first + count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle * kKeySize + 1]! < frame) low = middle + 1;
    else high = middle;
  }
  return low;
}
