// What an import of a Unity controller kept and lost; each place leads to its state in the graph.
// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'react';

import { useApp } from '../../store/frames';
import { imported } from '../../store/import_report';
import { readModel, shown } from '../../store/machine';
import { settings } from '../../store/settings';
import { useStore } from '../../store/store';
import type { Studio } from '../../store/studio';
import { jumpTo as show } from '../problems/fault_place';
import { findPlace, layerOf } from './report_place';

/** Selects what a place of the report names, and shows its graph. */
function jumpTo(studio: Studio, pointer: string): void {
  const model = readModel(studio);
  if (!model) return;
  settings.set({ centre: 'both' });
  shown.set({ layer: layerOf(model, pointer), path: [] });
  show(studio, pointer);
}

/** A place that leads somewhere is a button; "line 25" is just said. */
function Place({ place, onJump }: { place: string; onJump: (pointer: string) => void }) {
  const { studio } = useApp();
  const model = readModel(studio);
  const pointer = model && findPlace(model, place);
  if (!pointer) return <span className="place plain">{place}</span>;
  return (
    <button type="button" className="place" title="Show it in the graph" onClick={() => onJump(pointer)}>
      {place}
    </button>
  );
}

/** The first of a list, and how many more there are. */
const kMost = 500;

const looks = { supported: 'kept', approximated: 'nearly', 'not-supported': 'lost' };

export function ImportDialog() {
  const { studio } = useApp();
  const report = useStore(imported, (state) => state.report);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (report) dialog.current?.showModal();
  }, [report]);
  if (!report) return null;
  const close = () => imported.set({ report: null });
  const jump = (pointer: string) => {
    close();
    jumpTo(studio, pointer);
  };
  const lossy = report.features.filter(({ support }) => support !== 'supported');
  return (
    <dialog ref={dialog} className="help import" aria-labelledby="import-title" onClose={close}>
      <h2 id="import-title">{report.source} was imported</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Found</th>
            <th scope="col">Kept</th>
          </tr>
        </thead>
        <tbody>
          {report.counts.filter(({ found }) => found > 0).map(({ what, found, converted }) => (
            <tr key={what} className={converted < found ? 'less' : ''}>
              <th scope="row">{what}</th>
              <td>{found}</td>
              <td>{converted}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lossy.length > 0 && <h3>Not quite the same</h3>}
      <ul className="report-list">
        {lossy.map(({ feature, support, note, places }) => (
          <li key={feature}>
            <b className={looks[support]}>{looks[support]}</b> {feature}: {note}
            <span>{places.slice(0, kMost).map((place) => <Place key={place} place={place} onJump={jump} />)}</span>
          </li>
        ))}
      </ul>
      {report.unresolved.length > 0 && <h3>Files that were not there</h3>}
      <ul className="report-list">
        {report.unresolved.slice(0, kMost).map(({ kind, name, reference, place }) => (
          <li key={reference + place}>
            {kind} {name || reference} <Place place={place} onJump={jump} />
          </li>
        ))}
      </ul>
      {report.warnings.length > 0 && <h3>Warnings</h3>}
      <ul className="report-list" aria-label="Warnings">
        {report.warnings.slice(0, kMost).map(({ code, path, message }, index) => (
          <li key={index} title={code}>
            <Place place={path} onJump={jump} /> {message}
          </li>
        ))}
        {report.warnings.length > kMost && <li className="muted">and {report.warnings.length - kMost} more</li>}
      </ul>
      <form method="dialog">
        <button type="submit" className="button strong">
          Look at it
        </button>
      </form>
    </dialog>
  );
}
