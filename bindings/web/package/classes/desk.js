// Timelines, keys and properties: motus/session/desk.h.
// SPDX-License-Identifier: MIT

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
