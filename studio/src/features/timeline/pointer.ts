// The pointer over the timeline: scrub, select, box, drag keys, tangents, work area, markers.
// SPDX-License-Identifier: MIT
import type { CurveHit, CurveScene } from './curves';
import type { TimelineModel } from './model';
import { kRuler, type Hint } from './paint';
import { kKeySize, kRowHeight, lowerKey } from './rows';

const kNear = 7;
const kClick = 3;

type Drag =
  | { kind: 'scrub' }
  | { kind: 'work'; end: 'work_start' | 'work_end'; at: number }
  | { kind: 'box'; add: boolean }
  | { kind: 'keys'; keys: number[]; grabbed: number; copy: boolean; scale: [number, number] | null }
  | { kind: 'curve'; hit: CurveHit; frame: number; value: number }
  | { kind: 'pan' };

export interface Press {
  x: number;
  y: number;
  shift: boolean;
  control: boolean;
  alt: boolean;
  middle: boolean;
}

export class TimelinePointer {
  readonly hint: Hint = { box: null };
  #drag: Drag | null = null;
  #start = { x: 0, y: 0, far: 0 };
  #lastX = 0;

  constructor(
    private readonly model: TimelineModel,
    private readonly scene: CurveScene,
  ) {}

  get busy(): boolean {
    return this.#drag !== null;
  }

  keyAt(x: number, y: number): { key: number; frame: number } | null {
    const { model } = this;
    const row = model.state.rows[Math.floor((y - kRuler + model.scrollY) / kRowHeight)];
    if (y < kRuler || !row || row.kind !== 'track') return null;
    const { first, count } = model.state.text!.tracks[row.track]!;
    let best: { key: number; frame: number } | null = null;
    let nearest = kNear;
    for (let at = lowerKey(model.keys, first, count, model.frameAt(x - kNear)); at < first + count; ++at) {
      const frame = model.keys[at * kKeySize + 1]!;
      const far = Math.abs(model.x(frame) - x);
      if (model.x(frame) > x + kNear) break;
      if (far < nearest) [nearest, best] = [far, { key: model.keys[at * kKeySize]!, frame }];
    }
    return best;
  }

