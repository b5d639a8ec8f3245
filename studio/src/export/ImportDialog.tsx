// What an import of a Unity controller kept and lost; each place leads to its state in the graph.
// SPDX-License-Identifier: MIT
import type { ImportReport } from 'motus';
import { useEffect, useRef } from 'react';

import { useApp } from '../app/frames';
import { selection } from '../app/selection';
import { settings } from '../app/settings';
import { Store, useStore } from '../app/store';
import type { Studio } from '../app/studio';

export const imported = new Store<{ report: ImportReport | null }>({ report: null });

/** Selects the state that a place of the report names: "Base Layer/Locomotion/Walk: ...". */
export function jumpTo(studio: Studio, place: string): boolean {
  const machine = studio.state.playing?.machine;
  if (!machine) return false;
  const fits = (path: string) => place === path || place.startsWith(`${path}/`) || place.startsWith(`${path}:`) || place.startsWith(`${path} `);
  let best: { id: string; length: number } | null = null;
  for (const state of machine.states) {
    const path = `${machine.layers[state.layer]?.name ?? ''}/${state.path}`;
    if (fits(path) && path.length > (best?.length ?? 0)) best = { id: state.id, length: path.length };
  }
  const layer = machine.layers.find(({ name }) => fits(name));
  if (!best && !layer) return false;
  settings.set({ centre: 'both' });
  if (best) selection.select('state', [best.id], machine.pointer);
  else selection.select('layer', [layer!.id], machine.pointer);
  return true;
}

function Place({ place, onJump }: { place: string; onJump: (place: string) => void }) {
  return (
    <button type="button" className="place" onClick={() => onJump(place)}>
      {place}
    </button>
  );
}

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
  const jump = (place: string) => jumpTo(studio, place) && close();
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
            <span>{places.slice(0, 6).map((place) => <Place key={place} place={place} onJump={jump} />)}</span>
          </li>
        ))}
      </ul>
      {report.unresolved.length > 0 && <h3>Files that were not there</h3>}
      <ul className="report-list">
        {report.unresolved.slice(0, 20).map(({ kind, name, reference, place }) => (
          <li key={reference + place}>
            {kind} {name || reference} <Place place={place} onJump={jump} />
          </li>
        ))}
      </ul>
      {report.warnings.length > 0 && <h3>Warnings</h3>}
      <ul className="report-list" aria-label="Warnings">
        {report.warnings.slice(0, 50).map(({ code, path, message }, index) => (
          <li key={index} title={code}>
            <Place place={path} onJump={jump} /> {message}
          </li>
        ))}
      </ul>
      <form method="dialog">
        <button type="submit" className="button strong">
          Look at it
        </button>
      </form>
    </dialog>
  );
}
