// What plays now, described: rigs, machines, parameters.
// SPDX-License-Identifier: MIT
import type { LoopMode, PlayKind } from './library.js';

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
