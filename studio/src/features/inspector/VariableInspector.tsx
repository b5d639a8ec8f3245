// The inspector of a variable: name, kind, default, range, choices, and where it is used.
// SPDX-License-Identifier: MIT
import type { Schema } from 'motus';
import { useMemo, useState } from 'react';

import { useApp } from '../../store/frames';
import { idOf, newId, useModel, type MachineModel, type Variable } from '../../store/machine';
import { selection, type SelectionState } from '../../store/selection';
import { IconButton } from '../../widgets/controls';
import { NumberField } from '../../widgets/NumberField';
import { freeName, transitionTitle } from '../graph/machine_text';
import { useEdit, useSet } from './edit';
import { Group, NumberRow, SelectRow, SwitchRow, TextRow, Typed } from './rows';

const kinds = [
  { value: 'float', title: 'Float' },
  { value: 'int', title: 'Int' },
  { value: 'bool', title: 'Bool' },
  { value: 'trigger', title: 'Trigger' },
  { value: 'enum', title: 'Enum' },
];

interface Use {
  kind: 'state' | 'transition';
  id: string;
  title: string;
}

/** Every state and transition that reads the variable. */
function usesOf(model: MachineModel, id: number): Use[] {
  const uses: Use[] = [];
  for (const { item } of model.transitions.values())
    if (item.conditions?.some((condition) => condition.variable === id))
      uses.push({ kind: 'transition', id: idOf(item), title: transitionTitle(model, item) });
  for (const { item } of model.states.values()) {
    const { graph: _, ...own } = item;
    const reads = JSON.stringify(own, (key, value: unknown) => (/variable/.test(key) && value === id ? '\u0001' : value));
    if (reads.includes('\\u0001')) uses.push({ kind: 'state', id: idOf(item), title: item.name ?? '' });
  }
  return uses;
}

/** How many transitions ask for nothing but the variable: without it they are muted. */
function mutedWithout(model: MachineModel, id: number): number {
  let count = 0;
  for (const { item } of model.transitions.values())
    if (item.conditions?.length && item.conditions.every((condition) => condition.variable === id)) count += 1;
  return count;
}

export function VariableInspector({ selected }: { selected: SelectionState }) {
  const model = useModel();
  const variable = model?.variables.find((other) => idOf(other) === selected.ids[0]);
  if (!model || !variable) return <p className="inspect-note">The variable is gone.</p>;
  return <OneVariable model={model} variable={variable} />;
}

