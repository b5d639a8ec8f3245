// Events that a state fires when it is entered or left.
// SPDX-License-Identifier: MIT
import type { PatchOperation, Schema } from 'motus';

import { useApp } from '../../store/frames';
import { newId, type State } from '../../store/machine';
import { useStore } from '../../store/store';
import { IconButton } from '../../widgets/controls';
import { freeName } from '../graph/machine_text';
import { useEdit } from './edit';
import { Group } from './rows';

const moments = { enter: 'on entry', exit: 'on leaving', update: 'every update' };

export function StateEvents({ state, pointer }: { state: State; pointer: string }) {
  const { studio } = useApp();
  const edit = useEdit();
  const revision = useStore(studio, (value) => value.revision);
  void revision; // the list of events is read anew with every edit
  const known = (studio.stage.value('/library/events') as Schema.EventDefinition[] | undefined) ?? [];
  const events = state.events ?? [];
  const add = () => {
    const operations: PatchOperation[] = [];
    let event = known[0]?.id;
    if (event === undefined) {
      event = newId();
      const name = freeName('event', known.map((other) => other.name ?? ''));
      operations.push({ op: 'add', path: '/library/events/-', value: { id: event, name } });
    }
    operations.push({ op: 'add', path: `${pointer}/events/-`, value: { event } });
    edit(operations, 'Add event');
  };
  const set = (index: number, property: string, value: unknown) =>
    edit([{ op: 'replace', path: `${pointer}/events/${index}/${property}`, value }], 'Change event');
  return (
    <Group title="Events" action={<IconButton icon="plus" label="Add event" onClick={add} />}>
      {events.length === 0 && <p className="inspect-note">Fires none of its own.</p>}
      <ul className="event-list" aria-label="Events of the state">
        {events.map((entry, index) => (
          <li key={index}>
            <select className="field" aria-label={`Event ${index + 1}`} value={entry.event ?? 0} onChange={(change) => set(index, 'event', Number(change.target.value))}>
              {known.map((event) => (
                <option key={event.id} value={event.id}>
                  {event.name}
                </option>
              ))}
            </select>
            <select className="field" aria-label={`Moment of event ${index + 1}`} value={entry.moment ?? 'enter'} onChange={(change) => set(index, 'moment', change.target.value)}>
              {Object.entries(moments).map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
            <IconButton icon="trash" label={`Delete event ${index + 1}`} onClick={() => edit([{ op: 'remove', path: `${pointer}/events/${index}` }], 'Delete event')} />
          </li>
        ))}
      </ul>
    </Group>
  );
}
