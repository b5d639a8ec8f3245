// What is open and plays: motus/session/stage.h.
// SPDX-License-Identifier: MIT
import {Calls, MotusError, numberOf} from './calls.js';
import {Desk} from './desk.js';
import {Live} from './live.js';
import {Viewport} from './viewport.js';

const kKinds = {none: 0, clip: 1, machine: 2, timeline: 3};
const kLoops = {once: 0, loop: 1, pingpong: 2};
const kResumes = {newest: 0, here: 1};

export class Stage {
  #c;
  #playing = null;
  #transport = {paused: false, speed: 1};
  #viewport = null;
  #desk = null;
  #live;
  #views = new Map();

  constructor(module, id) {
    this.#c = new Calls(module, id);
    this.#live = new Live(this.#c);
  }

  close() {
    this.#viewport = null;
    this.#c.m._motus_close_stage(this.#c.id);
  }

  // ---- Open
  openScene(name) {
    return this.#opened(() => this.#c.with([name], (at) => this.#c.m._motus_open_scene(this.#c.id, at)));
  }

  openDocument(text, files = {}) {
    this.#addFiles(files);
    return this.#opened(() => this.#c.with([text], (at) => this.#c.m._motus_open_document(this.#c.id, at)));
  }

  openModel(name, bytes, files = {}) {
    this.#addFiles({[name]: bytes, ...files});
    return this.#opened(() => this.#c.with([name], (at) => this.#c.withBytes(
        bytes, (data, size) => this.#c.m._motus_open_model(this.#c.id, at, data, size))));
  }

  openController(name, text, files = {}) {
    this.#addFiles(files);
    return this.#opened(() => this.#c.with([name, text], (at, content) => this.#c.m._motus_open_controller(this.#c.id, at, content)));
  }

  provide(files) {
    this.#addFiles(files);
    return this.#opened(() => this.#c.m._motus_provide(this.#c.id));
  }

  library() {
    return this.#c.json(this.#c.m._motus_library(this.#c.id));
  }

