// A transition without the mouse: from where, to where.
// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'react';

import { idOf } from '../../store/machine';
import { selection } from '../../store/selection';
import type { GraphCommands } from './commands';

export function ConnectDialog({ commands, onClose }: { commands: GraphCommands; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const states = commands.drawn.graph.states ?? [];
  const picked = selection.state.kind === 'state' ? selection.state.ids : [];
  const [from, setFrom] = useState(picked[0] ?? 'any');
  const [to, setTo] = useState(picked[1] ?? idOf(states.find((state) => idOf(state) !== picked[0])));
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const options = states.map((state) => (
    <option key={idOf(state)} value={idOf(state)}>
      {state.name}
    </option>
  ));
  return (
    <dialog ref={dialog} className="help small-dialog" aria-label="Add transition" onClose={onClose}>
      <h2>Add transition</h2>
      <form
        method="dialog"
        onSubmit={() => {
          commands.connect(from, to);
        }}
      >
        <label>
          From
          <select className="field" value={from} onChange={(event) => setFrom(event.target.value)}>
            <option value="any">Any state</option>
            <option value="entry">Entry</option>
            {options}
          </select>
        </label>
        <label>
          To
          <select className="field" value={to} onChange={(event) => setTo(event.target.value)}>
            {options}
            <option value="exit">Exit</option>
          </select>
        </label>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button strong">
            Add
          </button>
        </div>
      </form>
    </dialog>
  );
}
