// Opening and saving: embedded scenes, files of the project, files that are dropped.
// SPDX-License-Identifier: MIT
import type { Files } from 'motus';

import { withDecoded } from '../motus/draco';
import { MotusError } from '../motus/errors';
import { chooseFiles, download, modelEnding, openable, readFiles, sortPicked, type Picked } from '../motus/files';
import { forget, keep, listKept } from '../motus/kept_documents';
import { ChangedElsewhere, NotAllowed, ServerProject, type ChangedFile, type FileEntry } from '../motus/server_project';
import { Autosave } from './autosave';
import { imported } from './import_report';
import { dismissKind, notify, notifyFailure } from './notices';
import { Store } from './store';
import type { Studio } from './studio';

export interface DocumentsState {
  /** Files of the served folder; null where the page stands alone. */
  files: FileEntry[] | null;
  /** Names of documents kept in this browser. */
  kept: string[];
  /** The file and the document both changed, and nobody has said which counts. */
  conflict: (ChangedFile & { path: string }) | null;
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Which document is open, for drafts, and how it is opened again. */
interface Place {
  key: string;
  again: (() => void) | null;
}

export class Documents extends Store<DocumentsState> {
  readonly #studio: Studio;
  readonly project: ServerProject | null;
  #path = ''; // in the project, of what is open
  #given: Files = {};
  #seen = ''; // when the file that is open was changed last, as far as is known
  #root: string; // the served folder's own path: another one may have the same name
  #autosave: Autosave;
  #here: Place = { key: '', again: null };
  #left: (Place & { name: string }) | null = null; // with changes that are not saved

  constructor(studio: Studio, project: ServerProject | null, files: FileEntry[] | null, root = '') {
    super({ files, kept: [], conflict: null });
    this.#root = root;
    this.#autosave = new Autosave(studio);
    this.#studio = studio;
    this.project = project;
    if (!project) void this.#listKept();
  }

