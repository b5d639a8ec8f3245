// The page: bar, workspace, messages, and the keys.
// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from 'react';

import { Conflict } from '../workspace/Conflict';
import { DropZone } from '../workspace/DropZone';
import { Help } from '../workspace/Help';
import { TopBar } from '../workspace/TopBar';
import { Workspace } from '../workspace/Workspace';
import { DocumentsContext, type DocumentsValue } from '../workspace/context';
import { AppContext, type AppValue } from './frames';
import { ImportDialog } from '../export/ImportDialog';
import { Palette } from '../palette/Palette';
import { Samples } from '../tour/Samples';
import { Tour } from '../tour/Tour';
import { isTaken, makeShortcuts } from './shortcuts';
import { useStore } from './store';

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
        <Conflict />
        <ImportDialog />
        <Samples />
        {palette && <Palette shortcuts={shortcuts} onClose={() => setPalette(false)} />}
        {help && <Help shortcuts={shortcuts} onClose={() => setHelp(false)} />}
      </DocumentsContext.Provider>
    </AppContext.Provider>
  );
}
