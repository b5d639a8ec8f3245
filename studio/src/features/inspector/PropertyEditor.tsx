// The control for one property, by the kind of its value.
// SPDX-License-Identifier: MIT
import type { EntityInfo, InspectedProperty } from 'motus';
import { useState } from 'react';

import { channelNames, clamp, colourOf, colourText, dragStep, sameValue, unitOf } from './property_values';
import { PropertyNumber } from './PropertyNumber';

export interface EditorProps {
  property: InspectedProperty;
  entities: EntityInfo[];
  /** What is shown per object: authored, or what plays in its stead. */
  values: unknown[];
  readOnly: boolean;
  preview: boolean;
  /** One value per object. */
  onSet: (values: unknown[], drag: boolean) => void;
  onEnd: () => void;
  onCancel: () => void;
}

const numeric = new Set(['int', 'uint', 'int64', 'float']);

function Numbers({ property, values, readOnly, preview, onSet, onEnd, onCancel }: EditorProps) {
  const names = channelNames[property.kind] ?? [''];
  const { text, factor } = unitOf(property);
  const whole = property.kind !== 'float' && !channelNames[property.kind];
  const read = (value: unknown, channel: number) => (Array.isArray(value) ? Number(value[channel]) : Number(value));
  return (
    <span className="numbers">
      {names.map((name, channel) => {
        const all = values.map((value) => read(value, channel));
        const same = all.every((value) => value === all[0]);
        const set = (shown: number, drag: boolean) => {
          const wanted = clamp(whole ? Math.round(shown / factor) : shown / factor, property);
          onSet(
            values.map((value) => (Array.isArray(value) ? value.map((old, at) => (at === channel ? wanted : old)) : wanted)),
            drag,
          );
        };
        return (
          <PropertyNumber
            key={name}
            label={name === '' ? property.title : `${property.title} ${name}`}
            name={name}
            value={same ? all[0]! * factor : null}
            unit={names.length === 1 ? text : ''}
            step={factor === 1 ? dragStep(property) : 1}
            readOnly={readOnly}
            preview={preview}
            onSet={set}
            onEnd={onEnd}
            onCancel={onCancel}
          />
        );
      })}
    </span>
  );
}

function ColourEditor(props: EditorProps) {
  const { property, values, readOnly, preview, onSet, onEnd, onCancel } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const colour = values[0] as number[];
  const same = values.every((value) => sameValue(value, colour));
  const set = (text: string, drag: boolean) => {
    const next = values.map((value) => colourOf(text, (value as number[])[3] ?? 1));
    if (next.every((value) => value !== null)) onSet(next, drag);
  };
  const commit = () => {
    if (draft !== null && !(same && draft === colourText(colour))) set(draft, false);
    setDraft(null);
  };
  return (
    <span className="colour-editor">
      <span className={preview ? 'swatch preview' : 'swatch'} style={{ background: colourText(colour) }}>
        <input
          type="color"
          aria-label={`${property.title} colour`}
          disabled={readOnly}
          value={colourText(colour)}
          onChange={(event) => set(event.target.value, true)}
          onBlur={onEnd}
        />
      </span>
      <input
        className="field hex"
        data-committed={draft === null ? '' : undefined}
        aria-label={`${property.title} as #rrggbb`}
        readOnly={readOnly}
        spellCheck={false}
        placeholder="mixed"
        value={draft ?? (same ? colourText(colour) : '')}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      <PropertyNumber
        label={`${property.title} alpha`}
        name="A"
        value={same ? (colour[3] ?? 1) : null}
        unit=""
        step={0.005}
        readOnly={readOnly}
        preview={preview}
        onSet={(alpha, drag) => onSet(values.map((value) => [...(value as number[]).slice(0, 3), Math.min(1, Math.max(0, alpha))]), drag)}
        onEnd={onEnd}
        onCancel={onCancel}
      />
    </span>
  );
}

function TextEditor({ property, values, readOnly, onSet }: EditorProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const same = values.every((value) => value === values[0]);
  const commit = () => {
    if (draft !== null && draft !== values[0]) onSet(values.map(() => draft), false);
    setDraft(null);
  };
  return (
    <input
      className="field wide"
      data-committed={draft === null ? '' : undefined}
      aria-label={property.title}
      readOnly={readOnly}
      placeholder={same ? '' : 'mixed'}
      value={draft ?? (same ? String(values[0] ?? '') : '')}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}

function ReferenceEditor({ property, values, entities, readOnly, onSet }: EditorProps) {
  const id = String(values[0] ?? 0);
  if (property.refersTo !== 'Entity') return <span className="plain muted">{id === '0' ? 'none' : id}</span>;
  return (
    <select className="field wide" aria-label={property.title} disabled={readOnly} value={id} onChange={(event) => onSet(values.map(() => Number(event.target.value)), false)}>
      <option value="0">none</option>
      {entities.map((entity) => (
        <option key={entity.id} value={entity.id}>
          {entity.name}
        </option>
      ))}
    </select>
  );
}

export function PropertyEditor(props: EditorProps) {
  const { property, values, readOnly, onSet } = props;
  const { kind, title } = property;
  if (numeric.has(kind) || channelNames[kind]) return <Numbers {...props} />;
  if (kind === 'color') return <ColourEditor {...props} />;
  if (kind === 'text') return <TextEditor {...props} />;
  if (kind === 'ref') return <ReferenceEditor {...props} />;
  if (kind === 'bool') {
    const on = values.every((value) => value === true);
    return (
      <button type="button" className="switch" role="switch" aria-label={title} aria-checked={on} disabled={readOnly} onClick={() => onSet(values.map(() => !on), false)} />
    );
  }
  if (property.choices) {
    const same = values.every((value) => value === values[0]);
    return (
      <select className="field wide" aria-label={title} disabled={readOnly} value={same ? String(values[0]) : ''} onChange={(event) => onSet(values.map(() => event.target.value), false)}>
        {!same && <option value="">mixed</option>}
        {property.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    );
  }
  return <code className="plain">{JSON.stringify(values[0])}</code>;
}
