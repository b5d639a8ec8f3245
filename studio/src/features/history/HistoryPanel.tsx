// The steps of the document, newest last: a click goes there.
// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'react';

import { useApp } from '../../store/frames';
import { useStore } from '../../store/store';

export function HistoryPanel() {
  const { studio } = useApp();
  const { steps, position } = useStore(studio.history, (state) => state);
  const opened = useStore(studio, (state) => state.opened?.name ?? '');
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [position, steps]);
  const rows = [`Opened ${opened}`, ...steps];
  return (
    <ol className="steps" aria-label="History" ref={list}>
      {rows.map((name, index) => (
        <li key={index} className={index > position ? 'undone' : ''}>
          <button
            type="button"
            aria-current={index === position ? 'step' : undefined}
            title={index > position ? 'Redo up to here' : 'Go back to here'}
            onClick={() => index !== position && studio.goTo(index)}
          >
            <span className="steps-number">{index === 0 ? '' : index}</span>
            {name || 'Edit'}
          </button>
        </li>
      ))}
    </ol>
  );
}
