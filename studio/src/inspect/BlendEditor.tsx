// A blend: its axes, its plot, and the motions it mixes.
// SPDX-License-Identifier: MIT
import type { PatchOperation } from 'motus';

import type { MachineModel, State } from '../graph/model';
import { motionName } from '../graph/words';
import { useApp } from '../app/frames';
import { useStore } from '../app/store';
import { IconButton, LiveText } from '../parts/controls';
import { formatPercent } from '../parts/format';
import { BlendPlot } from './BlendPlot';
import { numberKinds, useEdit, useSet, variableChoices } from './edit';
import { Group, NumberField, SelectRow, SwitchRow } from './fields';
import { useMotionChoices } from './StateInspector';

const syncs = [
  { value: 'phase', title: 'In phase' },
  { value: 'markers', title: 'By markers' },
  { value: 'none', title: 'Each by itself' },
];

export function BlendEditor({ model, state, pointer }: { model: MachineModel; state: State; pointer: string }) {
  const { studio } = useApp();
  const library = useStore(studio, (value) => value.library);
  const set = useSet(pointer);
  const edit = useEdit();
  const motions = useMotionChoices()('both');
  const children = state.children ?? [];
  const oneD = state.kind === 'blend_1d';
  const direct = state.kind === 'blend_direct';
  const childName = (index: number) => motionName(library, children[index]?.motion) || (children[index]?.blend ? 'Blend' : 'No motion');

  /** Thresholds ascend: a motion that is moved past another changes places with it. */
  const moveTo = (index: number, place: [number, number]) => {
    if (!oneD) return edit([{ op: 'replace', path: `${pointer}/children/${index}/position`, value: place }], 'Move in blend');
    const operations: PatchOperation[] = [{ op: 'replace', path: `${pointer}/children/${index}/threshold`, value: place[0] }];
    const others = children.filter((_, other) => other !== index);
    const to = others.filter((other) => (other.threshold ?? 0) <= place[0]).length;
    if (to !== index) operations.push({ op: 'move', from: `${pointer}/children/${index}`, path: `${pointer}/children/${to}` });
    return edit(operations, 'Move in blend');
  };
  const add = () => {
    const last = children[children.length - 1];
    const motion = Number(motions[1]?.value ?? 0);
    const value = oneD
      ? { threshold: last ? (last.threshold ?? 0) + 1 : 0, motion }
      : direct
        ? { motion, direct_variable: model.variables.find(({ kind = 'float' }) => kind === 'float')?.id }
        : { position: [last ? (last.position?.[0] ?? 0) + 1 : 0, last?.position?.[1] ?? 0], motion };
    edit([{ op: 'add', path: `${pointer}/children/-`, value }], 'Add to blend');
  };
  const weightOf = (index: number) => {
    try {
      return formatPercent(studio.stage.blendWeights(pointer).weights[index] ?? 0);
    } catch {
      return '–';
    }
  };
  return (
    <>
      {!direct && (
        <SelectRow
          label={oneD ? 'Follows' : 'Across'}
          value={String(state.variable_x ?? 0)}
          choices={variableChoices(model, numberKinds)}
          onChange={(id) => set('variable_x', Number(id), 'Set blend variable')}
        />
      )}
      {!direct && !oneD && (
        <SelectRow
          label="Up"
          value={String(state.variable_y ?? 0)}
          choices={variableChoices(model, numberKinds)}
          onChange={(id) => set('variable_y', Number(id), 'Set blend variable')}
        />
      )}
      {!direct && <BlendPlot model={model} state={state} pointer={pointer} names={children.map((_, index) => childName(index))} onMove={moveTo} />}
      <Group title="Motions" action={<IconButton icon="plus" label="Add motion" onClick={add} />}>
        <ul className="blend-list" aria-label="Motions of the blend">
          {children.map((child, index) => (
            <li key={index}>
              {child.blend ? (
                <span>{child.blend.name || 'Blend'}</span>
              ) : (
                <select
                  className="field"
                  aria-label={`Motion ${index + 1}`}
                  value={child.motion ?? 0}
                  onChange={(event) => edit([{ op: 'replace', path: `${pointer}/children/${index}/motion`, value: Number(event.target.value) }], 'Choose motion')}
                >
                  {motions.map(({ value, title }) => (
                    <option key={value} value={value}>
                      {title}
                    </option>
                  ))}
                </select>
              )}
              {direct ? (
                <select
                  className="field"
                  aria-label={`Weight of motion ${index + 1} follows`}
                  value={child.direct_variable ?? 0}
                  onChange={(event) => edit([{ op: 'replace', path: `${pointer}/children/${index}/direct_variable`, value: Number(event.target.value) }], 'Set weight variable')}
                >
                  {variableChoices(model, numberKinds).map(({ value, title }) => (
                    <option key={value} value={value}>
                      {title}
                    </option>
                  ))}
                </select>
              ) : (
                <span className="blend-place">
                  <NumberField
                    label={oneD ? `Threshold of motion ${index + 1}` : `Across, motion ${index + 1}`}
                    value={(oneD ? child.threshold : child.position?.[0]) ?? 0}
                    onChange={(x) => moveTo(index, [x, child.position?.[1] ?? 0])}
                  />
                  {!oneD && (
                    <NumberField
                      label={`Up, motion ${index + 1}`}
                      value={child.position?.[1] ?? 0}
                      onChange={(y) => moveTo(index, [child.position?.[0] ?? 0, y])}
                    />
                  )}
                </span>
              )}
              <LiveText className="muted blend-weight" read={() => weightOf(index)} />
              <IconButton icon="trash" label={`Delete motion ${index + 1}`} onClick={() => edit([{ op: 'remove', path: `${pointer}/children/${index}` }], 'Delete from blend')} />
            </li>
          ))}
        </ul>
      </Group>
      {direct && <SwitchRow label="Normalised" value={state.normalized ?? false} onChange={(value) => set('normalized', value, 'Set normalised')} />}
      <SelectRow label="In step" value={state.sync ?? 'phase'} choices={syncs} onChange={(value) => set('sync', value, 'Set sync')} />
    </>
  );
}
