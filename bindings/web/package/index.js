// The package motus: classes around the functions of bindings/web/abi.h. Views only, no logic.
// SPDX-License-Identifier: MIT
import {Stage} from './classes/stage.js';
import createModule from './dist/motus.js';

export {MotusError} from './classes/calls.js';
export {Desk} from './classes/desk.js';
export {decodeDraco} from './classes/draco.js';
export {Viewport} from './classes/viewport.js';
export {Stage};

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
