// Where the panels stand: library, viewport, inspector, and the drawer below.
// SPDX-License-Identifier: MIT
import { LibraryPanel } from '../features/library/LibraryPanel';
import { settings } from '../store/settings';
import { useStore } from '../store/store';
import { Centre } from './Centre';
import { Drawer } from './Drawer';
import { RightPanel } from './RightPanel';
import { Splitter } from './Splitter';

export function Workspace() {
  const panels = useStore(settings, (state) => state.panels);
  return (
    <div className="workspace">
      {panels.library.open && (
        <>
          <section className="panel" aria-label="Library" style={{ width: panels.library.size }}>
            <LibraryPanel />
          </section>
          <Splitter panel="library" label="Width of the library" towards="right" />
        </>
      )}
      <div className="middle">
        <Centre />
        {panels.drawer.open && (
          <>
            <Splitter panel="drawer" label="Height of the drawer" towards="up" />
            <section className="panel drawer" aria-label="Why and events" style={{ height: panels.drawer.size }}>
              <Drawer />
            </section>
          </>
        )}
      </div>
      {panels.inspector.open && (
        <>
          <Splitter panel="inspector" label="Width of the inspector" towards="left" />
          <section className="panel" aria-label="Inspector, parameters and live state" style={{ width: panels.inspector.size }}>
            <RightPanel />
          </section>
        </>
      )}
    </div>
  );
}
