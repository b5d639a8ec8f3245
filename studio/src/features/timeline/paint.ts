// Draws the dope sheet: ruler, work area, rows, keys, markers, events, playhead.
// SPDX-License-Identifier: MIT
import type { TimelineModel } from './model';
import { frameLabel, kKeySize, kRowHeight, rulerStep } from './rows';

export const kRuler = 26;

export interface Colours {
  ground: string;
  panel: string;
  raised: string;
  line: string;
  text: string;
  muted: string;
  accent: string;
  fill: string;
  record: string;
  warn: string;
  good: string;
  tint: string;
  font: string;
}

export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const get = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: get('ground'), panel: get('panel'), raised: get('raised'), line: get('line'), text: get('text'),
    muted: get('muted'), accent: get('accent'), fill: get('fill'), record: get('record'), warn: get('warn'),
    good: get('good'), tint: get('tint'), font: `500 11px ${get('font')}`,
  };
}

/** What a drag shows before it is dropped. */
export interface Hint {
  box: { x0: number; y0: number; x1: number; y1: number } | null;
}

export function paintSheet(context: CanvasRenderingContext2D, model: TimelineModel, colours: Colours, hint: Hint): void {
  const { width, height } = model;
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, height + kRuler);
  paintRows(context, model, colours);
  paintOutside(context, model, colours);
  paintKeys(context, model, colours);
  if (hint.box) paintBox(context, colours, hint.box);
  paintRuler(context, model, colours);
  paintPlayhead(context, model, colours, height + kRuler);
}

function paintRows(context: CanvasRenderingContext2D, model: TimelineModel, colours: Colours): void {
  const { rows, tracks } = model.state;
  const step = rulerStep(model.scale);
  // Lines of time.
  context.fillStyle = colours.line;
  context.globalAlpha = 0.6;
  for (let frame = Math.ceil(model.left / step) * step; model.x(frame) < model.width; frame += step)
    context.fillRect(Math.round(model.x(frame)), kRuler, 1, model.height);
  context.globalAlpha = 1;
  const last = Math.min(rows.length, model.state.firstRow + model.state.shownRows);
  for (let index = model.state.firstRow; index < last; ++index) {
    const row = rows[index]!;
    const y = kRuler + index * kRowHeight - model.scrollY;
    if (row.kind === 'target') {
      context.fillStyle = colours.raised;
      context.fillRect(0, y, model.width, kRowHeight);
    } else if (tracks.has(row.id)) {
      context.fillStyle = colours.tint;
      context.fillRect(0, y, model.width, kRowHeight);
    }
    context.fillStyle = colours.line;
    context.fillRect(0, y + kRowHeight - 1, model.width, 1);
  }
}

/** Outside of the work area it is dimmer; behind the end, and before frame 0. */
function paintOutside(context: CanvasRenderingContext2D, model: TimelineModel, colours: Colours): void {
  const { text } = model.state;
  if (!text) return;
  const from = model.x(text.workStart);
  const to = model.x(text.workEnd);
  context.fillStyle = colours.ground;
  context.globalAlpha = 0.55;
  if (from > 0) context.fillRect(0, kRuler, from, model.height);
  if (to < model.width) context.fillRect(to, kRuler, model.width - to, model.height);
  context.globalAlpha = 1;
}

function paintKeys(context: CanvasRenderingContext2D, model: TimelineModel, colours: Colours): void {
  const { rows, text, firstRow, shownRows } = model.state;
  if (!text) return;
  model.paths.begin(model);
  const last = Math.min(rows.length, firstRow + shownRows);
  const fill = (path: Path2D | null, colour: string, alpha: number, line: string, width: number) => {
    if (!path) return;
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.fill(path);
    context.globalAlpha = 1;
    if (width === 0) return;
    context.strokeStyle = line;
    context.lineWidth = width;
    context.stroke(path);
  };
  for (let index = firstRow; index < last; ++index) {
    const row = rows[index]!;
    const y = kRuler + index * kRowHeight - model.scrollY + kRowHeight / 2;
    context.translate(0, y);
    const track = row.kind === 'track' ? text.tracks[row.track]! : null;
    if (track && track.count > 0) {
      const first = model.x(model.keys[track.first * kKeySize + 1]!);
      const end = model.x(model.keys[(track.first + track.count - 1) * kKeySize + 1]!);
      context.globalAlpha = 0.28;
      context.fillStyle = colours.accent;
      context.fillRect(first, -1, end - first, 2);
      context.globalAlpha = 1;
    }
    const { plain, chosen, muted, sums } = model.paths.of(model, row);
    fill(sums, colours.muted, 1, '', 0);
    fill(muted, colours.accent, 0.5, '', 0);
    fill(plain, colours.accent, 1, colours.panel, 1);
    fill(chosen, colours.warn, 1, colours.text, 1.25);
    context.translate(0, -y);
  }
}

