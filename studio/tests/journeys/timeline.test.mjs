// An animator at the timeline: scrub, drag keys over others, curves, copies; and a large one.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { closeBrowser, motus, openPage, startStudio } from './harness.mjs';

let studio;
let view;

/** 50 entities with 4 tracks each, 100 keys a track. */
function large() {
  const entities = [];
  const tracks = [];
  for (let e = 0; e < 50; ++e) {
    const id = 1000 + e;
    entities.push({ id, name: `Box ${e}`, components: [{ type: 'Transform2D', position: [(e % 10) * 60, Math.floor(e / 10) * 60], size: [50, 50] }, { type: 'Fill' }] });
    const bind = (component, property, kind) => ({ target: id, component, property: (component << 16) | property, property_kind: kind });
    const keys = (value) => Array.from({ length: 100 }, (_, k) => ({ frame: k * 6 + (e % 5), value: value(k) }));
    tracks.push({ id: 10_000 + e * 4, binding: bind(61, 1, 'vec2'), keys: keys((k) => [(e % 10) * 60 + (k % 7), Math.floor(e / 10) * 60]) });
    tracks.push({ id: 10_001 + e * 4, binding: bind(61, 2, 'number'), keys: keys((k) => (k % 9) / 10) });
    tracks.push({ id: 10_002 + e * 4, binding: bind(62, 2, 'number'), keys: keys((k) => 0.5 + (k % 5) / 10) });
    tracks.push({ id: 10_003 + e * 4, binding: bind(62, 3, 'number'), keys: keys((k) => k % 20) });
  }
  const targets = entities.map(({ id }, index) => ({ id: 90_000 + index, entity: id }));
  return JSON.stringify({ version: 2, name: 'large', scene: { entities }, library: { timelines: [{ id: 7, name: 'large', duration: 600, targets, tracks }] } });
}

before(async () => {
  studio = await startStudio({ files: { 'large.motus': large() } });
  view = await openPage(studio.address, { size: { width: 1440, height: 900 } });
  await view.page.getByRole('treeitem', { name: /^Card/ }).first().click();
  await view.run(0.1);
  await view.page.getByRole('treeitem', { name: /^flip / }).click();
  await view.run(0.2);
});
after(async () => {
  await closeBrowser();
  assert.deepEqual(view.problems, []);
});

const canvas = () => view.page.locator('.sheet canvas');
const documentText = () => view.page.evaluate(() => window.motusStudio.stage.documentText());

/** Where key `index` of a track stands in the page; of the first that has `least` keys. */
function keyPlace(least, index) {
  return view.page.evaluate(([count, which]) => {
    const { timeline } = window.motusStudio;
    const { rows, text } = timeline.state;
    const at = rows.findIndex((row) => row.kind === 'track' && text.tracks[row.track].count >= count);
    const track = text.tracks[rows[at].track];
    const frame = timeline.keys[(track.first + which) * 4 + 1];
    const box = document.querySelector('.sheet canvas').getBoundingClientRect();
    return {
      x: box.left + timeline.x(frame), y: box.top + 26 + at * 24 - timeline.scrollY + 12,
      frame, key: timeline.keys[(track.first + which) * 4], track: track.id, count: track.count, scale: timeline.scale,
    };
  }, [least, index]);
}

async function dragMouse(from, to, steps = 6) {
  await view.page.mouse.move(from.x, from.y);
  await view.page.mouse.down();
  await view.page.mouse.move(to.x, to.y, { steps });
}

test('scrubbing shows what motus sample --timeline says', async () => {
  const { page, run } = view;
  const file = path.join(studio.folder, 'card.motus');
  fs.writeFileSync(file, await documentText());
  await canvas().focus();
  await page.keyboard.press('Home');
  for (const presses of [0, 3, 5]) {
    for (let i = 0; i < presses; ++i) await page.keyboard.press('ArrowRight');
    await run(0.1);
    const frame = Number(await canvas().getAttribute('aria-valuenow'));
    const shown = await page.evaluate(() => window.motusStudio.stage.properties());
    const told = JSON.parse(execFileSync(motus, ['sample', file, '--timeline', 'flip', '--frame', String(frame), '--json'], { encoding: 'utf8' }));
    assert.ok(told.properties.length > 3);
    assert.deepEqual(shown, told.properties, `frame ${frame}`);
  }
  await dragMouse({ x: 0, y: 0, ...(await rulerPlace(2)) }, await rulerPlace(9));
  await page.mouse.up();
  await run(0.1);
  assert.equal(await canvas().getAttribute('aria-valuenow'), '9');
});

function rulerPlace(frame) {
  return view.page.evaluate((at) => {
    const { timeline } = window.motusStudio;
    const box = document.querySelector('.sheet canvas').getBoundingClientRect();
    return { x: box.left + timeline.x(at), y: box.top + 8 };
  }, frame);
}

