// Blends, those of states and those inside other blends: what they are made of, and how they change.
// SPDX-License-Identifier: MIT
import type { PatchOperation, Schema } from 'motus';

import type { MachineModel, State } from '../../store/machine';
import { isBlend, kindTitles } from '../graph/machine_text';

/** What a blending state and a blend inside a blend have in common. */
export type Blend = Pick<State, 'kind' | 'name' | 'variable_x' | 'variable_y' | 'normalized' | 'children'>;
export type BlendChild = Schema.BlendChild;

/** A blend with its place in the document. */
export interface BlendLevel {
  blend: Blend;
  pointer: string;
  title: string;
}

export const blendKinds = Object.entries(kindTitles)
  .filter(([kind]) => isBlend(kind as State['kind']))
  .map(([value, title]) => ({ value, title }));

const floats = (model: MachineModel) => model.variables.filter(({ kind = 'float' }) => kind === 'float');

/** Variables that a blend of that kind needs and has not yet: some float, and another one for "up". */
export function axesFor(model: MachineModel, blend: Blend, kind: string, pointer: string): PatchOperation[] {
  if (kind === 'blend_direct') return [];
  const operations: PatchOperation[] = [];
  const free = floats(model);
  const across = blend.variable_x || free[0]?.id;
  if (!blend.variable_x && across) operations.push({ op: 'replace', path: `${pointer}/variable_x`, value: across });
  const up = free.find(({ id }) => id !== across)?.id ?? across;
  if (kind !== 'blend_1d' && !blend.variable_y && up) operations.push({ op: 'replace', path: `${pointer}/variable_y`, value: up });
  return operations;
}

/** A motion becomes a blend of its own, with that motion as its first. */
export function nestIn(model: MachineModel, child: BlendChild, pointer: string): PatchOperation[] {
  const value: Schema.BlendNode = { kind: 'blend_1d' };
  const follows = floats(model)[0]?.id;
  if (follows) value.variable_x = follows;
  if (child.motion) value.children = [{ motion: child.motion }];
  return [
    ...(child.motion ? [{ op: 'replace' as const, path: `${pointer}/motion`, value: 0 }] : []),
    { op: 'replace', path: `${pointer}/blend`, value },
  ];
}

/** A motion instead of what the child plays now. */
export function playIn(child: BlendChild, pointer: string, motion: number): PatchOperation[] {
  return [
    ...(child.blend ? [{ op: 'replace' as const, path: `${pointer}/blend`, value: null }] : []),
    { op: 'replace', path: `${pointer}/motion`, value: motion },
  ];
}

export const blendTitle = (blend: Blend) => blend.name || kindTitles[blend.kind ?? 'blend_1d'];

/** From the state's blend down to the one that `path` leads to; of a path that is gone, as far as it is there. */
export function levelsOf(state: Blend, pointer: string, path: readonly number[]): BlendLevel[] {
  const levels: BlendLevel[] = [{ blend: state, pointer, title: state.name || 'State' }];
  for (const index of path) {
    const last = levels[levels.length - 1]!;
    const blend = last.blend.children?.[index]?.blend;
    if (!blend) break;
    levels.push({ blend: { kind: 'blend_1d', ...blend }, pointer: `${last.pointer}/children/${index}/blend`, title: blendTitle(blend) });
  }
  return levels;
}
