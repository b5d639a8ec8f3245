// What can be done with an item of the library: rename, duplicate, delete with its uses shown.
// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'react';

import { useApp } from '../app/frames';
import type { Studio } from '../app/studio';
import { IconButton } from '../parts/controls';

export type ItemList = 'machines' | 'timelines';

export function renameItem(studio: Studio, list: ItemList, id: string, name: string): void {
  studio.edit([{ op: 'replace', path: `/library/${list}/@${id}/name`, value: name }], `Rename to ${name}`);
}

export function duplicateItem(studio: Studio, list: ItemList, id: string, name: string): void {
  const names = new Set(studio.state.library?.[list].map((item) => item.name));
  let next = `${name} copy`;
  for (let i = 2; names.has(next); ++i) next = `${name} copy ${i}`;
  const at = studio.state.library?.[list].length ?? 0;
  studio.edit(
    [
      { op: 'copy', from: `/library/${list}/@${id}`, path: `/library/${list}/-` },
      { op: 'replace', path: `/library/${list}/${at}/name`, value: next },
    ],
    `Duplicate ${name}`,
  );
}

/** Puts an item before another one of its list. */
export function moveItem(studio: Studio, list: ItemList, id: string, before: string): void {
  const items = studio.state.library?.[list] ?? [];
  const from = items.findIndex((item) => item.id === id);
  let to = items.findIndex((item) => item.id === before);
  if (from < 0 || to < 0 || from === to) return;
  if (from < to) to -= 1; // counted after it was taken out
  studio.edit([{ op: 'move', from: `/library/${list}/@${id}`, path: `/library/${list}/${to}` }], 'Reorder the library');
}

interface Props {
  list: ItemList;
  id: string;
  name: string;
}

export function ItemTools({ list, id, name }: Props) {
  const { studio } = useApp();
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  return (
    <span className="item-tools">
      <IconButton icon="pencil" label={`Rename ${name}`} onClick={() => setAsking('rename')} />
      <IconButton icon="duplicate" label={`Duplicate ${name}`} onClick={() => duplicateItem(studio, list, id, name)} />
      <IconButton icon="trash" label={`Delete ${name}`} onClick={() => setAsking('delete')} />
      {asking && <Ask what={asking} list={list} id={id} name={name} onClose={() => setAsking(null)} />}
    </span>
  );
}

function Ask({ what, list, id, name, onClose }: Props & { what: 'rename' | 'delete'; onClose: () => void }) {
  const { studio } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(name);
  useEffect(() => dialog.current?.showModal(), []);
  const uses = what === 'delete' ? studio.stage.desk.uses(id) : [];
  const run = () => {
    dialog.current?.close();
    if (what === 'rename') {
      if (text.trim() !== '' && text !== name) renameItem(studio, list, id, text.trim());
    } else studio.edit([{ op: 'remove', path: `/library/${list}/@${id}` }], `Delete ${name}`);
  };
  return (
    <dialog ref={dialog} className="help ask" aria-labelledby="ask-title" onClose={onClose} onKeyDown={(event) => event.stopPropagation()}>
      <h2 id="ask-title">{what === 'rename' ? `Rename ${name}` : `Delete ${name}?`}</h2>
      {what === 'rename' ? (
        <input className="field wide" aria-label="Name" autoFocus value={text} onChange={(event) => setText(event.target.value)} onKeyDown={(event) => event.key === 'Enter' && run()} />
      ) : uses.length === 0 ? (
        <p>Nothing uses it.</p>
      ) : (
        <>
          <p>It is used {uses.length === 1 ? 'once' : `${uses.length} times`}; what uses it will have a fault:</p>
          <ul className="report-list" aria-label="Uses">
            {uses.slice(0, 12).map((pointer) => (
              <li key={pointer}>
                <code>{pointer}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="ask-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" className="button strong" onClick={run}>
          {what === 'rename' ? 'Rename' : 'Delete'}
        </button>
      </p>
    </dialog>
  );
}
