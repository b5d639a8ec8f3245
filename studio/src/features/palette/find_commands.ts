// Finds commands by letters of their titles.
// SPDX-License-Identifier: MIT
export interface Command {
  title: string;
  keys: string;
  run: () => void;
}

/** All words must be there; those that start a word count more, and so do early ones. */
export function findCommands<T extends { title: string }>(all: T[], text: string): T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const score = ({ title }: T) => {
    const low = title.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const at = low.indexOf(word);
      if (at < 0) return -1;
      sum += (at === 0 || /\W/.test(low[at - 1]!) ? 100 : 50) - Math.min(40, at);
    }
    return sum;
  };
  return all
    .map((command) => ({ command, points: score(command) }))
    .filter(({ points }) => points >= 0)
    .sort((a, b) => b.points - a.points)
    .map(({ command }) => command);
}
