// Messages for the person: what went wrong, in words, and what to do about it.
// SPDX-License-Identifier: MIT
import type { Fault } from 'motus';

import { MotusError } from '../motus/errors';
import { Store } from './store';

export interface NoticeAction {
  label: string;
  run: () => void;
}

export interface Notice {
  id: number;
  tone: 'error' | 'warning' | 'info';
  title: string;
  text: string;
  faults: Fault[];
  actions: NoticeAction[];
  /** Notices of one kind replace each other. */
  kind: string;
}

export const notices = new Store<{ list: Notice[] }>({ list: [] });
let last = 0;

export function notify(notice: Partial<Notice> & Pick<Notice, 'title'>): number {
  const made: Notice = { tone: 'info', text: '', faults: [], actions: [], kind: '', ...notice, id: ++last };
  const others = notices.state.list.filter((other) => made.kind === '' || other.kind !== made.kind);
  notices.set({ list: [...others, made].slice(-4) });
  return made.id;
}

export function dismiss(id: number): void {
  notices.set({ list: notices.state.list.filter((notice) => notice.id !== id) });
}

export function dismissKind(kind: string): void {
  if (notices.state.list.some((notice) => notice.kind === kind))
    notices.set({ list: notices.state.list.filter((notice) => notice.kind !== kind) });
}

/** Shows why something could not be done. */
export function notifyFailure(title: string, error: unknown, actions: NoticeAction[] = []): void {
  const refused = error instanceof MotusError ? error : null;
  const faults = refused?.faults ?? [];
  const cause = error instanceof Error ? error.message : String(error);
  // Where all faults are listed, the cause is one of them.
  const text = faults.some(({ path, message }) => cause === `${path}: ${message}`) ? '' : cause;
  notify({ tone: 'error', title, text, faults, actions, kind: 'failure' });
}
