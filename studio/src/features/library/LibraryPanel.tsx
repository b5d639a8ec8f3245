// The library: everything that can be played, and the files it can come from. A click plays.
// SPDX-License-Identifier: MIT
import type { EntityInfo } from 'motus';
import { useMemo, useRef, type KeyboardEvent } from 'react';

import { modelEnding } from '../../motus/files';
import { useDocuments } from '../../store/documents_context';
import { useApp } from '../../store/frames';
import { selection, type SelectionState } from '../../store/selection';
import { useStore } from '../../store/store';
import { Empty } from '../../widgets/controls';
import { plural } from '../../widgets/format';
import { LibraryEntry, LibraryGroup } from './LibraryEntry';
import { LibraryItems } from './LibraryItems';
import { LibraryTools, useItemKeys } from './LibraryTools';

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

/** One stop for Tab, arrows inside; right and left open and close a folder. */
function useArrows() {
  const tree = useRef<HTMLUListElement>(null);
  const itemKeys = useItemKeys();
  const entries = () => [...(tree.current?.querySelectorAll<HTMLButtonElement>('button.entry') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const focused = document.activeElement as HTMLButtonElement;
    const at = all.indexOf(focused);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const fold = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key];
    if (to !== undefined) all[Math.min(all.length - 1, Math.max(0, to))]?.focus();
    else if (fold !== undefined && focused.ariaExpanded === fold) focused.click();
    else if (focused.dataset.item === undefined || focused.ariaSelected !== 'true' || !itemKeys(event.key, event.ctrlKey || event.metaKey))
      return;
    event.preventDefault();
    event.stopPropagation();
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
        <LibraryTools />
      </div>
      <ul className="tree" role="tree" aria-label="Library" tabIndex={0} {...arrows}>
        <LibraryGroup title="Scenes">
          <LibraryEntry icon="figure" name="Hero" current={opened?.from === 'scene' && opened.name === 'Hero'} onOpen={() => documents.openScene('hero')} />
          <LibraryEntry icon="file" name="Card" current={opened?.from === 'scene' && opened.name === 'Card'} onOpen={() => documents.openScene('card')} />
        </LibraryGroup>
        {library && <LibraryItems library={library} />}
        {entities.length > 0 && (
          <LibraryGroup title="Entities">
            {entities.map((entity) => (
              <LibraryEntry
                key={entity.id}
                icon="entity"
                name={entity.name}
                level={levelOf(entities, entity)}
                current={selected.kind === 'entity' && selected.ids.includes(entity.id)}
                onOpen={(more) => selection.select('entity', more ? withToggled(selected, entity.id) : [entity.id])}
              />
            ))}
          </LibraryGroup>
        )}
        {library && library.rigs.length > 0 && (
          <LibraryGroup title="Rigs">
            {library.rigs.map((rig) => (
              <LibraryEntry
                key={rig.id}
                icon="figure"
                name={rig.name}
                detail={plural(rig.joints, 'joint')}
                current={isPlaying('none', rig.id)}
                onOpen={() => studio.play('none', rig.id)}
              />
            ))}
          </LibraryGroup>
        )}
        {files && files.length > 0 && (
          <LibraryGroup title="Files">
            {files
              .filter(({ path }) => /\.motus$/i.test(path) || modelEnding.test(path))
              .map(({ path }) => (
                <LibraryEntry
                  key={path}
                  icon="file"
                  name={path}
                  current={opened?.from === 'project' && opened.name === path}
                  onOpen={() => void documents.openPath(path)}
                />
              ))}
          </LibraryGroup>
        )}
        {kept.length > 0 && (
          <LibraryGroup title="In this browser">
            {kept.map((name) => (
              <LibraryEntry
                key={name}
                icon="file"
                name={name}
                current={opened?.from === 'browser' && opened.name === name}
                onOpen={() => void documents.openKept(name)}
              />
            ))}
          </LibraryGroup>
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
