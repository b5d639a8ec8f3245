// What the page shows: one stage, what plays on it, and what is selected. All animation is the
// stage's; this passes wishes on and tells views what changed.
// SPDX-License-Identifier: MIT
import type {
  DeskCommand,
  DeskReport,
  EditReport,
  Library,
  LoopMode,
  Motus,
  OpenReport,
  PatchOperation,
  PlayKind,
  Playing,
  Stage,
  StageEvent,
  Viewport,
} from 'motus';

import { DocumentHistory } from './history';
import { dismissKind, notify, notifyFailure } from './notices';
import { Problems } from './problems';
import { selection } from './selection';
import { Store } from './store';

export interface Opened {
  /** For the title: "Hero", "player.motus". */
  name: string;
  /** Where it came from; files of a project can be saved there. */
  from: 'scene' | 'project' | 'browser';
}

export interface StudioState {
  opened: Opened | null;
  report: OpenReport | null;
  library: Library | null;
  playing: Playing | null;
  paused: boolean;
  speed: number;
  loop: LoopMode;
  scrubbed: boolean;
  joint: number;
  transition: number;
  contextLost: boolean;
  events: readonly StageEvent[];
  /** Counts every change of the document: views of it read it anew. */
  revision: number;
}

const kMostEvents = 300;

export class Studio extends Store<StudioState> {
  readonly motus: Motus;
  readonly stage: Stage;
  readonly history: DocumentHistory;
  readonly problems: Problems;
  viewport: Viewport | null = null;
  /** The picture is not on the page: it is not drawn. */
  hidden = false;
  /** A film is being made: it has the clock. */
  filming = false;

  constructor(motus: Motus) {
    super({
      opened: null,
      report: null,
      library: null,
      playing: null,
      paused: false,
      speed: 1,
      loop: 'loop',
      scrubbed: false,
      joint: -1,
      transition: -1,
      contextLost: false,
      events: [],
      revision: 0,
    });
    this.motus = motus;
    this.stage = motus.newStage();
    this.history = new DocumentHistory(this);
    this.problems = new Problems(this);
  }

  /** Runs one of the stage's `open`; on a failure what was open stays. */
  open(opened: Opened, run: (stage: Stage) => OpenReport): OpenReport | null {
    let report: OpenReport;
    try {
      report = run(this.stage);
    } catch (error) {
      notifyFailure(`${opened.name} could not be opened`, error);
      return null;
    }
    const library = this.stage.library();
    selection.clear();
    this.set({ revision: this.state.revision + 1 });
    this.set({ opened, report, library, playing: null, joint: -1, transition: -1, events: [], scrubbed: false });
    // What cannot be baked yet says what it lacks, over the picture.
    if (report.playable && library.first.kind !== 'none') this.play(library.first.kind, library.first.id);
    return report;
  }

