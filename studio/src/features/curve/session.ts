// What all curve editors of the page share: the keys under the pointer, the scrubber, A and B.
// SPDX-License-Identifier: MIT
import type { BlendPreview, PatchOperation } from 'motus';

import { MotusError } from '../../motus/errors';
import { notifyFailure } from '../../store/notices';
import { Store } from '../../store/store';
import type { Studio } from '../../store/studio';
import { linear, sameKeys, type Key } from './shape';

export interface CurveSessionState {
  /** JSON pointer of the transition that this is about; '' for none. */
  pointer: string;
  /** Keys of a drag that is under way: shown and run, not written. */
  draft: readonly Key[] | null;
  selected: number;
  snap: boolean;
  /** Seconds into the transition that are shown on the character; null: it runs live. */
  at: number | null;
  shown: BlendPreview | null;
  /** Why it cannot be shown. */
  refused: string;
  /** A is the authored curve, B the linear one. */
  side: 'a' | 'b';
  /** It plays over and over. */
  playing: boolean;
}

/** Before and after each pass of the loop the character stands still for so long. */
const kRest = 0.35;
const kLongestFrame = 0.1;

export class CurveSession extends Store<CurveSessionState> {
  #last = 0;
  #phase = 0;

  constructor() {
    super({
      pointer: '',
      draft: null,
      selected: -1,
      snap: true,
      at: null,
      shown: null,
      refused: '',
      side: 'a',
      playing: false,
    });
  }

  /** Index of the transition in what plays; -1 where that is something else. */
  indexOf(studio: Studio, pointer: string): number {
    return studio.state.playing?.machine?.transitions.find((other) => other.pointer === pointer)?.index ?? -1;
  }

  /** Another transition: what belongs to the one before ends. */
  show(studio: Studio, pointer: string): void {
    if (pointer === this.state.pointer) return;
    this.live(studio);
    this.set({ pointer, draft: null, selected: -1, refused: '', side: 'a' });
  }

  // ---- Keys
  /** While something is dragged: the machine runs with these keys, and nothing is written. */
  drag(studio: Studio, pointer: string, draft: readonly Key[]): void {
    this.show(studio, pointer);
    this.set({ draft });
    const index = this.indexOf(studio, pointer);
    if (index < 0) return;
    try {
      studio.stage.showCurve(index, draft);
    } catch {
      return; // a number that no baked curve can hold: the field says so
    }
    this.again(studio);
  }

  drop(studio: Studio): void {
    if (!this.state.draft) return;
    this.set({ draft: null });
    const index = this.indexOf(studio, this.state.pointer);
    if (index >= 0) studio.stage.showCurve(index, null);
    this.again(studio);
  }

  /** Writes what was dragged, as one step. */
  commit(studio: Studio, name: string): void {
    const { draft, pointer } = this.state;
    if (!draft) return;
    this.write(studio, pointer, draft, name);
  }

  write(studio: Studio, pointer: string, keys: readonly Key[], name: string): void {
    this.show(studio, pointer);
    const before = studio.stage.value(`${pointer}/curve`) as { keys?: Key[] } | null | undefined;
    const operations: PatchOperation[] = [];
    if (sameKeys(keys, linear)) {
      if (before) operations.push({ op: 'remove', path: `${pointer}/curve` });
    } else if (before) operations.push({ op: 'replace', path: `${pointer}/curve/keys`, value: keys });
    else operations.push({ op: 'add', path: `${pointer}/curve`, value: { keys } });
    const same = before?.keys && sameKeys(keys, before.keys.map((key) => ({ ...noKey, ...key })));
    if (operations.length > 0 && !same) studio.edit(operations, name);
    this.drop(studio);
    this.set({ selected: Math.min(this.state.selected, keys.length - 1) });
    this.again(studio);
  }

  // ---- The scrubber
  scrub(studio: Studio, pointer: string, seconds: number): void {
    this.show(studio, pointer);
    this.set({ playing: false });
    this.#preview(studio, seconds);
  }

  /** The same moment once more: the curve is another one. */
  again(studio: Studio): void {
    if (this.state.at !== null) this.#preview(studio, this.state.at);
  }

  setSide(studio: Studio, side: 'a' | 'b'): void {
    this.set({ side });
    this.again(studio);
  }

  play(studio: Studio, pointer: string, playing: boolean): void {
    this.show(studio, pointer);
    this.#phase = this.state.at === null ? -kRest : this.state.at;
    this.#last = performance.now();
    this.set({ playing });
    if (playing) this.#preview(studio, Math.max(0, this.#phase));
  }

  /** Back to what the machine does. */
  live(studio: Studio): void {
    if (this.state.at === null && !this.state.playing) return;
    if (studio.stage.previews) studio.resume();
    this.set({ at: null, shown: null, playing: false });
  }

  /** Once a frame: the loop goes on; and somebody else may have ended the preview. */
  frame(studio: Studio): void {
    if (this.state.at === null) return;
    if (!studio.stage.previews) {
      this.set({ at: null, shown: null, playing: false });
      return;
    }
    if (!this.state.playing) return;
    const now = performance.now();
    this.#phase += Math.min(kLongestFrame, (now - this.#last) / 1000) * studio.state.speed;
    this.#last = now;
    const length = this.state.shown?.length ?? 0;
    if (this.#phase > length + kRest) this.#phase = -kRest;
    this.#preview(studio, Math.min(length, Math.max(0, this.#phase)));
  }

  #preview(studio: Studio, seconds: number): void {
    const index = this.indexOf(studio, this.state.pointer);
    if (index < 0) return;
    try {
      const shown = studio.stage.previewBlend(index, seconds, { linear: this.state.side === 'b' });
      this.set({ at: Math.min(shown.length, Math.max(0, seconds)), shown, refused: '' });
    } catch (error) {
      this.set({ at: null, shown: null, playing: false });
      if (error instanceof MotusError && error.code === 'no-blend') this.set({ refused: error.message });
      else notifyFailure('The transition cannot be shown', error);
    }
  }
}

const noKey: Key = { time: 0, value: 0, in_tangent: 0, out_tangent: 0 };

export const curveSession = new CurveSession();
