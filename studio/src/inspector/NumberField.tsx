// One number: type it, step it with arrows, or drag its name.
// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import { numberText } from './values';

export interface NumberFieldProps {
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

export function NumberField({ label, name, value, unit, step, readOnly, preview, onSet, onEnd, onCancel }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const drag = useRef<{ x: number; from: number; moved: boolean } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const now = value ?? 0;
  useEffect(() => () => void (drag.current = null), []);

  const commit = () => {
    if (draft === null) return;
    const next = Number(draft.replace(',', '.'));
    setDraft(null);
    if (draft.trim() !== '' && Number.isFinite(next) && next !== value) onSet(next, false);
  };
  const press = (event: KeyboardEvent) => {
    if (readOnly) return;
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape') setDraft(null);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const by = (event.key === 'ArrowUp' ? 1 : -1) * step * (event.shiftKey ? 10 : 1);
      setDraft(null);
      onSet(Number((now + by).toPrecision(9)), false);
    } else return;
    event.preventDefault();
  };
  const down = (event: PointerEvent) => {
    if (readOnly || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, from: now, moved: false };
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
      <input
        ref={input}
        type="text"
        inputMode="decimal"
        role="spinbutton"
        data-committed={draft === null ? '' : undefined}
        aria-label={label}
        aria-valuenow={value ?? undefined}
        aria-valuetext={value === null ? 'mixed' : `${numberText(now)} ${unit}`}
        readOnly={readOnly}
        placeholder="mixed"
        value={draft ?? (value === null ? '' : numberText(value))}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={press}
      />
      {unit && <span className="unit">{unit}</span>}
    </span>
  );
}
