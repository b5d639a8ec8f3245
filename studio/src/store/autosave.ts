// Keeps what is not saved in the browser, and offers it again after a crash or a closed tab.
// SPDX-License-Identifier: MIT
import { findDraft, forgetDraft, keepDraft, type Draft } from '../motus/drafts';
import { dismissKind, notify, notifyFailure } from './notices';
import type { Studio } from './studio';

/** An edit is in the browser's storage after this many milliseconds at most. */
const kPause = 250;

function ago(at: number): string {
  const minutes = Math.round((Date.now() - at) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`;
}

export class Autosave {
  readonly #studio: Studio;
  #key = '';
  #timer = 0;
  #waits = false;
  #failed = false;

  constructor(studio: Studio) {
    this.#studio = studio;
    studio.history.subscribe(() => this.#changed());
    // A page that goes away may not come back: what waits is written at once.
    const flush = () => void this.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  }

  /** The browser keeps nothing: what is unsaved is lost with the page. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Another document is open. What an earlier page left of it is offered. */
  async opened(key: string): Promise<void> {
    dismissKind('recover');
    this.#key = key;
    this.#waits = false;
    let draft: Draft | undefined;
    try {
      draft = await findDraft(key);
    } catch {
      return; // no storage: nothing was kept
    }
    if (!draft || key !== this.#key) return;
    if (draft.text === this.#studio.stage.documentText()) {
      await forgetDraft(key);
      return;
    }
    const { text, step, at } = draft;
    notify({
      kind: 'recover',
      tone: 'warning',
      title: 'There are changes that were not saved',
      text: `Made ${ago(at)}${step ? `, the last one: ${step}` : ''}. They were kept in this browser.`,
      actions: [
        { label: 'Recover', run: () => this.#recover(key, text) },
        { label: 'Discard', run: () => void forgetDraft(key) },
      ],
    });
  }

  #recover(key: string, text: string): void {
    if (key !== this.#key) return;
    if (this.#studio.change('The changes could not be recovered', () => this.#studio.stage.takeText(text, 'Recover unsaved changes')))
      notify({ kind: 'recovered', title: 'Recovered what was not saved' });
  }

  #changed(): void {
    if (this.#key === '') return;
    this.#waits = true;
    if (this.#timer === 0) this.#timer = window.setTimeout(() => void this.flush(), kPause);
  }

  async flush(): Promise<void> {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#waits || this.#key === '') return;
    this.#waits = false;
    const { steps, position, modified } = this.#studio.history.state;
    const key = this.#key;
    try {
      if (modified)
        await keepDraft({ key, text: this.#studio.stage.documentText(), step: steps[position - 1] ?? '', at: Date.now() });
      else if (position > 0 || steps.length > 0) await forgetDraft(key);
    } catch (error) {
      if (!this.#failed) notifyFailure('Unsaved changes are not kept in this browser', error);
      this.#failed = true;
    }
  }
}
