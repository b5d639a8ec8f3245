// The drawer below the viewport: why, and events.
// SPDX-License-Identifier: MIT
import { useRef, type KeyboardEvent } from 'react';

import { settings, type DrawerTab } from '../app/settings';
import { useStore } from '../app/store';
import { Events } from './Events';
import { WhyPanel } from './Why';

const tabs: { name: DrawerTab; title: string }[] = [
  { name: 'why', title: 'Why' },
  { name: 'events', title: 'Events' },
];

export function Drawer() {
  const current = useStore(settings, (state) => state.drawerTab);
  const bar = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = tabs.find(({ name }) => name !== current)!;
    settings.set({ drawerTab: other.name });
    bar.current?.querySelector<HTMLElement>(`#tab-${other.name}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label="Drawer" ref={bar} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={current === name}
            aria-controls={`tabpanel-${name}`}
            tabIndex={current === name ? 0 : -1}
            onClick={() => settings.set({ drawerTab: name })}
          >
            {title}
          </button>
        ))}
      </div>
      <div className="tab-body" role="tabpanel" id={`tabpanel-${current}`} aria-labelledby={`tab-${current}`}>
        {current === 'why' ? <WhyPanel /> : <Events />}
      </div>
    </>
  );
}
