// A blend: its axes, its plot, and the motions it mixes; blends inside it are opened one by one.
// SPDX-License-Identifier: MIT
import type { PatchOperation } from 'motus';
import { useState } from 'react';

import { useApp } from '../../store/frames';
import type { MachineModel, State } from '../../store/machine';
import { useStore } from '../../store/store';
import { motionName } from '../graph/machine_text';
import { BlendMotions } from './BlendMotions';
import { BlendPlot } from './BlendPlot';
import { axesFor, blendKinds, blendTitle, levelsOf, type BlendLevel } from './blends';
import { numberKinds, useEdit, useSet, variableChoices } from './edit';
import { SelectRow, SwitchRow, TextRow } from './rows';

const syncs = [
  { value: 'phase', title: 'In phase' },
  { value: 'markers', title: 'By markers' },
  { value: 'none', title: 'Each by itself' },
];

/** Keyed by the state: another one starts at its own blend. */
export function BlendEditor({ model, state, pointer }: { model: MachineModel; state: State; pointer: string }) {
  const [path, setPath] = useState<readonly number[]>([]);
  const set = useSet(pointer);
  const levels = levelsOf(state, pointer, path);
  const level = levels[levels.length - 1]!;
  const within = path.slice(0, levels.length - 1);
  return (
    <>
      {levels.length > 1 && (
        <nav className="crumbs blend-crumbs" aria-label="Where in the blend">
          <ol>
            {levels.map(({ title, pointer: at }, depth) => (
              <li key={at}>
                {depth === levels.length - 1 ? (
                  <span aria-current="location">{title}</span>
                ) : (
                  <button type="button" className="button quiet" onClick={() => setPath(path.slice(0, depth))}>
                    {title}
                  </button>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <OneBlend key={level.pointer} model={model} level={level} nested={levels.length > 1} onEnter={(index) => setPath([...within, index])} />
      {levels.length === 1 && <SelectRow label="In step" value={state.sync ?? 'phase'} choices={syncs} onChange={(value) => set('sync', value, 'Set sync')} />}
    </>
  );
}

interface OneBlendProps {
  model: MachineModel;
  level: BlendLevel;
  nested: boolean;
  onEnter: (index: number) => void;
}

function OneBlend({ model, level: { blend, pointer }, nested, onEnter }: OneBlendProps) {
  const { studio } = useApp();
  const library = useStore(studio, (value) => value.library);
  const set = useSet(pointer);
  const edit = useEdit();
  const children = blend.children ?? [];
  const oneD = blend.kind === 'blend_1d';
  const direct = blend.kind === 'blend_direct';
  const names = children.map((child) => (child.blend ? blendTitle(child.blend) : motionName(library, child.motion) || 'No motion'));

  /** Thresholds ascend: a motion that is moved past another changes places with it. */
  const moveTo = (index: number, place: [number, number]) => {
    if (!oneD) return edit([{ op: 'replace', path: `${pointer}/children/${index}/position`, value: place }], 'Move in blend');
    const operations: PatchOperation[] = [{ op: 'replace', path: `${pointer}/children/${index}/threshold`, value: place[0] }];
    const others = children.filter((_, other) => other !== index);
    const to = others.filter((other) => (other.threshold ?? 0) <= place[0]).length;
    if (to !== index) operations.push({ op: 'move', from: `${pointer}/children/${index}`, path: `${pointer}/children/${to}` });
    return edit(operations, 'Move in blend');
  };
  const setKind = (kind: string) =>
    edit([{ op: 'replace', path: `${pointer}/kind`, value: kind }, ...axesFor(model, blend, kind, pointer)], 'Change kind of blend');
  return (
    <>
      {nested && (
        <>
          <TextRow label="Blend name" value={blend.name ?? ''} onChange={(name) => set('name', name, 'Rename blend')} />
          <SelectRow label="Blend kind" value={blend.kind ?? 'blend_1d'} choices={blendKinds} onChange={setKind} />
        </>
      )}
      {!direct && (
        <SelectRow
          label={oneD ? 'Follows' : 'Across'}
          value={String(blend.variable_x ?? 0)}
          choices={variableChoices(model, numberKinds)}
          onChange={(id) => set('variable_x', Number(id), 'Set blend variable')}
        />
      )}
      {!direct && !oneD && (
        <SelectRow
          label="Up"
          value={String(blend.variable_y ?? 0)}
          choices={variableChoices(model, numberKinds)}
          onChange={(id) => set('variable_y', Number(id), 'Set blend variable')}
        />
      )}
      {!direct && <BlendPlot model={model} blend={blend} pointer={pointer} names={names} onMove={moveTo} />}
      <BlendMotions model={model} blend={blend} pointer={pointer} onMove={moveTo} onEnter={onEnter} />
      {direct && <SwitchRow label="Normalised" value={blend.normalized ?? false} onChange={(value) => set('normalized', value, 'Set normalised')} />}
    </>
  );
}
