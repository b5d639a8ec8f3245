// Keys of rows as paths, kept while nothing but the scroll and the playhead moves: a frame that
// scrolls makes those of the rows that come into sight.
// SPDX-License-Identifier: MIT
import type { TimelineModel } from './model';
import { kKeySize, lowerKey, type Row } from './rows';

const kHalf = 5; // of a key
const kMostRows = 400;

/** About y = 0. Null where there is nothing of the sort. */
export interface RowShapes {
  plain: Path2D | null;
  chosen: Path2D | null;
  muted: Path2D | null;
  /** Of a target: keys of its tracks, smaller. */
  sums: Path2D | null;
}

function addShape(path: Path2D, x: number, half: number, interpolation: number): void {
  if (interpolation === 0) {
    path.rect(x - half + 1, 1 - half, 2 * half - 2, 2 * half - 2);
  } else if (interpolation === 2) {
    path.moveTo(x + half - 0.5, 0);
    path.arc(x, 0, half - 0.5, 0, 6.2832);
  } else {
    path.moveTo(x - half, 0);
    path.lineTo(x, -half);
    path.lineTo(x + half, 0);
    path.lineTo(x, half);
    path.lineTo(x - half, 0);
  }
}

function makeShapes(model: TimelineModel, row: Row): RowShapes {
  const { keys } = model;
  const { text, selected } = model.state;
  const shapes: RowShapes = { plain: null, chosen: null, muted: null, sums: null };
  const tracks = row.kind === 'track' ? [row.track] : row.tracks;
  const from = model.frameAt(-kHalf);
  const to = model.frameAt(model.width + kHalf);
  for (const index of tracks) {
    const { first, count, muted } = text!.tracks[index]!;
    let lastX = -1e9; // several on a pixel are one mark
    for (let at = lowerKey(keys, first, count, from); at < first + count; ++at) {
      const frame = keys[at * kKeySize + 1]!;
      if (frame > to) break;
      const x = Math.round(model.x(frame));
      if (x - lastX < 2) continue;
      lastX = x;
      if (row.kind === 'target') addShape((shapes.sums ??= new Path2D()), x, 3, 1);
      else {
        const kind = selected.has(keys[at * kKeySize]!) ? 'chosen' : muted ? 'muted' : 'plain';
        addShape((shapes[kind] ??= new Path2D()), x, kHalf, keys[at * kKeySize + 2]!);
      }
    }
  }
  return shapes;
}

export class RowPaths {
  #made = new Map<string, RowShapes>();
  #of: readonly unknown[] = [];

  /** Called before the rows of a frame: forgets what is drawn otherwise now. */
  begin(model: TimelineModel): void {
    const now = [model.state.text, model.state.selected, model.left, model.scale, model.width];
    if (now.every((part, index) => part === this.#of[index]) && this.#made.size < kMostRows) return;
    this.#of = now;
    this.#made.clear();
  }

  of(model: TimelineModel, row: Row): RowShapes {
    const id = `${row.kind} ${row.id}`;
    let shapes = this.#made.get(id);
    if (!shapes) this.#made.set(id, (shapes = makeShapes(model, row)));
    return shapes;
  }
}