  #keysIn(x0: number, y0: number, x1: number, y1: number): number[] {
    const { model } = this;
    const { text, rows } = model.state;
    const from = model.frameAt(Math.min(x0, x1));
    const to = model.frameAt(Math.max(x0, x1));
    const top = Math.floor((Math.min(y0, y1) - kRuler + model.scrollY) / kRowHeight);
    const bottom = Math.floor((Math.max(y0, y1) - kRuler + model.scrollY) / kRowHeight);
    const out: number[] = [];
    for (let index = Math.max(0, top); index <= bottom && index < rows.length; ++index) {
      const row = rows[index]!;
      if (row.kind !== 'track') continue;
      const { first, count } = text!.tracks[row.track]!;
      for (let at = lowerKey(model.keys, first, count, from); at < first + count; ++at) {
        if (model.keys[at * kKeySize + 1]! > to) break;
        out.push(model.keys[at * kKeySize]!);
      }
    }
    return out;
  }

  /** The end of the work area under the pointer. */
  workEnd(x: number, y: number): 'work_start' | 'work_end' | null {
    const { text } = this.model.state;
    if (!text || y > kRuler || y < kRuler - 10) return null;
    if (Math.abs(this.model.x(text.workEnd) - x) < 6) return 'work_end';
    return Math.abs(this.model.x(text.workStart) - x) < 6 ? 'work_start' : null;
  }

  down(press: Press): void {
    const { model, scene } = this;
    const { x, y } = press;
    this.#start = { x, y, far: 0 };
    this.#lastX = x;
    if (press.middle) {
      this.#drag = { kind: 'pan' };
      return;
    }
    const end = this.workEnd(x, y);
    if (end) {
      const { text } = model.state;
      this.#drag = { kind: 'work', end, at: end === 'work_start' ? text!.workStart : text!.workEnd };
    } else if (y < kRuler) {
      this.#drag = { kind: 'scrub' };
      model.go(model.frameAt(x));
    } else if (model.state.view === 'curves') {
      this.#downCurves(press);
    } else {
      this.#downSheet(press);
    }
    scene.frozen = this.#drag?.kind === 'curve';
  }

  #downSheet({ x, y, shift, control, alt }: Press): void {
    const { model } = this;
    const found = this.keyAt(x, y);
    if (!found) {
      this.#drag = { kind: 'box', add: shift || control };
      return;
    }
    if (shift || control) model.toggle(found.key);
    else if (!model.state.selected.has(found.key)) model.select([found.key]);
    const span = model.span();
    // Alt takes a copy along; Alt+Shift scales about the other end of the selection.
    const scale = alt && shift && span && span[1] > span[0] ? span : null;
    this.#drag = { kind: 'keys', keys: model.selectedKeys(), grabbed: found.frame, copy: alt && !scale, scale };
  }

  #downCurves({ x, y, shift }: Press): void {
    const { model, scene } = this;
    const hit = scene.hit(x, y);
    if (!hit) {
      if (!shift) model.select([]);
      this.#drag = { kind: 'pan' };
      return;
    }
    if (hit.part === 'key') model.select([hit.key.key], shift);
    this.#drag = { kind: 'curve', hit, frame: hit.key.frame, value: hit.key.value[hit.channel]! };
  }

  move({ x, y, shift }: Press): void {
    const { model } = this;
    const drag = this.#drag;
    if (!drag) return;
    const dx = x - this.#lastX;
    this.#lastX = x;
    this.#start.far = Math.max(this.#start.far, Math.abs(x - this.#start.x) + Math.abs(y - this.#start.y));
    if (drag.kind === 'scrub') model.go(model.frameAt(x));
    else if (drag.kind === 'pan') model.pan(-dx);
    else if (this.#start.far <= kClick) return;
    else if (drag.kind === 'box') {
      this.hint.box = { x0: this.#start.x, y0: this.#start.y, x1: x, y1: y };
      model.dirty = true;
    } else if (drag.kind === 'work') this.#moveWork(drag, x);
    else if (drag.kind === 'keys') this.#moveKeys(drag, x);
    else this.#moveCurve(drag, x, y, shift);
  }

  #moveKeys(drag: Extract<Drag, { kind: 'keys' }>, x: number): void {
    const { model } = this;
    const { id, snapping } = model.state;
    const wanted = drag.grabbed + (x - this.#start.x) / model.scale;
    const to = snapping ? model.studio.stage.desk.snap(id, wanted, 6 / model.scale, drag.keys) : wanted;
    if (drag.scale) {
      const [first, last] = drag.scale;
      const pivot = Math.abs(drag.grabbed - first) < Math.abs(drag.grabbed - last) ? last : first;
      const length = drag.grabbed - pivot;
      const factor = length === 0 ? 1 : Math.max(0.01, (to - pivot) / length);
      model.run({ do: 'key_scale', keys: drag.keys, pivot, factor, drag: true });
      return;
    }
    const frames = to - drag.grabbed;
    const report = model.run({ do: drag.copy ? 'key_duplicate' : 'key_move', keys: drag.keys, frames, drag: true });
    if (report && drag.copy) model.select(report.keys);
  }

  #moveWork(drag: Extract<Drag, { kind: 'work' }>, x: number): void {
    const { text } = this.model.state;
    if (!text) return;
    const frame = Math.max(0, Math.round(this.model.frameAt(x)));
    const value =
      drag.end === 'work_start' ? Math.min(frame, text.workEnd - 1) : Math.min(text.duration, Math.max(frame, text.workStart + 1));
    if (value === drag.at) return;
    drag.at = value;
    this.model.run({ do: 'set', items: [{ pointer: `${text.pointer}/${drag.end}`, value }], drag: true });
  }

  #moveCurve(drag: Extract<Drag, { kind: 'curve' }>, x: number, y: number, shift: boolean): void {
    const { model, scene } = this;
    const { hit } = drag;
    const { key, channel, part } = hit;
    const replace = (list: number[], value: number) => {
      const next = key.value.map((_, index) => list[index] ?? 0);
      next[channel] = value;
      return next.length === 1 ? next[0] : next;
    };
    if (part === 'key') {
      const frame = shift ? key.frame : drag.frame + (x - this.#start.x) / model.scale;
      const snapped = model.state.snapping ? model.studio.stage.desk.snap(model.state.id, frame, 0, [key.key]) : frame;
      const value = drag.value + scene.valueAt(y) - scene.valueAt(this.#start.y);
      model.run({ do: 'key_set', key: key.key, frame: snapped, value: replace(key.value, value), drag: true });
      return;
    }
    const away = model.frameAt(x) - key.frame;
    const reach = part === 'in' ? Math.min(-0.1, away) : Math.max(0.1, away);
    const tangent = (scene.valueAt(y) - key.value[channel]!) / reach;
    model.run({ do: 'key_tangent', key: key.key, side: part, tangent: replace(key[part], tangent), drag: true });
  }

  up(): void {
    const { model } = this;
    const drag = this.#drag;
    const { x, y, far } = this.#start;
    this.#drag = null;
    this.scene.frozen = false;
    if (!drag) return;
    if (drag.kind === 'box') {
      const { box } = this.hint;
      if (box) model.select(this.#keysIn(box.x0, box.y0, box.x1, box.y1), drag.add);
      else this.#click(x, y, drag.add);
      this.hint.box = null;
    } else if (far > kClick && drag.kind !== 'scrub' && drag.kind !== 'pan') {
      model.run({ do: 'drop' });
    }
    model.dirty = true;
  }

  #click(x: number, y: number, add: boolean): void {
    const { model } = this;
    const row = model.state.rows[Math.floor((y - kRuler + model.scrollY) / kRowHeight)];
    if (!add) model.select([]);
    if (row?.kind === 'track') model.selectTracks([row.id], add);
    void x;
  }

  /** A second click inserts a key. */
  double(x: number, y: number): void {
    const { model } = this;
    const row = model.state.rows[Math.floor((y - kRuler + model.scrollY) / kRowHeight)];
    if (y < kRuler || model.state.view !== 'sheet' || row?.kind !== 'track' || this.keyAt(x, y)) return;
    const report = model.run({ do: 'key_insert', track: row.id, frame: Math.max(0, Math.round(model.frameAt(x))) });
    if (report) model.select(report.keys);
  }

  cancel(): void {
    const drag = this.#drag;
    this.#drag = null;
    this.scene.frozen = false;
    this.hint.box = null;
    if (drag && drag.kind !== 'scrub' && drag.kind !== 'pan' && drag.kind !== 'box') this.model.run({ do: 'cancel' });
    this.model.dirty = true;
  }
}
