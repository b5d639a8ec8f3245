// What the last import of a Unity controller kept and lost, until the person has read it.
// SPDX-License-Identifier: MIT
import type { ImportReport } from 'motus';

import { Store } from './store';

export const imported = new Store<{ report: ImportReport | null }>({ report: null });
