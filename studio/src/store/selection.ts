// What is selected: one kind of thing at a time, by stable ids, so that edits and undo keep it.
// SPDX-License-Identifier: MIT
import { Store } from './store';

/** Kinds with an inspector; features/inspector/inspectors.ts says which. */
export type SelectedKind = 'none' | 'state' | 'transition' | 'variable' | 'layer' | 'entity' | 'joint' | 'track';

export interface SelectionState {
  kind: SelectedKind;
  /** Stable ids in the document; the first is what an inspector shows. */
  ids: readonly string[];
  /** JSON pointer of the machine (or timeline) that holds them; '' where none does. */
  owner: string;
}

const kNothing: SelectionState = { kind: 'none', ids: [], owner: '' };

export class Selection extends Store<SelectionState> {
  constructor() {
    super(kNothing);
  }

  select(kind: SelectedKind, ids: readonly string[], owner = ''): void {
    const { state } = this;
    const same = state.kind === kind && state.owner === owner && state.ids.length === ids.length;
    if (same && ids.every((id, index) => id === state.ids[index])) return;
    this.set(ids.length === 0 ? kNothing : { kind, ids, owner });
  }

  clear(): void {
    if (this.state.kind !== 'none') this.set(kNothing);
  }

  /** Whether `id` is selected as a `kind`. */
  has(kind: SelectedKind, id: string): boolean {
    return this.state.kind === kind && this.state.ids.includes(id);
  }
}

export const selection = new Selection();