  #addFiles(files) {
    for (const [path, bytes] of Object.entries(files)) {
      this.#c.with([path], (at) => this.#c.withBytes(
          bytes, (data, size) => this.#c.check(this.#c.m._motus_add_file(this.#c.id, at, data, size))));
    }
  }

  #opened(open) {
    const report = this.#c.json(open());
    this.#changed();
    return report;
  }

  // What plays is another one.
  #changed() {
    this.#playing = null;
    this.#views.clear();
    this.#sendTransport();
    this.#live.read();
  }

  // ---- Play
  play(kind, id = '') {
    const number = numberOf(kKinds, kind, 'play');
    this.#c.with([id], (at) => this.#c.check(this.#c.m._motus_play(this.#c.id, number, at)));
    this.#changed();
    return this.playing;
  }

  restart() {
    this.#c.check(this.#c.m._motus_restart(this.#c.id));
    this.#live.read();
  }

  get playing() {
    this.#playing ??= this.#c.json(this.#c.m._motus_playing(this.#c.id));
    return this.#playing;
  }

  get paused() {
    return this.#transport.paused;
  }
  set paused(paused) {
    this.#transport.paused = paused;
    this.#sendTransport();
  }

  get speed() {
    return this.#transport.speed;
  }
  set speed(speed) {
    this.#c.check(this.#c.m._motus_set_transport(this.#c.id, this.#transport.paused ? 1 : 0, speed));
    this.#transport.speed = speed;
  }

  get loop() {
    return this.playing.loop;
  }
  set loop(loop) {
    this.#c.check(this.#c.m._motus_set_loop(this.#c.id, numberOf(kLoops, loop, 'loop')));
    this.#playing = null;
  }

  #sendTransport() {
    this.#c.m._motus_set_transport(this.#c.id, this.#transport.paused ? 1 : 0, this.#transport.speed);
  }

  advance(seconds) {
    const moved = this.#c.m._motus_advance(this.#c.id, seconds);
    if (moved < 0) throw this.#c.error();
    this.#live.read();
    return moved === 1;
  }

  step(frames = 1) {
    this.#c.check(this.#c.m._motus_step(this.#c.id, frames));
    this.#live.read();
  }

  seek(seconds) {
    this.#c.check(this.#c.m._motus_seek(this.#c.id, seconds));
    this.#live.read();
  }

  get live() {
    return this.#live.now;
  }

  events() {
    return this.#live.events();
  }

  // ---- Parameters
  #index(parameter) {
    if (typeof parameter === 'number') return parameter;
    const found = this.playing.machine?.parameters.find(({name}) => name === parameter);
    if (!found) {
      throw new MotusError({code: 'no-parameter', place: parameter, message: 'there is no such parameter', faults: []});
    }
    return found.index;
  }

  setParameter(parameter, value) {
    const index = this.#index(parameter);
    this.#c.check(this.#c.m._motus_set_parameter(this.#c.id, index, Number(value)));
    this.#live.now.parameters[index] = Number(value);
  }

  fireTrigger(parameter) {
    this.setParameter(parameter, 1);
  }

  parameter(parameter) {
    return this.#live.now.parameters[this.#index(parameter)];
  }

  // ---- Why
  why(transition) {
    return this.#c.json(this.#c.m._motus_why(this.#c.id, transition));
  }

  frameText({explain = false} = {}) {
    return this.#c.text(this.#c.m._motus_frame_text(this.#c.id, explain ? 1 : 0));
  }

  get recording() {
    return this.#live.recording;
  }

  scrub(tick) {
    this.#c.check(this.#c.m._motus_scrub(this.#c.id, tick));
    this.#live.read();
  }

  resume(from = 'newest') {
    this.#c.check(this.#c.m._motus_resume(this.#c.id, numberOf(kResumes, from, 'resume')));
    this.#live.read();
  }

  // ---- Transitions by themselves
  curve(keys, samples = 97) {
    const at = this.#c.with([JSON.stringify(keys)], (place) => this.#c.m._motus_curve(this.#c.id, place, samples));
    return this.#c.json(at);
  }

  showCurve(transition, keys) {
    this.#c.with([JSON.stringify(keys)],
        (place) => this.#c.check(this.#c.m._motus_show_curve(this.#c.id, transition, place)));
  }

  blendWeights(pointer) {
    return this.#c.json(this.#c.with([pointer], (at) => this.#c.m._motus_blend_weights(this.#c.id, at)));
  }

  previewBlend(transition, seconds, {linear = false} = {}) {
    const shown = this.#c.json(this.#c.m._motus_preview_blend(this.#c.id, transition, seconds, linear ? 1 : 0));
    this.#live.read();
    return shown;
  }

  get previews() {
    return this.#c.m._motus_previews(this.#c.id) === 1;
  }

  // ---- Pose
  // A view of the module's memory; made again only where that has moved.
  #view(key, at, count) {
    const known = this.#views.get(key);
    if (known && known.buffer === this.#c.m.HEAPF32.buffer && known.byteOffset === at && known.length === count) return known;
    const view = count === 0 ? new Float32Array(0) : new Float32Array(this.#c.m.HEAPF32.buffer, at, count);
    this.#views.set(key, view);
    return view;
  }

  get locals() {
    const joints = this.#c.m._motus_joint_count(this.#c.id);
    return this.#view('locals', this.#c.m._motus_locals(this.#c.id), joints * 10);
  }

  get models() {
    const joints = this.#c.m._motus_joint_count(this.#c.id);
    return this.#view('models', this.#c.m._motus_models(this.#c.id), joints * 12);
  }

  palette(skin = 0) {
    const size = this.#c.m._motus_palette_size(this.#c.id, skin);
    return this.#view(skin, this.#c.m._motus_palette(this.#c.id, skin), size * 12);
  }

  frameHash() {
    return this.#c.json(this.#c.m._motus_frame_hash(this.#c.id));
  }

  properties() {
    return this.#c.json(this.#c.m._motus_properties(this.#c.id));
  }

  // ---- Document
  documentText() {
    return this.#c.text(this.#c.m._motus_document_text(this.#c.id));
  }

  value(pointer) {
    const at = this.#c.with([pointer], (place) => this.#c.m._motus_value(this.#c.id, place));
    return at === 0 ? undefined : JSON.parse(this.#c.text(at));
  }

  validate() {
    return this.#c.json(this.#c.m._motus_validate(this.#c.id));
  }

  problems() {
    return this.#c.json(this.#c.m._motus_problems(this.#c.id));
  }

  edit(operations, name = '') {
    return this.#edited(() => this.#c.with([JSON.stringify(operations), name],
        (at, named) => this.#c.m._motus_edit(this.#c.id, at, named)));
  }

  undo() {
    return this.#edited(() => this.#c.m._motus_undo(this.#c.id));
  }

  redo() {
    return this.#edited(() => this.#c.m._motus_redo(this.#c.id));
  }

  goTo(position) {
    return this.#edited(() => this.#c.m._motus_go_to(this.#c.id, position));
  }

  takeText(text, name) {
    return this.#edited(() => this.#c.with([text, name],
        (at, named) => this.#c.m._motus_take_text(this.#c.id, at, named)));
  }

  commands() {
    return this.#c.json(this.#c.m._motus_commands(this.#c.id));
  }

  #edited(edit) {
    const report = this.#c.json(edit());
    this.#changed();
    return report;
  }

  get history() {
    return this.#c.json(this.#c.m._motus_history(this.#c.id));
  }

  markSaved() {
    this.#c.check(this.#c.m._motus_mark_saved(this.#c.id));
  }

  bake() {
    const at = this.#c.m._motus_baked(this.#c.id);
    if (at === 0) throw this.#c.error();
    return this.#c.m.HEAPU8.slice(at, at + this.#c.m._motus_baked_size(this.#c.id));
  }

  exportGltf() {
    const at = this.#c.m._motus_export_gltf(this.#c.id);
    if (at === 0) throw this.#c.error();
    return this.#c.m.HEAPU8.slice(at, at + this.#c.m._motus_desk_count(this.#c.id));
  }

  exportController(machine = '') {
    return this.#c.json(this.#c.with([machine], (at) => this.#c.m._motus_export_controller(this.#c.id, at)));
  }

  // ---- Desk
  get desk() {
    this.#desk ??= new Desk(this.#c, () => {
      this.#playing = null;
      this.#views.clear();
      this.#live.read();
    }, () => this.#transport);
    return this.#desk;
  }

  // ---- Viewport
  openViewport(canvas) {
    if (canvas.id === '') canvas.id = `motus-canvas-${this.#c.id}`;
    this.#c.with([`#${CSS.escape(canvas.id)}`], (at) => this.#c.check(this.#c.m._motus_view_open(this.#c.id, at)));
    this.#viewport = new Viewport(this.#c, canvas, () => this.#live.read());
    this.#viewport.setSize(canvas.width, canvas.height);
    return this.#viewport;
  }
}