  openScene(name: 'hero' | 'card'): void {
    if (!this.#leave()) return;
    this.#path = '';
    this.#studio.open({ name: name === 'hero' ? 'Hero' : 'Card', from: 'scene' }, (stage) => stage.openScene(name));
    this.#opened(`scene ${name}`, () => this.openScene(name));
  }

  async openPath(path: string): Promise<void> {
    const { project } = this;
    if (!project) return;
    try {
      const bytes = await project.read(path);
      const files = await withDecoded({ [nameOf(path)]: bytes });
      if (!this.#leave()) return;
      const opened = { name: path, from: 'project' as const };
      const report = this.#studio.open(opened, (stage) =>
        /\.motus$/i.test(path)
          ? stage.openDocument(new TextDecoder().decode(bytes))
          : stage.openModel(nameOf(path), bytes, files),
      );
      if (!report) return;
      this.#given = {};
      this.#path = /\.motus$/i.test(path) ? path : '';
      this.#seen = this.state.files?.find((file) => file.path === path)?.changed ?? '';
      if (report.missing.length > 0) await this.#fetchMissing(path, report.missing);
      this.#opened(`file ${this.#root}/${path}`, () => void this.openPath(path));
    } catch (error) {
      notifyFailure(`${path} could not be opened`, error);
    }
  }

  async openFiles(list: Iterable<File>): Promise<void> {
    const all = await readFiles(list);
    const missing = this.#studio.state.report?.missing ?? [];
    if (all.some(({ name }) => missing.some((path) => nameOf(path) === name))) {
      await this.provide(Object.fromEntries(all.map(({ name, bytes }) => [name, bytes])));
      return;
    }
    const picked = sortPicked(all);
    try {
      await this.#openPicked(picked);
    } catch (error) {
      notifyFailure('The files could not be opened', error);
    }
  }

  async #openPicked(picked: Picked): Promise<void> {
    switch (picked.kind) {
      case 'document': {
        const files = await withDecoded(picked.files);
        this.#openGiven(picked.name, picked.files, (stage) => stage.openDocument(picked.text, files));
        break;
      }
      case 'model': {
        // What is kept is a document: it needs the model that it came from, as any other file.
        const given = { ...picked.files, [picked.name]: picked.bytes };
        const files = await withDecoded(given);
        this.#openGiven(picked.name, given, (stage) => stage.openModel(picked.name, picked.bytes, files));
        break;
      }
      case 'controller':
        this.#openGiven(picked.name, picked.files, (stage) => {
          const report = stage.openController(picked.name, picked.text, picked.files);
          imported.set({ report: report.import });
          return report;
        });
        break;
      case 'files':
        await this.provide(picked.files);
        break;
      case 'unknown':
        notify({
          tone: 'error',
          kind: 'failure',
          title: `${picked.names.join(', ')} cannot be opened here`,
          text: 'Drop a document (.motus), a model (.glb, .fbx, .bvh, .vrm, or .gltf with its files) or a Unity controller with its files.',
        });
    }
  }

  async choose(): Promise<void> {
    const files = await chooseFiles(openable);
    if (files.length > 0) await this.openFiles(files);
  }

  /** Like `openFiles`, but a model among them is what is missing, not something else to open. */
  async openMissing(list: Iterable<File>): Promise<void> {
    const files: Files = {};
    for (const { name, bytes } of await readFiles(list)) files[name] = bytes;
    await this.provide(files);
  }

  /** Files that a document named and that were not there. */
  async provide(files: Files): Promise<void> {
    const { opened } = this.#studio.state;
    if (!opened) return;
    // A file that is dropped has no folder: it stands for the missing one of the same name.
    const missing = this.#studio.state.report?.missing ?? [];
    const fitting: Files = {};
    for (const [name, bytes] of Object.entries(files))
      fitting[missing.find((path) => nameOf(path) === nameOf(name)) ?? name] = bytes;
    this.#given = { ...this.#given, ...fitting };
    try {
      const given = await withDecoded(this.#given);
      this.#studio.open(opened, (stage) => stage.provide(given));
    } catch (error) {
      notifyFailure('The files could not be opened', error);
    }
    void this.#keep();
  }

  async openKept(name: string): Promise<void> {
    try {
      const found = (await listKept()).find((document) => document.name === name);
      if (!found) return;
      const files = await withDecoded(found.files);
      if (!this.#leave()) return;
      this.#path = '';
      this.#given = found.files;
      this.#studio.open({ name, from: 'browser' }, (stage) => stage.openDocument(found.text, files));
      this.#opened(`kept ${name}`, () => void this.openKept(name));
    } catch (error) {
      notifyFailure(`${name} could not be opened`, error);
    }
  }

  async forgetKept(name: string): Promise<void> {
    await forget(name);
    await this.#listKept();
  }

  /** Into the project where it came from there, else as a file. */
  async save(): Promise<void> {
    const { opened } = this.#studio.state;
    if (!opened) return;
    const text = this.#studio.stage.documentText();
    if (!this.project || this.#path === '') {
      const name = opened.name.replace(/\.motus$/i, '').replace(modelEnding, '').toLowerCase();
      download(`${nameOf(name)}.motus`, text, 'application/json');
      this.#studio.history.markSaved();
      void this.#keep();
      return;
    }
    try {
      await this.project.write(this.#path, text);
      this.#studio.history.markSaved();
      this.#seen = '';
      notify({ kind: 'saved', title: `Saved ${this.#path}` });
    } catch (error) {
      if (error instanceof ChangedElsewhere && (await this.#look(true))) return;
      notifyFailure(`${this.#path} was not saved`, error, this.#waysOut(error));
    }
  }

  // ---- Changes from outside
  /** The server says what files there are and when they changed. */
  async follow(files: FileEntry[]): Promise<void> {
    this.set({ files });
    const changed = files.find((file) => file.path === this.#path)?.changed ?? '';
    if (this.#path === '' || changed === '' || changed === this.#seen || this.state.conflict) return;
    this.#seen = changed;
    await this.#look(false);
  }

  /** Reads the file; true where it is another one than was read or written. */
  async #look(saving: boolean): Promise<boolean> {
    const path = this.#path;
    let found: ChangedFile | null;
    try {
      found = await this.project!.readChanged(path);
    } catch {
      return false; // gone, or the server is: saving says so
    }
    if (!found || path !== this.#path) return false;
    if (saving || this.#studio.history.state.modified) this.set({ conflict: { ...found, path } });
    else if (this.#takeOver(found, `Reload ${path}`)) {
      this.#studio.history.markSaved();
      notify({ kind: 'reloaded', title: `${path} was changed outside and is reloaded` });
    }
    return true;
  }

  /** The document becomes what the file is, as one step; what plays goes on. */
  #takeOver({ text, tag }: ChangedFile, name: string): boolean {
    const report = this.#studio.change(
      `${this.#path} was changed outside and cannot be read`,
      () => this.#studio.stage.takeText(text, name),
      (error) => {
        const anew = error instanceof MotusError && error.code === 'not-followed';
        if (anew) void this.openPath(this.#path);
        return anew;
      },
    );
    if (report) this.project!.adopt(this.#path, tag);
    return report !== null;
  }

  /** What a person decided about a conflict. */
  settle(way: 'mine' | 'theirs' | 'both' | 'later'): void {
    const { conflict } = this.state;
    if (!conflict) return;
    this.set({ conflict: null });
    if (way === 'later' || conflict.path !== this.#path) return;
    if (way === 'mine') {
      this.project!.adopt(this.#path, conflict.tag);
      return;
    }
    if (way === 'both') this.#download();
    if (this.#takeOver(conflict, 'Take what changed outside')) this.#studio.history.markSaved();
  }

  #download(): void {
    download(nameOf(this.#path), this.#studio.stage.documentText(), 'application/json');
  }

  /**
   * Another document comes: what is unsaved in this one is kept before it goes. Where the browser keeps
   * nothing it asks. False: the person stays.
   */
  #leave(): boolean {
    const { opened } = this.#studio.state;
    void this.#autosave.flush();
    this.#left = null;
    if (!opened || !this.#studio.history.state.modified) return true;
    if (this.#autosave.failed)
      return window.confirm(`${opened.name} has changes that are not saved, and this browser keeps none. Leave without them?`);
    this.#left = { ...this.#here, name: opened.name };
    return true;
  }

  /** `again` opens the same document anew, where that can be done. */
  #opened(key: string, again: (() => void) | null): void {
    this.set({ conflict: null });
    this.#here = { key, again };
    const left = this.#left;
    this.#left = null;
    if (left && left.key !== key)
      notify({
        kind: 'left',
        tone: 'warning',
        title: `${left.name} has changes that are not saved`,
        text: 'They are kept in this browser, and offered when it is opened again.',
        actions: left.again ? [{ label: 'Open it again', run: left.again }] : [],
      });
    else dismissKind('left');
    void this.#autosave.opened(key);
  }

  #waysOut(error: unknown) {
    const asFile = {
      label: 'Save as a file',
      run: () => this.#download(),
    };
    return error instanceof NotAllowed ? [asFile] : [{ label: 'Try again', run: () => void this.save() }, asFile];
  }

  #openGiven(name: string, files: Files, run: Parameters<Studio['open']>[1]): void {
    if (!this.#leave()) return;
    this.#path = '';
    this.#given = files;
    if (!this.#studio.open({ name, from: 'browser' }, run)) return;
    this.#opened(`kept ${name}`, this.project ? null : () => void this.openKept(name));
    void this.#keep();
  }

  async #fetchMissing(path: string, missing: string[]): Promise<void> {
    const files: Files = {};
    for (const name of missing) {
      try {
        files[name] = await this.project!.read(folderOf(path) + name);
      } catch {
        // Stays missing; the report says so.
      }
    }
    if (Object.keys(files).length > 0) await this.provide(files);
  }

  /** A page without a server keeps what was opened, so that a reload does not lose it. */
  async #keep(): Promise<void> {
    const { opened } = this.#studio.state;
    if (this.project || !opened || opened.from !== 'browser') return;
    try {
      const text = this.#studio.stage.documentText();
      await keep({ name: opened.name, text, files: this.#given, at: Date.now() });
      await this.#listKept();
    } catch (error) {
      notifyFailure('The document is not kept in this browser', error);
    }
  }

  async #listKept(): Promise<void> {
    try {
      this.set({ kept: (await listKept()).map(({ name }) => name) });
    } catch {
      // No storage: nothing is kept.
    }
  }
}
