// The viewport for pages: one class around the functions of abi.h.
// SPDX-License-Identifier: MIT
import createModule from './viewport.js';

export const overlays = {skeleton: 1, axes: 2, names: 4, trail: 8, onion: 16, heat: 32, label: 64};
export const looks = {studio: 0, dark: 1, clear: 2};
const kLost = 2;

let loading;

export class Viewport {
  #m;
  #id;
  #canvas;

  constructor(module, id, canvas) {
    this.#m = module;
    this.#id = id;
    this.#canvas = canvas;
  }

  // `canvas` must be in the document and have an id.
  static async open(canvas, options = {}) {
    const m = await (loading ??= createModule(options));
    const selector = m.allocateUTF8(`#${CSS.escape(canvas.id)}`);
    const id = m._motus_viewport_open(selector);
    m._free(selector);
    if (id === 0) throw new Error(m.UTF8ToString(m._motus_viewport_error(0)));
    const viewport = new Viewport(m, id, canvas);
    viewport.setSize(canvas.width, canvas.height);
    return viewport;
  }

  close() {
    this.#m._motus_viewport_close(this.#id);
  }

  // Shows a .glb file; gives back warnings.
  load(bytes) {
    const at = this.#m._malloc(bytes.length);
    this.#m.HEAPU8.set(bytes, at);
    const result = this.#m._motus_viewport_load(this.#id, at, bytes.length);
    this.#m._free(at);
    this.#check(result);
    return this.error.split('\n').filter((line) => line !== '');
  }

  get clips() {
    const count = this.#m._motus_viewport_clip_count(this.#id);
    return Array.from({length: count}, (_, i) => ({
      name: this.#text(this.#m._motus_viewport_clip_name(this.#id, i)),
      seconds: this.#m._motus_viewport_clip_seconds(this.#id, i),
    }));
  }

  // By name or position; null shows the rest pose.
  setClip(clip) {
    const index = typeof clip === 'string' ? this.clips.findIndex(({name}) => name === clip) : clip ?? -1;
    if (typeof clip === 'string' && index < 0) throw new Error(`there is no clip "${clip}"`);
    this.#check(this.#m._motus_viewport_set_clip(this.#id, index));
  }

  setSize(width, height) {
    this.#check(this.#m._motus_viewport_set_size(this.#id, width, height));
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
  }

  setCamera({yaw = 0.5, pitch = 0.16, margin = 1.12} = {}) {
    this.#check(this.#m._motus_viewport_set_camera(this.#id, yaw, pitch, margin));
  }

  // Names of `overlays`.
  setOverlays(...names) {
    const flags = names.reduce((all, name) => all | overlays[name], 0);
    this.#check(this.#m._motus_viewport_set_overlays(this.#id, flags));
  }

  setLook(name) {
    this.#check(this.#m._motus_viewport_set_look(this.#id, looks[name]));
  }

  setCrowd(figures) {
    this.#check(this.#m._motus_viewport_set_crowd(this.#id, figures));
  }

  // True where it was drawn; false while the context is lost: draw again when it is back.
  draw(seconds) {
    const result = this.#m._motus_viewport_draw(this.#id, seconds);
    if (result === kLost) return false;
    this.#check(result);
    return true;
  }

  // The last picture: straight alpha, top row first.
  read() {
    const at = this.#m._motus_viewport_read(this.#id);
    if (at === 0) throw new Error(this.error);
    const {width, height} = this.#canvas;
    return {width, height, rgba: this.#m.HEAPU8.slice(at, at + width * height * 4)};
  }

  get drawCalls() {
    return this.#m._motus_viewport_draw_calls(this.#id);
  }

  get error() {
    return this.#text(this.#m._motus_viewport_error(this.#id));
  }

  get renderer() {
    return this.#text(this.#m._motus_viewport_renderer(this.#id));
  }

  #text(at) {
    return this.#m.UTF8ToString(at);
  }

  #check(result) {
    if (result !== 0) throw new Error(this.error);
  }
}
