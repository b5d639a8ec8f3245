// Types of the package motus: the C++ library as one WebAssembly module.
// SPDX-License-Identifier: MIT
//
// Everything that animates, edits and bakes is C++; here are views and calls. Cold calls pass JSON,
// what is read every frame is typed memory. Times are seconds unless a name says ticks; ids are
// decimal strings (they are 64 bits); angles are radians; y is up in the world, down on a canvas.

import type * as Schema from './dist/motus-schema.js';
export type { Schema };

export interface LoadOptions {
  /** Bytes of motus.wasm: for node, or where the page has fetched it itself. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** Where motus.wasm is: with Vite, `() => wasmUrl` of `import wasmUrl from 'motus/wasm?url'`. */
  locateFile?: (name: string) => string;
}

/** Loads the module once; later calls give the same one. */
export function loadMotus(options?: LoadOptions): Promise<Motus>;

export interface Motus {
  readonly version: string;
  /** A new stage, with nothing on it. Many may be open; each has its own document. */
  newStage(): Stage;
}

/** What a call refused, in words. `faults` where there is a list of them. */
export class MotusError extends Error {
  readonly code: string;
  /** JSON pointer into the document or place in the file; may be empty. */
  readonly place: string;
  readonly faults: Fault[];
}

export interface Fault {
  severity: 'error' | 'warning';
  /** Stable: docs/document.md has the table. */
  code: string;
  /** JSON pointer into the document, or a place in the file. */
  path: string;
  message: string;
}

/** Bytes by path relative to the document or model: "models/hero.glb", "hero.bin". */
export type Files = Record<string, Uint8Array>;

export interface OpenReport {
  /** Of the document: "hero". */
  name: string;
  /** Sources that the document or model names and that were not given. `provide` them. */
  missing: string[];
  /** Warnings, and errors that keep it from being played. */
  faults: Fault[];
  /** It could be baked: everything in the library plays. */
  playable: boolean;
}

/** What an import of a Unity controller found, kept and lost. Places are paths: "Base Layer/Walk". */
export interface ImportReport {
  source: string;
  name: string;
  version: number;
  counts: { what: string; found: number; converted: number }[];
  features: { feature: string; support: 'supported' | 'approximated' | 'not-supported'; note: string; uses: number; places: string[] }[];
  rules: { rule: number; question: string; used: string; uses: number; places: string[] }[];
  unresolved: { kind: string; name: string; reference: string; place: string }[];
  warnings: { code: string; path: string; message: string }[];
}

export type PlayKind = 'clip' | 'machine' | 'timeline' | 'none';
export type LoopMode = 'once' | 'loop' | 'pingpong';

export interface LibraryRig {
  id: string; // of the entity that has the rig
  name: string;
  joints: number;
  /** Path of its source, "hero.glb"; a scene made in code: its name. */
  source: string;
  clips: string[]; // ids
}
export interface LibraryClip {
  id: string;
  name: string;
  rig: string; // id, '' where none
  seconds: number;
  loop: boolean;
  /** Its source has no such clip any more: it cannot be played. */
  missing: boolean;
}
export interface LibraryMachine {
  id: string;
  name: string;
  rig: string; // id, '' where it drives none
  layers: number;
  states: number;
  transitions: number;
}
export interface LibraryTimeline {
  id: string;
  name: string;
  frames: number;
  fps: number;
  seconds: number;
  tracks: number;
  keys: number;
}
export interface LibraryFolder {
  id: string;
  name: string;
  /** Id of the folder it lies in; '' where in none. */
  parent: string;
  collapsed: boolean;
  /** In order; a folder that lies in it by its id. */
  entries: { kind: 'folder' | 'timeline' | 'clip' | 'machine'; id: string }[];
}
export interface Library {
  name: string;
  rigs: LibraryRig[];
  clips: LibraryClip[];
  machines: LibraryMachine[];
  timelines: LibraryTimeline[];
  /** Outer ones first. What no folder lists lies in none. */
  folders: LibraryFolder[];
  /** What `play` should start with: the first machine, else clip, else timeline. */
  first: { kind: PlayKind; id: string };
}

