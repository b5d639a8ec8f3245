// Machines in words: what a state plays, when a transition fires.
// SPDX-License-Identifier: MIT
import type { Library, Schema } from 'motus';

import type { MachineModel, State, Transition } from '../../store/machine';
import { formatNumber } from '../../widgets/format';

export const kindTitles: Record<NonNullable<State['kind']>, string> = {
  empty: 'Nothing',
  clip: 'Clip',
  timeline: 'Timeline',
  blend_1d: '1D blend',
  blend_simple_directional: '2D blend, simple directional',
  blend_freeform_directional: '2D blend, freeform directional',
  blend_freeform_cartesian: '2D blend, freeform cartesian',
  blend_direct: 'Direct blend',
  sub_machine: 'Sub-machine',
};

export const operatorSigns: Record<Schema.ConditionOperator, string> = {
  is_true: 'is true',
  is_false: 'is false',
  greater: '>',
  less: '<',
  greater_equal: '≥',
  less_equal: '≤',
  equal: '=',
  not_equal: '≠',
};

export function motionName(library: Library | null, id: Schema.Id | undefined): string {
  const wanted = String(id ?? '');
  const items = [...(library?.clips ?? []), ...(library?.timelines ?? [])];
  return items.find((item) => item.id === wanted)?.name ?? '';
}

/** The small line on a node. */
export function stateText(state: State, library: Library | null): string {
  const kind = state.kind ?? 'empty';
  if (kind === 'clip' || kind === 'timeline') return motionName(library, state.motion) || `No ${kind} chosen`;
  if (kind === 'sub_machine') {
    const count = state.graph?.states?.length ?? 0;
    return `${count} ${count === 1 ? 'state' : 'states'}`;
  }
  if (kind === 'empty') return 'Nothing plays';
  return `${kind === 'blend_1d' ? '1D' : kind === 'blend_direct' ? 'Direct' : '2D'} blend of ${state.children?.length ?? 0}`;
}

export function conditionText(model: MachineModel, condition: Schema.StateMachineCondition): string {
  const variable = model.variables.find((other) => other.id === condition.variable);
  const name = variable?.name ?? '(no variable)';
  const sign = operatorSigns[condition.op];
  if (condition.op === 'is_true') return name;
  if (condition.op === 'is_false') return `not ${name}`;
  const value = condition.compare_value ?? 0;
  const choice = variable?.choices?.find((other) => other.value === value)?.name;
  return `${name} ${sign} ${choice ?? formatNumber(value)}`;
}

export function firesText(model: MachineModel, transition: Transition): string {
  const parts = (transition.conditions ?? []).map((condition) => conditionText(model, condition));
  if (transition.has_exit_time) parts.unshift(`from ${formatNumber(transition.exit_time ?? 0.75)} of its length`);
  return parts.length > 0 ? parts.join(' and ') : 'never: no condition, no exit time';
}

export function sourceName(model: MachineModel, transition: Transition): string {
  const kind = transition.from_kind ?? 'state';
  if (kind === 'any') return 'Any state';
  if (kind === 'entry') return 'Entry';
  return model.states.get(String(transition.from ?? ''))?.item.name ?? '(nothing)';
}

export function targetName(model: MachineModel, transition: Transition): string {
  if (transition.to_kind === 'exit') return 'Exit';
  return model.states.get(String(transition.to ?? ''))?.item.name ?? '(nothing)';
}

export function transitionTitle(model: MachineModel, transition: Transition): string {
  return `${sourceName(model, transition)} → ${targetName(model, transition)}`;
}

/** `base`, or with the first number that makes it new. */
export function freeName(base: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  if (!names.has(base)) return base;
  const stem = base.replace(/ \d+$/, '');
  let count = 2;
  while (names.has(`${stem} ${count}`)) ++count;
  return `${stem} ${count}`;
}

export const stateNames = (states: readonly State[] | undefined) => (states ?? []).map((state) => state.name ?? '');
export const isBlend = (kind: State['kind']) => kind?.startsWith('blend_') ?? false;
