// The inspector of a transition: when it fires, how it blends, and its place among others.
// SPDX-License-Identifier: MIT
import { useEffect } from 'react';

import { useApp } from '../../store/frames';
import type { SelectionState } from '../../store/selection';
import { useStore } from '../../store/store';
import { transitionTitle } from '../graph/machine_text';
import { Conditions } from './Conditions';
import { useSet, useTransition_ } from './edit';
import { Group, NumberRow, SelectRow, SwitchRow, TextRow } from './rows';
import { TransitionCurve } from './TransitionCurve';
import { TransitionOrder } from './TransitionOrder';

const units = [
  { value: 'seconds', title: 'seconds' },
  { value: 'normalized', title: 'lengths of the source' },
];
const exitModes = [
  { value: 'from_crossing', title: 'From then on' },
  { value: 'at_crossing', title: 'Only at that moment' },
];
const interruptions = [
  { value: 'none', title: 'Nothing' },
  { value: 'source', title: 'Transitions of the source' },
  { value: 'destination', title: 'Transitions of the target' },
  { value: 'source_then_destination', title: 'Source, then target' },
  { value: 'destination_then_source', title: 'Target, then source' },
];
const blends = [
  { value: 'inertial', title: 'Carries its motion on' },
  { value: 'frozen', title: 'From the frozen pose' },
];

export function TransitionInspector({ selected }: { selected: SelectionState }) {
  const found = useTransition_(selected.ids[0]!);
  const { studio } = useApp();
  const playing = useStore(studio, (state) => state.playing);
  const id = selected.ids[0]!;
  // "Why" answers for what is selected.
  useEffect(() => {
    const index = playing?.machine?.transitions.find((transition) => transition.id === id)?.index;
    if (index !== undefined) studio.selectTransition(index);
  }, [studio, playing, id]);
  if (selected.ids.length > 1) return <p className="inspect-note">{selected.ids.length} transitions are selected.</p>;
  if (!found) return <p className="inspect-note">The transition is gone.</p>;
  return <OneTransition {...found} />;
}

function OneTransition({ model, place }: NonNullable<ReturnType<typeof useTransition_>>) {
  const transition = place.item;
  const set = useSet(place.pointer);
  const source = transition.from_kind ?? 'state';
  // Entries and exits have no time of their own: docs/graph.md.
  const timed = source !== 'entry' && transition.to_kind !== 'exit';
  return (
    <div className="inspect-body">
      <p className="inspect-lead">{transitionTitle(model, transition)}</p>
      <TextRow label="Name" value={transition.name ?? ''} onChange={(name) => set('name', name, 'Rename transition')} />
      <Conditions model={model} transition={transition} pointer={place.pointer} />
      {source !== 'entry' && source !== 'machine' && (
        <Group title="Exit time">
          <SwitchRow label="Waits for it" value={transition.has_exit_time ?? false} onChange={(value) => set('has_exit_time', value, 'Set exit time')} />
          {transition.has_exit_time && (
            <>
              <NumberRow label="At" unit="of the source" least={0} value={transition.exit_time ?? 0.75} onChange={(value) => set('exit_time', value, 'Set exit time')} />
              <SelectRow label="Fires" value={transition.exit_time_mode ?? 'from_crossing'} choices={exitModes} onChange={(value) => set('exit_time_mode', value, 'Set exit time mode')} />
            </>
          )}
        </Group>
      )}
      {timed && (
        <Group title="Blend">
          {source === 'machine' && <SwitchRow label="As the exit" hint="Takes duration and offset from the exit" value={transition.inherit ?? false} onChange={(value) => set('inherit', value, 'Set inherit')} />}
          <NumberRow label="Duration" least={0} value={transition.duration ?? 0.25} onChange={(value) => set('duration', value, 'Set duration')} />
          <SelectRow label="In" value={transition.duration_unit ?? 'seconds'} choices={units} onChange={(value) => set('duration_unit', value, 'Set duration unit')} />
          <NumberRow label="Target starts at" unit="of its length" value={transition.offset ?? 0} onChange={(value) => set('offset', value, 'Set offset')} />
          <TransitionCurve id={String(transition.id)} pointer={place.pointer} />
        </Group>
      )}
      {timed && (
        <Group title="Interruption">
          <SelectRow label="May interrupt" value={transition.interruption_source ?? 'none'} choices={interruptions} onChange={(value) => set('interruption_source', value, 'Set interruption')} />
          {(transition.interruption_source ?? 'none') !== 'none' && (
            <SwitchRow label="In order" hint="Only those that stand before it" value={transition.ordered ?? true} onChange={(value) => set('ordered', value, 'Set ordered interruption')} />
          )}
          <SelectRow label="Goes on" value={transition.interruption_blend ?? 'inertial'} choices={blends} onChange={(value) => set('interruption_blend', value, 'Set interruption blend')} />
          {source === 'any' && (
            <SwitchRow label="To itself" hint="Also while its target is active" value={transition.can_transition_to_self ?? true} onChange={(value) => set('can_transition_to_self', value, 'Set transition to self')} />
          )}
        </Group>
      )}
      <TransitionOrder model={model} place={place} />
      <Group title="Try out">
        <SwitchRow label="Mute" value={transition.mute ?? false} onChange={(value) => set('mute', value, 'Mute transition')} />
        <SwitchRow label="Solo" value={transition.solo ?? false} onChange={(value) => set('solo', value, 'Solo transition')} />
      </Group>
    </div>
  );
}
