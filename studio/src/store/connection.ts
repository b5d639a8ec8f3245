// Whether the studio's server is still there.
// SPDX-License-Identifier: MIT
import { NotAllowed, type ServerProject } from '../motus/server_project';
import type { Documents } from './documents';
import { dismissKind, notify } from './notices';
import { Store } from './store';

export type ConnectionState = 'alone' | 'connected' | 'lost';

const kEvery = 2000;

export class Connection extends Store<{ state: ConnectionState }> {
  readonly #project: ServerProject | null;
  readonly #documents: Documents;
  #anew = false;

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
    } catch (error) {
      // One that was started anew has another token, which only its own address carries.
      const anew = error instanceof NotAllowed;
      if (this.state.state !== 'lost' || anew !== this.#anew) {
        this.set({ state: 'lost' });
        this.#anew = anew;
        dismissKind('connection');
        notify({
          tone: 'warning',
          kind: 'connection',
          title: anew ? 'The studio was started again' : 'The studio’s server does not answer',
          text: anew
            ? 'Open the address that it printed: what is not saved here is offered there.'
            : 'What you see goes on working; saving waits. Start `motus studio` again and open its address.',
        });
      }
    }
    setTimeout(this.#ask, kEvery);
  };
}
