// The module, from bytes: node has no fetch of files.
// SPDX-License-Identifier: MIT
import fs from 'node:fs';

import {loadMotus} from '../../../studio/packages/motus/index.js';

const file = new URL('../../../studio/packages/motus/dist/motus.wasm', import.meta.url);
export const motus = await loadMotus({wasmBinary: fs.readFileSync(file)});
