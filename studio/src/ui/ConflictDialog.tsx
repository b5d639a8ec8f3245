// Both sides changed: the file outside, and the document here. Asks which one counts.
// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'react';

import { useDocuments } from '../store/documents_context';
import { useStore } from '../store/store';

export function ConflictDialog() {
  const { documents } = useDocuments();
  const conflict = useStore(documents, (state) => state.conflict);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (conflict && !dialog.current?.open) dialog.current?.showModal();
  }, [conflict]);
  if (!conflict) return null;
  const choose = (way: 'mine' | 'theirs' | 'both') => () => documents.settle(way);
  return (
    <dialog ref={dialog} className="help conflict" aria-labelledby="conflict-title" onClose={() => documents.settle('later')}>
      <h2 id="conflict-title">{conflict.path} was changed outside</h2>
      <p>It has changes here too that are not saved. Which ones should count?</p>
      <div className="conflict-ways">
        <button type="button" className="button strong" onClick={choose('mine')}>
          Keep mine
        </button>
        <span className="muted">The next save replaces what is in the file.</span>
        <button type="button" className="button" onClick={choose('theirs')}>
          Take theirs
        </button>
        <span className="muted">One step: undo brings mine back.</span>
        <button type="button" className="button" onClick={choose('both')}>
          Save mine as a file, take theirs
        </button>
        <span className="muted">Both are kept.</span>
      </div>
      <form method="dialog">
        <button type="submit" className="button quiet">
          Decide later
        </button>
      </form>
    </dialog>
  );
}
