// Which state's name is being typed in the graph.
// SPDX-License-Identifier: MIT
import { Store } from '../../store/store';

export const renaming = new Store<{ id: string }>({ id: '' });
