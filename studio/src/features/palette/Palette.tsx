// The command palette: everything that can be done, found by a few letters.
// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { useDocuments } from '../../store/documents_context';
import { useApp } from '../../store/frames';
import { selection } from '../../store/selection';
import { settings } from '../../store/settings';
import type { Shortcut } from '../../store/shortcuts';
import type { Studio } from '../../store/studio';
import { exports, runExport } from '../export/exports';
import { timelineOf } from '../timeline/context';
import { openSamples, startTour } from '../tour/state';
import { findCommands, type Command } from './find_commands';

function commandsOf(studio: Studio, shortcuts: Shortcut[], openScene: (name: 'hero' | 'card') => void): Command[] {
  const { library, opened } = studio.state;
  const play = (kind: 'machine' | 'clip' | 'timeline', items: { id: string; name: string }[]): Command[] =>
    items.map(({ id, name }) => ({
      title: `${kind === 'timeline' ? 'Open timeline' : kind === 'clip' ? 'Play clip' : 'Run machine'}: ${name}`,
      keys: '',
      run: () => {
        studio.play(kind, id);
        if (kind === 'timeline') settings.set({ drawerTab: 'timeline' });
      },
    }));
  const timeline = timelineOf(studio);
  return [
    ...shortcuts.map(({ does, keys, run }) => ({ title: does, keys, run })),
    { title: 'Record: key what is changed', keys: '', run: () => timeline.setRecording(!timeline.state.recording) },
    { title: 'Samples', keys: '', run: openSamples },
    { title: 'Tour of the studio', keys: '', run: startTour },
    { title: 'Open scene: Hero', keys: '', run: () => openScene('hero') },
    { title: 'Open scene: Card', keys: '', run: () => openScene('card') },
    ...exports.map((entry) => ({ title: `Export: ${entry.name}`, keys: '', run: () => void runExport(entry, studio) })),
    ...play('machine', library?.machines ?? []),
    ...play('timeline', library?.timelines ?? []),
    ...play('clip', library?.clips ?? []),
    ...(opened ? studio.stage.desk.entities() : []).map(({ id, name }) => ({
      title: `Select entity: ${name}`,
      keys: '',
      run: () => selection.select('entity', [id]),
    })),
  ];
}

export function Palette({ shortcuts, onClose }: { shortcuts: Shortcut[]; onClose: () => void }) {
  const { studio } = useApp();
  const { documents } = useDocuments();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const all = useMemo(() => commandsOf(studio, shortcuts, (name) => documents.openScene(name)), [studio, shortcuts, documents]);
  const found = useMemo(() => findCommands(all, text).slice(0, 12), [all, text]);
  useEffect(() => dialog.current?.showModal(), []);
  const run = (command: Command | undefined) => {
    if (!command) return;
    dialog.current?.close();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) setAt((at + by + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className="palette" aria-label="Commands" onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        placeholder="What do you want to do?"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ul id="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <li
            key={command.title}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            {command.keys && <kbd>{command.keys}</kbd>}
          </li>
        ))}
        {found.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true" className="muted">
            Nothing is called that
          </li>
        )}
      </ul>
    </dialog>
  );
}
