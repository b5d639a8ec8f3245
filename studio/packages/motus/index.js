// The package motus: classes around the functions of tools/web/abi.h. Views only, no logic.
// SPDX-License-Identifier: MIT
import createModule from './dist/motus.js';

const kKinds = {none: 0, clip: 1, machine: 2, timeline: 3};
const kLoops = {once: 0, loop: 1, pingpong: 2};
const kOverlays = {skeleton: 1, axes: 2, names: 4, trail: 8, onion: 16, heat: 32, label: 64};
const kLooks = {light: 0, dark: 1, clear: 2};
const kPointers = {move: 0, down: 1, up: 2, leave: 3};
const kLost = 2;
// Places of motus/session/live_block.h.
const kHead = {tick: 0, seconds: 1, ended: 2, scrubbed: 3, first: 4, last: 5, recorded: 6, events: 7,
               layers: 8, parameters: 9, root: 10, size: 17};
const kLayerSize = 9;
const kNoEvents = Object.freeze([]);

export class MotusError extends Error {
  constructor({code, place, message, faults}) {
    super(place === '' ? message : `${place}: ${message}`);
    this.name = 'MotusError';
    this.code = code;
    this.place = place;
    this.faults = faults;
  }
}

let loading;

export function loadMotus(options = {}) {
  loading ??= createModule(options).then((module) => new Motus(module));
  return loading;
}

class Motus {
  #m;

  constructor(module) {
    this.#m = module;
  }

  get version() {
    return this.#m.UTF8ToString(this.#m._motus_version());
  }

  newStage() {
    return new Stage(this.#m, this.#m._motus_new_stage());
  }
}

// Calls for one stage: texts in, JSON out, errors thrown.
class Calls {
  constructor(module, id) {
    this.m = module;
    this.id = id;
  }

  // With texts in the module's memory for the time of the call.
  with(texts, call) {
    const places = texts.map((text) => this.m.allocateUTF8(text));
    try {
      return call(...places);
    } finally {
      for (const place of places) this.m._free(place);
    }
  }

  withBytes(bytes, call) {
    const at = this.m._malloc(Math.max(bytes.length, 1));
    this.m.HEAPU8.set(bytes, at);
    try {
      return call(at, bytes.length);
    } finally {
      this.m._free(at);
    }
  }

  error() {
    const text = this.m.UTF8ToString(this.m._motus_error(this.id));
    return new MotusError(text === '' ? {code: 'closed', place: '', message: 'it is closed', faults: []} : JSON.parse(text));
  }

  text(at) {
    if (at === 0) throw this.error();
    return this.m.UTF8ToString(at);
  }

  json(at) {
    return JSON.parse(this.text(at));
  }

  check(result) {
    if (result !== 0) throw this.error();
  }
}

function emptyLayer() {
  return {weight: 0, state: -1, normalizedTime: 0, next: -1, transition: -1, progress: 0, toWeight: 0,
          oneShot: false, clipCount: 0, clips: []};
}

export class Stage {
  #c;
  #playing = null;
  #transport = {paused: false, speed: 1};
  #viewport = null;
  #desk = null;
  #live = {tick: 0, seconds: 0, ended: false, layerCount: 0, layers: [],
           parameters: new Float64Array(0), rootMotion: new Float64Array(7)};
  #recording = {first: 0, last: 0, shown: 0, scrubbed: false, seconds: 0};
  #waiting = 0;
  #views = new Map();

  constructor(module, id) {
    this.#c = new Calls(module, id);
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
    this.#addFiles(files);
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
    this.#read();
  }

  // ---- Play
  play(kind, id = '') {
    this.#c.with([id], (at) => this.#c.check(this.#c.m._motus_play(this.#c.id, kKinds[kind], at)));
    this.#changed();
    return this.playing;
  }

  restart() {
    this.#c.check(this.#c.m._motus_restart(this.#c.id));
    this.#read();
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
    this.#c.check(this.#c.m._motus_set_loop(this.#c.id, kLoops[loop]));
    this.#playing = null;
  }

