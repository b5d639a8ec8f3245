// What is open: documents, their sources, and what can be played of them.
// SPDX-License-Identifier: MIT
import type { Fault } from './error.js';

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
