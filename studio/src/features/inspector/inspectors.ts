// Which inspector shows what: a kind of selected thing, its title, and the view of it.
// SPDX-License-Identifier: MIT
import type { ComponentType } from 'react';

import type { SelectedKind, SelectionState } from '../../store/selection';
import { EntityInspector } from './EntityInspector';
import { LayerInspector } from './LayerInspector';
import { StateInspector } from './StateInspector';
import { TransitionInspector } from './TransitionInspector';
import { VariableInspector } from './VariableInspector';

interface InspectorEntry {
  /** The heading above it. */
  title: (selected: SelectionState) => string;
  View: ComponentType<{ selected: SelectionState }>;
}

/** Kinds that are not here have no inspector. */
export const inspectors: Partial<Record<SelectedKind, InspectorEntry>> = {
  state: { title: ({ ids }) => (ids.length > 1 ? 'States' : 'State'), View: StateInspector },
  transition: { title: ({ ids }) => (ids.length > 1 ? 'Transitions' : 'Transition'), View: TransitionInspector },
  variable: { title: () => 'Variable', View: VariableInspector },
  layer: { title: () => 'Layer', View: LayerInspector },
  entity: { title: ({ ids }) => (ids.length === 1 ? 'Entity' : `${ids.length} entities`), View: EntityInspector },
};
