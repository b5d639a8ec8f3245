// One number of a property: type it, step it with arrows, or drag its name.
// SPDX-License-Identifier: MIT
import { useEffect, useRef, type PointerEvent } from 'react';

import { NumberField } from '../../widgets/NumberField';
import { numberText } from './property_values';

interface Props {
  label: string;
  /** Shown before the number; '' for none. */
  name: string;
  value: number | null; // null: several objects differ
  unit: string;
  step: number;
  readOnly: boolean;
  preview: boolean;
  onSet: (value: number, drag: boolean) => void;
  onEnd: () => void;
  onCancel: () => void;
}

export function PropertyNumber({ label, name, value, unit, step, readOnly, preview, onSet, onEnd, onCancel }: Props) {
  const drag = useRef<{ x: number; from: number; moved: boolean } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => void (drag.current = null), []);

  const down = (event: PointerEvent) => {
    if (readOnly || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, from: value ?? 0, moved: false };
  };
  const move = (event: PointerEvent) => {
    const at = drag.current;
    if (!at) return;
    const dx = event.clientX - at.x;
    if (!at.moved && Math.abs(dx) < 3) return;
    at.moved = true;
    onSet(Number((at.from + dx * step * (event.shiftKey ? 10 : 1)).toPrecision(7)), true);
  };
  const up = () => {
    if (drag.current?.moved) onEnd();
    else if (drag.current) input.current?.select();
    drag.current = null;
  };
  const cancel = () => {
    if (drag.current?.moved) onCancel();
    drag.current = null;
  };
  return (
    <span className={preview ? 'number-field preview' : 'number-field'}>
      <span
        className="scrub"
        title={readOnly ? undefined : 'Drag to change; Shift for more'}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        aria-hidden="true"
      >
        {name || '↔'}
      </span>
      <NumberField
        input={input}
        className=""
        label={label}
        value={value}
        format={numberText}
        step={step}
        unit={unit}
        readOnly={readOnly}
        onChange={(next) => onSet(next, false)}
      />
      {unit && <span className="unit">{unit}</span>}
    </span>
  );
}
