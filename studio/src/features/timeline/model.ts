// The timeline that is open: its rows and keys, what is selected in it, and where the view stands.
// What a person edits goes to the desk as a command; here is no animation.
// SPDX-License-Identifier: MIT
import type { DeskCommand, DeskReport, TimelineText } from 'motus';

import { Store } from '../../store/store';
import type { Studio } from '../../store/studio';
import { CurveScene } from './curves';
import { RowPaths } from './row_paths';
import { kKeySize, kRowHeight, makeRows, type Row } from './rows';

export type TimelineView = 'sheet' | 'curves';

export interface TimelineState {
  /** Id of the timeline that is shown; '' where the document has none. */
  id: string;
  text: TimelineText | null;
  rows: Row[];
  view: TimelineView;
  /** First row that is seen, and how many. */
  firstRow: number;
  shownRows: number;
  /** Selected tracks: what the curve view shows. */
  tracks: ReadonlySet<string>;
  selected: ReadonlySet<number>;
  recording: boolean;
  snapping: boolean;
  copied: number;
}

const kNone: ReadonlySet<never> = new Set<never>();
const kEmptyKeys = new Float64Array(0);

export class TimelineModel extends Store<TimelineState> {
  readonly studio: Studio;
  readonly curves: CurveScene;
  readonly paths = new RowPaths();
  keys: Float64Array = kEmptyKeys;
  /** Left edge in frames, and pixels per frame. */
  left = -1;
  scale = 10;
  scrollY = 0;
  width = 600;
  height = 200;
  dirty = true;
  #collapsed = new Set<string>();
  #revision = -1;
  #fitted = '';

  constructor(studio: Studio) {
    super({
      id: '', text: null, rows: [], view: 'sheet', firstRow: 0, shownRows: 0, tracks: kNone, selected: kNone,
      recording: false, snapping: true, copied: 0,
    });
    this.studio = studio;
    this.curves = new CurveScene(this);
  }

