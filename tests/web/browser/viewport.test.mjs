// The same pose natively and in a browser: one source of shaders, two drivers, one picture.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, {after, before} from 'node:test';
import {fileURLToPath} from 'node:url';

import {PNG} from 'pngjs';

import {exportGlb, motus} from '../motus.mjs';
import {openPage} from './chromium.mjs';
import {difference} from './compare.mjs';

const kMean = 0.7, kLarge = 0.002;  // What golden pictures are held to.
const size = {width: 320, height: 240};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'motus-browser-'));
const keep = process.env.MOTUS_KEEP_PICTURES;
let browser;

before(async () => {
  const viewport = process.env.MOTUS_VIEWPORT;
  assert.ok(viewport, 'MOTUS_VIEWPORT must name the folder of viewport.wasm: use run.sh');
  browser = await openPage({'': fileURLToPath(new URL('.', import.meta.url)), viewport, models: folder}, size);
});

after(async () => {
  await browser?.close();
  fs.rmSync(folder, {recursive: true, force: true});
});

function native(file, args) {
  const out = path.join(folder, 'native.png');
  motus('render', file, '-o', out, '--size', `${size.width}x${size.height}`, ...args);
  const png = PNG.sync.read(fs.readFileSync(out));
  return {width: png.width, height: png.height, rgba: png.data};
}

// Draws in the page; pixels come back as base64, which is what goes through the wire unharmed.
async function drawn(model, what) {
  fs.copyFileSync(model, path.join(folder, 'model.glb'));
  const got = await browser.page.evaluate(async (what) => {
    const bytes = new Uint8Array(await (await fetch('models/model.glb')).arrayBuffer());
    window.shown ??= await window.Viewport.open(document.querySelector('#view'));
    const warnings = shown.load(bytes);
    shown.setClip(what.clip);
    shown.setLook(what.look ?? 'studio');
    shown.setOverlays(...(what.overlays ?? []));
    shown.setCamera(what.camera);
    shown.setCrowd(what.crowd ?? 1);
    const ok = shown.draw(what.time);
    const {width, height, rgba} = shown.read();
    let text = '';
    for (let i = 0; i < rgba.length; i += 8192) text += String.fromCharCode(...rgba.subarray(i, i + 8192));
    return {ok, warnings, width, height, text: btoa(text), renderer: shown.renderer, calls: shown.drawCalls};
  }, what);
  assert.ok(got.ok);
  assert.deepEqual(got.warnings, []);
  return {...got, rgba: Buffer.from(got.text, 'base64')};
}

function save(name, {width, height, rgba}) {
  if (!keep) return;
  const png = new PNG({width, height});
  rgba.copy(png.data);
  fs.mkdirSync(keep, {recursive: true});
  fs.writeFileSync(path.join(keep, `${name}.png`), PNG.sync.write(png));
}

function expectAlike(name, a, b) {
  save(`${name}-native`, a);
  save(`${name}-browser`, b);
  const {mean, large, largest} = difference(a, b);
  const said = `${name}: mean ${mean.toFixed(3)}, ${(large * 100).toFixed(3)} % large, largest ${largest.toFixed(1)}`;
  console.log(said);
  assert.ok(mean <= kMean && large <= kLarge, `${said}; set MOTUS_KEEP_PICTURES to a folder to see both`);
  // A black or an empty picture is alike as well.
  const mid = b.rgba.filter((v, i) => i % 4 !== 3 && v > 40 && v < 215).length;
  assert.ok(mid > 0.05 * b.rgba.length, `${name}: there is nothing on the picture`);
}

const degrees = (yaw, pitch) => ({yaw: yaw * Math.PI / 180, pitch: pitch * Math.PI / 180});