test('a dragged key takes the place of the one it meets, and undo brings both back', async () => {
  const { page, run } = view;
  const before = await documentText();
  const first = await keyPlace(3, 0);
  const second = await keyPlace(3, 1);
  const count = () => page.evaluate((id) => window.motusStudio.stage.desk.track(id).length, first.track);
  await dragMouse(first, second);
  await run(0.1);
  assert.equal(await count(), first.count - 1, 'the key that lay there has gone');
  await page.mouse.move(second.x - 2 * first.scale, second.y);
  await run(0.1);
  assert.equal(await count(), first.count, 'it is back while the drag goes on');
  await page.mouse.move(second.x, second.y);
  await page.mouse.up();
  await run(0.1);
  assert.equal(await count(), first.count - 1);
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal(await documentText(), before);
});

test('a box selects keys; they are duplicated, scaled, moved and deleted', async () => {
  const { page, run } = view;
  const before = await documentText();
  const first = await keyPlace(3, 0);
  const last = await keyPlace(3, first.count - 1);
  await dragMouse({ x: first.x - 10, y: first.y - 9 }, { x: last.x + 10, y: last.y + 9 });
  await page.mouse.up();
  await run(0.1);
  const selected = () => page.evaluate(() => window.motusStudio.timeline.state.selected.size);
  assert.equal(await selected(), first.count);
  const frames = () => page.evaluate((id) => window.motusStudio.stage.desk.track(id).map(({ frame }) => frame), first.track);
  const was = await frames();
  await page.getByRole('button', { name: 'Duplicate keys' }).click();
  await run(0.1);
  assert.equal((await frames()).length, 2 * was.length);
  await page.getByRole('button', { name: 'Delete keys' }).click();
  await run(0.1);
  assert.deepEqual(await frames(), was);
  // The tools for keys have come and gone: the rows may lie elsewhere.
  const [from, to] = [await keyPlace(3, 0), await keyPlace(3, first.count - 1)];
  await dragMouse({ x: from.x - 10, y: from.y - 9 }, { x: to.x + 10, y: to.y + 9 });
  await page.mouse.up();
  await run(0.1);
  assert.equal(await selected(), first.count);
  await page.getByLabel('Scale', { exact: true }).selectOption('2');
  await run(0.1);
  assert.deepEqual(await frames(), was.map((frame) => was[0] + (frame - was[0]) * 2));
  await canvas().focus();
  await page.keyboard.press('Alt+ArrowRight');
  await run(0.1);
  assert.equal((await frames())[0], was[0] + 1);
  await page.getByLabel('Interpolation').selectOption('step');
  const markers = () => page.evaluate(() => window.motusStudio.timeline.state.text.markers.length);
  const marked = await markers();
  await page.getByLabel('Edit time').selectOption('marker');
  await run(0.1);
  assert.equal(await markers(), marked + 1);
  while ((await documentText()) !== before) await page.keyboard.press('Control+z');
});

test('curve handles bend the curve, as one step', async () => {
  const { page, run } = view;
  const before = await documentText();
  const first = await keyPlace(3, 0);
  await page.mouse.click(first.x, first.y);
  await page.getByLabel('Handles').selectOption('aligned');
  await page.evaluate((id) => window.motusStudio.timeline.selectTracks([id]), first.track);
  await page.getByRole('button', { name: 'Curves', exact: true }).click();
  await run(0.1);
  const steps = () => page.evaluate(() => window.motusStudio.stage.history.position);
  const value = () => page.evaluate((id) => {
    const points = window.motusStudio.stage.desk.curve(id, 0, 4, 9);
    return Array.from(points.slice(2));
  }, first.track);
  const [was, count] = [await value(), await steps()];
  const at = await page.evaluate((key) => {
    const { curves } = window.motusStudio.timeline;
    const shown = curves.shown[0];
    const index = shown.keys.findIndex((other) => other.key === key);
    const [x, y] = curves.handle(shown, index, 0, 'out');
    const box = document.querySelector('.sheet canvas').getBoundingClientRect();
    return { x: box.left + x, y: box.top + y };
  }, first.key);
  await dragMouse(at, { x: at.x + 6, y: at.y - 30 });
  await page.mouse.up();
  await run(0.1);
  assert.equal(await steps(), count + 1);
  assert.notDeepEqual(await value(), was);
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  while ((await documentText()) !== before) await page.keyboard.press('Control+z');
});

test('keys are copied and pasted onto another track', async () => {
  const { page, run } = view;
  const before = await documentText();
  const places = await page.evaluate(() => {
    const { text } = window.motusStudio.timeline.state;
    const { type } = text.tracks.find((track) => text.tracks.filter((other) => other.type === track.type).length > 1);
    const same = text.tracks.filter((track) => track.type === type);
    const keys = (track) => window.motusStudio.stage.desk.track(track.id).map(({ key }) => key);
    return { from: keys(same[0]), to: same[1].id, count: same[1].count };
  });
  await page.evaluate((keys) => window.motusStudio.timeline.select(keys), places.from);
  await canvas().focus();
  await page.keyboard.press('Control+c');
  await page.evaluate((id) => window.motusStudio.timeline.selectTracks([id]), places.to);
  await page.evaluate(() => window.motusStudio.timeline.go(200));
  await page.keyboard.press('Control+v');
  await run(0.1);
  const after = await page.evaluate((id) => window.motusStudio.stage.desk.track(id).map(({ frame }) => frame), places.to);
  assert.equal(after.length, places.count + places.from.length);
  assert.ok(after.includes(200));
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal(await documentText(), before);
});

