// What moves in the graph: written into elements after each frame, without React.
// SPDX-License-Identifier: MIT
import type { MachineModel } from '../../store/machine';
import type { Studio } from '../../store/studio';

/** Elements of what is drawn now, by id. */
export const nodeElements = new Map<string, HTMLElement>();
export const edgeElements = new Map<string, SVGGElement>();

export function keepNode(id: string, element: HTMLElement | null): void {
  if (element) nodeElements.set(id, element);
  else nodeElements.delete(id);
}
export function keepEdge(id: string, element: SVGGElement | null): void {
  if (element) edgeElements.set(id, element);
  else edgeElements.delete(id);
}

const cycle = (time: number) => time - Math.floor(time);

/** The glow along a line: only where it is seen, not on every one of a thousand. */
function glow(edge: SVGGElement): void {
  const line = edge.querySelector('.edge-line');
  if (!line) return;
  let path = edge.querySelector('.edge-glow');
  if (!path) {
    path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('class', 'edge-glow');
    path.setAttribute('pathLength', '1');
    edge.insertBefore(path, line);
  }
  const way = line.getAttribute('d') ?? '';
  if (path.getAttribute('d') !== way) path.setAttribute('d', way);
}

/** Shows where a layer of the running machine is. One for each graph view; it remembers what it wrote. */
export class LiveMarks {
  #marked = new Map<Element, string>();
  #seen = new Set<Element>();

  #mark(element: Element | undefined, className: string, name: string, value: number): void {
    if (!element) return;
    this.#seen.add(element);
    const text = value.toFixed(3);
    const written = `${className} ${text}`;
    const before = this.#marked.get(element);
    if (before === written) return;
    if (before && !before.startsWith(`${className} `)) element.classList.remove(before.slice(0, before.indexOf(' ')));
    element.classList.add(className);
    (element as HTMLElement).style.setProperty(name, text);
    this.#marked.set(element, written);
  }

  update(studio: Studio, model: MachineModel, layerId: string): void {
    this.#seen.clear();
    const machine = studio.state.playing?.machine;
    const index = machine?.id === model.id ? machine.layers.findIndex((layer) => layer.id === layerId) : -1;
    const layer = studio.stage.live.layers[index];
    if (machine && layer && index < studio.stage.live.layerCount) {
      this.#markState(machine.states[layer.state]?.id, model, 'is-active', cycle(layer.normalizedTime));
      if (layer.next >= 0) this.#markState(machine.states[layer.next]?.id, model, 'is-next', layer.toWeight);
      const transition = machine.transitions[layer.transition]?.id;
      if (transition) {
        const element = edgeElements.get(transition);
        this.#mark(element, 'is-live', '--weight', layer.toWeight);
        element?.style.setProperty('--progress', layer.progress.toFixed(3));
        if (element) glow(element);
      }
    }
    for (const [element, written] of this.#marked) {
      if (this.#seen.has(element)) continue;
      element.classList.remove(written.slice(0, written.indexOf(' ')));
      element.querySelector('.edge-glow')?.remove();
      this.#marked.delete(element);
    }
  }

  /** A state inside a sub-machine marks the sub-machine that is drawn. */
  #markState(id: string | undefined, model: MachineModel, className: string, value: number): void {
    if (!id) return;
    const own = nodeElements.get(id);
    if (own) return this.#mark(own, className, '--live', value);
    for (const holder of model.states.get(id)?.path ?? []) {
      const element = nodeElements.get(String(holder.id));
      if (element) return this.#mark(element, className, '--live', value);
    }
  }
}
