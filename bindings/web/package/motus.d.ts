// Types of the package motus: the C++ library as one WebAssembly module.
// SPDX-License-Identifier: MIT
//
// Everything that animates, edits and bakes is C++; here are views and calls. Cold calls pass JSON,
// what is read every frame is typed memory. Times are seconds unless a name says ticks; ids are
// decimal strings (they are 64 bits); angles are radians; y is up in the world, down on a canvas.

import type * as Schema from './dist/motus-schema.js';
import type { Stage } from './types/stage.js';

export type { Schema };
export * from './types/error.js';
export * from './types/library.js';
export * from './types/playing.js';
export * from './types/live.js';
export * from './types/edit.js';
export * from './types/stage.js';
export * from './types/desk.js';
export * from './types/draco.js';
export * from './types/viewport.js';

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
