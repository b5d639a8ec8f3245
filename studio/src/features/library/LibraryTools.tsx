// What can be done with an item or folder of the library: rename, file, duplicate, delete with its
// uses shown. The edits are commands of the desk.
// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'react';

import { useApp } from '../../store/frames';
import { useStore } from '../../store/store';
import { IconButton } from '../../widgets/controls';
import { chosenItem, folderOf, folderPath, itemsOf, liesIn, useChosenFolder } from './items';

interface Subject {
  id: string;
  name: string;
  isFolder: boolean;
  /** Where it lies. */
  folder: string;
}

/** What the tools are about: the chosen folder, else what plays. */
function useSubject(): Subject | null {
  const { studio } = useApp();
  const library = useStore(studio, (state) => state.library);
  const playing = useStore(studio, (state) => state.playing);
  const chosen = useChosenFolder(library);
  const folder = library?.folders.find(({ id }) => id === chosen);
  if (folder) return { id: folder.id, name: folder.name, isFolder: true, folder: folder.parent };
  const item = library && playing ? itemsOf(library).get(playing.id) : undefined;
  return item ? { id: item.id, name: item.name, isFolder: false, folder: folderOf(library!, item.id) } : null;
}

/** Keys of a line that has the focus. True where one was meant. */
export function useItemKeys(): (key: string, control: boolean) => boolean {
  const { studio } = useApp();
  const subject = useSubject();
  return (key, control) => {
    if (!subject) return false;
    if (key === 'F2') chosenItem.ask('rename');
    else if (key === 'Delete') chosenItem.ask('delete');
    else if (control && key.toLowerCase() === 'd' && !subject.isFolder)
      studio.command({ do: 'library_duplicate', item: subject.id });
    else return false;
    return true;
  };
}

export function LibraryTools() {
  const { studio } = useApp();
  const opened = useStore(studio, (state) => state.opened);
  const asking = useStore(chosenItem, (state) => state.asking);
  const subject = useSubject();
  if (!opened) return null;
  const name = subject?.name ?? '';
  return (
    <span className="item-tools">
      <IconButton icon="folder" label="New folder" onClick={() => chosenItem.ask('new')} />
      {subject && (
        <>
          <IconButton icon="pencil" label={`Rename or move ${name}`} shortcut="F2" onClick={() => chosenItem.ask('rename')} />
          {!subject.isFolder && (
            <IconButton icon="duplicate" label={`Duplicate ${name}`} shortcut="Ctrl+D" onClick={() => studio.command({ do: 'library_duplicate', item: subject.id })} />
          )}
          <IconButton icon="trash" label={`Delete ${name}`} shortcut="Delete" onClick={() => chosenItem.ask('delete')} />
        </>
      )}
      {asking === 'new' && <Naming subject={null} />}
      {subject && asking === 'rename' && <Naming subject={subject} />}
      {subject && asking === 'delete' && <Deleting subject={subject} />}
    </span>
  );
}

function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const props = {
    ref: dialog,
    className: 'help ask',
    'aria-labelledby': 'ask-title',
    onClose: () => chosenItem.ask(null),
    onKeyDown: (event: React.KeyboardEvent) => event.stopPropagation(),
  };
  return { props, close: () => dialog.current?.close() };
}

/** Name and folder: of what there is, or of a new folder. */
function Naming({ subject }: { subject: Subject | null }) {
  const { studio } = useApp();
  const { props, close } = useDialog();
  const library = studio.state.library!;
  const [text, setText] = useState(subject?.name ?? 'Folder');
  const [folder, setFolder] = useState(subject ? subject.folder : chosenItem.state.folder);
  // A folder does not go into itself, nor into what lies in it.
  const folders = library.folders
    .filter(({ id }) => !subject?.isFolder || !liesIn(library, id, subject.id))
    .map(({ id }) => ({ id, path: folderPath(library, id) }));
  const run = () => {
    const name = text.trim();
    close();
    if (name === '') return;
    if (!subject) {
      studio.command({ do: 'library_folder', name, folder });
      return;
    }
    if (name !== subject.name) studio.command({ do: 'library_rename', item: subject.id, name });
    if (folder !== subject.folder) studio.command({ do: 'library_move', item: subject.id, folder });
  };
  return (
    <dialog {...props}>
      <h2 id="ask-title">{subject ? `Rename or move ${subject.name}` : 'New folder'}</h2>
      <label className="ask-row">
        <span>Name</span>
        <input
          className="field wide"
          autoFocus
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && run()}
        />
      </label>
      {folders.length > 0 && (
        <label className="ask-row">
          <span>In folder</span>
          <select className="field wide" value={folder} onChange={(event) => setFolder(event.target.value)}>
            <option value="">none</option>
            {folders.map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </select>
        </label>
      )}
      <p className="ask-actions">
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button type="button" className="button strong" onClick={run}>
          {subject ? 'Apply' : 'Make it'}
        </button>
      </p>
    </dialog>
  );
}

function Deleting({ subject }: { subject: Subject }) {
  const { studio } = useApp();
  const { props, close } = useDialog();
  const uses = subject.isFolder ? [] : studio.stage.desk.uses(subject.id);
  const run = () => {
    close();
    studio.command({ do: 'library_delete', item: subject.id });
  };
  return (
    <dialog {...props}>
      <h2 id="ask-title">Delete {subject.name}?</h2>
      {subject.isFolder && <p>Only the folder goes. What lies in it stays.</p>}
      {!subject.isFolder && uses.length === 0 && <p>Nothing uses it.</p>}
      {uses.length > 0 && (
        <>
          <p>It is used {uses.length === 1 ? 'once' : `${uses.length} times`}; what uses it will have a fault:</p>
          <ul className="report-list" aria-label="Uses">
            {uses.slice(0, 12).map(({ pointer, place }) => (
              <li key={pointer} title={pointer}>
                {place}
              </li>
            ))}
            {uses.length > 12 && <li className="muted">and {uses.length - 12} more</li>}
          </ul>
        </>
      )}
      <p className="ask-actions">
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button type="button" className="button strong" onClick={run}>
          Delete
        </button>
      </p>
    </dialog>
  );
}
