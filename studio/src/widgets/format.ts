// Numbers for people.
// SPDX-License-Identifier: MIT

export function formatSeconds(seconds: number): string {
  const sign = seconds < 0 ? '-' : '';
  const whole = Math.abs(seconds);
  const minutes = Math.floor(whole / 60);
  return `${sign}${minutes}:${(whole - minutes * 60).toFixed(2).padStart(5, '0')}`;
}

/** At most three digits behind the point, and none that say nothing. */
export function formatNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(3))) : '–';
}

export function formatPercent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