/** What plays now. */
export interface Playing {
  kind: PlayKind;
  id: string;
  name: string;
  /** 0 for a machine. */
  seconds: number;
  loop: LoopMode;
  /** The machine that plays, described; null for clips and timelines. */
  machine: Machine | null;
  /** Of what is drawn: a figure in 3D, a board in 2D, or nothing. */
  view: '3d' | '2d' | 'none';
  rig: Rig | null;
}

export interface Rig {
  id: string;
  name: string;
  joints: Joint[];
  skins: { name: string; joints: number[] }[];
}
export interface Joint {
  name: string;
  parent: number; // -1: a root
  /** A bone of a skin, or between bones: what is drawn and picked. */
  bone: boolean;
  /** Number of the node in the source file. */
  node: number;
}

export type ParameterKind = 'float' | 'int' | 'bool' | 'trigger' | 'enum';
export interface Parameter {
  index: number;
  id: string;
  name: string;
  kind: ParameterKind;
  /** Bools and triggers: 0 or 1. */
  default: number;
  /** A good range for a slider: authored, or worked out from what reads it; min < max. */
  min: number;
  max: number;
  /** The range was authored. */
  ranged: boolean;
  choices: { name: string; value: number }[]; // of enums
  description: string;
}
export interface MachineState {
  index: number;
  id: string;
  /** "Locomotion/Walk". */
  path: string;
  name: string;
  layer: number;
  kind: string; // 'clip', 'timeline', 'blend_1d', ..., 'sub_machine', 'empty'
  /** State whose sub-machine holds it; -1: the layer's own graph. */
  parent: number;
  pointer: string; // JSON pointer into the document
}
export interface MachineTransition {
  index: number;
  id: string;
  name: string;
  layer: number;
  source: 'state' | 'any' | 'entry' | 'exit';
  /** Index of the state it leaves; -1 for any and entry. */
  from: number;
  /** -1: it leaves the sub-machine. */
  to: number;
  /** For people: "Idle → Move", "any → Jump". */
  title: string;
  seconds: number;
  hasExitTime: boolean;
  exitTime: number;
  pointer: string;
}
export interface Machine {
  id: string;
  name: string;
  pointer: string;
  parameters: Parameter[];
  layers: { index: number; id: string; name: string; additive: boolean; pointer: string }[];
  states: MachineState[];
  transitions: MachineTransition[];
  /** Clips and timelines that it plays, as LiveClip.motion counts them. */
  motions: { name: string; kind: 'clip' | 'timeline'; seconds: number }[];
}

/** One object per layer, kept and filled anew: read it, do not keep it. */
export interface LiveLayer {
  weight: number;
  /** Index of the state; -1: in none (a one-shot, or before the first tick). */
  state: number;
  /** In lengths of the state; the whole part counts loops. */
  normalizedTime: number;
  /** Being entered; -1: no transition runs. */
  next: number;
  /** Index of the transition whose duration and curve count; -1. */
  transition: number;
  /** 0 to 1 of its duration. */
  progress: number;
  /** Of the state being entered, after the curve. */
  toWeight: number;
  oneShot: boolean;
  clipCount: number;
  /** The first `clipCount` count. */
  clips: LiveClip[];
}
export interface LiveClip {
  /** Index into Machine.motions; -1: the pose that an interrupted transition left. */
  motion: number;
  seconds: number;
  /** Within the layer. */
  weight: number;
}
/** The frame that is shown, filled by `advance`, `step`, `seek` and `scrub`. The same object always. */
export interface Live {
  /** Ticks since it began; of what is shown. */
  tick: number;
  /** Of a clip or timeline: its time. Of a machine: since it began. */
  seconds: number;
  /** A clip or timeline that does not loop has come to its end. */
  ended: boolean;
  layerCount: number;
  layers: LiveLayer[];
  /** Values of parameters by index; bools and triggers 0 or 1. A view: see `palette`. */
  readonly parameters: Float64Array;
  /** The root moved by this in the frame: x y z, then the rotation x y z w. */
  readonly rootMotion: Float64Array;
}

export interface StageEvent {
  tick: number;
  seconds: number;
  kind: 'motion' | 'state' | 'enter' | 'exit' | 'transition_start' | 'transition_end';
  name: string;
  layer: string;
  /** Path; of a transition, where it leads. */
  state: string;
  clip: string;
  weight: number;
}

