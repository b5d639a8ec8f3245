// The order of transitions that leave the same place: first come, first asked. By drag or by keys.
// SPDX-License-Identifier: MIT
import { useState, type KeyboardEvent } from 'react';

import { idOf, type MachineModel, type Placed, type Transition } from '../../store/machine';
import { selection } from '../../store/selection';
import { IconButton } from '../../widgets/controls';
import { sourceName, targetName } from '../graph/machine_text';
import { useEdit } from './edit';
import { Group } from './rows';

/** Transitions of the same graph that leave the same source, in their order. */
function siblings({ item, graph }: Placed<Transition>): Transition[] {
  const kind = item.from_kind ?? 'state';
  return (graph.transitions ?? []).filter(
    (other) => (other.from_kind ?? 'state') === kind && (kind === 'any' || kind === 'entry' || other.from === item.from),
  );
}

export function TransitionOrder({ model, place }: { model: MachineModel; place: Placed<Transition> }) {
  const edit = useEdit();
  const [dragged, setDragged] = useState(-1);
  const [over, setOver] = useState(-1);
  const list = siblings(place);
  const all = place.graph.transitions ?? [];
  if (list.length < 2) return null;
  /** Puts number `from` of the list where number `to` stands. */
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= list.length) return;
    const path = `${place.owner}/transitions/${all.indexOf(list[to]!)}`;
    edit([{ op: 'move', from: `${place.owner}/transitions/@${idOf(list[from])}`, path }], 'Reorder transitions');
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <Group title={`Order from ${sourceName(model, place.item)}`}>
      <ol className="order-list" aria-label="Order of transitions">
        {list.map((transition, index) => (
          <li
            key={idOf(transition)}
            draggable
            className={`${transition === place.item ? 'is-current' : ''}${index === over && dragged >= 0 ? ' is-over' : ''}`}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', String(index));
              setDragged(index);
            }}
            onDragOver={(event) => {
              if (dragged < 0) return;
              event.preventDefault();
              setOver(index);
            }}
            onDragEnd={() => {
              setDragged(-1);
              setOver(-1);
            }}
            onDrop={(event) => {
              event.preventDefault();
              event.stopPropagation();
              move(dragged, index);
              setDragged(-1);
              setOver(-1);
            }}
          >
            <span className="grip" aria-hidden="true">
              ⋮⋮
            </span>
            <button
              type="button"
              className="entry"
              aria-current={transition === place.item}
              title="Alt+↑ and Alt+↓ move it"
              onClick={() => selection.select('transition', [idOf(transition)], model.pointer)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              <span className="entry-name">
                {index + 1}. {targetName(model, transition)} <span className="muted">{transition.name}</span>
              </span>
            </button>
            <IconButton icon="up" label={`Ask ${targetName(model, transition)} earlier`} disabled={index === 0} onClick={() => move(index, index - 1)} />
            <IconButton icon="down" label={`Ask ${targetName(model, transition)} later`} disabled={index === list.length - 1} onClick={() => move(index, index + 1)} />
          </li>
        ))}
      </ol>
    </Group>
  );
}
