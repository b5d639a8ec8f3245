// The line between two panels: dragged, or moved with the arrow keys.
// SPDX-License-Identifier: MIT
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import { clampSize, panelLimits, setPanel, settings, type PanelName } from '../store/settings';
import { useStore } from '../store/store';

const kStep = 16;

/** `towards`: which way the pointer goes to make the panel larger. */
export function Splitter({ panel, label, towards }: { panel: PanelName; label: string; towards: 'right' | 'left' | 'up' }) {
  const { size } = useStore(settings, (state) => state.panels[panel]);
  const drag = useRef<{ at: number; size: number } | null>(null);
  const upright = towards !== 'up';
  const sign = towards === 'right' ? 1 : -1;
  const place = (event: PointerEvent) => (upright ? event.clientX : event.clientY);

  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    setPanel(panel, { size: clampSize(panel, drag.current.size + sign * (place(event) - drag.current.at)) });
  };
  const press = (event: KeyboardEvent) => {
    const larger = { right: 'ArrowRight', left: 'ArrowLeft', up: 'ArrowUp' }[towards];
    const smaller = { right: 'ArrowLeft', left: 'ArrowRight', up: 'ArrowDown' }[towards];
    if (event.key === larger) setPanel(panel, { size: clampSize(panel, size + kStep) });
    else if (event.key === smaller) setPanel(panel, { size: clampSize(panel, size - kStep) });
    else if (event.key === 'Home') setPanel(panel, { size: panelLimits[panel].least });
    else if (event.key === 'End') setPanel(panel, { size: panelLimits[panel].most });
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={`splitter ${upright ? 'upright' : 'level'}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={panelLimits[panel].least}
      aria-valuemax={panelLimits[panel].most}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: place(event), size };
      }}
      onPointerMove={move}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onDoubleClick={() => setPanel(panel, { size: panelLimits[panel].usual })}
      onKeyDown={press}
    />
  );
}