  play(kind: PlayKind, id: string): void {
    this.#try('It cannot be played', () => {
      const playing = this.stage.play(kind, id);
      this.stage.paused = false;
      this.set({
        playing,
        paused: false,
        loop: this.stage.loop,
        joint: -1,
        transition: playing.machine?.transitions[0]?.index ?? -1,
        events: [],
        scrubbed: false,
      });
      this.viewport?.select(-1);
      this.viewport?.frameAll();
    });
  }

  restart(): void {
    this.#try('It cannot be restarted', () => {
      this.stage.restart();
      this.set({ events: [], scrubbed: false });
    });
  }

  setPaused(paused: boolean): void {
    if (!paused && (this.state.scrubbed || this.stage.previews)) this.resume();
    this.stage.paused = paused;
    this.set({ paused });
  }

  setSpeed(speed: number): void {
    this.stage.speed = speed;
    this.set({ speed });
  }

  setLoop(loop: LoopMode): void {
    this.stage.loop = loop;
    this.set({ loop });
  }

  step(frames: number): void {
    this.setPaused(true);
    this.stage.step(frames);
    this.set({ scrubbed: this.stage.recording.scrubbed });
    this.#takeEvents();
  }

  seek(seconds: number): void {
    this.stage.seek(seconds);
  }

  scrub(tick: number): void {
    const { first, last } = this.stage.recording;
    this.stage.scrub(Math.min(last, Math.max(first, Math.round(tick))));
    this.set({ scrubbed: this.stage.recording.scrubbed });
  }

  resume(): void {
    this.stage.resume('newest');
    this.set({ scrubbed: false });
  }

  selectJoint(joint: number): void {
    this.viewport?.select(joint);
    this.set({ joint });
  }

  selectTransition(transition: number): void {
    this.set({ transition });
  }

  frame(): void {
    if (this.state.joint >= 0) this.viewport?.frameJoint(this.state.joint);
    else this.viewport?.frameAll();
  }

  setParameter(index: number, value: number | boolean): void {
    this.#try('The parameter cannot be set', () => this.stage.setParameter(index, value));
  }

  fire(index: number): void {
    this.#try('The trigger cannot be fired', () => this.stage.fireTrigger(index));
  }

  clearEvents(): void {
    this.set({ events: [] });
  }

  /** One named step of undo; what plays goes on with it. Null, and a message, where it is refused. */
  edit(operations: readonly (PatchOperation | PatchOperation[])[], name: string): EditReport | null {
    return this.change(`${name}: this could not be done`, () => this.stage.edit([...operations], name));
  }

  /** A command of the desk: keys and properties. A drag says what it changed with every move. */
  command(command: DeskCommand): DeskReport | null {
    const report = this.change('This could not be done', () => this.stage.desk.command(command)) as DeskReport | null;
    if (report) this.#tellHidden(report);
    return report;
  }

  /** The desk was edited by someone else: the canvas. */
  edited(report: DeskReport): void {
    this.change('', () => report);
    this.#tellHidden(report);
  }

  #tellHidden(report: DeskReport): void {
    if (report.hidden > 0)
      notify({
        kind: 'hidden',
        tone: 'warning',
        title: 'A track shows over what you set',
        text: 'The property is animated here. Switch Record on to key it, or go to one of its keys.',
      });
    else if (report.steps > 0) dismissKind('hidden');
  }

  undo(): EditReport | null {
    const { steps, position } = this.history.state;
    const report = this.change('Undo failed', () => this.stage.undo());
    if (report?.steps) notify({ kind: 'undo', title: `Undone: ${steps[position - 1] || 'an edit'}` });
    return report;
  }

  redo(): EditReport | null {
    const { steps, position } = this.history.state;
    const report = this.change('Redo failed', () => this.stage.redo());
    if (report?.steps) notify({ kind: 'undo', title: `Redone: ${steps[position] || 'an edit'}` });
    return report;
  }

  /** Undoes or redoes until `position` steps are done. */
  goTo(position: number): EditReport | null {
    return this.change('The history cannot be followed', () => this.stage.goTo(position));
  }

  /** Runs anything that edits the stage's document, and tells the views. `handles`: true for a
   *  refusal that needs no message. */
  change(title: string, run: () => EditReport, handles?: (error: unknown) => boolean): EditReport | null {
    let report: EditReport;
    try {
      report = run();
    } catch (error) {
      if (!handles?.(error)) notifyFailure(title, error);
      return null;
    }
    if (report.steps === 0) return report;
    const before = this.state.playing?.machine?.transitions[this.state.transition]?.id;
    const playing = this.stage.playing;
    const transition = playing.machine?.transitions.find(({ id }) => id === before)?.index ?? -1;
    const opened = this.state.report;
    this.set({
      playing,
      transition,
      library: this.stage.library(),
      report: opened && { ...opened, playable: report.playable, faults: report.faults },
      scrubbed: this.stage.recording.scrubbed,
      revision: this.state.revision + 1,
    });
    dismissKind('losses');
    if (report.losses.length > 0)
      notify({ kind: 'losses', tone: 'warning', title: 'What plays lost something', text: report.losses.join('; ') });
    return report;
  }

  /** One frame of the page: moves and draws. */
  frameBy(seconds: number): void {
    if (this.filming) return;
    this.stage.advance(seconds);
    this.#takeEvents();
    if (!this.viewport || this.hidden) return;
    const drawn = this.viewport.draw();
    if (drawn === this.state.contextLost) this.set({ contextLost: !drawn });
  }

  #takeEvents(): void {
    const fresh = this.stage.events();
    if (fresh.length > 0) this.set({ events: [...this.state.events, ...fresh].slice(-kMostEvents) });
  }

  #try(title: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      notifyFailure(title, error);
    }
  }
}
