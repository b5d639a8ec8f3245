// Models with KHR_draco_mesh_compression, which the module cannot decode itself.
// SPDX-License-Identifier: MIT
import type { Files } from './library.js';

/** The decoder of the npm package draco3d, as its function gives it. */
export type DracoModule = object;

/**
 * Copies of the models among `files` that have Draco data, without it, under the name that the stage looks
 * for: give them to openModel, openDocument or provide together with the files. Empty where no model needs
 * it, and then the decoder is not asked for. A model whose other files are missing is left out.
 *
 *     const copies = await decodeDraco({'fox.glb': bytes}, () => draco3d.createDecoderModule());
 *     stage.openModel('fox.glb', bytes, copies);
 *
 * Throws a MotusError where the data is broken.
 */
export function decodeDraco(files: Files, loadDecoder: () => Promise<DracoModule>): Promise<Files>;
