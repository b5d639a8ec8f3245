// Conditions of a transition, each with the editor that its variable's kind needs.
// SPDX-License-Identifier: MIT
import type { PatchOperation, Schema } from 'motus';

import { idOf, type MachineModel, type Transition, type Variable } from '../../store/machine';
import { IconButton } from '../../widgets/controls';
import { NumberField } from '../../widgets/NumberField';
import { operatorSigns } from '../graph/machine_text';
import { useEdit } from './edit';
import { Group } from './rows';

type Operator = Schema.ConditionOperator;
const numberOperators: Operator[] = ['greater', 'less', 'greater_equal', 'less_equal', 'equal', 'not_equal'];

function operatorsOf(variable: Variable | undefined): Operator[] {
  switch (variable?.kind ?? 'float') {
    case 'bool':
      return ['is_true', 'is_false'];
    case 'trigger':
      return ['is_true'];
    case 'enum':
      return ['equal', 'not_equal', 'greater', 'less', 'greater_equal', 'less_equal'];
    default:
      return numberOperators;
  }
}

/** A first question to ask of a variable. */
function firstOf(variable: Variable): Schema.StateMachineCondition {
  const op = operatorsOf(variable)[0]!;
  const condition: Schema.StateMachineCondition = { variable: variable.id, op };
  if (variable.kind === 'enum') condition.compare_value = variable.choices?.[0]?.value ?? 0;
  return condition;
}

export function Conditions({ model, transition, pointer }: { model: MachineModel; transition: Transition; pointer: string }) {
  const edit = useEdit();
  const conditions = transition.conditions ?? [];
  const replace = (index: number, value: Schema.StateMachineCondition) =>
    edit([{ op: 'replace', path: `${pointer}/conditions/${index}`, value }], 'Change condition');
  const add = () => {
    const variable = model.variables[0];
    if (variable) edit([{ op: 'add', path: `${pointer}/conditions/-`, value: firstOf(variable) }], 'Add condition');
  };
  return (
    <Group
      title="Conditions"
      action={<IconButton icon="plus" label="Add condition" disabled={model.variables.length === 0} onClick={add} />}
    >
      {conditions.length === 0 && (
        <p className="inspect-note">
          {model.variables.length === 0
            ? 'Add a variable first (+ beside Parameters).'
            : transition.has_exit_time
              ? 'None: the exit time alone decides.'
              : 'None, and no exit time: it never fires.'}
        </p>
      )}
      <ul className="condition-list" aria-label="Conditions of the transition">
        {conditions.map((condition, index) => {
          const variable = model.variables.find((other) => other.id === condition.variable);
          const operators = operatorsOf(variable);
          const shown = operators.includes(condition.op) ? operators : [...operators, condition.op];
          const n = index + 1;
          return (
            <li key={index}>
              <select
                className="field"
                aria-label={`Variable of condition ${n}`}
                value={condition.variable ?? 0}
                onChange={(event) => {
                  const next = model.variables.find((other) => idOf(other) === event.target.value);
                  if (!next) return;
                  const fits = operatorsOf(next).includes(condition.op);
                  replace(index, fits ? { ...condition, variable: next.id } : firstOf(next));
                }}
              >
                {!variable && <option value={condition.variable ?? 0}>(none)</option>}
                {model.variables.map((other) => (
                  <option key={other.id} value={other.id}>
                    {other.name}
                  </option>
                ))}
              </select>
              {variable?.kind === 'trigger' ? (
                <span className="muted">is fired</span>
              ) : (
                <select
                  className="field"
                  aria-label={`Operator of condition ${n}`}
                  value={condition.op}
                  onChange={(event) => replace(index, { ...condition, op: event.target.value as Operator })}
                >
                  {shown.map((op) => (
                    <option key={op} value={op}>
                      {operatorSigns[op]}
                    </option>
                  ))}
                </select>
              )}
              {numberOperators.includes(condition.op) &&
                (variable?.kind === 'enum' && (variable.choices ?? []).length > 0 ? (
                  <select
                    className="field"
                    aria-label={`Value of condition ${n}`}
                    value={condition.compare_value ?? 0}
                    onChange={(event) => replace(index, { ...condition, compare_value: Number(event.target.value) })}
                  >
                    {variable.choices!.map((choice) => (
                      <option key={choice.value} value={choice.value}>
                        {choice.name}
                      </option>
                    ))}
                  </select>
                ) : (
                  <NumberField
                    label={`Value of condition ${n}`}
                    value={condition.compare_value ?? 0}
                    whole={variable?.kind === 'int'}
                    onChange={(value) => replace(index, { ...condition, compare_value: value })}
                  />
                ))}
              <IconButton
                icon="trash"
                label={`Delete condition ${n}`}
                onClick={() => edit([{ op: 'remove', path: `${pointer}/conditions/${index}` } satisfies PatchOperation], 'Delete condition')}
              />
            </li>
          );
        })}
      </ul>
    </Group>
  );
}