  #sendTransport() {
    this.#c.m._motus_set_transport(this.#c.id, this.#transport.paused ? 1 : 0, this.#transport.speed);
  }

  advance(seconds) {
    const moved = this.#c.m._motus_advance(this.#c.id, seconds);
    if (moved < 0) throw this.#c.error();
    this.#read();
    return moved === 1;
  }

  step(frames = 1) {
    this.#c.check(this.#c.m._motus_step(this.#c.id, frames));
    this.#read();
  }

  seek(seconds) {
    this.#c.check(this.#c.m._motus_seek(this.#c.id, seconds));
    this.#read();
  }

  get live() {
    return this.#live;
  }

  // Fills the live objects from the module's numbers. Makes none, but where a layer is new.
  #read() {
    const at = this.#c.m._motus_live(this.#c.id);
    const block = this.#c.m.HEAPF64;
    const base = at / 8;
    const live = this.#live;
    live.tick = block[base + kHead.tick];
    live.seconds = block[base + kHead.seconds];
    live.ended = block[base + kHead.ended] !== 0;
    for (let i = 0; i < 7; ++i) live.rootMotion[i] = block[base + kHead.root + i];
    const recording = this.#recording;
    recording.first = block[base + kHead.first];
    recording.last = block[base + kHead.last];
    recording.shown = live.tick;
    recording.scrubbed = block[base + kHead.scrubbed] !== 0;
    recording.seconds = block[base + kHead.recorded];
    this.#waiting = block[base + kHead.events];
    const parameters = block[base + kHead.parameters];
    if (live.parameters.length !== parameters) live.parameters = new Float64Array(parameters);
    for (let i = 0; i < parameters; ++i) live.parameters[i] = block[base + kHead.size + i];
    live.layerCount = block[base + kHead.layers];
    let place = base + kHead.size + parameters;
    for (let l = 0; l < live.layerCount; ++l) {
      if (live.layers.length === l) live.layers.push(emptyLayer());
      place = this.#readLayer(live.layers[l], block, place);
    }
  }

  #readLayer(layer, block, place) {
    layer.weight = block[place];
    layer.state = block[place + 1];
    layer.normalizedTime = block[place + 2];
    layer.next = block[place + 3];
    layer.transition = block[place + 4];
    layer.progress = block[place + 5];
    layer.toWeight = block[place + 6];
    layer.oneShot = block[place + 7] !== 0;
    layer.clipCount = block[place + 8];
    place += kLayerSize;
    for (let i = 0; i < layer.clipCount; ++i, place += 3) {
      if (layer.clips.length === i) layer.clips.push({motion: -1, seconds: 0, weight: 0});
      layer.clips[i].motion = block[place];
      layer.clips[i].seconds = block[place + 1];
      layer.clips[i].weight = block[place + 2];
    }
    return place;
  }

  events() {
    if (this.#waiting === 0) return kNoEvents;
    this.#waiting = 0;
    return this.#c.json(this.#c.m._motus_events(this.#c.id));
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
    this.#live.parameters[index] = Number(value);
  }

  fireTrigger(parameter) {
    this.setParameter(parameter, 1);
  }

  parameter(parameter) {
    return this.#live.parameters[this.#index(parameter)];
  }

  // ---- Why
  why(transition) {
    return this.#c.json(this.#c.m._motus_why(this.#c.id, transition));
  }

  frameText({explain = false} = {}) {
    return this.#c.text(this.#c.m._motus_frame_text(this.#c.id, explain ? 1 : 0));
  }

  get recording() {
    return this.#recording;
  }

  scrub(tick) {
    this.#c.check(this.#c.m._motus_scrub(this.#c.id, tick));
    this.#read();
  }

  resume(from = 'newest') {
    this.#c.check(this.#c.m._motus_resume(this.#c.id, from === 'here' ? 1 : 0));
    this.#read();
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
    this.#read();
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
      this.#read();
    }, () => this.#transport);
    return this.#desk;
  }

  // ---- Viewport
  openViewport(canvas) {
    if (canvas.id === '') canvas.id = `motus-canvas-${this.#c.id}`;
    this.#c.with([`#${CSS.escape(canvas.id)}`], (at) => this.#c.check(this.#c.m._motus_view_open(this.#c.id, at)));
    this.#viewport = new Viewport(this.#c, canvas, () => this.#read());
    this.#viewport.setSize(canvas.width, canvas.height);
    return this.#viewport;
  }
}

// Timelines, keys and properties: motus/session/desk.h.
export class Desk {
  #c;
  #changed;
  #transport;
  #recording = false;

  constructor(calls, changed, transport) {
    this.#c = calls;
    this.#changed = changed;
    this.#transport = transport;
  }

  go(timeline, frame) {
    this.#c.with([timeline], (at) => this.#c.check(this.#c.m._motus_desk_go(this.#c.id, at, frame)));
    this.#transport().paused = true;
    this.#changed();
  }

  get frame() {
    return this.#c.m._motus_desk_frame(this.#c.id);
  }

  get revision() {
    return this.#c.m._motus_desk_revision(this.#c.id);
  }

  get recording() {
    return this.#recording;
  }
  set recording(on) {
    this.#c.check(this.#c.m._motus_desk_record(this.#c.id, on ? 1 : 0));
    this.#recording = on;
  }

  timeline(id) {
    return this.#c.json(this.#c.with([id], (at) => this.#c.m._motus_desk_timeline(this.#c.id, at)));
  }

  keys(id) {
    const at = this.#c.with([id], (text) => this.#c.m._motus_desk_keys(this.#c.id, text));
    return this.#c.m.HEAPF64.slice(at / 8, at / 8 + this.#c.m._motus_desk_count(this.#c.id));
  }

  track(id) {
    return this.#c.json(this.#c.with([id], (at) => this.#c.m._motus_desk_track(this.#c.id, at)));
  }

  curve(id, from, to, count) {
    const at = this.#c.with([id], (text) => this.#c.m._motus_desk_curve(this.#c.id, text, from, to, count));
    return this.#c.m.HEAPF32.slice(at / 4, at / 4 + this.#c.m._motus_desk_count(this.#c.id));
  }

