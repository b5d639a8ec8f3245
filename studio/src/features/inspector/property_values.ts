// Values of properties as people see them: degrees, sRGB colours, numbers without noise.
// SPDX-License-Identifier: MIT
import type { InspectedProperty } from 'motus';

export const channelNames: Record<string, string[]> = {
  vec2: ['X', 'Y'],
  vec3: ['X', 'Y', 'Z'],
  vec4: ['X', 'Y', 'Z', 'W'],
  quat: ['X', 'Y', 'Z', 'W'],
};

const kDegrees = 180 / Math.PI;

/** Documents have radians; people read degrees. */
export function unitOf({ unit }: Pick<InspectedProperty, 'unit'>): { text: string; factor: number } {
  return unit === 'rad' ? { text: '°', factor: kDegrees } : { text: unit, factor: 1 };
}

export function numberText(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Of one drag pixel: fine for 0..1, whole for pixels. */
export function dragStep({ min, max, kind, unit }: Pick<InspectedProperty, 'min' | 'max' | 'kind' | 'unit'>): number {
  if (kind === 'int' || kind === 'uint' || kind === 'int64') return 0.25;
  if (min !== null && max !== null) return (max - min) / 200;
  return unit === 'px' || unit === 'rad' ? 1 : 0.05;
}

export function clamp(value: number, { min, max }: Pick<InspectedProperty, 'min' | 'max'>): number {
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, value));
}

const toSrgb = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/** "#rrggbb" of linear light. */
export function colourText(colour: readonly number[]): string {
  const part = (v: number) =>
    Math.round(Math.min(1, Math.max(0, toSrgb(v))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${part(colour[0] ?? 0)}${part(colour[1] ?? 0)}${part(colour[2] ?? 0)}`;
}

export function colourOf(text: string, alpha: number): number[] | null {
  const found = /^#?([0-9a-f]{6})$/i.exec(text.trim());
  if (!found) return null;
  const whole = parseInt(found[1]!, 16);
  const part = (shift: number) => Number(toLinear(((whole >> shift) & 255) / 255).toPrecision(6));
  return [part(16), part(8), part(0), alpha];
}

export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
