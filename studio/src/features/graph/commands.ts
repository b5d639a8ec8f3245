// What a person does to the graph, as named steps of the document.
// SPDX-License-Identifier: MIT
import type { PatchOperation } from 'motus';

import { idOf, newId, readModel, shown, type Drawn, type MachineModel, type State, type Transition } from '../../store/machine';
import { selection } from '../../store/selection';
import type { Studio } from '../../store/studio';
import { isPseudo, placeProperty } from './drawing';
import { stateSize } from './geometry';
import { freeName, stateNames } from './machine_text';
import { renaming } from './renaming';

type Point = [number, number];
const whole = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

export class GraphCommands {
  readonly #studio: Studio;
  readonly model: MachineModel;
  readonly drawn: Drawn;

  constructor(studio: Studio, model: MachineModel, drawn: Drawn) {
    this.#studio = studio;
    this.model = model;
    this.drawn = drawn;
  }

  get #states(): State[] {
    return this.drawn.graph.states ?? [];
  }

  #run(operations: PatchOperation[], name: string): boolean {
    return operations.length > 0 && this.#studio.edit(operations, name) !== null;
  }

  // ---- States
  addState(at: Point, kind: 'empty' | 'sub_machine' = 'empty'): string {
    const { value, operations } = this.#newState(at, kind);
    if (!this.#run(operations, kind === 'empty' ? 'Add state' : 'Add sub-machine')) return '';
    const id = String(value.id);
    selection.select('state', [id], this.model.pointer);
    renaming.set({ id });
    return id;
  }

  #newState(at: Point, kind: 'empty' | 'sub_machine'): { value: State; operations: PatchOperation[] } {
    const base = kind === 'empty' ? 'State' : 'Sub-machine';
    const value: State = { id: newId(), name: freeName(base, stateNames(this.#states)) };
    if (kind === 'sub_machine') {
      const inner = newId();
      value.kind = kind;
      value.graph = { states: [{ id: inner, name: 'State', position: [220, 0] }], entry: inner };
    }
    value.position = whole([at[0] - stateSize.width / 2, at[1] - stateSize.height / 2]);
    const operations: PatchOperation[] = [{ op: 'add', path: `${this.drawn.pointer}/states/-`, value }];
    if (!this.drawn.graph.entry) operations.push(this.#setEntry(value.id!));
    return { value, operations };
  }

  #setEntry(id: number): PatchOperation {
    return { op: 'replace', path: `${this.drawn.pointer}/entry`, value: id };
  }

  makeDefault(id: string): void {
    if (String(this.drawn.graph.entry ?? '') !== id) this.#run([this.#setEntry(Number(id))], 'Set default state');
  }

  rename(id: string, name: string): void {
    const found = this.model.states.get(id);
    const wanted = name.trim();
    if (!found || wanted === '' || wanted === found.item.name) return;
    this.#run([{ op: 'replace', path: `${found.pointer}/name`, value: wanted }], 'Rename state');
  }

  enterOrRename(id: string): void {
    const found = this.model.states.get(id);
    if (found?.item.graph) {
      shown.set({ layer: idOf(found.layer), path: [...found.path, found.item].map(idOf) });
      selection.clear();
    } else renaming.set({ id });
  }

  /** Writes places that differ from the document's: one step at the end of a drag. */
  place(places: { id: string; position: Point }[], name = ''): void {
    const operations: PatchOperation[] = [];
    for (const { id, position } of places) {
      const value = whole(position);
      const before = isPseudo(id)
        ? (this.drawn.graph[placeProperty(id)] as Point | undefined)
        : this.model.states.get(id)?.item.position;
      if (before ? before[0] === value[0] && before[1] === value[1] : !isPseudo(id) && value[0] === 0 && value[1] === 0)
        continue;
      const path = isPseudo(id) ? `${this.drawn.pointer}/${placeProperty(id)}` : `${this.model.states.get(id)?.pointer}/position`;
      operations.push({ op: 'replace', path, value });
    }
    this.#run(operations, name || (operations.length === 1 ? 'Move' : 'Move states'));
  }

  // ---- Transitions
  #transition(from: string, to: string, target?: State): Transition | null {
    const kindOf = (id: string) => this.#states.find((state) => idOf(state) === id)?.kind;
    if (to === 'entry' || to === 'any' || to === 'up' || from === 'exit' || from === 'up') return null;
    if (from === 'entry' && to === 'exit') return null;
    const value: Transition = { id: newId() };
    if (from === 'any' || from === 'entry') value.from_kind = from;
    else {
      if (kindOf(from) === 'sub_machine') value.from_kind = 'machine';
      value.from = Number(from);
    }
    if (to === 'exit') value.to_kind = 'exit';
    else {
      if ((target?.kind ?? kindOf(to)) === 'sub_machine') value.to_kind = 'machine';
      value.to = Number(to);
    }
    // From any state into itself again and again is seldom meant.
    if (from === 'any') value.can_transition_to_self = false;
    return value;
  }

  connect(from: string, to: string): string {
    if (from === 'entry' && !this.drawn.graph.entry && !isPseudo(to)) {
      this.makeDefault(to);
      return '';
    }
    const value = this.#transition(from, to);
    if (!value) return '';
    const path = `${this.drawn.pointer}/transitions/-`;
    if (!this.#run([{ op: 'add', path, value }], 'Add transition')) return '';
    selection.select('transition', [String(value.id)], this.model.pointer);
    return String(value.id);
  }

  connectToNew(from: string, at: Point): void {
    const { value, operations } = this.#newState(at, 'empty');
    const transition = this.#transition(from, String(value.id), value);
    if (!transition) return;
    operations.push({ op: 'add', path: `${this.drawn.pointer}/transitions/-`, value: transition });
    if (!this.#run(operations, 'Add state and transition')) return;
    selection.select('state', [String(value.id)], this.model.pointer);
    renaming.set({ id: String(value.id) });
  }

  // ---- Many at once
  #idsHere(ids: readonly string[]): string[] {
    return ids.filter((id) => this.model.states.get(id)?.owner === this.drawn.pointer);
  }

  /** States with all that leads to them, or transitions. */
  remove(kind: string, ids: readonly string[]): void {
    if (kind === 'state') {
      const states = this.#idsHere(ids).map(Number);
      if (states.length === 0) return;
      const name = states.length === 1 ? 'Delete state' : 'Delete states';
      if (this.#run([{ op: 'remove_states', path: this.drawn.pointer, states }], name)) selection.clear();
    } else if (kind === 'transition') {
      const operations = ids.flatMap((id): PatchOperation[] => {
        const found = this.model.transitions.get(id);
        return found ? [{ op: 'remove', path: found.pointer }] : [];
      });
      if (this.#run(operations, operations.length === 1 ? 'Delete transition' : 'Delete transitions')) selection.clear();
    }
  }

  duplicate(ids: readonly string[]): void {
    const states = this.#idsHere(ids).map(Number);
    if (states.length === 0) return;
    const operation: PatchOperation = { op: 'duplicate', path: this.drawn.pointer, states, offset: [40, 80], seed: newId() };
    this.#selectNew(() => this.#run([operation], 'Duplicate'));
  }

  /** What goes to the clipboard; null where no state is selected. */
  copy(ids: readonly string[]): string | null {
    const wanted = new Set(this.#idsHere(ids).map(Number));
    if (wanted.size === 0) return null;
    const states = this.#states.filter((state) => wanted.has(state.id!));
    const transitions = (this.drawn.graph.transitions ?? []).filter(
      ({ from, to, from_kind: fromKind = 'state', to_kind: toKind }) =>
        (fromKind === 'state' || fromKind === 'machine') && toKind !== 'exit' && wanted.has(from!) && wanted.has(to!),
    );
    return JSON.stringify({ [kClipboard]: { states, transitions, variables: this.model.variables } });
  }

  /** False where the text is no copy of states. */
  paste(text: string, at: Point): boolean {
    let value: unknown;
    try {
      value = (JSON.parse(text) as Record<string, unknown>)?.[kClipboard];
    } catch {
      return false;
    }
    if (!value) return false;
    const operation: PatchOperation = { op: 'paste', path: this.drawn.pointer, value, at: whole(at), seed: newId() };
    this.#selectNew(() => this.#run([operation], 'Paste'));
    return true;
  }

  /** Selects the states that an edit added. */
  #selectNew(edit: () => boolean): void {
    const known = new Set(this.model.states.keys());
    if (!edit()) return;
    const after = readModel(this.#studio);
    const added = [...(after?.states.values() ?? [])].filter(
      ({ item, owner }) => owner === this.drawn.pointer && !known.has(idOf(item)),
    );
    selection.select('state', added.map(({ item }) => idOf(item)), this.model.pointer);
  }

  layout(): void {
    this.#run([{ op: 'layout', path: this.drawn.pointer }], 'Lay out');
  }

  /** Lines states up with the first of them, or spreads them evenly. */
  align(ids: readonly string[], how: 'left' | 'top' | 'spread-x' | 'spread-y'): void {
    const states = this.#idsHere(ids).map((id) => ({ id, position: [...(this.model.states.get(id)!.item.position ?? [0, 0])] as Point }));
    if (states.length < 2) return;
    const axis = how === 'left' || how === 'spread-x' ? 0 : 1;
    if (how === 'left' || how === 'top') {
      const least = Math.min(...states.map(({ position }) => position[axis]));
      for (const state of states) state.position[axis] = least;
    } else {
      states.sort((a, b) => a.position[axis] - b.position[axis]);
      const first = states[0]!.position[axis];
      const step = (states[states.length - 1]!.position[axis] - first) / (states.length - 1);
      states.forEach((state, index) => (state.position[axis] = first + index * step));
    }
    this.place(states, 'Align states');
  }

  // ---- Layers
  addLayer(): void {
    const state = newId();
    const value = {
      id: newId(),
      machine: Number(this.model.id),
      name: freeName('Layer', this.model.layers.map((layer) => layer.name ?? '')),
      graph: { states: [{ id: state, name: 'Empty', position: [220, 0] }], entry: state },
    };
    if (!this.#run([{ op: 'add', path: `${this.model.pointer}/machine/layers/-`, value }], 'Add layer')) return;
    shown.set({ layer: String(value.id), path: [] });
    selection.select('layer', [String(value.id)], this.model.pointer);
  }
}

/** The member of the clipboard's JSON that holds copied states. */
const kClipboard = 'motus/states';
