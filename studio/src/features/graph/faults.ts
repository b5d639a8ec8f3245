// Faults of the document on what is drawn: the worst of each state and transition.
// SPDX-License-Identifier: MIT
import { useCallback } from 'react';

import { useApp } from '../../store/frames';
import type { MachineModel } from '../../store/machine';
import { useStore } from '../../store/store';

export type FaultMark = '' | 'error' | 'warning';

export function useGraphFaults(model: MachineModel): (id: string) => FaultMark {
  const { studio } = useApp();
  const list = useStore(studio.problems, (state) => state.list);
  return useCallback(
    (id: string) => {
      const pointer = (model.states.get(id) ?? model.transitions.get(id))?.pointer;
      return pointer && list.length > 0 ? studio.problems.worstAt(pointer) : '';
    },
    [studio, model, list],
  );
}
