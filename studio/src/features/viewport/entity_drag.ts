// One drag on the picture of a 2D scene: entities move, turn or scale with the pointer.
// SPDX-License-Identifier: MIT
import type { CanvasDrag } from 'motus';

import { notifyFailure } from '../../store/notices';
import { selection } from '../../store/selection';
import type { Studio } from '../../store/studio';

type Place = [number, number];
export type Handle = Pick<CanvasDrag, 'kind' | 'x' | 'y'>;

export class CanvasDragging {
  #drag: { handle: Handle; from: Place; moved: boolean; deeper: string } | null = null;

  constructor(private readonly studio: Studio) {}

  get busy(): boolean {
    return this.#drag !== null;
  }

  /** An entity with those it hangs on, the outermost first. */
  #chain(id: string): string[] {
    const entities = this.studio.stage.desk.entities();
    const chain = [id];
    for (let depth = 0; depth < 64; ++depth) {
      const parent = entities.find((entity) => entity.id === chain[0])?.parent ?? '';
      if (parent === '') break;
      chain.unshift(parent);
    }
    return chain;
  }

  /**
   * What is under the pointer is selected, and moves from now on: the outermost entity there, so that a
   * button is taken and not the text on it. A click on what is selected goes one deeper.
   */
  press(at: Place, more: boolean): void {
    const under = this.studio.viewport?.entityAt(...at);
    if (!under) {
      if (!more) selection.clear();
      return;
    }
    const { kind, ids } = selection.state;
    const chosen = kind === 'entity' ? ids : [];
    const chain = this.#chain(under.id);
    const inside = [...chain].reverse().find((one) => chosen.includes(one));
    const id = inside ?? chain[0]!;
    if (more) selection.select('entity', inside ? chosen.filter((other) => other !== id) : [...chosen, id]);
    else if (!inside) selection.select('entity', [id]);
    if (!more) this.take({ kind: 'move' }, at, inside ? (chain[chain.indexOf(id) + 1] ?? '') : '');
  }

  /** `deeper`: what a press that does not become a drag selects. */
  take(handle: Handle, at: Place, deeper = ''): void {
    const { kind, ids } = selection.state;
    if (kind !== 'entity' || ids.length === 0) return;
    this.studio.viewport?.beginDrag(ids);
    this.#drag = { handle, from: at, moved: false, deeper };
  }

  move(to: Place, even: boolean): void {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.moved && Math.hypot(to[0] - drag.from[0], to[1] - drag.from[1]) < 4) return;
    drag.moved = true;
    try {
      this.studio.edited(this.studio.viewport!.drag({ ...drag.handle, from: drag.from, to, even }));
    } catch (error) {
      this.#drag = null;
      notifyFailure('It cannot be moved', error);
    }
  }

  up(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.moved) this.studio.command({ do: 'drop' });
    else if (drag && drag.deeper !== '') selection.select('entity', [drag.deeper]);
  }

  cancel(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.moved) this.studio.command({ do: 'cancel' });
  }
}
