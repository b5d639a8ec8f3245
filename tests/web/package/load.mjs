// The module, from bytes: node has no fetch of files.
// SPDX-License-Identifier: MIT
import fs from 'node:fs';

import {loadMotus} from '../../../bindings/web/package/index.js';

const file = new URL('../../../bindings/web/package/dist/motus.wasm', import.meta.url);
export const motus = await loadMotus({wasmBinary: fs.readFileSync(file)});
