// Draws the curve view: channels of the selected tracks, their keys and tangents. The curves are
// sampled by the library; here they are only put on a canvas.
// SPDX-License-Identifier: MIT
import type { TrackKey } from 'motus';

import type { TimelineModel } from './model';
import { kRuler, paintPlayhead, paintRuler, type Colours } from './paint';
import { rulerStep } from './rows';

const kChannelsDark = ['#ff7b7b', '#6fd08c', '#6d9bff', '#d6b25e'];
const kChannelsLight = ['#c93535', '#1d7f45', '#2159d6', '#8a6200'];

export interface CurveHit {
  track: string;
  key: TrackKey;
  channel: number;
  part: 'key' | 'in' | 'out';
}

interface Shown {
  track: string;
  type: string;
  channels: number;
  keys: TrackKey[];
}

/** What the curve view shows now, and how values map to pixels. */
export class CurveScene {
  low = 0;
  high = 1;
  shown: Shown[] = [];
  #revision = -1;
  #tracks: ReadonlySet<string> | null = null;
  #curves = new Map<string, { from: number; to: number; width: number; points: Float32Array }>();
  /** While something is dragged the range stays, or the picture would run away. */
  frozen = false;

  constructor(private readonly model: TimelineModel) {}

  update(): void {
    const { model } = this;
    const { desk } = model.studio.stage;
    const { text, tracks } = model.state;
    if (desk.revision === this.#revision && tracks === this.#tracks) return;
    this.#revision = desk.revision;
    this.#tracks = tracks;
    this.#curves.clear();
    const wanted = (text?.tracks ?? []).filter((track) => track.channels > 0 && track.count > 0 && tracks.has(track.id));
    this.shown = wanted.slice(0, 24).map(({ id, type, channels }) => ({ track: id, type, channels, keys: desk.track(id) }));
    if (!this.frozen) this.fit();
  }

  fit(): void {
    let low = Infinity;
    let high = -Infinity;
    const { text } = this.model.state;
    for (const { track } of this.shown) {
      const points = this.points(track, 0, Math.max(1, text?.duration ?? 1), 400);
      const channels = points[1] ?? 0;
      for (let at = 2; at < points.length; at += 5)
        for (let channel = 0; channel < channels; ++channel) {
          low = Math.min(low, points[at + 1 + channel]!);
          high = Math.max(high, points[at + 1 + channel]!);
        }
    }
    if (!(low <= high)) [low, high] = [0, 1];
    const edge = high - low > 1e-6 ? (high - low) * 0.15 : Math.max(0.5, Math.abs(high) * 0.2);
    this.low = low - edge;
    this.high = high + edge;
  }

  y(value: number): number {
    return kRuler + (1 - (value - this.low) / (this.high - this.low)) * this.model.height;
  }
  valueAt(y: number): number {
    return this.low + (1 - (y - kRuler) / this.model.height) * (this.high - this.low);
  }

  points(track: string, from: number, to: number, width: number): Float32Array {
    const known = this.#curves.get(track);
    if (known && known.from === from && known.to === to && known.width === width) return known.points;
    const points = this.model.studio.stage.desk.curve(track, from, to, width);
    this.#curves.set(track, { from, to, width, points });
    return points;
  }

  /** Where a tangent's handle stands: a third of the way to the neighbour. */
  handle({ keys }: Shown, index: number, channel: number, side: 'in' | 'out'): [number, number] | null {
    const key = keys[index]!;
    const next = keys[index + (side === 'in' ? -1 : 1)];
    if (!next || (side === 'out' ? key : next).interpolation !== 'cubic') return null;
    const reach = Math.abs(next.frame - key.frame) / 3;
    const tangent = (side === 'in' ? key.in : key.out)[channel] ?? 0;
    const away = side === 'in' ? -reach : reach;
    return [this.model.x(key.frame + away), this.y(key.value[channel]! + tangent * away)];
  }

  hit(x: number, y: number): CurveHit | null {
    const { selected } = this.model.state;
    let best: CurveHit | null = null;
    let nearest = 9 * 9;
    const offer = (at: [number, number] | null, make: () => CurveHit, handicap = 0) => {
      if (!at) return;
      const far = (at[0] - x) ** 2 + (at[1] - y) ** 2 + handicap;
      if (far >= nearest) return;
      nearest = far;
      best = make();
    };
    for (const shown of this.shown) {
      shown.keys.forEach((key, index) => {
        for (let channel = 0; channel < shown.channels; ++channel) {
          const at: [number, number] = [this.model.x(key.frame), this.y(key.value[channel]!)];
          offer(at, () => ({ track: shown.track, key, channel, part: 'key' }));
          if (!selected.has(key.key)) continue;
          for (const part of ['in', 'out'] as const)
            offer(this.handle(shown, index, channel, part), () => ({ track: shown.track, key, channel, part }), -4);
        }
      });
    }
    return best;
  }

  paint(context: CanvasRenderingContext2D, colours: Colours, dark: boolean): void {
    const { model } = this;
    this.update();
    context.fillStyle = colours.panel;
    context.fillRect(0, 0, model.width, model.height + kRuler);
    this.#grid(context, colours);
    const palette = dark ? kChannelsDark : kChannelsLight;
    for (const shown of this.shown) {
      for (let channel = 0; channel < shown.channels; ++channel) {
        context.strokeStyle = shown.channels === 1 ? colours.accent : palette[channel]!;
        this.#curve(context, shown.track, channel);
      }
    }
    for (const shown of this.shown) this.#keys(context, colours, shown, palette);
    paintRuler(context, model, colours);
    paintPlayhead(context, model, colours, model.height + kRuler);
  }

  #grid(context: CanvasRenderingContext2D, colours: Colours): void {
    const { model } = this;
    const step = rulerStep(model.scale);
    context.fillStyle = colours.line;
    context.globalAlpha = 0.6;
    for (let frame = Math.ceil(model.left / step) * step; model.x(frame) < model.width; frame += step)
      context.fillRect(Math.round(model.x(frame)), kRuler, 1, model.height);
    const range = this.high - this.low;
    const rough = range / Math.max(2, model.height / 48);
    const power = 10 ** Math.floor(Math.log10(rough));
    const line = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
    context.font = colours.font;
    context.textBaseline = 'bottom';
    for (let value = Math.ceil(this.low / line) * line; value <= this.high; value += line) {
      const y = Math.round(this.y(value));
      context.globalAlpha = 0.6;
      context.fillStyle = colours.line;
      context.fillRect(0, y, model.width, 1);
      context.globalAlpha = 1;
      context.fillStyle = colours.muted;
      context.fillText(String(Number(value.toPrecision(6))), 4, y - 1);
    }
    context.globalAlpha = 1;
  }

