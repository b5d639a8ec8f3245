// Shape a blend by hand: drag, undo, step through it, A against B; it runs as motus simulate says.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { closeBrowser, motus, openPage, startStudio } from './harness.mjs';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let studio;
before(async () => {
  studio = await startStudio();
});
after(async () => {
  await closeBrowser();
  await studio.kill();
});

/** The page with the curve of Idle → Move in the drawer. */
async function openCurve(options) {
  const view = await openPage(studio.address, { picture: false, ...options });
  await view.page.getByRole('tab', { name: 'Curve' }).click();
  await view.page.getByRole('combobox', { name: 'Transition' }).selectOption({ label: 'Idle → Move (set off)' });
  if (options?.clock !== false) await view.run(0.1);
  const keys = () =>
    view.page.evaluate(() => {
      const { stage } = window.motusStudio;
      const { pointer } = stage.playing.machine.transitions.find(({ title }) => title === 'Idle → Move');
      return stage.value(`${pointer}/curve/keys`);
    });
  const history = () => view.page.evaluate(() => window.motusStudio.stage.history);
  return { ...view, keys, history };
}

const centre = async (locator) => {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('a dragged key is one step, shows while it is dragged, and is undone', async () => {
  const view = await openCurve();
  const { page, run } = view;
  await page.getByRole('button', { name: 'Ease in', exact: true }).click();
  await page.getByRole('button', { name: 'Add key' }).click();
  const before = await view.keys();
  assert.equal(before.length, 3);
  const key = page.getByRole('slider', { name: 'Key 2 of 3' });
  const from = await centre(key);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y - 20, { steps: 4 });
  await run(0.1);
  assert.deepEqual(await view.keys(), before, 'nothing is written during a drag');
  const during = await centre(key);
  assert.ok(during.x > from.x + 15 && during.y < from.y - 8, 'the key follows the pointer');
  await page.mouse.up();
  await run(0.1);
  const dragged = await view.keys();
  assert.ok(dragged[1].time > before[1].time && dragged[1].value > before[1].value);
  assert.equal(dragged[1].time * 20, Math.round(dragged[1].time * 20), 'it snaps to the grid');
  assert.deepEqual((await view.history()).steps, ['Curve: Ease in', 'Add a curve key', 'Move a curve key']);

  // A handle turns the slope of both sides.
  const handle = await centre(page.getByRole('slider', { name: 'Slope out of the key' }));
  await page.mouse.move(handle.x, handle.y);
  await page.mouse.down();
  await page.mouse.move(handle.x, handle.y + 30, { steps: 3 });
  await page.mouse.up();
  await run(0.1);
  const turned = await view.keys();
  assert.ok(turned[1].out_tangent < dragged[1].out_tangent);
  assert.equal(turned[1].in_tangent, turned[1].out_tangent);

  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.deepEqual(await view.keys(), before);
  await page.keyboard.press('Control+y');
  await run(0.1);
  assert.deepEqual(await view.keys(), dragged);
  // Escape gives up a drag.
  const at = await centre(key);
  await key.focus();
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 40, at.y, { steps: 2 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.deepEqual(await view.keys(), dragged);
  // With Ctrl it does not snap.
  await page.keyboard.down('Control');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 13, at.y, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Control');
  await run(0.1);
  const [, free] = await view.keys();
  assert.ok(free.time > dragged[1].time && Math.abs(free.time * 20 - Math.round(free.time * 20)) > 0.01, String(free.time));
  assert.deepEqual(view.problems, []);
  await view.close();
});

test('the keyboard and the fields shape it too', async () => {
  const view = await openCurve();
  const { page, run } = view;
  await page.getByRole('button', { name: 'S', exact: true }).click();
  await page.getByRole('slider', { name: 'Key 2 of 3' }).focus();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowUp');
  await run(0.1);
  assert.equal((await view.keys())[1].value, 0.53);
  await page.getByLabel('Weight', { exact: true }).fill('0.125');
  await page.getByLabel('Weight', { exact: true }).press('Enter');
  await page.getByLabel('Out', { exact: true }).fill('-0.75');
  await page.getByLabel('Out', { exact: true }).press('Enter');
  await run(0.1);
  const [, key] = await view.keys();
  assert.equal(key.value, 0.125);
  assert.equal(key.out_tangent, -0.75);
  // What is no number is marked and not taken, and Escape drops what is typed; Enter takes it within the
  // range, with a comma too. All three leave the field.
  const weight = page.getByLabel('Weight', { exact: true });
  const left = () => weight.evaluate((field) => document.activeElement !== field);
  for (const [text, invalid, pressed, taken] of [
    ['much', 'true', 'Enter', '0.125'],
    ['0.5', 'false', 'Escape', '0.125'],
    ['7', 'false', 'Enter', '1'],
    ['0,25', 'false', 'Enter', '0.25'],
  ]) {
    await weight.fill(text);
    assert.equal(await weight.getAttribute('aria-invalid'), invalid, text);
    await weight.press(pressed);
    await run(0.1);
    assert.equal(await weight.inputValue(), taken, text);
    assert.ok(await left(), `${pressed} leaves the field`);
  }
  for (let i = 0; i < 2; ++i) await page.keyboard.press('Control+z');
  // Ctrl+Z in a field that holds nothing unfinished undoes the step.
  await weight.focus();
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal((await view.keys())[1].out_tangent, -2.5);
  await page.getByRole('slider', { name: 'Key 2 of 3' }).focus();
  await page.keyboard.press('Delete');
  await run(0.1);
  assert.equal((await view.keys()).length, 2);
  // Linear is no curve at all.
  await page.getByRole('button', { name: 'Linear', exact: true }).click();
  await run(0.1);
  assert.equal((await view.keys()) ?? null, null);
  await view.close();
});

test('the weight at the scrubber is what motus simulate prints, to the last digit', async () => {
  const view = await openCurve();
  const { page, run } = view;
  await page.getByRole('button', { name: 'S', exact: true }).click();
  await run(0.1);
  const document = path.join(studio.folder, 'shaped.motus');
  const script = path.join(studio.folder, 'shaped.json');
  fs.writeFileSync(document, await page.evaluate(() => window.motusStudio.stage.documentText()));
  fs.writeFileSync(script, JSON.stringify({ dt: 1 / 60, frames: 24, inputs: [{ frame: 2, set: { speed: 2 } }] }));
  const lines = execFileSync(motus, ['simulate', document, '--script', script, '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const weights = lines.trim().split('\n').map((line) => /"transition":\{.*?"weight":([^,}]*)/.exec(line)?.[1]).filter(Boolean);
  assert.equal(weights.length, 18);
  const pose = () => page.evaluate(() => window.motusStudio.stage.frameHash());
  const idle = await pose();
  await page.getByRole('slider', { name: 'Time in the blend' }).focus();
  for (const weight of weights) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByTestId('blend-weight').textContent(), String(Number(weight)));
  }
  assert.notEqual(await pose(), idle, 'the character shows it');

  // B is the straight line at the same moment; live again, the character is where it was.
  for (let i = 0; i < 12; ++i) await page.keyboard.press('ArrowLeft');
  const curved = await page.getByTestId('blend-weight').textContent();
  await page.getByRole('button', { name: 'B linear' }).click();
  const straight = await page.getByTestId('blend-weight').textContent();
  assert.equal(Number(straight).toFixed(5), (6 / 60 / 0.3).toFixed(5));
  assert.notEqual(straight, curved);
  await page.getByRole('button', { name: 'A curve' }).click();
  assert.equal(await page.getByTestId('blend-weight').textContent(), curved);
  await page.getByRole('button', { name: 'Play the blend' }).click();
  const seen = new Set();
  for (let i = 0; i < 14; ++i) {
    await run(0.05);
    seen.add(await page.getByTestId('blend-weight').textContent());
  }
  assert.ok(seen.size > 4, 'it plays');
  await page.getByRole('button', { name: 'Back to live' }).click();
  await run(0.1);
  assert.equal(await page.evaluate(() => window.motusStudio.stage.previews), false);
  assert.equal(await view.state(), 'Idle');
  assert.deepEqual(view.problems, []);
  await view.close();
});

test('the inspector and the drawer show one curve: a change in one shows in the other', async () => {
  const view = await openCurve();
  const { page, run } = view;
  await page.evaluate(() => {
    const { stage, selection } = window.motusStudio;
    const { machine } = stage.playing;
    selection.select('transition', [machine.transitions.find(({ title }) => title === 'Idle → Move').id], machine.pointer);
  });
  await run(0.1);
  const inspector = page.locator('.inspect-curve');
  const drawer = page.locator('.curve-panel');
  const line = (where) => where.locator('.curve-to').getAttribute('d').then((d) => d.match(/-?[\d.]+/g).length);
  const place = async (where, name) => {
    const plot = await where.locator('.curve-plot').boundingBox();
    const key = await centre(where.getByRole('slider', { name }));
    return { time: (key.x - plot.x - 28) / (plot.width - 42), value: (key.y - plot.y) / plot.height };
  };
  await inspector.getByRole('button', { name: 'S', exact: true }).click();
  await run(0.1);
  assert.equal(await drawer.getByRole('button', { name: 'S', exact: true }).getAttribute('aria-pressed'), 'true');
  assert.equal(await line(inspector), await line(drawer));
  // During a drag too, before anything is written.
  const key = await centre(drawer.getByRole('slider', { name: 'Key 2 of 3' }));
  await page.mouse.move(key.x, key.y);
  await page.mouse.down();
  await page.mouse.move(key.x + 60, key.y, { steps: 3 });
  await run(0.1);
  const [there, here] = [await place(inspector, 'Key 2 of 3'), await place(drawer, 'Key 2 of 3')];
  assert.ok(there.time > 0.52, `it moved in the inspector: ${there.time}`);
  assert.ok(Math.abs(there.time - here.time) < 0.03, `${there.time} and ${here.time}`);
  assert.equal((await view.keys())[1].time, 0.5);
  await page.mouse.up();
  await run(0.1);
  assert.ok((await view.keys())[1].time > 0.5);
  await inspector.getByRole('slider', { name: 'Time in the blend' }).focus();
  await page.keyboard.press('ArrowRight');
  const weights = await page.getByTestId('blend-weight').allTextContents();
  assert.equal(weights.length, 2);
  assert.equal(weights[0], weights[1]);
  assert.deepEqual(view.problems, []);
  await view.close();
});

for (const theme of ['dark', 'light']) {
  test(`axe finds no serious fault in curve, problems and history, ${theme}`, async () => {
    const view = await openCurve({ theme, clock: false });
    const { page } = view;
    await page.getByRole('button', { name: 'S', exact: true }).click();
    await page.getByRole('slider', { name: 'Key 2 of 3' }).focus();
    await page.getByRole('slider', { name: 'Time in the blend' }).press('ArrowRight');
    await page.evaluate(() => {
      const { studio } = window.motusStudio;
      studio.edit([{ op: 'replace', path: `${studio.state.playing.machine.transitions[1].pointer}/mute`, value: true }], 'Mute');
    });
    await page.evaluate(axe);
    const faults = async () => {
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    };
    assert.deepEqual(await faults(), []);
    for (const name of [/Problems/, 'History']) {
      await page.getByRole('tab', { name }).click();
      await page.waitForTimeout(200);
      assert.deepEqual(await faults(), []);
    }
    await view.close();
  });
}
