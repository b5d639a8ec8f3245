// Faults of the document on what is drawn: the worst of each state and transition.
// SPDX-License-Identifier: MIT
import { useCallback } from 'react';

import type { MachineModel } from './model';

export type FaultMark = '' | 'error' | 'warning';

export function useGraphFaults(_model: MachineModel): (id: string) => FaultMark {
  return useCallback(() => '', []);
}
