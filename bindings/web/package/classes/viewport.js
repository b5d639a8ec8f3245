// A canvas that the module draws a stage into: bindings/web/abi.h.
// SPDX-License-Identifier: MIT
import {numberOf} from './calls.js';

const kOverlays = {skeleton: 1, axes: 2, names: 4, trail: 8, onion: 16, heat: 32, label: 64};
const kLooks = {light: 0, dark: 1, clear: 2};
const kPointers = {move: 0, down: 1, up: 2, leave: 3};
const kLost = 2;

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
    const flags = overlays.reduce((all, name) => all | numberOf(kOverlays, name, 'setOverlays'), 0);
    this.#c.check(this.#c.m._motus_view_overlays(this.#c.id, flags));
  }

  setLook(look) {
    this.#c.check(this.#c.m._motus_view_look(this.#c.id, numberOf(kLooks, look, 'setLook')));
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
    const under = this.#c.json(this.#c.m._motus_view_pointer(this.#c.id, numberOf(kPointers, kind, 'pointer'), x, y));
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
