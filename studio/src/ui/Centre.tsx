// The middle of the page: the viewport, the graph, or both side by side.
// SPDX-License-Identifier: MIT
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';

import { GraphPanel } from '../features/graph/GraphPanel';
import { ViewportPanel } from '../features/viewport/ViewportPanel';
import { useApp } from '../store/frames';
import { centreViews, settings, type CentreView } from '../store/settings';
import { useStore } from '../store/store';
import { Notices } from './Notices';

const titles: Record<CentreView, string> = { viewport: 'Viewport', graph: 'Graph', both: 'Both' };

export function Centre() {
  const { studio } = useApp();
  const centre = useStore(settings, (state) => state.centre);
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    studio.hidden = centre === 'graph';
  }, [studio, centre]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = centreViews[(centreViews.indexOf(centre) + by + centreViews.length) % centreViews.length]!;
    settings.set({ centre: next });
    bar.current?.querySelector<HTMLElement>(`#centre-${next}`)?.focus();
  };
  // The viewport stays where it is, hidden or not: a canvas keeps its context.
  return (
    <main className={`stage centre-${centre}`} aria-label="Stage">
      <div className="tabs centre-tabs" role="tablist" aria-label="Middle" ref={bar} onKeyDown={onKeyDown}>
        {centreViews.map((name) => (
          <button
            key={name}
            id={`centre-${name}`}
            type="button"
            role="tab"
            aria-selected={centre === name}
            aria-controls="centre-body"
            tabIndex={centre === name ? 0 : -1}
            onClick={() => settings.set({ centre: name })}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      <div id="centre-body" className="centre-body" role="tabpanel" aria-labelledby={`centre-${centre}`}>
        <section className="centre-view" aria-label="Viewport" hidden={centre === 'graph'}>
          <ViewportPanel />
        </section>
        {centre !== 'viewport' && (
          <section className="centre-view" aria-label="Graph">
            <GraphPanel />
          </section>
        )}
      </div>
      <Notices />
    </main>
  );
}
