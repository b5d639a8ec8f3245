// Five things that someone new should know, one after the other, in a strip that covers nothing.
// SPDX-License-Identifier: MIT
import { useEffect } from 'react';

import { settings } from '../../store/settings';
import { useStore } from '../../store/store';
import { endTour, tour } from './state';

const steps: { text: string; show: string; before?: () => void }[] = [
  { text: 'A click in the library plays: machines, clips, timelines. Samples are under the ? menu.', show: '[aria-label="Library"]' },
  { text: 'Move the sliders and fire the triggers: the machine answers, and Live state shows what plays.', show: '.inspector' },
  {
    text: 'Why: choose a transition to see which of its conditions does not hold. History goes back ten seconds.',
    show: '.panel.drawer',
    before: () => settings.set({ drawerTab: 'why' }),
  },
  {
    text: 'Timeline: drag keys, bend curves. The diamond beside a property keys it; Record keys what you change.',
    show: '.panel.drawer',
    before: () => settings.set({ drawerTab: 'timeline' }),
  },
  { text: 'Ctrl+K finds everything that can be done. Ctrl+S saves; Export writes files for games and other tools.', show: '.topbar' },
];

export function Tour() {
  const at = useStore(tour, (state) => state.step);
  const step = steps[at];
  useEffect(() => {
    if (!step) return undefined;
    const element = document.querySelector(step.show);
    element?.classList.add('toured');
    return () => element?.classList.remove('toured');
  }, [step]);
  if (!step) return <div className="tour-place" />;
  const next = () => {
    if (at === steps.length - 1) endTour();
    else {
      steps[at + 1]!.before?.();
      tour.set({ step: at + 1 });
    }
  };
  return (
    <aside className="tour" aria-label="Tour">
      <span className="tour-count" aria-hidden="true">
        {at + 1} / {steps.length}
      </span>
      <p role="status">{step.text}</p>
      <button type="button" className="button" onClick={next}>
        {at === steps.length - 1 ? 'Done' : 'Next'}
      </button>
      <button type="button" className="button quiet" onClick={endTour}>
        Skip the tour
      </button>
    </aside>
  );
}
