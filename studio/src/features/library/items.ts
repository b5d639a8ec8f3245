// The library as views need it: items by id, their folders, and what is chosen among them.
// SPDX-License-Identifier: MIT
import type { Library } from 'motus';

import { Store, useStore } from '../../store/store';
import { formatNumber, plural } from '../../widgets/format';

export type ItemKind = 'machine' | 'clip' | 'timeline';

export interface Item {
  kind: ItemKind;
  id: string;
  name: string;
  detail: string;
  missing: boolean;
}

/** All of them by id, in the order of the document. */
export function itemsOf(library: Library): Map<string, Item> {
  const items = new Map<string, Item>();
  const add = (kind: ItemKind, id: string, name: string, detail: string, missing = false) =>
    items.set(id, { kind, id, name, detail, missing });
  for (const { id, name, states } of library.machines) add('machine', id, name, plural(states, 'state'));
  for (const { id, name, missing, seconds } of library.clips)
    add('clip', id, name, missing ? 'missing' : `${formatNumber(seconds)} s`, missing);
  for (const { id, name, seconds } of library.timelines) add('timeline', id, name, `${formatNumber(seconds)} s`);
  return items;
}

/** The folder that lists an item first; '' where none does. */
export function folderOf(library: Library, id: string): string {
  const folder = library.folders.find(({ entries }) => entries.some((entry) => entry.id === id));
  return folder?.id ?? '';
}

/** The name of a folder, with those around it: "buttons / looks". */
export function folderPath(library: Library, id: string): string {
  const names: string[] = [];
  for (let at = library.folders.find((folder) => folder.id === id); at && names.length < 20; ) {
    names.unshift(at.name);
    const { parent } = at;
    at = library.folders.find((folder) => folder.id === parent);
  }
  return names.join(' / ');
}

/** Whether a folder is another one, or lies in it at any depth. */
export function liesIn(library: Library, id: string, outer: string): boolean {
  for (let at = id, depth = 0; at !== '' && depth < 200; ++depth) {
    if (at === outer) return true;
    at = library.folders.find((folder) => folder.id === at)?.parent ?? '';
  }
  return false;
}

interface Chosen {
  /** The folder that was clicked last; '' where an item was: then that plays. */
  folder: string;
  /** Folders that are open where the document has them closed, and the other way round. */
  turned: ReadonlySet<string>;
  asking: 'rename' | 'delete' | 'new' | null;
}

class ChosenItem extends Store<Chosen> {
  constructor() {
    super({ folder: '', turned: new Set(), asking: null });
  }
  turn(id: string): void {
    const turned = new Set(this.state.turned);
    if (!turned.delete(id)) turned.add(id);
    this.set({ folder: id, turned });
  }
  ask(asking: Chosen['asking']): void {
    this.set({ asking });
  }
}
export const chosenItem = new ChosenItem();

/** The folder that is chosen, of this library; '' where none is. */
export function useChosenFolder(library: Library | null): string {
  const chosen = useStore(chosenItem, (state) => state.folder);
  return library?.folders.some(({ id }) => id === chosen) ? chosen : '';
}
