// First minutes of a technical animator: open, drag a slider, jump, ask why, go back.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { closeBrowser, openPage, startStudio } from './harness.mjs';

let studio;
let view;
before(async () => {
  studio = await startStudio();
  view = await openPage(studio.address);
});
after(async () => {
  await closeBrowser();
  assert.deepEqual(view.problems, []);
});

test('the first open shows the hero playing, and hides the token', async () => {
  const { page } = view;
  assert.equal(await view.state(), 'Idle');
  assert.ok(!page.url().includes('token'), page.url());
  assert.equal(await page.getByRole('treeitem', { name: /^Hero/ }).first().getAttribute('aria-selected'), 'true');
  const colours = await page.evaluate(() => {
    const { rgba } = window.motusStudio.studio.viewport.read();
    return new Set(Array.from({ length: rgba.length / 4 }, (_, i) => (rgba[4 * i] << 16) | (rgba[4 * i + 1] << 8) | rgba[4 * i + 2])).size;
  });
  assert.ok(colours > 500, `only ${colours} colours: nothing was drawn`);
});

test('the slider makes walk become run', async () => {
  const { page, run } = view;
  const slider = page.getByRole('slider', { name: 'speed', exact: true });
  await slider.fill('1.12');
  await run(0.6);
  assert.equal(await view.state(), 'Move');
  const weights = () => page.getByRole('list', { name: 'Weights' }).first().getByRole('listitem').allTextContents();
  assert.match((await weights()).join(' '), /Walk\s*100 %/);
  await slider.fill('3');
  await run(0.2);
  assert.match((await weights()).join(' '), /Run\s*100 %/);
  assert.equal(await page.getByRole('textbox', { name: 'speed, exact' }).inputValue(), '3');
});

test('the trigger makes the hero jump, and the log says so', async () => {
  const { page, run } = view;
  await page.getByRole('button', { name: 'Fire jump' }).click();
  await run(0.3);
  assert.equal(await view.state(), 'Jump');
  await page.getByRole('tab', { name: 'Events' }).click();
  const log = await page.getByRole('log').textContent();
  assert.match(log, /Jump/);
  assert.match(log, /foot_/);
});

test('why: a blocked transition names the condition and what was seen', async () => {
  const { page, run } = view;
  await page.getByRole('button', { name: 'Start again' }).click();
  await run(0.2);
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.getByRole('option', { name: /Idle → Move/ }).click();
  await run(0.1);
  assert.match(await page.getByTestId('verdict').textContent(), /speed/);
  const conditions = page.getByRole('list', { name: 'Conditions' }).getByRole('listitem');
  assert.match(await conditions.first().textContent(), /Does not hold:.*speed > 0.1.*is 0/);
});

test('scrubbing back shows the figure and the reasons of that moment', async () => {
  const { page, run } = view;
  const hash = () => page.evaluate(() => window.motusStudio.stage.frameHash());
  const early = await hash();
  const tick = await page.evaluate(() => window.motusStudio.stage.recording.last);
  await page.getByRole('slider', { name: 'speed', exact: true }).fill('2');
  await run(0.5);
  assert.equal(await view.state(), 'Move');
  assert.notEqual(await hash(), early);
  await page.getByRole('slider', { name: 'History' }).fill(String(tick));
  await run(0.1);
  assert.equal(await hash(), early);
  assert.equal(await view.state(), 'Idle');
  assert.match(await page.getByTestId('verdict').textContent(), /speed/);
  await page.getByRole('button', { name: 'Back to live' }).click();
  await run(0.1);
  assert.equal(await view.state(), 'Move');
});

test('overlays change the picture and can be switched off', async () => {
  const { page, run } = view;
  await page.getByRole('button', { name: 'Pause' }).click();
  await run(0.1);
  const picture = () => page.evaluate(() => {
    const { rgba } = window.motusStudio.studio.viewport.read();
    let sum = 0;
    for (let i = 0; i < rgba.length; i += 1) sum = (sum * 31 + rgba[i]) >>> 0;
    return sum;
  });
  const plain = await picture();
  const seen = new Set([plain]);
  for (const name of ['Skeleton', 'Axes', 'Names', 'Weights']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    await run(0.1);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    seen.add(await picture());
    await button.click();
    await run(0.1);
  }
  assert.equal(seen.size, 5, 'an overlay draws nothing');
  assert.equal(await picture(), plain);
});

test('a joint is selected by a click on it', async () => {
  const { page, run } = view;
  const at = await page.evaluate(() => {
    const { studio } = window.motusStudio;
    const joint = studio.state.playing.rig.joints.findIndex(({ name }) => name === 'Forearm.R');
    const [x, y] = studio.viewport.jointPlace(joint);
    const canvas = document.querySelector('canvas');
    const box = canvas.getBoundingClientRect();
    return { joint, x: box.left + (x / canvas.width) * box.width, y: box.top + (y / canvas.height) * box.height };
  });
  assert.ok(at.joint >= 0);
  await page.mouse.click(at.x, at.y);
  await run(0.1);
  assert.equal(await page.getByRole('combobox', { name: 'Joint' }).inputValue(), String(at.joint));
});
