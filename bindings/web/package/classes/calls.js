// Calls of the module for one stage, and the error they throw.
// SPDX-License-Identifier: MIT

export class MotusError extends Error {
  constructor({code, place, message, faults}) {
    super(place === '' ? message : `${place}: ${message}`);
    this.name = 'MotusError';
    this.code = code;
    this.place = place;
    this.faults = faults;
  }
}

// The number of a word; one that is not there is refused with those that are.
export function numberOf(numbers, word, place) {
  if (Object.hasOwn(numbers, word)) return numbers[word];
  throw new MotusError({code: 'bad-word', place, message: `there is no "${word}"; there are ${Object.keys(numbers).join(', ')}`, faults: []});
}

// Calls for one stage: texts in, JSON out, errors thrown.
export class Calls {
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