function OneVariable({ model, variable }: { model: MachineModel; variable: Variable }) {
  const { studio } = useApp();
  const pointer = `${model.pointer}/variables/@${idOf(variable)}`;
  const set = useSet(pointer);
  const edit = useEdit();
  const [clash, setClash] = useState('');
  const uses = useMemo(() => usesOf(model, variable.id!), [model, variable.id]);
  const muted = useMemo(() => mutedWithout(model, variable.id!), [model, variable.id]);
  const kind = variable.kind ?? 'float';
  const isTruth = kind === 'bool' || kind === 'trigger';
  const rename = (name: string) => {
    const taken = model.variables.some((other) => other !== variable && other.name === name);
    setClash(name === '' ? 'A variable needs a name.' : taken ? `There is a “${name}” already.` : '');
    if (name !== '' && !taken) set('name', name, 'Rename variable');
  };
  const choices = variable.choices ?? [];
  const setChoice = (index: number, property: keyof Schema.VariableChoice, value: unknown) =>
    edit([{ op: 'replace', path: `${pointer}/choices/${index}/${property}`, value }], 'Change choice');
  return (
    <div className="inspect-body">
      <TextRow label="Name" value={variable.name ?? ''} onChange={rename} />
      {clash && (
        <p className="inspect-note bad" role="alert">
          {clash}
        </p>
      )}
      <SelectRow label="Kind" value={kind} choices={kinds} onChange={(value) => edit([{ op: 'retype', path: pointer, value }], 'Change kind of variable')} />
      {isTruth ? (
        <SwitchRow label="At first" value={(variable.default_value ?? 0) !== 0} onChange={(on) => set('default_value', on ? 1 : 0, 'Set default')} />
      ) : kind === 'enum' && choices.length > 0 ? (
        <SelectRow
          label="At first"
          value={String(variable.default_value ?? 0)}
          choices={choices.map(({ name, value }) => ({ value: String(value), title: name ?? '' }))}
          onChange={(value) => set('default_value', Number(value), 'Set default')}
        />
      ) : (
        <NumberRow label="At first" whole={kind !== 'float'} value={variable.default_value ?? 0} onChange={(value) => set('default_value', value, 'Set default')} />
      )}
      {(kind === 'float' || kind === 'int') && (
        <>
          <NumberRow label="Least" value={variable.min ?? 0} onChange={(value) => set('min', value, 'Set range')} />
          <NumberRow label="Most" value={variable.max ?? 0} onChange={(value) => set('max', value, 'Set range')} />
        </>
      )}
      <TextRow label="Note" value={variable.description ?? ''} onChange={(text) => set('description', text, 'Describe variable')} />
      {kind === 'enum' && (
        <Group
          title="Choices"
          action={
            <IconButton
              icon="plus"
              label="Add choice"
              onClick={() => {
                const value = Math.max(-1, ...choices.map((choice) => choice.value)) + 1;
                edit([{ op: 'add', path: `${pointer}/choices/-`, value: { name: `Choice ${value}`, value } }], 'Add choice');
              }}
            />
          }
        >
          <ul className="event-list" aria-label="Choices">
            {choices.map((choice, index) => (
              <li key={index}>
                <Typed label={`Name of choice ${index + 1}`} text={choice.name ?? ''} onTake={(text) => setChoice(index, 'name', text.trim())} />
                <NumberField label={`Value of choice ${index + 1}`} whole value={choice.value} onChange={(value) => setChoice(index, 'value', value)} />
                <IconButton icon="trash" label={`Delete choice ${index + 1}`} onClick={() => edit([{ op: 'remove', path: `${pointer}/choices/${index}` }], 'Delete choice')} />
              </li>
            ))}
          </ul>
        </Group>
      )}
      <Group title={`Used in ${uses.length} ${uses.length === 1 ? 'place' : 'places'}`}>
        <ul className="link-list" aria-label="Uses">
          {uses.map((use) => (
            <li key={`${use.kind}${use.id}`}>
              <button type="button" className="entry" onClick={() => selection.select(use.kind, [use.id], model.pointer)}>
                <span className="entry-name">{use.title}</span>
              </button>
            </li>
          ))}
        </ul>
      </Group>
      {muted > 0 && (
        <p className="inspect-note">
          Deleting it mutes {muted === 1 ? 'a transition that asks' : `${muted} transitions that ask`} for nothing else.
        </p>
      )}
      <button
        type="button"
        className="button danger"
        onClick={() => {
          if (studio.edit([{ op: 'remove_variable', path: pointer }], 'Delete variable')) selection.clear();
        }}
      >
        {uses.length > 0 ? `Delete, with what reads it in ${uses.length} ${uses.length === 1 ? 'place' : 'places'}` : 'Delete'}
      </button>
    </div>
  );
}

/** Beside the heading of the parameters. */
export function AddVariable() {
  const model = useModel();
  const { studio } = useApp();
  if (!model) return null;
  return (
    <IconButton
      icon="plus"
      label="Add variable"
      onClick={() => {
        const value: Variable = { id: newId(), name: freeName('variable', model.variables.map((other) => other.name ?? '')) };
        if (studio.edit([{ op: 'add', path: `${model.pointer}/variables/-`, value }], 'Add variable'))
          selection.select('variable', [String(value.id)], model.pointer);
      }}
    />
  );
}