export interface WhyCondition {
  parameter: string;
  op: 'is_true' | 'is_false' | 'greater' | 'less' | 'greater_equal' | 'less_equal' | 'equal' | 'not_equal';
  /** What it is compared with, and what was seen in the tick. Bools: 0 or 1. */
  value: number;
  actual: number;
  holds: boolean;
  /** For people: "speed > 0.1, is 0". */
  text: string;
}
export interface Why {
  transition: number;
  tick: number;
  /** The tick looked at it: its source was active. */
  considered: boolean;
  taken: boolean;
  /** Short, of the library: "a condition does not hold"; '' where it was taken. */
  blockedBy: string;
  conditions: WhyCondition[];
  exitTime: { at: number; now: number; mode: 'from_crossing' | 'at_crossing'; crossed: boolean } | null;
  /** A sentence: "Does not fire: speed must be greater than 0.1 and is 0." */
  verdict: string;
}

/** Ticks that can be gone back to. */
export interface Recording {
  /** Number of the oldest and the newest tick kept; both 0 where there is none. */
  first: number;
  last: number;
  /** What is shown: `last` while live. */
  shown: number;
  /** Scrubbed back: `advance` does nothing until `resume`. */
  scrubbed: boolean;
  /** From the oldest to the newest. */
  seconds: number;
}

export interface HistoryState {
  /** Names of steps, oldest first. Those from `position` on are undone. */
  steps: string[];
  position: number;
  modified: boolean;
}

export interface EditReport {
  /** Steps that changed something. */
  steps: number;
  /** What running machines lost: "Hop: the state is gone". */
  losses: string[];
  /** It can still be baked; else the last good version goes on playing, and `faults` say why. */
  playable: boolean;
  faults: Fault[];
}

/** A fault, with what would mend it where that is obvious: `edit(fix.operations, fix.title)`. */
export interface Problem extends Fault {
  fix: { title: string; operations: PatchOperation[] } | null;
}

/** A key of a blend curve as a document has it: of the weight of the state that is left. */
export interface CurveKey {
  /** Normalised, 0 to 1. Members that are left out are 0. */
  time?: number;
  value?: number;
  /** Slopes over normalised time. */
  in_tangent?: number;
  out_tangent?: number;
}

/** A curve as it runs. */
export interface SampledCurve {
  /** It is baked as no keys at all. */
  linear: boolean;
  /** A number that a baked key cannot hold. */
  tooLarge: boolean;
  tooMany: boolean;
  /** It does not run from 1 to 0. */
  missesEnds: boolean;
  /** Weights of the state being entered, evenly over the time: of the runtime's own function. */
  to: number[];
}

export interface BlendPreview {
  /** Seconds that the transition takes. */
  length: number;
  /** 0 to 1. */
  progress: number;
  /** Of the state being entered. Both as `motus simulate` prints them at that time. */
  weight: number;
}

export interface PatchOperation {
  /** Of RFC 6902; the second line are edits of machines: docs/document.md has the table. */
  op:
    | 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
    | 'remove_states' | 'duplicate' | 'paste' | 'retype' | 'remove_variable' | 'layout' | 'fold';
  /** JSON pointer; an item of an array may be named "@ID". */
  path: string;
  from?: string;
  value?: unknown;
  /** Of edits of machines: ids of states. */
  states?: number[];
  /** Where copies stand: moved by that much, or with their corner there. */
  offset?: [number, number];
  at?: [number, number];
  /** The ids of copies follow from it. */
  seed?: number;
}

export class Stage {
  close(): void;

  // ---- Open -----------------------------------------------------------------------------------
  /** An embedded scene. Throws MotusError; then what was open stays. All `open` are so. */
  openScene(name: 'hero' | 'card'): OpenReport;
  /** A .motus document from its text. */
  openDocument(text: string, files?: Files): OpenReport;
  /** A .glb or .gltf: a document with rig, clips and a default machine, as `motus import` makes. */
  openModel(name: string, bytes: Uint8Array, files?: Files): OpenReport;
  /** A Unity controller, with files of its project (.anim, .mask and .meta by path) and converted
   *  models (.glb): the document that `motus import` makes, and what was kept and lost. */
  openController(name: string, text: string, files?: Files): OpenReport & { import: ImportReport };
  /** Files that were missing. */
  provide(files: Files): OpenReport;

  library(): Library;

