// The frame that is shown, what happened in it, why, and the past.
// SPDX-License-Identifier: MIT

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
