// Timelines, keys and properties, as an animator edits them.
// SPDX-License-Identifier: MIT
import type { EditReport } from './edit.js';
import type { LoopMode, PlayKind } from './library.js';

export type Interpolation = 'step' | 'linear' | 'cubic';
export type HandleMode = 'free' | 'aligned' | 'auto' | 'flat';
export type Ease = 'linear' | 'smooth' | 'in' | 'out' | 'strong_in' | 'strong_out' | 'anticipate' | 'overshoot';

/** Frames are those of `fps`; keys may stand between them where there are more `keysPerFrame`. */
export interface TimelineText {
  id: string;
  name: string;
  pointer: string;
  duration: number;
  fps: number;
  keysPerFrame: number;
  loop: LoopMode;
  speed: number;
  workStart: number;
  workEnd: number;
  /** Entities, each a heading over its tracks. */
  targets: { id: string; entity: string; name: string; path: string }[];
  tracks: TimelineTrack[];
  markers: { frame: number; name: string }[];
  events: { frame: number; event: string; name: string }[];
}
export interface TimelineTrack {
  id: string;
  kind: 'property' | 'timeline';
  pointer: string;
  muted: boolean;
  /** Its keys in `Desk.keys`: counted in keys. */
  first: number;
  count: number;
  entity: string;
  path: string;
  /** "Fill", "Paint 2". */
  component: string;
  name: string;
  type: string; // kind of its values: 'number', 'color', ...
  /** Curves to draw: 0 to 4. */
  channels: number;
  /** Pointer to the property that it writes; '' where there is none. */
  property: string;
  /** Of a timeline inside this one. */
  start?: number;
}
export interface TrackKey {
  key: number;
  frame: number;
  interpolation: Interpolation;
  mode: HandleMode;
  /** One number per channel; tangents are per frame, empty: flat. */
  value: number[];
  in: number[];
  out: number[];
}

/** How a property is animated at the playhead; 'off': it has no key button, 'mixed': objects differ. */
export type KeyState = 'off' | 'none' | 'track' | 'key' | 'mixed';
export interface InspectedProperty {
  name: string;
  title: string;
  kind: string; // 'bool', 'int', 'float', 'enum', 'text', 'vec2', 'color', 'ref', ...
  unit: string;
  help: string;
  min: number | null;
  max: number | null;
  computed: boolean;
  refersTo: string;
  choices?: string[];
  default: unknown;
  /** One per object, in the order of the selection. */
  pointers: string[];
  /** Authored: what is saved. */
  values: unknown[];
  /** What plays shows this instead; null: nothing else. Never saved. */
  shown: unknown[];
  state: KeyState;
}
export interface Inspected {
  type: string;
  name: string;
  count: number;
  playing: PlayKind;
  /** A timeline is open: key buttons work. */
  keyable: boolean;
  groups: { title: string; type: string; help: string; pointers: string[]; properties: InspectedProperty[] }[];
}
export interface EntityInfo {
  id: string;
  name: string;
  parent: string;
  pointer: string;
  visible: boolean;
  locked: boolean;
  /** It has a place in 2D. */
  flat: boolean;
}

/** One step of undo each. With `drag` it takes the place of the dragged command before it; `drop`
 *  ends the drag, `cancel` takes it back. */
export type DeskCommand = { drag?: boolean } & (
  | { do: 'toggle' | 'reset'; pointers: string[] }
  | { do: 'set'; items: { pointer: string; value: unknown }[] }
  | { do: 'key_delete' | 'key_copy'; keys: number[] }
  | { do: 'key_move' | 'key_duplicate'; keys: number[]; frames: number }
  | { do: 'key_scale'; keys: number[]; pivot: number; factor: number }
  | { do: 'key_paste'; timeline: string; frame: number; entity?: string; track?: string }
  | { do: 'key_insert'; track: string; frame: number }
  | { do: 'key_set'; key: number; frame?: number; value?: unknown }
  | { do: 'key_interpolation'; keys: number[]; interpolation: Interpolation }
  | { do: 'key_handles'; keys: number[]; mode: HandleMode }
  | { do: 'key_tangent'; key: number; side: 'in' | 'out'; tangent: unknown }
  | { do: 'key_ease'; keys: number[]; ease: Ease }
  | { do: 'ripple'; timeline: string; frame: number; frames: number }
  | { do: 'library_folder'; name: string; folder?: string }
  | { do: 'library_move'; item: string; folder?: string; before?: string }
  | { do: 'library_rename'; item: string; name: string }
  | { do: 'library_duplicate' | 'library_delete'; item: string }
  | { do: 'drop' | 'cancel' }
);
export interface DeskReport extends EditReport {
  /** Keys that were written or moved. */
  keys: number[];
  /** Values that were set but are not seen: a track of the open timeline shows something else. */
  hidden: number;
}

export class Desk {
  /** Stands in a timeline at a frame, paused. A machine that ran is stopped; nothing it showed stays. */
  go(timeline: string, frame: number): void;
  /** The frame that is shown of the timeline that plays; -1 where none does. */
  readonly frame: number;
  /** Another number after every change of the document: cheap to ask every frame. */
  readonly revision: number;
  /** While on, `set` writes keys at the playhead, in the same step. */
  recording: boolean;
  timeline(id: string): TimelineText;
  /** Four numbers a key, tracks in order: handle, frame, interpolation (0 step, 1 linear, 2 cubic),
   *  handle mode (0 free, 1 aligned, 2 auto, 3 flat). */
  keys(id: string): Float64Array;
  track(id: string): TrackKey[];
  /** For drawing: points, channels, then frame and four numbers per point. */
  curve(track: string, from: number, to: number, count: number): Float32Array;
  /** Where a dragged frame sticks: keys, markers, work area, playhead, else the nearest whole one. */
  snap(timeline: string, frame: number, radius?: number, except?: number[]): number;
  entities(): EntityInfo[];
  /** What refers to the object with that id, or to something in it; folders do not count. `place` has
   *  the names on the way there: "card / Button / Hover". */
  uses(id: string): { pointer: string; kind: string; place: string }[];
  /** The property table of objects of one type. */
  inspect(pointers: string[]): Inspected;
  /** Throws MotusError and changes nothing on failure. */
  command(command: DeskCommand): DeskReport;
}
