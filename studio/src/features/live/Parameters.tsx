// Parameters of the machine that plays: set here, and shown as they are.
// SPDX-License-Identifier: MIT
import type { Parameter } from 'motus';
import { useState } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { selection } from '../../store/selection';
import { useStore } from '../../store/store';
import { Empty } from '../../widgets/controls';
import { Icon } from '../../widgets/icons';
import { NumberField } from '../../widgets/NumberField';

/** Follows a parameter's value; gives React only changes. The second sets it. */
function useValue(parameter: Parameter): [number, (value: number | boolean) => void] {
  const { studio } = useApp();
  // What was set counts at once, not from the next tick: a control that falls back to the old value
  // meanwhile would set that again. Of a moment of the past, its own values are shown.
  const read = () => {
    const { stage } = studio;
    return stage.recording.scrubbed ? (stage.live.parameters[parameter.index] ?? 0) : stage.parameter(parameter.index);
  };
  const [value, setValue] = useState(read);
  const follow = () => setValue(read());
  useFrame(follow);
  return [
    value,
    (wanted) => {
      studio.setParameter(parameter.index, wanted);
      follow();
    },
  ];
}

function NumberRow({ parameter }: { parameter: Parameter }) {
  const [value, setValue] = useValue(parameter);
  const whole = parameter.kind === 'int';
  const id = `parameter-${parameter.index}`;
  const part = ((value - parameter.min) / (parameter.max - parameter.min)) * 100;
  const set = (wanted: number) => setValue(whole ? Math.round(wanted) : wanted);
  return (
    <>
      <label htmlFor={id}>{parameter.name}</label>
      <input
        id={id}
        className="slider"
        type="range"
        min={parameter.min}
        max={parameter.max}
        step={whole ? 1 : 'any'}
        value={Math.min(parameter.max, Math.max(parameter.min, value))}
        style={{ '--part': `${Math.min(100, Math.max(0, part))}%` } as React.CSSProperties}
        onChange={(event) => set(Number(event.target.value))}
        onKeyDown={(event) => {
          // The browser's own step is too fine for `any`.
          const by = whole ? 1 : (parameter.max - parameter.min) / 20;
          const way = { ArrowRight: by, ArrowUp: by, ArrowLeft: -by, ArrowDown: -by }[event.key];
          if (way === undefined) return;
          event.preventDefault();
          set(Number(Math.min(parameter.max, Math.max(parameter.min, value + way)).toFixed(6)));
        }}
      />
      <NumberField className="field exact" label={`${parameter.name}, exact`} value={value} whole={whole} onChange={set} />
    </>
  );
}

function SwitchRow({ parameter }: { parameter: Parameter }) {
  const [value, setValue] = useValue(parameter);
  const on = value !== 0;
  const id = `parameter-${parameter.index}`;
  return (
    <>
      <label htmlFor={id}>{parameter.name}</label>
      <span className="row-control">
        <button
          id={id}
          type="button"
          role="switch"
          className="switch"
          aria-checked={on}
          onClick={() => setValue(!on)}
        />
      </span>
      <span className="muted value">{on ? 'on' : 'off'}</span>
    </>
  );
}

function TriggerRow({ parameter }: { parameter: Parameter }) {
  const { studio } = useApp();
  const waiting = useValue(parameter)[0] !== 0;
  return (
    <>
      <span id={`parameter-${parameter.index}`}>{parameter.name}</span>
      <span className="row-control">
        <button
          type="button"
          className="button trigger"
          aria-label={`Fire ${parameter.name}`}
          onClick={() => studio.fire(parameter.index)}
        >
          Fire
        </button>
      </span>
      <span className="muted value">{waiting ? 'waiting' : ''}</span>
    </>
  );
}

function ChoiceRow({ parameter }: { parameter: Parameter }) {
  const [value, setValue] = useValue(parameter);
  const id = `parameter-${parameter.index}`;
  return (
    <>
      <label htmlFor={id}>{parameter.name}</label>
      <select
        id={id}
        className="field wide"
        value={value}
        onChange={(event) => setValue(Number(event.target.value))}
      >
        {parameter.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </>
  );
}

const rows = { float: NumberRow, int: NumberRow, bool: SwitchRow, trigger: TriggerRow, enum: ChoiceRow };

export function Parameters() {
  const { studio } = useApp();
  const playing = useStore(studio, (state) => state.playing);
  const parameters = playing?.machine?.parameters ?? [];
  if (parameters.length === 0)
    return (
      <Empty title={playing?.machine ? 'This machine has no parameters' : 'No machine is playing'}>
        <p>Choose a machine in the library; its parameters appear here.</p>
      </Empty>
    );
  return (
    <ul className="parameters" aria-label="Parameters">
      {parameters.map((parameter) => {
        const Row = rows[parameter.kind];
        return (
          <li key={`${playing?.id}-${parameter.index}`} title={parameter.description || undefined}>
            <Row parameter={parameter} />
            <button
              type="button"
              className="button quiet icon parameter-edit"
              aria-label={`Edit ${parameter.name}`}
              title={`Edit ${parameter.name}`}
              onClick={() => selection.select('variable', [parameter.id], playing?.machine?.pointer ?? '')}
            >
              <Icon name="pencil" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
