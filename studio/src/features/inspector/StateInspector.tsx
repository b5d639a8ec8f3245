// The inspector of a state: what it plays, how fast, what it fires, and where it leads.
// SPDX-License-Identifier: MIT
import type { PatchOperation } from 'motus';

import { idOf, newId, type State } from '../../store/machine';
import { selection, type SelectionState } from '../../store/selection';
import { IconButton } from '../../widgets/controls';
import { firesText, isBlend, kindTitles, targetName } from '../graph/machine_text';
import { BlendEditor } from './BlendEditor';
import { axesFor } from './blends';
import { numberKinds, useEdit, useMotionChoices, useSet, useState_, variableChoices } from './edit';
import { Group, NumberRow, SelectRow, SwitchRow, TextRow } from './rows';
import { StateEvents } from './StateEvents';

const kinds = Object.entries(kindTitles).map(([value, title]) => ({ value, title }));
const loops = [
  { value: 'from_motion', title: 'As the motion says' },
  { value: 'loop', title: 'Loops' },
  { value: 'once', title: 'Plays once' },
];

export function StateInspector({ selected }: { selected: SelectionState }) {
  const found = useState_(selected.ids[0]!);
  if (selected.ids.length > 1)
    return <p className="inspect-note">{selected.ids.length} states are selected: move, align, copy or delete them together.</p>;
  if (!found) return <p className="inspect-note">The state is gone.</p>;
  return <OneState {...found} />;
}

function OneState({ model, place }: NonNullable<ReturnType<typeof useState_>>) {
  const state: State = place.item;
  const set = useSet(place.pointer);
  const edit = useEdit();
  const motions = useMotionChoices();
  const kind = state.kind ?? 'empty';
  const setKind = (wanted: string) => {
    if (wanted === kind) return;
    const operations: PatchOperation[] = [{ op: 'replace', path: `${place.pointer}/kind`, value: wanted }];
    if (wanted === 'sub_machine' && !state.graph) {
      const inner = newId();
      operations.push({ op: 'replace', path: `${place.pointer}/graph`, value: { states: [{ id: inner, name: 'State', position: [220, 0] }], entry: inner } });
    } else if (state.graph && wanted !== 'sub_machine') operations.push({ op: 'replace', path: `${place.pointer}/graph`, value: null });
    if (isBlend(wanted as State['kind'])) operations.push(...axesFor(model, state, wanted, place.pointer));
    edit(operations, 'Change what a state plays');
  };
  const leaving = (place.graph.transitions ?? []).filter((transition) => String(transition.from ?? '') === idOf(state));
  return (
    <div className="inspect-body">
      <TextRow label="Name" value={state.name ?? ''} onChange={(name) => name !== '' && set('name', name, 'Rename state')} />
      <SelectRow label="Plays" value={kind} choices={kinds} onChange={setKind} />
      {(kind === 'clip' || kind === 'timeline') && (
        <SelectRow
          label={kind === 'clip' ? 'Clip' : 'Timeline'}
          value={String(state.motion ?? 0)}
          choices={motions(kind)}
          onChange={(id) => set('motion', Number(id), 'Choose motion')}
        />
      )}
      {isBlend(kind) && <BlendEditor key={place.pointer} model={model} state={state} pointer={place.pointer} />}
      {kind !== 'sub_machine' && kind !== 'empty' && (
        <>
          <NumberRow label="Speed" unit="×" value={state.speed ?? 1} onChange={(value) => set('speed', value, 'Set speed')} />
          <SelectRow
            label="Speed follows"
            value={String(state.speed_variable ?? 0)}
            choices={variableChoices(model, numberKinds, 'Nothing')}
            onChange={(id) => set('speed_variable', Number(id), 'Set speed variable')}
          />
          <SelectRow label="Loop" value={state.loop ?? 'from_motion'} choices={loops} onChange={(value) => set('loop', value, 'Set loop')} />
          <NumberRow label="Starts at" unit="of its length" value={state.cycle_offset ?? 0} onChange={(value) => set('cycle_offset', value, 'Set cycle offset')} />
          <SelectRow
            label="Time follows"
            value={String(state.time_variable ?? 0)}
            choices={variableChoices(model, numberKinds, 'The clock')}
            onChange={(id) => set('time_variable', Number(id), 'Set time variable')}
          />
          <SwitchRow label="Mirrored" value={state.mirror ?? false} onChange={(value) => set('mirror', value, 'Set mirror')} />
        </>
      )}
      <StateEvents state={state} pointer={place.pointer} />
      <Group title="Leads to">
        {leaving.length === 0 && <p className="inspect-note">Nowhere yet: drag from its right edge, or press C.</p>}
        <ul className="link-list" aria-label="Transitions from here">
          {leaving.map((transition) => (
            <li key={idOf(transition)}>
              <button type="button" className="entry" onClick={() => selection.select('transition', [idOf(transition)], model.pointer)}>
                <span className="entry-name">
                  {targetName(model, transition)} <span className="muted">{firesText(model, transition)}</span>
                </span>
              </button>
              <IconButton icon="trash" label={`Delete the transition to ${targetName(model, transition)}`} onClick={() => edit([{ op: 'remove', path: `${place.owner}/transitions/@${idOf(transition)}` }], 'Delete transition')} />
            </li>
          ))}
        </ul>
      </Group>
    </div>
  );
}
