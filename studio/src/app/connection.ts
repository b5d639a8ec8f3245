// Whether the studio's server is still there.
// SPDX-License-Identifier: MIT
import type { ServerProject } from '../files/project';
import type { Documents } from './documents';
import { dismissKind, notify } from './notices';
import { Store } from './store';

export type ConnectionState = 'alone' | 'connected' | 'lost';

const kEvery = 2000;

export class Connection extends Store<{ state: ConnectionState }> {
  readonly #project: ServerProject | null;
  readonly #documents: Documents;

  constructor(project: ServerProject | null, documents: Documents) {
    super({ state: project ? 'connected' : 'alone' });
    this.#project = project;
    this.#documents = documents;
    if (project) setTimeout(this.#ask, kEvery);
  }

  #ask = async () => {
    try {
      const info = await this.#project!.info();
      if (!info) throw new Error('no studio answers');
      if (this.state.state === 'lost') {
        this.set({ state: 'connected' });
        dismissKind('connection');
        notify({ kind: 'connection', title: 'The studio is back' });
      }
      await this.#documents.follow(info.files);
    } catch {
      if (this.state.state !== 'lost') {
        this.set({ state: 'lost' });
        notify({
          tone: 'warning',
          kind: 'connection',
          title: 'The studio’s server does not answer',
          text: 'What you see goes on working; saving waits. Start `motus studio` again and this page reconnects.',
        });
      }
    }
    setTimeout(this.#ask, kEvery);
  };
}
