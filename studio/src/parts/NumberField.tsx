// A field for a number: what is typed counts with Enter, or when the field is left.
// SPDX-License-Identifier: MIT
import { useState } from 'react';

interface NumberFieldProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  disabled?: boolean;
  onCommit: (value: number) => void;
}

export function NumberField({ label, value, min = -Infinity, max = Infinity, disabled, onCommit }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const number = Number(typed);
  const wrong = typed !== null && (typed.trim() === '' || !Number.isFinite(number));
  const commit = () => {
    if (typed !== null && !wrong && number !== value) onCommit(Math.min(max, Math.max(min, number)));
    setTyped(null);
  };
  return (
    <label className="number-field">
      <span>{label}</span>
      <input
        className="field"
        type="text"
        inputMode="decimal"
        value={typed ?? String(Number(value.toFixed(4)))}
        disabled={disabled}
        aria-invalid={wrong}
        data-committed={typed === null ? '' : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && typed !== null) {
            event.preventDefault();
            setTyped(null);
          }
        }}
      />
    </label>
  );
}
