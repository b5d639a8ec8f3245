// The tour of the first run, and whether the page of samples is open.
// SPDX-License-Identifier: MIT
import { keepText, readText } from '../../motus/browser_text';
import { Store } from '../../store/store';

const key = 'motus.tour';

/** Where nothing can be remembered the tour would come every time: it counts as seen. */
const seen = readText(key, 'seen') !== null;

/** Step that is shown; -1: none. */
export const tour = new Store<{ step: number; samples: boolean }>({ step: seen ? -1 : 0, samples: false });

export function startTour(): void {
  tour.set({ step: 0 });
}

export function endTour(): void {
  tour.set({ step: -1 });
  keepText(key, 'seen');
}

export function openSamples(): void {
  tour.set({ samples: true });
}
