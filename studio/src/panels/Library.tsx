// The library: everything that can be played, and the files it can come from. A click plays.
// SPDX-License-Identifier: MIT
import { useRef, type KeyboardEvent, type ReactNode } from 'react';

import { useApp } from '../app/frames';
import { useStore } from '../app/store';
import { Empty } from '../parts/controls';
import { formatNumber, plural } from '../parts/format';
import { Icon, type IconName } from '../parts/icons';
import { useDocuments } from '../workspace/context';

interface EntryProps {
  icon: IconName;
  name: string;
  detail?: string;
  current?: boolean;
  disabled?: boolean;
  onOpen: () => void;
}

function Entry({ icon, name, detail, current, disabled, onOpen }: EntryProps) {
  return (
    <li role="none">
      <button
        type="button"
        role="treeitem"
        className="entry"
        aria-selected={current ?? false}
        aria-disabled={disabled}
        tabIndex={-1}
        title={disabled ? `${name}: its source has no such clip any more` : name}
        onClick={() => !disabled && onOpen()}
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
  return (
    <>
      <h2 className="panel-title">Library</h2>
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
                name={timeline.name}
                detail={`${formatNumber(timeline.seconds)} s`}
                current={isPlaying('timeline', timeline.id)}
                onOpen={() => studio.play('timeline', timeline.id)}
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
