// From the place of a fault to what a person calls it, and to the view that shows it.
// SPDX-License-Identifier: MIT
import { idOf, readModel, showPlaceOf } from '../../store/machine';
import { selection, type SelectedKind } from '../../store/selection';
import { settings } from '../../store/settings';
import type { Studio } from '../../store/studio';

export interface FaultPlace {
  kind: SelectedKind;
  id: string;
  /** Id of the machine that holds it; '' where none does. */
  machine: string;
}

const kinds: [RegExp, SelectedKind][] = [
  [/\/transitions\/@(\d+)/, 'transition'],
  [/\/states\/@(\d+)(?!.*\/states\/@)/, 'state'],
  [/\/variables\/@(\d+)/, 'variable'],
  [/\/layers\/@(\d+)/, 'layer'],
  [/\/entities\/@(\d+)/, 'entity'],
];

/** What a pointer leads to, of the things that can be selected. */
export function placeOf(path: string): FaultPlace {
  const machine = /^\/library\/machines\/@(\d+)/.exec(path)?.[1] ?? '';
  for (const [pattern, kind] of kinds) {
    const id = pattern.exec(path)?.[1];
    if (id) return { kind, id, machine };
  }
  return { kind: 'none', id: '', machine };
}

/** "Idle → Move", "state Walk", or the end of the pointer. */
export function titleOf(studio: Studio, path: string): string {
  const { kind, id } = placeOf(path);
  const model = readModel(studio);
  // Of the document, not of what plays: what never fires is not baked.
  const transition = kind === 'transition' ? model?.transitions.get(id)?.item : undefined;
  if (transition) {
    const nameOf = (state: unknown) => model?.states.get(String(state))?.item.name || '?';
    const ends = { any: 'Any', entry: 'Entry' } as Record<string, string>;
    const from = ends[transition.from_kind ?? ''] ?? nameOf(transition.from);
    return `${from} → ${transition.to_kind === 'exit' ? 'Exit' : nameOf(transition.to)}`;
  }
  if (kind === 'state') {
    const name = model?.states.get(id)?.item.name;
    if (name) return name;
  }
  if (kind === 'variable') {
    const name = model?.variables.find((other) => idOf(other) === id)?.name;
    if (name) return name;
  }
  return path.split('/').slice(-2).join('/') || 'document';
}

/** Selects what has the fault, and shows the graph that holds it. */
export function jumpTo(studio: Studio, path: string): void {
  const { kind, id, machine } = placeOf(path);
  if (kind === 'none') return;
  const { playing } = studio.state;
  if (machine !== '' && !(playing?.kind === 'machine' && playing.id === machine)) studio.play('machine', machine);
  selection.select(kind, [id], machine === '' ? '' : `/library/machines/@${machine}`);
  const model = readModel(studio);
  const item = kind === 'transition' ? model?.transitions.get(id) : kind === 'state' ? model?.states.get(id) : undefined;
  if (!item) return;
  showPlaceOf(item);
  if (settings.state.centre === 'viewport') settings.set({ centre: 'both' });
  if (kind !== 'transition') return;
  const index = studio.state.playing?.machine?.transitions.find((other) => other.id === id)?.index;
  if (index !== undefined) studio.selectTransition(index);
}
