// The stage: a document, and what plays of it.
// SPDX-License-Identifier: MIT
import type { Desk } from './desk.js';
import type { BlendPreview, CurveKey, EditReport, HistoryState, PatchOperation, Problem, SampledCurve } from './edit.js';
import type { Fault } from './error.js';
import type { Files, ImportReport, Library, LoopMode, OpenReport, PlayKind } from './library.js';
import type { Live, Recording, StageEvent, Why } from './live.js';
import type { Playing } from './playing.js';
import type { Viewport } from './viewport.js';

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
