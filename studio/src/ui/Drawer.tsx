// The drawer below the viewport: one view at a time.
// SPDX-License-Identifier: MIT
import { useRef, type ComponentType, type KeyboardEvent } from 'react';

import { CurvePanel } from '../features/curve/CurvePanel';
import { HistoryPanel } from '../features/history/HistoryPanel';
import { EventsPanel } from '../features/live/EventsPanel';
import { WhyPanel } from '../features/live/WhyPanel';
import { ProblemCount, ProblemsPanel } from '../features/problems/ProblemsPanel';
import { TimelinePanel } from '../features/timeline/TimelinePanel';
import { drawerTabs, settings, type DrawerTab } from '../store/settings';
import { useStore } from '../store/store';

const tabs: Record<DrawerTab, { title: string; View: ComponentType }> = {
  timeline: { title: 'Timeline', View: TimelinePanel },
  why: { title: 'Why', View: WhyPanel },
  events: { title: 'Events', View: EventsPanel },
  curve: { title: 'Curve', View: CurvePanel },
  problems: { title: 'Problems', View: ProblemsPanel },
  history: { title: 'History', View: HistoryPanel },
};

export function Drawer() {
  const current = useStore(settings, (state) => state.drawerTab);
  const bar = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = drawerTabs[(drawerTabs.indexOf(current) + by + drawerTabs.length) % drawerTabs.length]!;
    settings.set({ drawerTab: next });
    bar.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  const { View } = tabs[current];
  return (
    <>
      <div className="tabs" role="tablist" aria-label="Drawer" ref={bar} onKeyDown={onKeyDown}>
        {drawerTabs.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={current === name}
            aria-controls={current === name ? `tabpanel-${name}` : undefined}
            tabIndex={current === name ? 0 : -1}
            onClick={() => settings.set({ drawerTab: name })}
          >
            {tabs[name].title}
            {name === 'problems' && <ProblemCount />}
          </button>
        ))}
      </div>
      <div className="tab-body" role="tabpanel" id={`tabpanel-${current}`} aria-labelledby={`tab-${current}`}>
        <View />
      </div>
    </>
  );
}