  // ---- What is shown
  /** Called every frame: follows what plays and every change of the document. */
  follow(): void {
    const { desk } = this.studio.stage;
    const { playing } = this.studio.state;
    const wanted = playing?.kind === 'timeline' ? playing.id : this.state.id;
    const revision = desk.revision;
    if (revision === this.#revision && wanted === this.state.id) return;
    this.#revision = revision;
    this.load(wanted);
  }

  load(wanted: string): void {
    const { studio } = this;
    const timelines = studio.state.opened ? studio.stage.library().timelines : [];
    const id = (timelines.find((timeline) => timeline.id === wanted) ?? timelines[0])?.id ?? '';
    const other = id !== this.state.id;
    if (id === '') {
      this.keys = kEmptyKeys;
      this.set({ id: '', text: null, rows: [], selected: kNone, tracks: kNone });
    } else {
      const text = studio.stage.desk.timeline(id);
      this.keys = studio.stage.desk.keys(id);
      const present = new Set<number>();
      for (let at = 0; at < this.keys.length; at += kKeySize) present.add(this.keys[at]!);
      const selected = new Set([...this.state.selected].filter((key) => present.has(key)));
      const ids = new Set(text.tracks.map((track) => track.id));
      const tracks = other ? kNone : new Set([...this.state.tracks].filter((track) => ids.has(track)));
      this.set({ id, text, rows: makeRows(text, this.#collapsed), selected: other ? kNone : selected, tracks });
      if (other) this.scrollY = 0;
    }
    this.scrollTo(this.scrollY);
    if (other) this.#fitted = '';
    this.dirty = true;
  }

  toggleCollapsed(id: string): void {
    if (this.#collapsed.has(id)) this.#collapsed.delete(id);
    else this.#collapsed.add(id);
    if (this.state.text) this.set({ rows: makeRows(this.state.text, this.#collapsed) });
    this.scrollTo(this.scrollY);
  }

  // ---- View
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.scrollTo(this.scrollY);
    if (this.#fitted !== this.state.id && width > 40) this.fit();
    this.dirty = true;
  }

  /** The whole timeline from edge to edge. */
  fit(): void {
    const { text } = this.state;
    if (!text) return;
    let last = Math.max(1, text.duration);
    for (let at = 1; at < this.keys.length; at += kKeySize) last = Math.max(last, this.keys[at]!);
    this.scale = Math.min(60, Math.max(0.02, (this.width - 48) / last));
    this.left = -20 / this.scale;
    this.#fitted = this.state.id;
    this.dirty = true;
  }
  get needsFit(): boolean {
    return this.state.text !== null && this.#fitted !== this.state.id;
  }

  x(frame: number): number {
    return (frame - this.left) * this.scale;
  }
  frameAt(x: number): number {
    return this.left + x / this.scale;
  }
  zoom(factor: number, x: number): void {
    const frame = this.frameAt(x);
    this.scale = Math.min(200, Math.max(0.02, this.scale * factor));
    this.left = frame - x / this.scale;
    this.dirty = true;
  }
  pan(pixels: number): void {
    this.left = Math.max(-40 / this.scale, this.left + pixels / this.scale);
    this.dirty = true;
  }
  scrollTo(y: number): void {
    const most = Math.max(0, this.state.rows.length * kRowHeight - this.height);
    this.scrollY = Math.min(most, Math.max(0, y));
    const firstRow = Math.floor(this.scrollY / kRowHeight);
    const shownRows = Math.ceil(this.height / kRowHeight) + 1;
    if (firstRow !== this.state.firstRow || shownRows !== this.state.shownRows) this.set({ firstRow, shownRows });
    this.dirty = true;
  }

  // ---- Playhead
  get frame(): number {
    return this.studio.stage.desk.frame;
  }
  /** Stands at a frame; what played before is stopped. */
  go(frame: number): void {
    const { studio } = this;
    const { id } = this.state;
    if (id === '') return;
    const at = Math.max(0, this.state.snapping ? Math.round(frame) : frame);
    if (studio.state.playing?.id !== id) studio.play('timeline', id);
    if (studio.state.playing?.id !== id) return;
    if (!studio.state.paused) studio.setPaused(true);
    studio.stage.desk.go(id, at);
    this.dirty = true;
  }

  // ---- Selection
  select(keys: Iterable<number>, add = false): void {
    const selected = add ? new Set([...this.state.selected, ...keys]) : new Set(keys);
    this.set({ selected });
    this.dirty = true;
  }
  toggle(key: number): void {
    const selected = new Set(this.state.selected);
    if (!selected.delete(key)) selected.add(key);
    this.set({ selected });
    this.dirty = true;
  }
  selectTracks(ids: Iterable<string>, add = false): void {
    this.set({ tracks: add ? new Set([...this.state.tracks, ...ids]) : new Set(ids) });
    this.dirty = true;
  }
  /** First and last frame of the selected keys. */
  span(): [number, number] | null {
    let first = Infinity;
    let last = -Infinity;
    for (let at = 0; at < this.keys.length; at += kKeySize) {
      if (!this.state.selected.has(this.keys[at]!)) continue;
      first = Math.min(first, this.keys[at + 1]!);
      last = Math.max(last, this.keys[at + 1]!);
    }
    return first <= last ? [first, last] : null;
  }
  selectedKeys(): number[] {
    return [...this.state.selected];
  }

  // ---- Edits
  run(command: DeskCommand): DeskReport | null {
    const report = this.studio.command(command);
    this.follow();
    return report;
  }
  remove(): void {
    if (this.state.selected.size > 0) this.run({ do: 'key_delete', keys: this.selectedKeys() });
  }
  copy(): void {
    if (this.state.selected.size === 0) return;
    this.run({ do: 'key_copy', keys: this.selectedKeys() });
    this.set({ copied: this.state.selected.size });
  }
  /** At the playhead; onto the selected track where there is just one. */
  paste(): void {
    const { id, tracks, copied } = this.state;
    if (copied === 0) return;
    const frame = Math.max(0, this.frame);
    const track = tracks.size === 1 ? { track: [...tracks][0]! } : {};
    const report = this.run({ do: 'key_paste', timeline: id, frame, ...track });
    if (report) this.select(report.keys);
  }
  duplicate(): void {
    const span = this.span();
    if (!span) return;
    const frames = Math.max(1, Math.round(span[1] - span[0]) + 1);
    const report = this.run({ do: 'key_duplicate', keys: this.selectedKeys(), frames });
    if (report) this.select(report.keys);
  }
  move(frames: number): void {
    if (this.state.selected.size > 0) this.run({ do: 'key_move', keys: this.selectedKeys(), frames });
  }
  setRecording(recording: boolean): void {
    this.studio.stage.desk.recording = recording;
    document.documentElement.toggleAttribute('data-recording', recording);
    this.set({ recording });
    this.dirty = true;
  }
  edit(path: string, value: unknown, name: string): void {
    const { text } = this.state;
    if (text) this.studio.edit([{ op: 'replace', path: `${text.pointer}/${path}`, value }], name);
  }
}