export function paintRuler(context: CanvasRenderingContext2D, model: TimelineModel, colours: Colours): void {
  const { text } = model.state;
  context.fillStyle = colours.raised;
  context.fillRect(0, 0, model.width, kRuler);
  if (!text) return;
  // Work area as a bar with ends to take.
  const from = model.x(text.workStart);
  const to = model.x(text.workEnd);
  context.fillStyle = colours.fill;
  context.globalAlpha = 0.3;
  context.fillRect(from, kRuler - 6, to - from, 5);
  context.globalAlpha = 1;
  context.fillRect(from - 1, kRuler - 9, 3, 8);
  context.fillRect(to - 2, kRuler - 9, 3, 8);
  const step = rulerStep(model.scale);
  const small = step * model.scale > 90 ? step / (step % 5 === 0 ? 5 : 2) : step;
  context.fillStyle = colours.line;
  for (let frame = Math.max(0, Math.ceil(model.left / small) * small); model.x(frame) < model.width; frame += small)
    context.fillRect(Math.round(model.x(frame)), kRuler - 5, 1, 5);
  context.fillStyle = colours.muted;
  context.font = colours.font;
  context.textBaseline = 'middle';
  for (let frame = Math.max(0, Math.ceil(model.left / step) * step); model.x(frame) < model.width; frame += step)
    context.fillText(frameLabel(frame, text.fps), Math.round(model.x(frame)) + 4, 9);
  context.fillStyle = colours.line;
  context.fillRect(0, kRuler - 1, model.width, 1);
  for (const { frame, name } of text.markers) flag(context, model.x(frame), colours.good, name, colours.font);
  for (const { frame, name } of text.events) pin(context, model.x(frame), colours.warn, name);
}

function flag(context: CanvasRenderingContext2D, x: number, colour: string, name: string, font: string): void {
  context.fillStyle = colour;
  context.fillRect(x, 0, 1.5, kRuler);
  context.beginPath();
  context.moveTo(x, 1);
  context.lineTo(x + 8, 5);
  context.lineTo(x, 9);
  context.fill();
  context.font = font;
  context.fillText(name, x + 10, 6);
}

function pin(context: CanvasRenderingContext2D, x: number, colour: string, name: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, kRuler - 11, 3.5, 0, 6.2832);
  context.fill();
  context.fillRect(x - 0.5, kRuler - 8, 1, 8);
  if (name !== '') context.fillText(name, x + 6, kRuler - 11);
}

function paintBox(context: CanvasRenderingContext2D, colours: Colours, box: NonNullable<Hint['box']>): void {
  const x = Math.min(box.x0, box.x1);
  const y = Math.min(box.y0, box.y1);
  context.fillStyle = colours.accent;
  context.globalAlpha = 0.12;
  context.fillRect(x, y, Math.abs(box.x1 - box.x0), Math.abs(box.y1 - box.y0));
  context.globalAlpha = 1;
  context.strokeStyle = colours.accent;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, Math.abs(box.x1 - box.x0), Math.abs(box.y1 - box.y0));
}

export function paintPlayhead(context: CanvasRenderingContext2D, model: TimelineModel, colours: Colours, bottom: number): void {
  const frame = model.frame;
  if (frame < 0) return;
  const x = Math.round(model.x(frame)) + 0.5;
  const colour = model.state.recording ? colours.record : colours.text;
  context.fillStyle = colour;
  context.fillRect(x - 0.5, 10, 1, bottom);
  context.beginPath();
  context.moveTo(x - 6, 1);
  context.lineTo(x + 6, 1);
  context.lineTo(x + 6, 9);
  context.lineTo(x, 15);
  context.lineTo(x - 6, 9);
  context.closePath();
  context.fill();
}
