// Loads the library as WebAssembly.
// SPDX-License-Identifier: MIT
import { loadMotus, type Motus } from 'motus';

import wasm from '../../../bindings/web/package/dist/motus.wasm?url';

export const load = (): Promise<Motus> => loadMotus({ locateFile: () => wasm });
