// Machines, clips and timelines of the library: in their folders, or by kind where they lie in none.
// SPDX-License-Identifier: MIT
import type { Library, LibraryFolder } from 'motus';

import { useApp } from '../../store/frames';
import { settings } from '../../store/settings';
import { useStore } from '../../store/store';
import type { Studio } from '../../store/studio';
import type { IconName } from '../../widgets/icons';
import { chosenItem, itemsOf, useChosenFolder, type Item, type ItemKind } from './items';
import { LibraryEntry, LibraryGroup } from './LibraryEntry';

function openItem(studio: Studio, { kind, id }: Item): void {
  chosenItem.set({ folder: '' });
  studio.play(kind, id);
  if (kind === 'timeline') settings.set({ drawerTab: 'timeline' });
}

interface LineProps {
  item: Item;
  folder: string;
  next: string;
  level?: number;
}

function Line({ item, folder, next, level }: LineProps) {
  const { studio } = useApp();
  const playing = useStore(studio, (state) => state.playing);
  const other = useChosenFolder(useStore(studio, (state) => state.library));
  return (
    <LibraryEntry
      icon={item.kind as IconName}
      name={item.name}
      detail={item.detail}
      disabled={item.missing}
      level={level}
      place={{ id: item.id, folder, next }}
      current={other === '' && playing?.kind === item.kind && playing.id === item.id}
      onOpen={() => openItem(studio, item)}
    />
  );
}

interface FolderProps {
  library: Library;
  items: Map<string, Item>;
  folder: LibraryFolder;
  next: string;
  level: number;
}

function Folder({ library, items, folder, next, level }: FolderProps) {
  const { folder: chosen, turned } = useStore(chosenItem, (state) => state);
  const open = folder.collapsed === turned.has(folder.id);
  const inner = folder.entries.filter(({ kind, id }) => kind === 'folder' || items.has(id));
  return (
    <LibraryEntry
      icon="folder"
      name={folder.name}
      detail={inner.length === 0 ? 'empty' : String(inner.length)}
      level={level}
      expanded={open}
      place={{ id: folder.id, folder: folder.parent, next, into: true }}
      current={chosen === folder.id}
      onOpen={() => chosenItem.turn(folder.id)}
    >
      {open && inner.length > 0 && (
        <ul role="group" aria-label={folder.name}>
          {inner.map(({ kind, id }, index) => {
            const behind = inner[index + 1]?.id ?? '';
            const below = kind === 'folder' && library.folders.find((other) => other.id === id);
            if (below) return <Folder key={id} library={library} items={items} folder={below} next={behind} level={level + 1} />;
            const item = items.get(id);
            return item && <Line key={id} item={item} folder={folder.id} next={behind} level={level + 1} />;
          })}
        </ul>
      )}
    </LibraryEntry>
  );
}

const groups: [string, ItemKind][] = [['Machines', 'machine'], ['Clips', 'clip'], ['Timelines', 'timeline']];

export function LibraryItems({ library }: { library: Library }) {
  const items = itemsOf(library);
  const filed = new Set(library.folders.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const outer = library.folders.filter(({ parent }) => parent === '');
  return (
    <>
      {outer.length > 0 && (
        <LibraryGroup title="Folders">
          {outer.map((folder, index) => (
            <Folder key={folder.id} library={library} items={items} folder={folder} next={outer[index + 1]?.id ?? ''} level={0} />
          ))}
        </LibraryGroup>
      )}
      {groups.map(([title, kind]) => {
        const all = [...items.values()].filter((item) => item.kind === kind);
        const loose = all.filter(({ id }) => !filed.has(id));
        // A heading without lines stays where something could be taken out of a folder onto it.
        if (all.length === 0) return null;
        return (
          <LibraryGroup key={kind} title={title} takes>
            {loose.map((item, index) => (
              <Line key={item.id} item={item} folder="" next={loose[index + 1]?.id ?? ''} />
            ))}
          </LibraryGroup>
        );
      })}
    </>
  );
}
