// From a place in an import's report to the state or layer that it names.
// SPDX-License-Identifier: MIT
import { idOf, layerPointer, type MachineModel } from '../../store/machine';

/**
 * The pointer of what a place names: "Base Layer/Air/Land", "Base Layer/Move: condition 2",
 * "Base/Walk, Walk child 0"; of "Wounded: Idle", a state that a synced layer plays otherwise, the
 * layer. The longest name that fits counts. Null where it names nothing of the machine: "line 25".
 */
export function findPlace(model: MachineModel, place: string): string | null {
  let best = { length: 0, pointer: '' };
  const consider = (path: string, pointer: string) => {
    const next = place.charAt(path.length);
    const fits = place.startsWith(path) && (next === '' || '/:, '.includes(next));
    if (fits && path.length > best.length) best = { length: path.length, pointer };
  };
  for (const layer of model.layers) consider(layer.name ?? '', layerPointer(model, layer));
  for (const { item, layer, path, pointer } of model.states.values())
    consider([layer, ...path, item].map(({ name }) => name ?? '').join('/'), pointer);
  return best.length > 0 ? best.pointer : null;
}

/** The layer that a pointer goes through; '' where through none. */
export function layerOf(model: MachineModel, pointer: string): string {
  const layer = model.layers.find((other) => `${pointer}/`.startsWith(`${layerPointer(model, other)}/`));
  return layer ? idOf(layer) : '';
}
