// The list of keys.
// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'react';

import { openSamples, startTour } from '../features/tour/state';
import type { Shortcut } from '../store/shortcuts';

/** Pages of the documentation, which the build puts beside this one. */
const pages = [['studio', 'The studio'], ['studio-glow', 'Five minutes'], ['document', 'Documents'], ['unity', 'Unity'], ['cli', 'Command line']];

export function HelpDialog({ shortcuts, onClose }: { shortcuts: Shortcut[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = (run: () => void) => {
    dialog.current?.close();
    run();
  };
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keyboard shortcuts</h2>
      <dl>
        {shortcuts.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split('+').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        On the picture: drag to turn, Shift-drag or the right button to move, the wheel to zoom, a click takes a joint,
        a double click frames.
      </p>
      <p className="help-more">
        <button type="button" className="button" onClick={() => leave(openSamples)}>
          Samples
        </button>
        <button type="button" className="button" onClick={() => leave(startTour)}>
          Tour
        </button>
        <span className="muted">More to read:</span>
        {pages.map(([name, title]) => (
          <a key={name} href={`docs/${name}.html`} target="_blank" rel="noreferrer">
            {title}
          </a>
        ))}
      </p>
      <form method="dialog">
        <button type="submit" className="button strong">
          Close
        </button>
      </form>
    </dialog>
  );
}
