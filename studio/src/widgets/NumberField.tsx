// A field for a number: what is typed counts with Enter, or when the field is left; Escape drops it.
// SPDX-License-Identifier: MIT
import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

import { formatNumber } from './format';

export interface NumberFieldProps {
  id?: string;
  /** For screen readers, where no label element names the field. */
  label?: string;
  className?: string;
  /** Null: several objects differ. */
  value: number | null;
  format?: (value: number) => string;
  least?: number;
  most?: number;
  whole?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /**
   * What an arrow key adds; with Shift ten times that. Such a field keeps the focus after Enter, so that
   * the arrows go on from there; one without a step is left.
   */
  step?: number;
  /** Of a field with a step, for screen readers. */
  unit?: string;
  input?: RefObject<HTMLInputElement>;
  onChange: (value: number) => void;
}

function numberOf(text: string): number | null {
  const number = Number(text.replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
}

export function NumberField({
  id,
  label,
  className = 'field number',
  value,
  format = formatNumber,
  least = -Infinity,
  most = Infinity,
  whole,
  disabled,
  readOnly,
  step,
  unit = '',
  input,
  onChange,
}: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const dropped = useRef(false); // leaving the field with Escape takes nothing
  const text = value === null ? '' : format(value);

  const take = () => {
    const typed = draft === null || dropped.current || draft === text ? null : numberOf(draft);
    dropped.current = false;
    setDraft(null);
    if (typed === null) return;
    const taken = Math.min(most, Math.max(least, whole ? Math.round(typed) : typed));
    if (taken !== value) onChange(taken);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (step === undefined) {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      dropped.current = event.key === 'Escape';
      event.currentTarget.blur();
      return;
    }
    if (readOnly) return;
    if (event.key === 'Enter') take();
    else if (event.key === 'Escape') setDraft(null);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const by = (event.key === 'ArrowUp' ? 1 : -1) * step * (event.shiftKey ? 10 : 1);
      setDraft(null);
      onChange(Number(((value ?? 0) + by).toPrecision(9)));
    } else return;
    event.preventDefault();
  };
  const stepped = step !== undefined && {
    role: 'spinbutton',
    'aria-valuenow': value ?? undefined,
    'aria-valuetext': value === null ? 'mixed' : `${text} ${unit}`,
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  };
  return (
    <input
      id={id}
      ref={input}
      className={className}
      type="text"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={draft !== null && numberOf(draft) === null}
      data-committed={draft === null ? '' : undefined}
      disabled={disabled}
      readOnly={readOnly}
      placeholder={value === null ? 'mixed' : undefined}
      value={draft ?? text}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={take}
      onKeyDown={press}
      {...stepped}
    />
  );
}
