// From the document's graph to what is drawn: nodes with boxes, and lines between them.
// SPDX-License-Identifier: MIT
import { idOf, type Drawn, type Graph, type MachineModel, type State, type Transition } from '../../store/machine';
import { pseudoSize, routeBetween, routeToSelf, sideOf, stateSize, type Box, type Route } from './geometry';

/** Nodes that are no states. */
export type PseudoName = 'entry' | 'any' | 'exit' | 'up';
export const pseudoTitles: Record<PseudoName, string> = { entry: 'Entry', any: 'Any state', exit: 'Exit', up: 'Up' };
export const isPseudo = (id: string): id is PseudoName => id in pseudoTitles;

export interface DrawnNode {
  id: string;
  kind: 'state' | PseudoName;
  state: State | null;
  box: Box;
}
export interface DrawnEdge {
  id: string;
  source: string;
  target: string;
  /** Null: the arrow from the entry to the default state. */
  transition: Transition | null;
}

const pseudoPlaces: Record<PseudoName, { property: keyof Graph; usual: [number, number] }> = {
  entry: { property: 'entry_position', usual: [0, 0] },
  any: { property: 'any_position', usual: [0, 80] },
  exit: { property: 'exit_position', usual: [640, 0] },
  up: { property: 'parent_position', usual: [640, 80] },
};
export const placeProperty = (name: PseudoName) => pseudoPlaces[name].property;

/** The node of this graph that stands for a state somewhere in the layer. */
function nodeFor(model: MachineModel, drawn: Drawn, id: string): string {
  const found = model.states.get(id);
  if (!found || found.layer !== drawn.layer) return '';
  if (found.owner === drawn.pointer) return id;
  // Inside one of this graph's sub-machines, or outside.
  const depth = drawn.path.length;
  const within = drawn.path.every((state, index) => found.path[index] === state);
  return within && found.path[depth] ? idOf(found.path[depth]) : 'up';
}

const sourceOf = (transition: Transition): string => {
  const kind = transition.from_kind ?? 'state';
  return kind === 'any' || kind === 'entry' ? kind : String(transition.from ?? '');
};

export const defaultEdge = 'default';

export function edgesOf(model: MachineModel, drawn: Drawn): DrawnEdge[] {
  const edges: DrawnEdge[] = [];
  const entry = drawn.graph.entry ? nodeFor(model, drawn, String(drawn.graph.entry)) : '';
  if (entry) edges.push({ id: defaultEdge, source: 'entry', target: entry, transition: null });
  for (const transition of drawn.graph.transitions ?? []) {
    const target = transition.to_kind === 'exit' ? 'exit' : nodeFor(model, drawn, String(transition.to ?? ''));
    edges.push({ id: idOf(transition), source: sourceOf(transition), target, transition });
  }
  return edges;
}

export function nodesOf(drawn: Drawn, edges: DrawnEdge[]): DrawnNode[] {
  const nodes: DrawnNode[] = (drawn.graph.states ?? []).map((state) => ({
    id: idOf(state),
    kind: 'state',
    state,
    box: { x: state.position?.[0] ?? 0, y: state.position?.[1] ?? 0, ...stateSize },
  }));
  const inside = drawn.path.length > 0;
  const wanted: PseudoName[] = ['entry', 'any'];
  if (inside || edges.some(({ target }) => target === 'exit')) wanted.push('exit');
  if (inside && edges.some(({ target }) => target === 'up')) wanted.push('up');
  for (const name of wanted) {
    const { property, usual } = pseudoPlaces[name];
    const [x, y] = (drawn.graph[property] as [number, number] | undefined) ?? usual;
    nodes.push({ id: name, kind: name, state: null, box: { x, y, ...pseudoSize } });
  }
  return nodes;
}

/** The way of every line, by its id; lines between the same two nodes lie side by side. */
export function routesOf(edges: DrawnEdge[], boxOf: (node: string) => Box | undefined): Map<string, Route> {
  const groups = new Map<string, string[]>();
  for (const { id, source, target } of edges) {
    const key = `${source}>${target}`;
    const group = groups.get(key);
    if (group) group.push(id);
    else groups.set(key, [id]);
  }
  const routes = new Map<string, Route>();
  for (const { id, source, target } of edges) {
    const from = boxOf(source);
    const to = boxOf(target);
    if (!from || !to) continue;
    const group = groups.get(`${source}>${target}`)!;
    const index = group.indexOf(id);
    if (source === target) routes.set(id, routeToSelf(from, index));
    else {
      const least = from.height < to.height ? from : to;
      const side = sideOf(index, group.length, groups.has(`${target}>${source}`), least);
      routes.set(id, routeBetween(from, to, side));
    }
  }
  return routes;
}
