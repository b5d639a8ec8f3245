// Models with Draco data: decoded here, because the module has no decoder of it.
// SPDX-License-Identifier: MIT
import { decodeDraco, type DracoModule, type Files } from 'motus';

/** A file of its own, which is loaded when the first model needs it. */
async function loadDecoder(): Promise<DracoModule> {
  const [{ default: create }, { default: wasm }] = await Promise.all([
    import('draco3d/draco_decoder_nodejs.js'),
    import('draco3d/draco_decoder.wasm?url'),
  ]);
  return create({ locateFile: () => wasm });
}

/** The files, and copies of those models among them that need one. */
export async function withDecoded(files: Files): Promise<Files> {
  return { ...files, ...(await decodeDraco(files, loadDecoder)) };
}
