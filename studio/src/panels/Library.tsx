// The library: everything that can be played, and the files it can come from. A click plays.
// SPDX-License-Identifier: MIT
import type { EntityInfo } from 'motus';
import { useMemo, useRef, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';

import { useApp } from '../app/frames';
import { selection, type SelectionState } from '../app/selection';
import { settings } from '../app/settings';
import { useStore } from '../app/store';
import { Empty } from '../parts/controls';
import { formatNumber, plural } from '../parts/format';
import { Icon, type IconName } from '../parts/icons';
import { useDocuments } from '../workspace/context';
import { ItemTools, moveItem, type ItemList } from './LibraryTools';

interface EntryProps {
  icon: IconName;
  name: string;
  detail?: string;
  current?: boolean;
  disabled?: boolean;
  level?: number;
  /** Of a list whose items are renamed, copied, deleted and dragged to another place. */
  item?: { list: ItemList; id: string };
  onOpen: (more: boolean) => void;
}

/** How deep an entity hangs; a ring of parents ends somewhere. */
function levelOf(entities: EntityInfo[], entity: EntityInfo): number {
  let level = 0;
  for (let at = entity; at.parent !== '' && level < 8; ++level) {
    const parent = entities.find(({ id }) => id === at.parent);
    if (!parent) break;
    at = parent;
  }
  return level;
}

function withToggled({ kind, ids }: SelectionState, id: string): string[] {
  if (kind !== 'entity') return [id];
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

function Entry({ icon, name, detail, current, disabled, level, item, onOpen }: EntryProps) {
  const { studio } = useApp();
  const drag = item && {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(`motus/${item.list}`, item.id),
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(`motus/${item.list}`) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      moveItem(studio, item.list, event.dataTransfer.getData(`motus/${item.list}`), item.id);
    },
  };
  return (
    <li role="none" {...drag}>
      <button
        type="button"
        role="treeitem"
        className="entry"
        aria-selected={current ?? false}
        aria-disabled={disabled}
        tabIndex={-1}
        title={disabled ? `${name}: its source has no such clip any more` : name}
        style={level ? { paddingLeft: 8 + 14 * level } : undefined}
        onClick={(event) => !disabled && onOpen(event.shiftKey || event.ctrlKey || event.metaKey)}
      >
        <Icon name={icon} />
        <span className="entry-name">{name}</span>
        {detail && <span className="entry-detail">{detail}</span>}
      </button>
    </li>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li role="none" className="entry-group">
      <h3 aria-hidden="true">{title}</h3>
      <ul role="group" aria-label={title}>
        {children}
      </ul>
    </li>
  );
}

/** One stop for Tab, arrows inside. */
function useArrows() {
  const tree = useRef<HTMLUListElement>(null);
  const entries = () => [...(tree.current?.querySelectorAll<HTMLButtonElement>('button.entry') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[Math.min(all.length - 1, Math.max(0, to))]?.focus();
  };
  const onFocus = (event: React.FocusEvent) => {
    if (event.target !== tree.current) return;
    (entries().find((entry) => entry.ariaSelected === 'true') ?? entries()[0])?.focus();
  };
  return { ref: tree, onKeyDown, onFocus };
}

export function LibraryPanel() {
  const { studio } = useApp();
  const { documents } = useDocuments();
  const library = useStore(studio, (state) => state.library);
  const playing = useStore(studio, (state) => state.playing);
  const opened = useStore(studio, (state) => state.opened);
  const { files, kept } = useStore(documents, (state) => state);
  const isPlaying = (kind: string, id: string) => playing?.kind === kind && playing.id === id;
  const arrows = useArrows();
  const revision = useStore(studio, (state) => state.revision);
  const selected = useStore(selection, (state) => state);
  const entities = useMemo(() => (opened ? studio.stage.desk.entities() : []), [studio, opened, revision]);
  return (
    <>
      <div className="library-head">
        <h2 className="panel-title">Library</h2>
        {playing && (playing.kind === 'machine' || playing.kind === 'timeline') && (
          <ItemTools key={playing.id} list={playing.kind === 'machine' ? 'machines' : 'timelines'} id={playing.id} name={playing.name} />
        )}
      </div>
      <ul className="tree" role="tree" aria-label="Library" tabIndex={0} {...arrows}>
        <Group title="Scenes">
          <Entry icon="figure" name="Hero" current={opened?.from === 'scene' && opened.name === 'Hero'} onOpen={() => documents.openScene('hero')} />
          <Entry icon="file" name="Card" current={opened?.from === 'scene' && opened.name === 'Card'} onOpen={() => documents.openScene('card')} />
        </Group>
        {library && library.machines.length > 0 && (
          <Group title="Machines">
            {library.machines.map((machine) => (
              <Entry
                key={machine.id}
                icon="machine"
                item={{ list: 'machines', id: machine.id }}
                name={machine.name}
                detail={plural(machine.states, 'state')}
                current={isPlaying('machine', machine.id)}
                onOpen={() => studio.play('machine', machine.id)}
              />
            ))}
          </Group>
        )}
        {library && library.clips.length > 0 && (
          <Group title="Clips">
            {library.clips.map((clip) => (
              <Entry
                key={clip.id}
                icon="clip"
                name={clip.name}
                detail={clip.missing ? 'missing' : `${formatNumber(clip.seconds)} s`}
                disabled={clip.missing}
                current={isPlaying('clip', clip.id)}
                onOpen={() => studio.play('clip', clip.id)}
              />
            ))}
          </Group>
        )}
        {library && library.timelines.length > 0 && (
          <Group title="Timelines">
            {library.timelines.map((timeline) => (
              <Entry
                key={timeline.id}
                icon="timeline"
                item={{ list: 'timelines', id: timeline.id }}
                name={timeline.name}
                detail={`${formatNumber(timeline.seconds)} s`}
                current={isPlaying('timeline', timeline.id)}
                onOpen={() => {
                  studio.play('timeline', timeline.id);
                  settings.set({ drawerTab: 'timeline' });
                }}
              />
            ))}
          </Group>
        )}
        {entities.length > 0 && (
          <Group title="Entities">
            {entities.map((entity) => (
              <Entry
                key={entity.id}
                icon="entity"
                name={entity.name}
                level={levelOf(entities, entity)}
                current={selected.kind === 'entity' && selected.ids.includes(entity.id)}
                onOpen={(more) => selection.select('entity', more ? withToggled(selected, entity.id) : [entity.id])}
              />
            ))}
          </Group>
        )}
        {library && library.rigs.length > 0 && (
          <Group title="Rigs">
            {library.rigs.map((rig) => (
              <Entry
                key={rig.id}
                icon="figure"
                name={rig.name}
                detail={plural(rig.joints, 'joint')}
                current={isPlaying('none', rig.id)}
                onOpen={() => studio.play('none', rig.id)}
              />
            ))}
          </Group>
        )}
        {files && files.length > 0 && (
          <Group title="Files">
            {files
              .filter(({ path }) => /\.(motus|glb|gltf)$/i.test(path))
              .map(({ path }) => (
                <Entry
                  key={path}
                  icon="file"
                  name={path}
                  current={opened?.from === 'project' && opened.name === path}
                  onOpen={() => void documents.openPath(path)}
                />
              ))}
          </Group>
        )}
        {kept.length > 0 && (
          <Group title="In this browser">
            {kept.map((name) => (
              <Entry
                key={name}
                icon="file"
                name={name}
                current={opened?.from === 'browser' && opened.name === name}
                onOpen={() => void documents.openKept(name)}
              />
            ))}
          </Group>
        )}
      </ul>
      {library && library.machines.length + library.clips.length + library.timelines.length === 0 && (
        <Empty title="Nothing to play here">
          <p>Drop a model (.glb) or a document (.motus) anywhere on this page.</p>
        </Empty>
      )}
    </>
  );
}
