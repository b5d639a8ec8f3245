// The bar on top: what is open, and what concerns the whole page.
// SPDX-License-Identifier: MIT
import { ExportMenu } from '../features/export/ExportMenu';
import { useDocuments } from '../store/documents_context';
import { useApp } from '../store/frames';
import { settings, togglePanel, toggleTheme } from '../store/settings';
import { useStore } from '../store/store';
import { IconButton } from '../widgets/controls';
import { Icon } from '../widgets/icons';

export function TopBar({ onHelp }: { onHelp: () => void }) {
  const { studio } = useApp();
  const { documents, connection } = useDocuments();
  const opened = useStore(studio, (state) => state.opened);
  const state = useStore(connection, (value) => value.state);
  const { steps, position, modified } = useStore(studio.history, (value) => value);
  const { theme, panels } = useStore(settings, (value) => value);
  return (
    <header className="topbar">
      <h1 className="brand">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect width="24" height="24" rx="6" />
          <path d="M5 17c2-9 4-9 5.500-3s3 6 4.500 0 2.500-7 4-7" />
        </svg>
        Motus
      </h1>
      <span className="document" title={opened?.name}>
        {opened?.name ?? 'Nothing open'}
        {modified && (
          <span className="unsaved" role="status" title="There are changes that are not saved">
            <span className="hidden-label">Not saved</span>
          </span>
        )}
      </span>
      <button type="button" className="button quiet" aria-keyshortcuts="Control+O" onClick={() => void documents.choose()}>
        <Icon name="folder" /> Open…
      </button>
      <button
        type="button"
        className="button quiet"
        aria-keyshortcuts="Control+S"
        disabled={!opened}
        onClick={() => void documents.save()}
      >
        <Icon name="save" /> Save
      </button>
      <div role="group" aria-label="Undo and redo" className="group">
        <IconButton
          icon="undo"
          label={position > 0 ? `Undo: ${steps[position - 1]}` : 'Undo'}
          shortcut="Ctrl+Z"
          disabled={position === 0}
          onClick={() => studio.undo()}
        />
        <IconButton
          icon="redo"
          label={position < steps.length ? `Redo: ${steps[position]}` : 'Redo'}
          shortcut="Ctrl+Shift+Z"
          disabled={position >= steps.length}
          onClick={() => studio.redo()}
        />
      </div>
      <ExportMenu />
      <span className="space" />
      {state !== 'alone' && (
        <span className={`connection ${state}`} role="status">
          {state === 'connected' ? 'Connected' : 'Server gone'}
        </span>
      )}
      <div role="group" aria-label="Panels" className="group">
        <IconButton icon="left" label="Library" shortcut="Alt+1" pressed={panels.library.open} onClick={() => togglePanel('library')} />
        <IconButton icon="bottom" label="Why and events" shortcut="Alt+2" pressed={panels.drawer.open} onClick={() => togglePanel('drawer')} />
        <IconButton icon="right" label="Parameters" shortcut="Alt+3" pressed={panels.inspector.open} onClick={() => togglePanel('inspector')} />
      </div>
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
        shortcut="T"
        onClick={toggleTheme}
      />
      <IconButton icon="help" label="Keyboard shortcuts" shortcut="?" onClick={onHelp} />
    </header>
  );
}
