// A log of events, the newest at the end.
// SPDX-License-Identifier: MIT
import type { StageEvent } from 'motus';
import { useEffect, useRef } from 'react';

import { useApp } from '../../store/frames';
import { useStore } from '../../store/store';
import { Empty } from '../../widgets/controls';
import { formatSeconds } from '../../widgets/format';

const kinds: Record<StageEvent['kind'], string> = {
  motion: 'clip',
  state: 'state',
  enter: 'enters',
  exit: 'leaves',
  transition_start: 'begins to',
  transition_end: 'arrives at',
};

export function EventsPanel() {
  const { studio } = useApp();
  const events = useStore(studio, (state) => state.events);
  const list = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  useEffect(() => {
    if (list.current && following.current) list.current.scrollTop = list.current.scrollHeight;
  }, [events]);
  return (
    <div className="events">
      <div className="events-bar">
        <button type="button" className="button quiet" disabled={events.length === 0} onClick={() => studio.clearEvents()}>
          Clear
        </button>
      </div>
      {events.length === 0 ? (
        <Empty title="No events yet">
          <p>Footsteps, state changes and transitions are listed here as they happen.</p>
        </Empty>
      ) : (
        <div
          ref={list}
          className="log"
          role="log"
          aria-label="Events"
          tabIndex={0}
          onScroll={({ currentTarget: at }) =>
            (following.current = at.scrollHeight - at.scrollTop - at.clientHeight < 24)
          }
        >
          {events.map((event, index) => (
            <p key={`${event.tick}-${index}`}>
              <span className="mono muted">{formatSeconds(event.seconds)}</span>
              <span className={`event-kind ${event.kind}`}>{kinds[event.kind]}</span>
              <span className="event-name">{event.name || event.state}</span>
              <span className="muted">{[event.layer, event.clip].filter(Boolean).join(' · ')}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
