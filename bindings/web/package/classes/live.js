// What plays in a stage, as it is now: filled from the module's numbers after each step.
// SPDX-License-Identifier: MIT

// Places of motus/session/live_block.h.
const kHead = {tick: 0, seconds: 1, ended: 2, scrubbed: 3, first: 4, last: 5, recorded: 6, events: 7,
               layers: 8, parameters: 9, root: 10, size: 17};
const kLayerSize = 9;
const kNoEvents = Object.freeze([]);

function emptyLayer() {
  return {weight: 0, state: -1, normalizedTime: 0, next: -1, transition: -1, progress: 0, toWeight: 0,
          oneShot: false, clipCount: 0, clips: []};
}

export class Live {
  now = {tick: 0, seconds: 0, ended: false, layerCount: 0, layers: [],
         parameters: new Float64Array(0), rootMotion: new Float64Array(7)};
  recording = {first: 0, last: 0, shown: 0, scrubbed: false, seconds: 0};
  #c;
  #waiting = 0;

  constructor(calls) {
    this.#c = calls;
  }

  // Fills the live objects from the module's numbers. Makes none, but where a layer is new.
  read() {
    const at = this.#c.m._motus_live(this.#c.id);
    const block = this.#c.m.HEAPF64;
    const base = at / 8;
    const live = this.now;
    live.tick = block[base + kHead.tick];
    live.seconds = block[base + kHead.seconds];
    live.ended = block[base + kHead.ended] !== 0;
    for (let i = 0; i < 7; ++i) live.rootMotion[i] = block[base + kHead.root + i];
    const recording = this.recording;
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
}