  // ---- Play -----------------------------------------------------------------------------------
  /** From its start, with transport (paused, speed) as it is. 'none': the rest pose. */
  play(kind: PlayKind, id?: string): Playing;
  /** Starts again: parameters at their defaults, the recording empty. */
  restart(): void;
  /** Kept: the same object until `play`, an `open` or an edit. */
  readonly playing: Playing;
  paused: boolean;
  /** 1 is normal; below 0 plays clips and timelines backwards (a machine stands still). */
  speed: number;
  /** Of a clip or timeline. */
  loop: LoopMode;
  /** Moves by `seconds` of the host's clock x speed; nothing while paused or scrubbed back.
   *  Call once a frame. True where something moved. */
  advance(seconds: number): boolean;
  /** One frame of 1/60 s, also while paused: forwards, or back (machines: through the recording). */
  step(frames?: number): void;
  /** A clip's or timeline's time. */
  seek(seconds: number): void;
  readonly live: Live;
  /** Events since the last call, of live ticks; an empty list (always the same) where none. */
  events(): readonly StageEvent[];

  // ---- Parameters ------------------------------------------------------------------------------
  /** By index or name. Bools: 0 or 1, or true and false. Throws for an unknown one or a wrong value. */
  setParameter(parameter: number | string, value: number | boolean): void;
  fireTrigger(parameter: number | string): void;
  parameter(parameter: number | string): number;

  // ---- Why --------------------------------------------------------------------------------------
  /** Of the tick that is shown: now, or where the recording was scrubbed to. */
  why(transition: number): Why;
  /** What `motus simulate --json` (with --explain) prints for the tick that is shown. */
  frameText(options?: { explain?: boolean }): string;
  readonly recording: Recording;
  /** Shows tick number `tick` of the recording again: pose, live state, parameters, reasons. */
  scrub(tick: number): void;
  /** Back to the newest tick; with `here`, goes on from the tick that is shown and forgets later ones. */
  resume(from?: 'newest' | 'here'): void;

  // ---- Transitions by themselves ------------------------------------------------------------------
  /** A curve as it runs, of keys that need not be in the document; `samples` weights. */
  curve(keys: readonly CurveKey[], samples?: number): SampledCurve;
  /** What plays runs with this curve until the next edit; null: with the authored one. For drags. */
  showCurve(transition: number, keys: readonly CurveKey[] | null): void;
  /** Of a blend state, or a blend inside a blend, by its pointer: where its parameters stand now and
   *  how much each of its motions counts there, by the runtime's rules. Throws where none blends. */
  blendWeights(pointer: string): { at: [number, number]; weights: number[] };
  /** Shows a transition, `seconds` after its start, on what the machine shows now; nothing moves
   *  until `resume` or `setParameter`. `linear`: without its curve. Throws where it does not blend. */
  previewBlend(transition: number, seconds: number, options?: { linear?: boolean }): BlendPreview;
  /** A transition is shown by itself. */
  readonly previews: boolean;

  // ---- Pose -------------------------------------------------------------------------------------
  /** Views of the module's memory: good until the next call that is not a getter. 0 joints: empty. */
  /** Local: 10 floats a joint: translation 3, rotation xyzw 4, scale 3. */
  readonly locals: Float32Array;
  /** Model space: 12 floats a joint, three rows of four. */
  readonly models: Float32Array;
  /** Skinning matrices of a skin, 12 floats a joint of it. */
  palette(skin?: number): Float32Array;
  /** Of all that a frame depends on and shows: 16 hexadecimal digits. The same natively. */
  frameHash(): string;
  /** Values that timelines show now, as `motus sample --timeline` prints "properties". */
  properties(): { target: string; component: string; property: string; index?: number; value: unknown }[];