  snap(id, frame, radius = 0, except = []) {
    const bytes = new Uint8Array(Uint32Array.from(except).buffer);
    return this.#c.with([id], (text) => this.#c.withBytes(bytes, (at) =>
      this.#c.m._motus_desk_snap(this.#c.id, text, frame, radius, at, except.length)));
  }

  entities() {
    return this.#c.json(this.#c.m._motus_desk_entities(this.#c.id));
  }

  uses(id) {
    return this.#c.json(this.#c.with([id], (at) => this.#c.m._motus_desk_uses(this.#c.id, at)));
  }

  inspect(pointers) {
    return this.#c.json(this.#c.with([JSON.stringify(pointers)], (at) => this.#c.m._motus_desk_inspect(this.#c.id, at)));
  }

  command(command) {
    const report = this.#c.json(this.#c.with([JSON.stringify(command)],
        (at) => this.#c.m._motus_desk_command(this.#c.id, at)));
    this.#changed();
    return report;
  }
}

export class Viewport {
  #c;
  #canvas;
  #read;
  #follow = true;

  constructor(calls, canvas, read) {
    this.#c = calls;
    this.#canvas = canvas;
    this.#read = read;
  }

  close() {
    this.#c.m._motus_view_close(this.#c.id);
  }

  setSize(width, height) {
    this.#c.check(this.#c.m._motus_view_size(this.#c.id, width, height));
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
  }

  setOverlays(overlays) {
    const flags = overlays.reduce((all, name) => all | kOverlays[name], 0);
    this.#c.check(this.#c.m._motus_view_overlays(this.#c.id, flags));
  }

  setLook(look) {
    this.#c.check(this.#c.m._motus_view_look(this.#c.id, kLooks[look]));
  }

  select(joint) {
    this.#c.check(this.#c.m._motus_view_select(this.#c.id, joint));
  }

  get follow() {
    return this.#follow;
  }
  set follow(follow) {
    this.#c.check(this.#c.m._motus_view_follow(this.#c.id, follow ? 1 : 0));
    this.#follow = follow;
  }

  get camera() {
    const at = this.#c.m._motus_view_camera(this.#c.id);
    if (at === 0) throw this.#c.error();
    const [x, y, z, yaw, pitch, distance] = this.#c.m.HEAPF32.subarray(at / 4, at / 4 + 6);
    return {target: [x, y, z], yaw, pitch, distance};
  }
  set camera({target: [x, y, z], yaw, pitch, distance}) {
    this.#c.check(this.#c.m._motus_view_set_camera(this.#c.id, x, y, z, yaw, pitch, distance));
  }

  orbit(dx, dy) {
    this.#c.check(this.#c.m._motus_view_orbit(this.#c.id, dx, dy));
  }

  pan(dx, dy) {
    this.#c.check(this.#c.m._motus_view_pan(this.#c.id, dx, dy));
  }

  zoom(factor) {
    this.#c.check(this.#c.m._motus_view_zoom(this.#c.id, factor));
  }

  frameAll() {
    this.#c.check(this.#c.m._motus_view_frame(this.#c.id, -1));
  }

  frameJoint(joint) {
    this.#c.check(this.#c.m._motus_view_frame(this.#c.id, joint));
  }

  pickJoint(x, y) {
    return this.#c.m._motus_view_pick(this.#c.id, x, y);
  }

  jointPlace(joint) {
    const at = this.#c.m._motus_view_joint(this.#c.id, joint);
    return at === 0 ? null : [this.#c.m.HEAPF32[at / 4], this.#c.m.HEAPF32[at / 4 + 1]];
  }

  entityAt(x, y) {
    return this.#c.json(this.#c.m._motus_view_entity(this.#c.id, x, y));
  }

  boxes(ids) {
    return this.#c.json(this.#c.with([JSON.stringify(ids)], (at) => this.#c.m._motus_canvas_boxes(this.#c.id, at)));
  }

  beginDrag(ids) {
    this.#c.with([JSON.stringify(ids)], (at) => this.#c.check(this.#c.m._motus_canvas_begin(this.#c.id, at)));
  }

  drag(drag) {
    const report = this.#c.json(this.#c.with([JSON.stringify(drag)], (at) => this.#c.m._motus_canvas_drag(this.#c.id, at)));
    this.#read();
    return report;
  }

  pointer(kind, x, y) {
    const under = this.#c.json(this.#c.m._motus_view_pointer(this.#c.id, kPointers[kind], x, y));
    this.#read();
    return under;
  }

  draw() {
    const result = this.#c.m._motus_view_draw(this.#c.id);
    if (result === kLost) return false;
    this.#c.check(result);
    return true;
  }

  read() {
    const at = this.#c.m._motus_view_read(this.#c.id);
    if (at === 0) throw this.#c.error();
    const {width, height} = this.#canvas;
    return {width, height, rgba: this.#c.m.HEAPU8.slice(at, at + width * height * 4)};
  }

  get drawCalls() {
    return this.#c.m._motus_view_draw_calls(this.#c.id);
  }

  get renderer() {
    return this.#c.m.UTF8ToString(this.#c.m._motus_view_renderer(this.#c.id));
  }
}
