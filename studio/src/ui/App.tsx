// The page: bar, workspace, messages, and the keys.
// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from 'react';

import { ImportDialog } from '../features/import/ImportDialog';
import { Palette } from '../features/palette/Palette';
import { Samples } from '../features/tour/Samples';
import { Tour } from '../features/tour/Tour';
import { DocumentsContext, type DocumentsValue } from '../store/documents_context';
import { AppContext, type AppValue } from '../store/frames';
import { isTaken, makeShortcuts } from '../store/shortcuts';
import { useStore } from '../store/store';
import { ConflictDialog } from './ConflictDialog';
import { DropZone } from './DropZone';
import { HelpDialog } from './HelpDialog';
import { TopBar } from './TopBar';
import { Workspace } from './Workspace';

export function App({ app, files }: { app: AppValue; files: DocumentsValue }) {
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const shortcuts = useMemo(
    () => makeShortcuts(app.studio, files.documents, () => setHelp(true), () => setPalette(true)),
    [app, files],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const found = shortcuts.find((shortcut) => shortcut.matches(event));
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [shortcuts]);
  const name = useStore(app.studio, (state) => state.opened?.name ?? '');
  const modified = useStore(app.studio.history, (state) => state.modified);
  useEffect(() => {
    document.title = `${modified ? '● ' : ''}${name ? `${name} – ` : ''}Motus`;
  }, [name, modified]);
  useEffect(() => {
    app.frames.start();
    return () => app.frames.stop();
  }, [app]);
  return (
    <AppContext.Provider value={app}>
      <DocumentsContext.Provider value={files}>
        <TopBar onHelp={() => setHelp(true)} />
        <Tour />
        <Workspace />
        <DropZone />
        <ConflictDialog />
        <ImportDialog />
        <Samples />
        {palette && <Palette shortcuts={shortcuts} onClose={() => setPalette(false)} />}
        {help && <HelpDialog shortcuts={shortcuts} onClose={() => setHelp(false)} />}
      </DocumentsContext.Provider>
    </AppContext.Provider>
  );
}