test('time is inserted, markers and events are set, the work area is dragged', async () => {
  const { page, run } = view;
  const before = await documentText();
  const read = () => page.evaluate(() => {
    const { text } = window.motusStudio.timeline.state;
    const { workStart, workEnd, duration, markers, events, tracks } = text;
    const track = tracks.find(({ count }) => count >= 3);
    const frames = window.motusStudio.stage.desk.track(track.id).map(({ frame }) => frame);
    return { workStart, workEnd, duration, markers, events, frames };
  });
  const was = await read();
  const at = Math.floor(was.frames[1]); // a key stands here: it and what follows moves
  await page.evaluate((frame) => window.motusStudio.timeline.go(frame), at);
  await page.getByLabel('Edit time').selectOption('insert');
  await run(0.1);
  const longer = await read();
  assert.deepEqual(longer.frames, was.frames.map((frame) => (frame >= at ? frame + 10 : frame)));
  assert.equal(longer.duration, was.duration + 10);
  // The length is typed too: a whole number of frames.
  const frames = page.getByLabel('Frames', { exact: true });
  for (const typed of [longer.duration + 7.4, longer.duration]) {
    await frames.fill(String(typed));
    await frames.press('Enter');
    await run(0.1);
    assert.equal((await read()).duration, Math.round(typed));
  }
  await page.getByLabel('Edit time').selectOption('marker');
  await page.getByLabel('Edit time').selectOption('event');
  await run(0.1);
  const marked = await read();
  assert.ok(marked.markers.some(({ frame, name }) => frame === at && /^Marker/.test(name)));
  assert.equal(marked.events.length, was.events.length + 1);
  assert.ok(marked.events.some(({ frame, name }) => frame === at && name !== ''));
  await page.getByRole('button', { name: 'Show the whole timeline' }).click();
  await run(0.1);
  const end = await rulerPlace(longer.workEnd);
  const to = await rulerPlace(longer.workEnd - 4);
  await dragMouse({ x: end.x, y: end.y + 13 }, { x: to.x, y: end.y + 13 });
  await page.mouse.up();
  await run(0.1);
  assert.equal((await read()).workEnd, longer.workEnd - 4);
  const steps = await page.evaluate(() => window.motusStudio.stage.history.steps.slice(-4));
  assert.equal(steps.length, 4);
  await canvas().focus();
  for (let i = 0; i < 8 && (await documentText()) !== before; ++i) await page.keyboard.press('Control+z');
  assert.equal(await documentText(), before);
});

test('200 tracks and 20,000 keys scroll, zoom and scrub within 8 ms of script', async () => {
  const big = await openPage(studio.address, { size: { width: 1440, height: 900 }, clock: false });
  const { page } = big;
  // Without the picture: here it is drawn by a rasteriser in software, which scripts wait for.
  await page.evaluate(() => void (window.motusStudio.studio.hidden = true));
  await page.getByRole('treeitem', { name: 'large.motus' }).click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.waitForFunction(() => window.motusStudio.timeline.keys.length === 80_000);
  await page.evaluate(() => window.motusStudio.studio.setPaused(true));
  // Processor time of scripts, as the browser counts it: what else runs on the machine does not count.
  const devtools = await big.context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const script = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration').value * 1000;
  };
  const frame = (what, i) => page.evaluate(async ([act, step]) => {
    const sheet = document.querySelector('.sheet canvas');
    const wheel = (init) => sheet.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: 700, clientY: 760, ...init }));
    if (act === 'scroll') wheel({ deltaY: 90 });
    if (act === 'zoom') wheel({ deltaY: step < 20 ? -40 : 40, ctrlKey: true });
    if (act === 'scrub') window.motusStudio.timeline.go(step * 7);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  }, [what, i]);
  const measured = async (act) => {
    for (let i = 0; i < 5; ++i) await frame(act, i); // what runs for the first time is compiled
    const times = [];
    for (let i = 0; i < 40; ++i) {
      const begin = await script();
      await frame(act, i);
      times.push((await script()) - begin);
    }
    return times.sort((a, b) => a - b);
  };
  for (const act of ['scroll', 'zoom', 'scrub']) {
    // The best of three rounds: neighbours on the machine make the others slower, none makes one faster.
    let best = await measured(act);
    for (let round = 1; round < 3 && best[37] >= 8; ++round) {
      const times = await measured(act);
      if (times[37] < best[37]) best = times;
    }
    console.log(`# ${act}: median ${best[20].toFixed(2)} ms, 95 % ${best[37].toFixed(2)} ms, worst ${best[39].toFixed(2)} ms`);
    assert.ok(best[37] < 8, `${act}: ${best[37]} ms`);
  }
  assert.deepEqual(big.problems, []);
  await big.close();
});
