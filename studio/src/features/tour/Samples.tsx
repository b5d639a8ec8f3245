// The page of samples: what each shows, and a click opens it.
// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'react';

import { useDocuments } from '../../store/documents_context';
import { settings } from '../../store/settings';
import { useStore } from '../../store/store';
import { samples } from './sample_documents';
import { tour } from './state';

export function Samples() {
  const open = useStore(tour, (state) => state.samples);
  return open ? <SamplesDialog /> : null;
}

function SamplesDialog() {
  const { documents } = useDocuments();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const show = (run: () => void) => {
    dialog.current?.close();
    run();
  };
  return (
    <dialog ref={dialog} className="help samples" aria-labelledby="samples-title" onClose={() => tour.set({ samples: false })}>
      <h2 id="samples-title">Samples</h2>
      <ul>
        <li>
          <button type="button" onClick={() => show(() => documents.openScene('hero'))}>
            <b>Hero</b> A character: walk, run and jump by a state machine with blends, masks and events.
          </button>
        </li>
        <li>
          <button type="button" onClick={() => show(() => documents.openScene('card'))}>
            <b>Card</b> A small interface: a card that flips, a button that glows, all from timelines.
          </button>
        </li>
        {samples.map(({ name, text, make }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() =>
                show(() => {
                  void documents.openFiles([new File([make()], `${name.toLowerCase()}.motus`)]);
                  settings.set({ drawerTab: 'timeline' });
                })
              }
            >
              <b>{name}</b> {text}
            </button>
          </li>
        ))}
      </ul>
      <form method="dialog">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
