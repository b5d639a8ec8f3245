// Runs the motus binary for the tests beside this file.
// SPDX-License-Identifier: MIT
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const tool = process.env.MOTUS_TOOL;
if (!tool) throw new Error('MOTUS_TOOL must name the motus binary: use run.sh');

export function motus(...args) {
  return execFileSync(tool, args, {encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore']});
}

// The embedded scenes that are models, as the help lists them.
export function sceneNames() {
  const [, list] = motus('inspect', '--help').split('Scenes:\n');
  const names = list.split('\n').filter((line) => line.startsWith('  ')).map((line) => line.trim().split(/\s+/)[0]);
  if (!names.includes('hero')) throw new Error('the help names no scene');
  return names.filter((name) => name !== 'card');  // a document: there is no glTF of it
}

// Every model under MOTUS_TEST_DATA, or none where that is not set.
export function modelFiles() {
  const data = process.env.MOTUS_TEST_DATA;
  if (!data) return [];
  const root = path.join(data, 'models');
  return fs.readdirSync(root, {recursive: true})
      .filter((name) => /\.(glb|gltf)$/.test(name))
      .sort()
      .map((name) => path.join(root, name));
}

// Exports `file` into a folder that is removed when the process ends; returns the path.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'motus-web-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true, force: true}));
let exported = 0;
export function exportGlb(file) {
  const out = path.join(folder, `${++exported}.glb`);
  motus('export', file, '-o', out);
  return out;
}
