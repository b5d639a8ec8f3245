// Which inspector shows what: a kind of selected thing, its title, and the view of it.
// SPDX-License-Identifier: MIT
import type { ComponentType } from 'react';

import type { SelectedKind, SelectionState } from '../app/selection';

export interface InspectorEntry {
  /** The heading above it. */
  title: (selected: SelectionState) => string;
  View: ComponentType<{ selected: SelectionState }>;
}

const entries = new Map<SelectedKind, InspectorEntry>();

/** A folder of views registers its inspectors once, when it is loaded. */
export function registerInspector(kind: SelectedKind, entry: InspectorEntry): void {
  entries.set(kind, entry);
}

export function inspectorOf(kind: SelectedKind): InspectorEntry | undefined {
  return entries.get(kind);
}
