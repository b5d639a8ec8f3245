// A value that views follow: replaced as a whole, never changed inside.
// SPDX-License-Identifier: MIT
import { useSyncExternalStore } from 'react';

export class Store<State extends object> {
  #state: State;
  #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): Readonly<State> {
    return this.#state;
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useStore<State extends object, Part>(store: Store<State>, pick: (state: State) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => pick(store.state as State));
}
