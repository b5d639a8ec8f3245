// Faults of the document as it is, by place: badges and the list read them here.
// SPDX-License-Identifier: MIT
import type { Problem } from 'motus';

import { Store, useStore } from './store';
import type { Studio } from './studio';

export interface ProblemsState {
  list: readonly Problem[];
}

/** How long after an edit the document is looked at: a drag is looked at once. */
const kPause = 120;

const none: readonly Problem[] = [];

/** Whether `path` is the place `pointer`, or inside it. */
export function isWithin(path: string, pointer: string): boolean {
  return path === pointer || (path.startsWith(pointer) && path[pointer.length] === '/');
}

/** Per place of every fault and of everything that holds it: a badge is one look-up. */
export function indexByPlace(list: readonly Problem[]): Map<string, readonly Problem[]> {
  const index = new Map<string, Problem[]>();
  for (const problem of list) {
    for (let path = problem.path; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
      const known = index.get(path);
      if (known) known.push(problem);
      else index.set(path, [problem]);
    }
  }
  return index;
}

export class Problems extends Store<ProblemsState> {
  readonly #studio: Studio;
  #index: Map<string, readonly Problem[]> = new Map();
  #timer = 0;
  #seen = 0;

  constructor(studio: Studio) {
    super({ list: none });
    this.#studio = studio;
    studio.subscribe(() => {
      if (studio.state.revision === this.#seen) return;
      this.#seen = studio.state.revision;
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.refresh(), kPause);
    });
  }

  refresh(): void {
    window.clearTimeout(this.#timer);
    if (!this.#studio.state.opened) return;
    const list = this.#studio.stage.problems();
    this.#index = indexByPlace(list);
    this.set({ list });
  }

  /** Faults of the object or property at a JSON pointer, and of what is inside it. */
  faultsAt(pointer: string): readonly Problem[] {
    return this.#index.get(pointer) ?? none;
  }

  /** 'error', 'warning' or '': what a badge shows. */
  worstAt(pointer: string): 'error' | 'warning' | '' {
    const found = this.faultsAt(pointer);
    if (found.length === 0) return '';
    return found.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  }

  fix(problem: Problem): void {
    if (problem.fix) this.#studio.edit(problem.fix.operations, problem.fix.title);
  }
}

/** Follows the faults at a place. */
export function useFaults(problems: Problems, pointer: string): readonly Problem[] {
  return useStore(problems, () => problems.faultsAt(pointer));
}
