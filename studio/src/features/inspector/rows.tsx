// Rows of inspectors: what is typed is taken with Enter or on leaving, as one step of undo.
// SPDX-License-Identifier: MIT
import { useId, useRef, useState, type ReactNode } from 'react';

import { NumberField, type NumberFieldProps } from '../../widgets/NumberField';

export function Row({ label, children, hint }: { label: string; children: (id: string) => ReactNode; hint?: string }) {
  const id = useId();
  return (
    <div className="field-row" title={hint}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface TypedProps {
  id?: string;
  label?: string;
  text: string;
  onTake: (text: string) => void;
}

/** A field with a draft of its own; Escape drops it. */
export function Typed({ id, label, text, onTake }: TypedProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const dropped = useRef(false);
  return (
    <input
      id={id}
      className="field"
      aria-label={label}
      data-committed={draft === null ? '' : undefined}
      value={draft ?? text}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => {
        if (draft !== null && !dropped.current && draft !== text) onTake(draft);
        dropped.current = false;
        setDraft(null);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') {
          dropped.current = true;
          event.currentTarget.blur();
        }
      }}
    />
  );
}

export function TextRow({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return <Row label={label}>{(id) => <Typed id={id} text={value} onTake={(text) => onChange(text.trim())} />}</Row>;
}

type NumberRowProps = Pick<NumberFieldProps, 'least' | 'whole' | 'onChange'> & { label: string; value: number; unit?: string; hint?: string };

export function NumberRow({ label, unit, hint, ...rest }: NumberRowProps) {
  return (
    <Row label={label} hint={hint}>
      {(id) => (
        <span className="with-unit">
          <NumberField id={id} {...rest} />
          {unit && <span className="muted">{unit}</span>}
        </span>
      )}
    </Row>
  );
}

export interface Choice {
  value: string;
  title: string;
}

export function SelectRow({ label, value, choices, onChange, hint }: { label: string; value: string; choices: readonly Choice[]; onChange: (value: string) => void; hint?: string }) {
  return (
    <Row label={label} hint={hint}>
      {(id) => (
        <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

export function SwitchRow({ label, value, onChange, hint }: { label: string; value: boolean; onChange: (value: boolean) => void; hint?: string }) {
  return (
    <Row label={label} hint={hint}>
      {(id) => (
        <button id={id} type="button" role="switch" className="switch" aria-checked={value} onClick={() => onChange(!value)} />
      )}
    </Row>
  );
}

export function Group({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="inspect-group" aria-label={title}>
      <div className="inspect-head">
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
