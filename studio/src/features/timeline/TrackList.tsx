// Headings of the rows: targets that fold, tracks that are selected and muted. Only what is seen is
// in the page.
// SPDX-License-Identifier: MIT
import { memo, useRef } from 'react';

import { useFrame } from '../../store/frames';
import { selection } from '../../store/selection';
import { useStore } from '../../store/store';
import { Icon } from '../../widgets/icons';
import type { TimelineModel } from './model';
import { kRuler } from './paint';
import { kRowHeight, type Row } from './rows';

const Heading = memo(function Heading({ row, model }: { row: Extract<Row, { kind: 'target' }>; model: TimelineModel }) {
  const chosen = useStore(selection, (state) => state.kind === 'entity' && state.ids.includes(row.entity));
  return (
    <>
      <button
        type="button"
        className="fold"
        aria-expanded={!row.collapsed}
        aria-label={`${row.collapsed ? 'Unfold' : 'Fold'} ${row.name}`}
        onClick={() => model.toggleCollapsed(row.id)}
      >
        <Icon name="chevron" />
      </button>
      <button
        type="button"
        className="track-name"
        aria-pressed={chosen}
        disabled={row.entity === ''}
        onClick={() => selection.select('entity', [row.entity])}
      >
        {row.name}
      </button>
      <span className="track-detail">{row.tracks.length}</span>
    </>
  );
});

const Track = memo(function Track({ row, model }: { row: Extract<Row, { kind: 'track' }>; model: TimelineModel }) {
  const { studio } = model;
  const chosen = useStore(model, (state) => state.tracks.has(row.id));
  const track = useStore(model, (state) => state.text?.tracks[row.track]);
  if (!track) return null;
  const mute = () =>
    studio.edit([{ op: 'replace', path: `${track.pointer}/muted`, value: !track.muted }], track.muted ? 'Unmute track' : 'Mute track');
  return (
    <>
      <button
        type="button"
        className="track-name inner"
        aria-pressed={chosen}
        title={`${row.detail} ${row.name}`}
        onClick={(event) => {
          model.selectTracks([row.id], event.shiftKey || event.ctrlKey);
          if (track.kind === 'property') selection.select('entity', [track.entity]);
        }}
      >
        {row.name}
        <span className="track-detail">{row.detail}</span>
      </button>
      <button type="button" className="mute" aria-label={`Mute ${row.detail} ${row.name}`} aria-pressed={track.muted} title="Mute" onClick={mute}>
        M
      </button>
    </>
  );
});

export function TrackList({ model }: { model: TimelineModel }) {
  const rows = useStore(model, (state) => state.rows);
  const firstRow = useStore(model, (state) => state.firstRow);
  const shownRows = useStore(model, (state) => state.shownRows);
  const inner = useRef<HTMLUListElement>(null);
  useFrame(() => {
    if (inner.current) inner.current.style.transform = `translateY(${firstRow * kRowHeight - model.scrollY}px)`;
  });
  return (
    <div className="tracks" onWheel={(event) => model.scrollTo(model.scrollY + event.deltaY)}>
      <div className="tracks-head" style={{ height: kRuler }}>
        {rows.filter((row) => row.kind === 'target').length} targets, {model.state.text?.tracks.length ?? 0} tracks
      </div>
      <div className="tracks-body">
        <ul ref={inner} aria-label="Tracks">
          {rows.slice(firstRow, firstRow + shownRows).map((row) => (
            <li key={`${row.kind} ${row.id}`} className={row.kind} style={{ height: kRowHeight }}>
              {row.kind === 'target' ? <Heading row={row} model={model} /> : <Track row={row} model={model} />}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
