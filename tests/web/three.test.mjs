// three.js plays an exported scene as `motus sample` does: locals, palettes, morph weights.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';

import * as THREE from 'three';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';

import {exportGlb, motus, sceneNames} from './motus.mjs';

async function load(bytes) {
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const gltf = await new Promise((resolve, reject) => new GLTFLoader().parse(copy, '', resolve, reject));
  const nodes = new Map(), skins = new Map();
  gltf.scene.traverse((object) => {
    const at = gltf.parser.associations.get(object);
    if (at?.nodes !== undefined && !nodes.has(at.nodes)) nodes.set(at.nodes, object);
    if (object.isSkinnedMesh) {
      let node = object;
      while (gltf.parser.associations.get(node)?.nodes === undefined) node = node.parent;
      skins.set(gltf.parser.json.nodes[gltf.parser.associations.get(node).nodes].skin, object.skeleton);
    }
  });
  return {gltf, nodes, skins};
}

function near(got, want, tolerance, what) {
  assert.equal(got.length, want.length, what);
  for (let i = 0; i < got.length; ++i) {
    assert.ok(Math.abs(got[i] - want[i]) <= tolerance, `${what}[${i}]: ${got[i]} and not ${want[i]}`);
  }
}

// Compares everything of one pose; returns how many numbers were compared.
function compare({nodes, skins, gltf}, pose, what) {
  gltf.scene.updateMatrixWorld(true);
  const size = Math.max(1, ...pose.nodes.flatMap((n) => n.world.map(Math.abs)));
  let compared = 0;
  for (const node of pose.nodes) {
    const object = nodes.get(node.index);
    assert.ok(object, `${what}: node ${node.index}`);
    const q = object.quaternion.toArray();
    const sign = q.reduce((sum, x, i) => sum + x * node.rotation[i], 0) < 0 ? -1 : 1;
    near(node.translation, object.position.toArray(), 1e-5, `${what} ${node.name} translation`);
    near(node.rotation, q.map((x) => x * sign), 1e-5, `${what} ${node.name} rotation`);
    near(node.scale, object.scale.toArray(), 1e-5, `${what} ${node.name} scale`);
    near(node.world, object.matrixWorld.elements, 2e-5 * size, `${what} ${node.name} world`);
    if (node.weights) {
      const mesh = object.isMesh ? object : object.children.find((child) => child.isMesh);
      near(node.weights, mesh.morphTargetInfluences, 1e-5, `${what} ${node.name} weights`);
    }
    compared += 26 + (node.weights?.length ?? 0);
  }
  for (const skin of pose.skins) {
    const skeleton = skins.get(skin.index);
    if (!skeleton) continue;
    skin.palette.forEach((rows, k) => {
      const m = new THREE.Matrix4().multiplyMatrices(skeleton.bones[k].matrixWorld, skeleton.boneInverses[k]);
      const e = m.elements;
      near(rows, [0, 1, 2].flatMap((r) => [e[r], e[r + 4], e[r + 8], e[r + 12]]), 2e-5 * size,
          `${what} palette ${k}`);
      compared += 12;
    });
  }
  return compared;
}

for (const scene of sceneNames()) {
  test(`scene ${scene}`, async () => {
    const path = exportGlb(scene), file = fs.readFileSync(path);
    let compared = compare(await load(file), JSON.parse(motus('sample', scene, '--rest', '--json')), 'rest');
    const {clips} = JSON.parse(motus('inspect', scene, '--json'));
    assert.notEqual(clips.length, 0);
    for (const [index, {name, duration: d}] of clips.entries()) {
      for (const t of [0, 0.1, 0.37, d / 2, 0.9 * d, d]) {
        const loaded = await load(file);
        const mixer = new THREE.AnimationMixer(loaded.gltf.scene);
        const action = mixer.clipAction(loaded.gltf.animations[index]);
        assert.equal(loaded.gltf.animations[index].name, name);
        action.setLoop(THREE.LoopOnce);
        action.clampWhenFinished = true;
        action.play();
        mixer.setTime(t);
        // Of the file, which is quicker to read than to make; tests/cli holds the two equal.
        const pose = JSON.parse(motus('sample', path, '--clip', String(index), '--time', String(t), '--json'));
        compared += compare(loaded, pose, `${name} at ${t}`);
      }
    }
    assert.ok(compared > 500, `only ${compared} numbers compared`);
  });
}
