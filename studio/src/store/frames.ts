// The page's clock: one frame after the other, and those who follow each of them.
// SPDX-License-Identifier: MIT
import { createContext, useContext, useEffect, useRef } from 'react';

import type { Studio } from './studio';

/** Longer pauses of the page (a hidden tab, a breakpoint) are not made up for. */
const kLongest = 0.1;

export class Frames {
  readonly #studio: Studio;
  #followers = new Set<() => void>();
  #request = 0;
  #last = -1;
  /** Milliseconds of script in the last frame, for the tests and the curious. */
  scriptTime = 0;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  start(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame(this.#frame);
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#last = -1;
  }

  follow(run: () => void): () => void {
    this.#followers.add(run);
    return () => this.#followers.delete(run);
  }

  #frame = (now: number) => {
    this.#request = requestAnimationFrame(this.#frame);
    const seconds = this.#last < 0 ? 0 : Math.min(kLongest, Math.max(0, (now - this.#last) / 1000));
    this.#last = now;
    const begin = performance.now();
    this.#studio.frameBy(seconds);
    for (const run of this.#followers) run();
    this.scriptTime = performance.now() - begin;
  };
}

export interface AppValue {
  studio: Studio;
  frames: Frames;
}

export const AppContext = createContext<AppValue | null>(null);

export function useApp(): AppValue {
  const value = useContext(AppContext);
  if (!value) throw new Error('outside of the app');
  return value;
}

/** Calls `run` after every frame: for values that move, written into elements without React. */
export function useFrame(run: () => void): void {
  const { frames } = useApp();
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    latest.current();
    return frames.follow(() => latest.current());
  }, [frames]);
}
