// The inspector of entities: every property of the schema's table, with its key button.
// SPDX-License-Identifier: MIT
import type { EntityInfo, Inspected, InspectedProperty } from 'motus';
import { useLayoutEffect, useRef, useState } from 'react';

import { useApp, useFrame } from '../../store/frames';
import type { SelectionState } from '../../store/selection';
import { useStore } from '../../store/store';
import { Icon } from '../../widgets/icons';
import { KeyButton } from './KeyButton';
import { sameValue, unitOf } from './property_values';
import { PropertyEditor } from './PropertyEditor';

/** While something plays the table is read this often; else whenever something changed. */
const kEvery = 6; // frames

/** The table of the selection, kept fresh: after edits, scrubs, and while something plays. */
function useTable(ids: readonly string[]): { table: Inspected | null; entities: EntityInfo[] } {
  const { studio } = useApp();
  const [table, setTable] = useState<Inspected | null>(null);
  const [entities, setEntities] = useState<EntityInfo[]>([]);
  const seen = useRef({ mark: '', revision: -1, wait: 0 });
  const edits = useStore(studio, (state) => state.revision);
  const read = () => {
    const { desk, live } = studio.stage;
    if (!studio.state.playing || ids.length === 0) return;
    const mark = `${ids.join()} ${desk.revision} ${desk.frame} ${live.tick} ${studio.state.playing.kind}`;
    const state = seen.current;
    if (mark === state.mark) return;
    const moves = !studio.state.paused && state.mark !== '';
    if (moves && desk.revision === state.revision && ++state.wait < kEvery) return;
    state.wait = 0;
    state.mark = mark;
    try {
      setTable(desk.inspect(ids.map((id) => `/scene/entities/@${id}`)));
      if (desk.revision !== state.revision) setEntities(desk.entities());
    } catch {
      setTable(null); // undo took it away
    }
    state.revision = desk.revision;
  };
  useFrame(read);
  // An edit is seen before the next key is pressed, not a frame later: steps count from what is there.
  useLayoutEffect(() => {
    seen.current.mark = '';
    read();
  }, [studio, ids, edits]);
  return { table, entities };
}

interface RowProps {
  property: InspectedProperty;
  table: Inspected;
  entities: EntityInfo[];
}

function PropertyRow({ property, table, entities }: RowProps) {
  const { studio } = useApp();
  const machine = table.playing === 'machine';
  const shown = property.shown.some((value) => value !== null);
  const values = property.values.map((value, index) => property.shown[index] ?? value);
  const preview = machine && shown;
  const run = studio.command.bind(studio);
  const set = (next: unknown[], drag: boolean) =>
    void run({ do: 'set', items: property.pointers.map((pointer, index) => ({ pointer, value: next[index] })), drag });
  const changed = !property.computed && property.values.some((value) => !sameValue(value, property.default));
  const name = property.name === 'name' || property.name === 'parent_entity';
  const { text } = unitOf(property);
  const help = [property.help, text && `Unit: ${text}.`, preview && 'This is what the machine shows; it is not saved.']
    .filter(Boolean)
    .join(' ');
  return (
    <li className={preview ? 'property preview' : 'property'} data-name={property.name}>
      <KeyButton
        title={property.title}
        state={property.state}
        keyable={table.keyable && !machine}
        onToggle={() => void run({ do: 'toggle', pointers: property.pointers })}
      />
      <span className="property-name" title={help || property.title}>
        {property.title}
      </span>
      <PropertyEditor
        property={property}
        entities={entities}
        values={values}
        readOnly={property.computed || preview}
        preview={preview}
        onSet={set}
        onEnd={() => void run({ do: 'drop' })}
        onCancel={() => void run({ do: 'cancel' })}
      />
      {changed && !name && !preview ? (
        <button
          type="button"
          className="reset"
          aria-label={`Reset ${property.title}`}
          title={`Back to ${JSON.stringify(property.default)}`}
          onClick={() => void run({ do: 'reset', pointers: property.pointers })}
        >
          <Icon name="restart" />
        </button>
      ) : (
        <span className="reset" aria-hidden="true" />
      )}
    </li>
  );
}

export function EntityInspector({ selected }: { selected: SelectionState }) {
  const { table, entities } = useTable(selected.ids);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  if (!table) return null;
  const fold = (title: string) => {
    const next = new Set(folded);
    if (!next.delete(title)) next.add(title);
    setFolded(next);
  };
  return (
    <div className="properties">
      {table.playing === 'machine' && (
        <p className="preview-note" role="status">
          A machine runs: slanted values are what it shows. They are not saved.
        </p>
      )}
      {table.groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h3>
            <button type="button" aria-expanded={!folded.has(group.title)} title={group.help} onClick={() => fold(group.title)}>
              <Icon name="chevron" />
              {group.title.replace(/([a-z])([A-Z0-9])/g, '$1 $2')}
            </button>
          </h3>
          {!folded.has(group.title) && (
            <ul>
              {group.properties.map((property) => (
                <PropertyRow key={property.name} property={property} table={table} entities={entities} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
