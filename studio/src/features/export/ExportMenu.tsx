// The export menu in the bar.
// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { useApp } from '../../store/frames';
import { useStore } from '../../store/store';
import { Icon } from '../../widgets/icons';
import { exports, runExport } from './exports';

export function ExportMenu() {
  const { studio } = useApp();
  const opened = useStore(studio, (state) => state.opened);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const items = () => [...(box.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]') ?? [])];
  useEffect(() => {
    if (!open) return undefined;
    items()[0]?.focus();
    const away = (event: PointerEvent) => !box.current?.contains(event.target as Node) && setOpen(false);
    window.addEventListener('pointerdown', away);
    return () => window.removeEventListener('pointerdown', away);
  }, [open]);
  const press = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') {
      setOpen(false);
      box.current?.querySelector('button')?.focus();
    } else if (to !== undefined && open) all[(to + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div className="menu" ref={box} onKeyDown={press}>
      <button type="button" className="button quiet" aria-haspopup="menu" aria-expanded={open} disabled={!opened} onClick={() => setOpen(!open)}>
        <Icon name="export" /> Export
      </button>
      {open && (
        <div role="menu" aria-label="Export" className="menu-list">
          {exports.map((entry) => {
            const refused = entry.refused(studio);
            return (
              <button
                key={entry.name}
                type="button"
                role="menuitem"
                tabIndex={-1}
                aria-disabled={refused !== null}
                title={refused ?? undefined}
                onClick={() => {
                  setOpen(false);
                  void runExport(entry, studio);
                }}
              >
                <span>{entry.name}</span>
                <span className="muted">{refused ?? entry.detail}</span>
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