const cases = [
  {name: 'palette in a block', scene: 'hero', clip: 'Run', time: 0.35, camera: degrees(28, 9), view: '28,9'},
  {
    name: 'bones and text', scene: 'hero', clip: 'Wave', time: 0.8, camera: degrees(0, 6), view: 'front', look: 'dark',
    overlays: ['skeleton', 'label'], args: ['--background', 'dark', '--overlay', 'skeleton,label'],
  },
  {
    name: 'onion skins', scene: 'hero', clip: 'Walk', time: 0.25, camera: degrees(90, 6), view: 'left',
    overlays: ['onion', 'trail'], args: ['--overlay', 'onion,trail'],
  },
  {
    name: 'palettes in a texture', scene: 'spine', clip: 0, time: 0.3, camera: degrees(28, 20), view: '28,20',
    crowd: 40, args: ['--crowd', '40'],
  },
  {name: 'morphs', scene: 'morph', clip: 0, time: 0.6, camera: degrees(28, 9), view: '28,9'},
  {
    name: 'weights as heat', scene: 'hero', clip: 'Jump', time: 0.6, camera: degrees(-23, 9), view: '-23,9',
    overlays: ['heat'], args: ['--overlay', 'heat'],
  },
  {
    name: 'clear', scene: 'hero', clip: 'Idle', time: 0.5, camera: degrees(28, 9), view: '28,9', look: 'clear',
    args: ['--background', 'none'],
  },
];

for (const what of cases) {
  test(what.name, async () => {
    const model = exportGlb(what.scene);
    const args = ['--clip', String(what.clip), '--time', String(what.time), '--camera', what.view, ...(what.args ?? [])];
    const got = await drawn(model, what);
    assert.match(got.renderer, /WebGL 2|OpenGL ES 3/);
    expectAlike(what.name.replaceAll(' ', '-'), native(model, args), got);
    assert.deepEqual(browser.problems, []);
  });
}

test('another pose is another picture', async () => {
  const model = exportGlb('hero');
  const at = {clip: 'Run', camera: degrees(28, 9)};
  const a = await drawn(model, {...at, time: 0.35}), b = await drawn(model, {...at, time: 0.45});
  assert.ok(difference(a, b).large > 5 * kLarge, JSON.stringify(difference(a, b)));
});

test('what is drawn is on the canvas', async () => {
  await drawn(exportGlb('hero'), {clip: 'Run', time: 0.35, camera: degrees(28, 9)});
  const most = await browser.page.evaluate(() => {
    const canvas = document.querySelector('#view'), copy = new OffscreenCanvas(canvas.width, canvas.height);
    shown.draw(0.35);
    const plane = copy.getContext('2d');
    plane.drawImage(canvas, 0, 0);
    const there = plane.getImageData(0, 0, canvas.width, canvas.height).data, {rgba} = shown.read();
    return rgba.reduce((most, value, i) => Math.max(most, Math.abs(value - there[i])), 0);
  });
  assert.equal(most, 0);
});

test('a crowd is one call a part', async () => {
  const model = exportGlb('spine');
  const one = await drawn(model, {clip: 0, time: 0}), many = await drawn(model, {clip: 0, time: 0, crowd: 500});
  assert.ok(one.calls > 0);
  assert.equal(many.calls, one.calls);
});

test('a lost context comes back with everything', async () => {
  const what = {clip: 'Run', time: 0.35, camera: degrees(28, 9)};
  const first = await drawn(exportGlb('hero'), what);
  const lost = await browser.page.evaluate(async (time) => {
    const canvas = document.querySelector('#view');
    const extension = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    const told = (name) => new Promise((done) => canvas.addEventListener(name, () => setTimeout(done), {once: true}));
    const gone = told('webglcontextlost');
    extension.loseContext();
    await gone;
    const while_lost = {drawn: shown.draw(time), error: shown.error};
    const back = told('webglcontextrestored');
    extension.restoreContext();
    await back;
    const drawn = shown.draw(time);
    const {rgba} = shown.read();
    let text = '';
    for (let i = 0; i < rgba.length; i += 8192) text += String.fromCharCode(...rgba.subarray(i, i + 8192));
    return {while_lost, drawn, text: btoa(text)};
  }, what.time);
  assert.equal(lost.while_lost.drawn, false);
  assert.match(lost.while_lost.error, /lost/);
  assert.equal(lost.drawn, true);
  assert.ok(Buffer.from(lost.text, 'base64').equals(first.rgba), 'the picture after is the one before');
});

test('bad bytes are refused and the old figure stays', async () => {
  await drawn(exportGlb('hero'), {clip: 'Run', time: 0.35});
  const got = await browser.page.evaluate(() => {
    let error = '';
    try {
      shown.load(new Uint8Array([1, 2, 3, 4]));
    } catch (e) {
      error = e.message;
    }
    shown.draw(0.35);
    return {error, clips: shown.clips.map(({name}) => name)};
  });
  assert.notEqual(got.error, '');
  assert.ok(got.clips.includes('Run'));
});