  #curve(context: CanvasRenderingContext2D, track: string, channel: number): void {
    const { model } = this;
    const from = Math.max(0, model.frameAt(0));
    const points = this.points(track, from, model.frameAt(model.width), Math.max(8, Math.round(model.width / 3)));
    context.lineWidth = 1.75;
    context.beginPath();
    for (let at = 2; at < points.length; at += 5) {
      const x = model.x(points[at]!);
      const y = this.y(points[at + 1 + channel]!);
      if (at === 2) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.stroke();
  }

  #keys(context: CanvasRenderingContext2D, colours: Colours, shown: Shown, palette: string[]): void {
    const { model } = this;
    const { selected } = model.state;
    shown.keys.forEach((key, index) => {
      const x = model.x(key.frame);
      if (x < -60 || x > model.width + 60) return;
      const chosen = selected.has(key.key);
      for (let channel = 0; channel < shown.channels; ++channel) {
        const y = this.y(key.value[channel]!);
        const colour = shown.channels === 1 ? colours.accent : palette[channel]!;
        if (chosen) {
          for (const side of ['in', 'out'] as const) {
            const at = this.handle(shown, index, channel, side);
            if (!at) continue;
            context.strokeStyle = colours.muted;
            context.lineWidth = 1;
            context.beginPath();
            context.moveTo(x, y);
            context.lineTo(...at);
            context.stroke();
            context.fillStyle = colours.panel;
            context.beginPath();
            context.arc(at[0], at[1], 4, 0, 6.2832);
            context.fill();
            context.strokeStyle = colour;
            context.lineWidth = 1.5;
            context.stroke();
          }
        }
        context.fillStyle = chosen ? colours.warn : colour;
        context.strokeStyle = chosen ? colours.text : colours.panel;
        context.lineWidth = 1.25;
        context.beginPath();
        context.moveTo(x - 5, y);
        context.lineTo(x, y - 5);
        context.lineTo(x + 5, y);
        context.lineTo(x, y + 5);
        context.closePath();
        context.fill();
        context.stroke();
      }
    });
  }
}
