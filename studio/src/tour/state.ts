// The tour of the first run, and whether the page of samples is open.
// SPDX-License-Identifier: MIT
import { Store } from '../app/store';

const key = 'motus.tour';

function seen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true; // it could not be remembered: it would come every time
  }
}

/** Step that is shown; -1: none. */
export const tour = new Store<{ step: number; samples: boolean }>({ step: seen() ? -1 : 0, samples: false });

export function startTour(): void {
  tour.set({ step: 0 });
}

export function endTour(): void {
  tour.set({ step: -1 });
  try {
    localStorage.setItem(key, 'seen');
  } catch {
    // As above.
  }
}

export function openSamples(): void {
  tour.set({ samples: true });
}
