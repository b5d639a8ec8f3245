// The motions of a blend: what each plays, where it stands, how much it counts now.
// SPDX-License-Identifier: MIT
import { useApp } from '../../store/frames';
import type { MachineModel } from '../../store/machine';
import { IconButton, LiveText } from '../../widgets/controls';
import { formatPercent } from '../../widgets/format';
import { NumberField } from '../../widgets/NumberField';
import { blendTitle, nestIn, playIn, type Blend, type BlendChild } from './blends';
import { numberKinds, useEdit, useMotionChoices, variableChoices } from './edit';
import { Group, type Choice } from './rows';

interface BlendMotionsProps {
  model: MachineModel;
  blend: Blend;
  pointer: string;
  onMove: (index: number, place: [number, number]) => void;
  /** Shows the blend that is motion number `index`. */
  onEnter: (index: number) => void;
}

const kNested = 'blend';

function Choices({ label, value, choices, onChange }: { label: string; value: string; choices: readonly Choice[]; onChange: (value: string) => void }) {
  return (
    <select className="field" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </select>
  );
}

export function BlendMotions({ model, blend, pointer, onMove, onEnter }: BlendMotionsProps) {
  const { studio } = useApp();
  const edit = useEdit();
  const motions = useMotionChoices()('both');
  const children = blend.children ?? [];
  const oneD = blend.kind === 'blend_1d';
  const direct = blend.kind === 'blend_direct';
  const at = (index: number) => `${pointer}/children/${index}`;
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
  const choose = (child: BlendChild, index: number, wanted: string) => {
    if (wanted !== kNested) edit(playIn(child, at(index), Number(wanted)), 'Choose motion');
    else if (!child.blend && edit(nestIn(model, child, at(index)), 'Blend inside the blend')) onEnter(index);
  };
  const weightOf = (index: number) => {
    try {
      return formatPercent(studio.stage.blendWeights(pointer).weights[index] ?? 0);
    } catch {
      return '–';
    }
  };
  return (
    <Group title="Motions" action={<IconButton icon="plus" label="Add motion" onClick={add} />}>
      <ul className="blend-list" aria-label="Motions of the blend">
        {children.map((child, index) => (
          <li key={index}>
            <span className="blend-motion">
              <Choices
                label={`Motion ${index + 1}`}
                value={child.blend ? kNested : String(child.motion ?? 0)}
                choices={[...motions, { value: kNested, title: child.blend ? blendTitle(child.blend) : 'A blend of its own' }]}
                onChange={(wanted) => choose(child, index, wanted)}
              />
              {child.blend && <IconButton icon="chevron" label={`Open the blend of motion ${index + 1}`} onClick={() => onEnter(index)} />}
            </span>
            {direct ? (
              <Choices
                label={`Weight of motion ${index + 1} follows`}
                value={String(child.direct_variable ?? 0)}
                choices={variableChoices(model, numberKinds)}
                onChange={(id) => edit([{ op: 'replace', path: `${at(index)}/direct_variable`, value: Number(id) }], 'Set weight variable')}
              />
            ) : (
              <span className="blend-place">
                <NumberField
                  label={oneD ? `Threshold of motion ${index + 1}` : `Across, motion ${index + 1}`}
                  value={(oneD ? child.threshold : child.position?.[0]) ?? 0}
                  onChange={(x) => onMove(index, [x, child.position?.[1] ?? 0])}
                />
                {!oneD && (
                  <NumberField
                    label={`Up, motion ${index + 1}`}
                    value={child.position?.[1] ?? 0}
                    onChange={(y) => onMove(index, [child.position?.[0] ?? 0, y])}
                  />
                )}
              </span>
            )}
            <LiveText className="muted blend-weight" read={() => weightOf(index)} />
            <IconButton icon="trash" label={`Delete motion ${index + 1}`} onClick={() => edit([{ op: 'remove', path: at(index) }], 'Delete from blend')} />
          </li>
        ))}
      </ul>
    </Group>
  );
}
