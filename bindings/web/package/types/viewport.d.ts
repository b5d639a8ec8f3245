// The picture on a canvas.
// SPDX-License-Identifier: MIT
import type { DeskReport } from './desk.js';

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
