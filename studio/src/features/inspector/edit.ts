// Reading and writing what an inspector shows.
// SPDX-License-Identifier: MIT
import type { PatchOperation } from 'motus';
import { useCallback } from 'react';

import { useApp } from '../../store/frames';
import { useModel, type MachineModel, type Placed, type State, type Transition } from '../../store/machine';
import { useStore } from '../../store/store';
import type { Choice } from './rows';

export type Set = (property: string, value: unknown, name: string) => void;

/** Sets properties of the object at `pointer`, each as one named step. */
export function useSet(pointer: string): Set {
  const { studio } = useApp();
  return useCallback(
    (property, value, name) => {
      studio.edit([{ op: 'replace', path: `${pointer}/${property}`, value }], name);
    },
    [studio, pointer],
  );
}

export function useEdit(): (operations: PatchOperation[], name: string) => boolean {
  const { studio } = useApp();
  return useCallback((operations, name) => studio.edit(operations, name) !== null, [studio]);
}

export function useState_(id: string): { model: MachineModel; place: Placed<State> } | null {
  const model = useModel();
  const place = model?.states.get(id);
  return model && place ? { model, place } : null;
}

export function useTransition_(id: string): { model: MachineModel; place: Placed<Transition> } | null {
  const model = useModel();
  const place = model?.transitions.get(id);
  return model && place ? { model, place } : null;
}

/** Clips and timelines to choose from; '0' is none. */
export function useMotionChoices() {
  const { studio } = useApp();
  const library = useStore(studio, (state) => state.library);
  return (kind: 'clip' | 'timeline' | 'both') => [
    { value: '0', title: 'None' },
    ...(kind === 'timeline' ? [] : (library?.clips ?? []).map(({ id, name }) => ({ value: id, title: name }))),
    ...(kind === 'clip' ? [] : (library?.timelines ?? []).map(({ id, name }) => ({ value: id, title: name }))),
  ];
}

/** Variables to choose from; '0' is none. */
export function variableChoices(model: MachineModel, kinds: readonly string[], none = 'None'): Choice[] {
  return [
    { value: '0', title: none },
    ...model.variables
      .filter(({ kind = 'float' }) => kinds.includes(kind))
      .map(({ id, name }) => ({ value: String(id), title: name ?? '' })),
  ];
}

export const numberKinds = ['float', 'int', 'enum'];
