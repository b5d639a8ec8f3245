// The machine that is drawn, as the document has it, and where in it the graph stands.
// SPDX-License-Identifier: MIT
import type { Schema } from 'motus';
import { useMemo } from 'react';

import { useApp } from './frames';
import { Store, useStore } from './store';
import type { Studio } from './studio';

export type State = Schema.StateMachineState;
export type Transition = Schema.StateMachineTransition;
export type Variable = Schema.StateMachineVariable;
export type Layer = Schema.StateMachineLayer;
export type Graph = Schema.StateGraph;

export const idOf = (item: { id?: Schema.Id } | undefined): string => String(item?.id ?? '');

/** Ids are chosen here and written into the commands: the same commands give the same bytes anywhere. */
export function newId(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((high! & 0xffff) * 0x1_0000_0000 + low!) || 1;
}

/** A state or transition with its place in the document. */
export interface Placed<Item> {
  item: Item;
  pointer: string;
  layer: Layer;
  /** Pointer of the graph that holds it, and that graph. */
  owner: string;
  graph: Graph;
  /** States whose sub-machines hold it, from the outside in. */
  path: State[];
}

export interface MachineModel {
  id: string;
  pointer: string;
  name: string;
  variables: Variable[];
  layers: Layer[];
  states: Map<string, Placed<State>>;
  transitions: Map<string, Placed<Transition>>;
}

function place(model: MachineModel, layer: Layer, graph: Graph, owner: string, path: State[]): void {
  for (const state of graph.states ?? []) {
    const pointer = `${owner}/states/@${idOf(state)}`;
    model.states.set(idOf(state), { item: state, pointer, layer, owner, graph, path });
    if (state.graph) place(model, layer, state.graph, `${pointer}/graph`, [...path, state]);
  }
  for (const transition of graph.transitions ?? []) {
    const pointer = `${owner}/transitions/@${idOf(transition)}`;
    model.transitions.set(idOf(transition), { item: transition, pointer, layer, owner, graph, path });
  }
}

export function makeModel(definition: Schema.StateMachineDefinition): MachineModel {
  const id = idOf(definition);
  const pointer = `/library/machines/@${id}`;
  const layers = definition.machine?.layers ?? [];
  const model: MachineModel = {
    id,
    pointer,
    name: definition.name ?? '',
    variables: definition.variables ?? [],
    layers,
    states: new Map(),
    transitions: new Map(),
  };
  for (const layer of layers) place(model, layer, layer.graph ?? {}, `${layerPointer(model, layer)}/graph`, []);
  return model;
}

export const layerPointer = (model: MachineModel, layer: Layer) => `${model.pointer}/machine/layers/@${idOf(layer)}`;

let made: { studio: Studio; revision: number; id: string; model: MachineModel | null } | null = null;

/** The machine that plays, else the first of the document; made once for each revision. */
export function readModel(studio: Studio): MachineModel | null {
  const { playing, library, revision } = studio.state;
  const id = playing?.kind === 'machine' ? playing.id : (library?.machines[0]?.id ?? '');
  if (made?.studio === studio && made.revision === revision && made.id === id) return made.model;
  const definition = id === '' ? undefined : studio.stage.value(`/library/machines/@${id}`);
  const model = definition ? makeModel(definition as Schema.StateMachineDefinition) : null;
  made = { studio, revision, id, model };
  return model;
}

export function useModel(): MachineModel | null {
  const { studio } = useApp();
  return useStore(studio, () => readModel(studio));
}

/** Which layer is drawn, and the sub-machines that were entered, by ids. */
export const shown = new Store<{ layer: string; path: readonly string[] }>({ layer: '', path: [] });

export interface Drawn {
  layer: Layer;
  graph: Graph;
  /** Pointer of the graph. */
  pointer: string;
  path: State[];
}

/** What `shown` leads to; of a path that is gone, as far as it is there. */
export function drawnOf(model: MachineModel, layerId: string, path: readonly string[]): Drawn | null {
  const layer = model.layers.find((other) => idOf(other) === layerId) ?? model.layers[0];
  if (!layer) return null;
  const drawn: Drawn = { layer, graph: layer.graph ?? {}, pointer: `${layerPointer(model, layer)}/graph`, path: [] };
  for (const id of path) {
    const state = drawn.graph.states?.find((other) => idOf(other) === id);
    if (!state?.graph) break;
    drawn.path = [...drawn.path, state];
    drawn.pointer += `/states/@${id}/graph`;
    drawn.graph = state.graph;
  }
  return drawn;
}

export function useDrawn(model: MachineModel | null): Drawn | null {
  const { layer, path } = useStore(shown, (state) => state);
  return useMemo(() => model && drawnOf(model, layer, path), [model, layer, path]);
}

/** Shows the graph that holds a state or transition. */
export function showPlaceOf(item: Placed<unknown>): void {
  shown.set({ layer: idOf(item.layer), path: item.path.map(idOf) });
}
