// Types of motus-viewport.mjs.
// SPDX-License-Identifier: MIT
export type Overlay = 'skeleton' | 'axes' | 'names' | 'trail' | 'onion' | 'heat' | 'label';
export type LookName = 'studio' | 'dark' | 'clear';
export declare const overlays: Record<Overlay, number>;
export declare const looks: Record<LookName, number>;

export declare class Viewport {
  /** `canvas` must be in the document and have an id. `options` go to the WebAssembly module. */
  static open(canvas: HTMLCanvasElement, options?: {locateFile?: (name: string) => string}): Promise<Viewport>;
  close(): void;
  /** Shows a .glb file; gives back warnings. */
  load(bytes: Uint8Array): string[];
  readonly clips: {name: string; seconds: number}[];
  /** By name or position; null shows the rest pose. */
  setClip(clip: string | number | null): void;
  setSize(width: number, height: number): void;
  setCamera(view?: {yaw?: number; pitch?: number; margin?: number}): void;
  setOverlays(...names: Overlay[]): void;
  setLook(name: LookName): void;
  setCrowd(figures: number): void;
  /** False while the context is lost: draw again when it is back. */
  draw(seconds: number): boolean;
  /** The last picture: straight alpha, top row first. */
  read(): {width: number; height: number; rgba: Uint8Array};
  readonly drawCalls: number;
  readonly error: string;
  readonly renderer: string;
}
