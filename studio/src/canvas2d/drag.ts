// One drag on the picture of a 2D scene: entities move, turn or scale with the pointer.
// SPDX-License-Identifier: MIT
import type { CanvasDrag } from 'motus';

import { selection } from '../app/selection';
import type { Studio } from '../app/studio';
import { notifyFailure } from '../app/notices';

type Place = [number, number];
export type Handle = Pick<CanvasDrag, 'kind' | 'x' | 'y'>;

export class CanvasDragging {
  #drag: { handle: Handle; from: Place; moved: boolean } | null = null;

  constructor(private readonly studio: Studio) {}

  get busy(): boolean {
    return this.#drag !== null;
  }

  /** What is under the pointer is selected, and moves from now on. */
  press(at: Place, more: boolean): void {
    const under = this.studio.viewport?.entityAt(...at);
    if (!under) {
      if (!more) selection.clear();
      return;
    }
    const { kind, ids } = selection.state;
    const chosen = kind === 'entity' ? ids : [];
    if (more) selection.select('entity', chosen.includes(under.id) ? chosen.filter((id) => id !== under.id) : [...chosen, under.id]);
    else if (!chosen.includes(under.id)) selection.select('entity', [under.id]);
    if (!more) this.take({ kind: 'move' }, at);
  }

  take(handle: Handle, at: Place): void {
    const { kind, ids } = selection.state;
    if (kind !== 'entity' || ids.length === 0) return;
    this.studio.viewport?.beginDrag(ids);
    this.#drag = { handle, from: at, moved: false };
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
  }

  cancel(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.moved) this.studio.command({ do: 'cancel' });
  }
}
