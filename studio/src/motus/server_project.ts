// The folder that `motus studio` serves.
// SPDX-License-Identifier: MIT

export interface FileEntry {
  path: string;
  bytes: number;
  /** When it was changed last; another text after every change. */
  changed?: string;
}

export interface ProjectInfo {
  version: string;
  /** Name of the folder. */
  folder?: string;
  /** The folder itself: no other on this machine has this path. */
  root?: string;
  /** The document to begin with; '' for none. */
  document: string;
  files: FileEntry[];
}

/** A text that somebody else wrote. */
export interface ChangedFile {
  text: string;
  tag: string;
}

/** The file was changed by someone else since it was read. */
export class ChangedElsewhere extends Error {}
/** The server is another one than the page was opened from: it does not know our token. */
export class NotAllowed extends Error {
  constructor() {
    super('this page was opened from an earlier start of the studio, or without its address');
  }
}

/** The token stands behind '#', so that no browser sends it anywhere; it is taken off the address. */
export function takeToken(place: Location, storage: Storage): string {
  const found = /^#([0-9a-f]{32})$/.exec(place.hash)?.[1] ?? '';
  if (found !== '') {
    storage.setItem('motus.token', found);
    history.replaceState(null, '', place.pathname + place.search);
    return found;
  }
  return storage.getItem('motus.token') ?? '';
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The API of `motus studio`: see docs/studio.md. */
export class ServerProject {
  readonly #token: string;
  readonly #tags = new Map<string, string>();

  constructor(token: string) {
    this.#token = token;
  }

  /** Null where the page is not served by a studio. */
  async info(): Promise<ProjectInfo | null> {
    const answer = await this.#ask('api/project');
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return null;
    const info = (await answer.json()) as ProjectInfo;
    return Array.isArray(info.files) ? info : null;
  }

  async read(path: string): Promise<Uint8Array> {
    const { bytes, tag } = await this.#fetch(path);
    this.#tags.set(path, tag);
    return bytes;
  }

  /** What is in the file now, where that is another text than was read or written; else null. */
  async readChanged(path: string): Promise<ChangedFile | null> {
    const { bytes, tag } = await this.#fetch(path);
    return tag === this.#tags.get(path) ? null : { text: new TextDecoder().decode(bytes), tag };
  }

  /** From now on a write replaces the text that has this tag. */
  adopt(path: string, tag: string): void {
    this.#tags.set(path, tag);
  }

  async #ask(where: string): Promise<Response> {
    const answer = await fetch(where, { cache: 'no-store', headers: { 'X-Motus-Token': this.#token } });
    if (answer.status === 403) throw new NotAllowed();
    return answer;
  }

  async #fetch(path: string): Promise<{ bytes: Uint8Array; tag: string }> {
    const answer = await this.#ask(`files/${encodePath(path)}`);
    if (!answer.ok) throw new Error(answer.status === 404 ? `there is no file ${path}` : await answer.text());
    return { bytes: new Uint8Array(await answer.arrayBuffer()), tag: answer.headers.get('etag') ?? '' };
  }

  async write(path: string, text: string): Promise<void> {
    const tag = this.#tags.get(path);
    const headers: Record<string, string> = { 'X-Motus-Token': this.#token };
    if (tag) headers['If-Match'] = tag;
    else headers['If-None-Match'] = '*';
    const answer = await fetch(`files/${encodePath(path)}`, { method: 'PUT', headers, body: text });
    if (answer.status === 412) throw new ChangedElsewhere(`${path} was changed by something else`);
    if (answer.status === 403) throw new NotAllowed();
    if (!answer.ok) throw new Error((await answer.text()) || `the server answered ${answer.status}`);
    this.#tags.set(path, answer.headers.get('etag') ?? '');
  }
}

/** The studio that serves this page, if one does. `refused`: one does, and does not know our token. */
export async function findProject(): Promise<{ project: ServerProject | null; info: ProjectInfo | null; refused: boolean }> {
  const project = new ServerProject(takeToken(window.location, window.sessionStorage));
  try {
    const info = await project.info();
    return { project: info ? project : null, info, refused: false };
  } catch (error) {
    return { project: null, info: null, refused: error instanceof NotAllowed };
  }
}
