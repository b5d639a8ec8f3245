// The steps of the document: what undo and redo go through, and whether it is saved.
// SPDX-License-Identifier: MIT
import { useMemo } from 'react';

import { useApp } from './frames';
import { Store, useStore } from './store';
import type { Studio } from './studio';

export interface DocumentHistoryState {
  /** Names of steps, oldest first; those from `position` on are undone. */
  steps: readonly string[];
  position: number;
  /** It differs from what was saved. */
  modified: boolean;
}

export class DocumentHistory extends Store<DocumentHistoryState> {
  readonly #studio: Studio;
  #seen = 0;

  constructor(studio: Studio) {
    super({ steps: [], position: 0, modified: false });
    this.#studio = studio;
    studio.subscribe(() => {
      if (studio.state.revision === this.#seen) return;
      this.#seen = studio.state.revision;
      this.refresh();
    });
  }

  refresh(): void {
    this.set(this.#studio.stage.history);
  }

  markSaved(): void {
    this.#studio.stage.markSaved();
    this.refresh();
  }
}

/** The part of the document at a JSON pointer, read anew after every edit; undefined where none. */
export function useValue<T>(pointer: string): T | undefined {
  const { studio } = useApp();
  const revision = useStore(studio, (state) => state.revision);
  return useMemo(() => studio.stage.value(pointer) as T | undefined, [studio, pointer, revision]);
}
