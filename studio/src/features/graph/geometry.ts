// Sizes of nodes, and the ways of transitions between them.
// SPDX-License-Identifier: MIT

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Route {
  /** An SVG path from border to border. */
  path: string;
  /** Where the arrow's tip is and which way it points, in degrees. */
  tip: [number, number, number];
  middle: [number, number];
}

export const stateSize = { width: 176, height: 56 };
export const pseudoSize = { width: 104, height: 36 };

/** Between lines that run side by side. */
const kGap = 14;
/** Lines stay this far inside the corners. */
const kInset = 8;

const round = (value: number) => Math.round(value * 10) / 10;

/** How far a line lies beside the straight one: `index` of `count`; with lines back, on its own side. */
export function sideOf(index: number, count: number, back: boolean, box: Box): number {
  const room = Math.min(box.width, box.height) / 2 - kInset;
  if (back) return Math.min(kGap, room / Math.max(1, count - 0.5)) * (index + 0.5);
  const gap = count > 1 ? Math.min(kGap, (2 * room) / (count - 1)) : 0;
  return (index - (count - 1) / 2) * gap;
}

/** From a point inside `box` along a direction to its border. */
function toBorder(box: Box, x: number, y: number, dx: number, dy: number): [number, number] {
  const tx = dx > 0 ? (box.x + box.width - x) / dx : dx < 0 ? (box.x - x) / dx : Infinity;
  const ty = dy > 0 ? (box.y + box.height - y) / dy : dy < 0 ? (box.y - y) / dy : Infinity;
  const t = Math.max(0, Math.min(tx, ty));
  return [x + dx * t, y + dy * t];
}

/** A straight way from `from` to `to`, moved aside by `side`. */
export function routeBetween(from: Box, to: Box, side: number): Route {
  const ax = from.x + from.width / 2;
  const ay = from.y + from.height / 2;
  const bx = to.x + to.width / 2;
  const by = to.y + to.height / 2;
  const length = Math.hypot(bx - ax, by - ay);
  // One on top of the other leaves no direction: any will do.
  const dx = length > 0 ? (bx - ax) / length : 1;
  const dy = length > 0 ? (by - ay) / length : 0;
  const [sx, sy] = toBorder(from, ax - dy * side, ay + dx * side, dx, dy);
  const [tx, ty] = toBorder(to, bx - dy * side, by + dx * side, -dx, -dy);
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  // The line ends in the arrow, not at its tip.
  const path = `M${round(sx)} ${round(sy)}L${round(tx - dx * 6)} ${round(ty - dy * 6)}`;
  return {
    path,
    tip: [round(tx), round(ty), round(angle)],
    middle: [round((sx + tx) / 2), round((sy + ty) / 2)],
  };
}

/** From a state to itself: a bow at its upper right corner, a larger one for each further. */
export function routeToSelf(box: Box, index: number): Route {
  const out = 34 + index * kGap;
  const x = box.x + box.width - 30;
  const y = box.y;
  const endX = box.x + box.width;
  const endY = box.y + 20;
  const path = `M${x} ${y}C${x} ${y - out} ${endX + out} ${endY} ${endX + 6} ${endY}`;
  return { path, tip: [endX, endY, 180], middle: [round(endX + out * 0.35), round(y - out * 0.35)] };
}
