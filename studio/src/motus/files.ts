// Files that a person drops or chooses, sorted into what to open and what it needs.
// SPDX-License-Identifier: MIT
import type { Files } from 'motus';

export type Picked =
  | { kind: 'document'; name: string; text: string; files: Files }
  | { kind: 'model'; name: string; bytes: Uint8Array; files: Files }
  | { kind: 'controller'; name: string; text: string; files: Files }
  | { kind: 'files'; files: Files }
  | { kind: 'unknown'; names: string[] };

export const openable = '.motus,.glb,.gltf,.fbx,.bvh,.vrm,.vrma,.bin,.png,.jpg,.jpeg,.webp,.controller,.anim,.mask,.meta';

/** The ending of a model's name; the same as model_kind() of the module knows. */
export const modelEnding = /\.(glb|gltf|fbx|bvh|vrma?)$/i;

/** One document or model is opened, the document first; the other files go along with it. */
export function sortPicked(all: { name: string; bytes: Uint8Array }[]): Picked {
  const find = (pattern: RegExp) => all.find(({ name }) => pattern.test(name));
  const main = find(/\.motus$/i) ?? find(/\.controller$/i) ?? find(modelEnding);
  const files: Files = {};
  for (const { name, bytes } of all) if (name !== main?.name) files[name] = bytes;
  if (main && /\.motus$/i.test(main.name))
    return { kind: 'document', name: main.name, text: new TextDecoder().decode(main.bytes), files };
  if (main && /\.controller$/i.test(main.name))
    return { kind: 'controller', name: main.name, text: new TextDecoder().decode(main.bytes), files };
  if (main) return { kind: 'model', name: main.name, bytes: main.bytes, files };
  const useful = all.some(({ name }) => /\.(bin|png|jpe?g|webp)$/i.test(name));
  return useful ? { kind: 'files', files } : { kind: 'unknown', names: all.map(({ name }) => name) };
}

export async function readFiles(list: Iterable<File>): Promise<{ name: string; bytes: Uint8Array }[]> {
  return Promise.all(
    [...list].map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
}

/** Asks for files with the browser's own dialog; empty where it was closed. */
export function chooseFiles(accept: string): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = accept;
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
