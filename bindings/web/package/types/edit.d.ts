// Edits of the document, and curves of transitions.
// SPDX-License-Identifier: MIT
import type { Fault } from './error.js';

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