  // ---- Document -----------------------------------------------------------------------------------
  /** Canonical text: what `motus edit` writes. */
  documentText(): string;
  /** The part of the document at a JSON pointer, parsed; undefined where there is none. */
  value(pointer: string): unknown;
  validate(): Fault[];
  /** The faults of `validate`, with fixes. */
  problems(): Problem[];
  /** Applies JSON Patch: each operation is a step of undo, a list inside the list is one. With a
   *  name, all of it is one step of that name. Throws MotusError and changes nothing on failure.
   *  What plays goes on with the new document and keeps its state. */
  edit(operations: (PatchOperation | PatchOperation[])[], name?: string): EditReport;
  undo(): EditReport;
  redo(): EditReport;
  /** Undoes or redoes until `position` steps of `history` are done. */
  goTo(position: number): EditReport;
  /** Gives the document the content of another text, as one named step. What plays goes on. Throws
   *  'not-followed' where the text has something that only opening it takes over. */
  takeText(text: string, name: string): EditReport;
  readonly history: HistoryState;
  /** Every step since it was opened, undo and redo too, as operations with all ids: `motus edit
   *  --apply` makes the same bytes of the same document with them. */
  commands(): PatchOperation[][];
  markSaved(): void;
  /** The baked file: what `motus bake` writes. */
  bake(): Uint8Array;

  /** The model of what plays: what `motus export -o x.glb` writes. */
  exportGltf(): Uint8Array;
  /** A machine as Unity's text: what `motus export -o x.controller` writes; the first where none is named. */
  exportController(machine?: string): { name: string; text: string; faults: Fault[] };

  // ---- Desk -----------------------------------------------------------------------------------------
  /** Timelines, keys and properties: what an animator edits. */
  readonly desk: Desk;

  // ---- Viewport -----------------------------------------------------------------------------------
  /** Draws onto a canvas that is in the document; WebGL2. Throws where there is none. */
  openViewport(canvas: HTMLCanvasElement): Viewport;
}

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

export interface EntityBox {
  id: string;
  corners: [number, number][];
  pivot: [number, number];
}
/** From one place on the picture to another. Scales and turns are about the pivot. */
export interface CanvasDrag {
  kind: 'move' | 'rotate' | 'scale';
  from: [number, number];
  to: [number, number];
  /** Axes that a scale changes; both unless said. */
  x?: boolean;
  y?: boolean;
  /** A scale keeps the ratio; a turn goes in steps of 15 degrees. */
  even?: boolean;
}

export type Overlay = 'skeleton' | 'axes' | 'names' | 'trail' | 'onion' | 'heat' | 'label';
export type LookName = 'light' | 'dark' | 'clear';

/** Plain numbers, to be kept by the page. */
export interface CameraState {
  target: [number, number, number];
  yaw: number;
  pitch: number;
  /** Metres from the target. */
  distance: number;
}

export class Viewport {
  close(): void;
  /** Pixels of the picture; sets the canvas too. */
  setSize(width: number, height: number): void;
  setOverlays(overlays: readonly Overlay[]): void;
  setLook(look: LookName): void;
  /** Highlights a joint, and heat shows its weights; -1: none. */
  select(joint: number): void;
  /** Whether the camera goes with a figure that travels; true at first. */
  follow: boolean;
  camera: CameraState;
  /** By a drag of that many pixels. */
  orbit(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  /** Above 1: nearer. */
  zoom(factor: number): void;
  frameAll(): void;
  frameJoint(joint: number): void;
  /** Nearest joint to a place on the picture, in pixels from its top left; -1: none near. */
  pickJoint(x: number, y: number): number;
  /** Where a joint is on the picture: [x, y], null behind the camera. */
  jointPlace(joint: number): [number, number] | null;
  /** The entity of a 2D scene under a place, the topmost; null: none. */
  entityAt(x: number, y: number): { id: string; name: string } | null;
  /** Entities of a 2D scene on the picture: corners from the top left on, and the pivot. */
  boxes(ids: readonly string[]): EntityBox[];
  /** A drag of these entities starts from where they are shown. */
  beginDrag(ids: readonly string[]): void;
  /** One move of it: a dragged command of the desk. End it there with `drop` or `cancel`. */
  drag(drag: CanvasDrag): DeskReport;
  /** Tells the machine of the pointer: docs/studio.md says which parameters it sets. Gives back what
   *  is under it; `acts` where a parameter follows it (show a hand). */
  pointer(kind: 'move' | 'down' | 'up' | 'leave', x: number, y: number): { name: string; acts: boolean } | null;
  /** Draws what the stage shows. False while the context is lost: draw again, it comes back. */
  draw(): boolean;
  /** The last picture: straight alpha, top row first. */
  read(): { width: number; height: number; rgba: Uint8Array };
  readonly drawCalls: number;
  /** What draws, in words. */
  readonly renderer: string;
}
