// Everyone gets there: keyboard only, screen readers, both themes, a reload, the card.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { closeBrowser, drop, openPage, startStudio } from './harness.mjs';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let studio;
before(async () => {
  studio = await startStudio();
});
after(async () => {
  await closeBrowser();
  await studio.kill();
});

async function faults({ page, run }) {
  await page.evaluate(axe);
  let done = false;
  const answer = page
    .evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
    .finally(() => (done = true));
  // It waits between its steps, on the clock that we hold.
  while (!done) await run(0.05);
  const { violations } = await answer;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const theme of ['dark', 'light']) {
  test(`axe finds no serious fault, ${theme}`, async () => {
    const view = await openPage(studio.address, { theme });
    assert.deepEqual(await faults(view), []);
    await view.page.getByRole('tab', { name: 'Events' }).click();
    assert.deepEqual(await faults(view), []);
    await view.page.keyboard.press('?');
    await view.page.getByRole('dialog').waitFor();
    assert.deepEqual(await faults(view), []);
    await view.close();
  });
}

test('the keyboard alone plays, sets, asks and opens the list of keys', async () => {
  const view = await openPage(studio.address);
  const { page, run } = view;
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.id);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' }); // hidden, it may still have the focus
  await page.keyboard.press(' ');
  assert.equal(await page.evaluate(() => window.motusStudio.studio.state.paused), true);
  await page.keyboard.press(' ');
  // Tab reaches the slider and the trigger.
  const reached = new Set();
  for (let i = 0; i < 60 && !reached.has('Fire jump'); ++i) {
    await page.keyboard.press('Tab');
    const name = await focused();
    reached.add(name);
    if (name === 'parameter-0') for (let step = 0; step < 8; ++step) await page.keyboard.press('ArrowRight');
  }
  assert.ok(reached.has('parameter-0') && reached.has('Fire jump'), [...reached].join(', '));
  await run(0.6);
  assert.equal(await view.state(), 'Move');
  await page.keyboard.press('Enter');
  await run(0.3);
  assert.equal(await view.state(), 'Jump');
  await view.close();
});

test('a reload keeps the workspace', async () => {
  const view = await openPage(studio.address);
  const { page, run } = view;
  await page.getByRole('button', { name: 'Light theme' }).click();
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('separator', { name: 'Width of the inspector' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Skeleton', exact: true }).click();
  await run(0.1);
  await page.reload();
  await page.waitForFunction(() => window.motusStudio?.studio.state.playing);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  assert.equal(await page.getByRole('region', { name: 'Library' }).count(), 0);
  assert.equal(await page.getByRole('separator', { name: 'Width of the inspector' }).getAttribute('aria-valuenow'), '316');
  assert.equal(await page.getByRole('button', { name: 'Skeleton', exact: true }).getAttribute('aria-pressed'), 'true');
  await view.close();
});

test('the card follows the pointer: hover and press', async () => {
  const view = await openPage(studio.address);
  const { page, run } = view;
  await page.getByRole('treeitem', { name: /^Card/ }).first().click();
  await run(0.3);
  assert.equal(await view.state(1), 'Rest');
  const box = await page.locator('canvas').boundingBox();
  // The button is where the page's own question finds it.
  const at = await page.evaluate(() => {
    const { viewport } = window.motusStudio.studio;
    const canvas = document.querySelector('canvas');
    const found = [];
    for (let y = 0; y < canvas.height; y += 2)
      for (let x = 0; x < canvas.width; x += 2)
        if (/button/i.test(viewport.entityAt(x, y)?.name ?? '')) found.push([x / canvas.width, y / canvas.height]);
    const middle = found[found.length >> 1];
    if (middle) return { x: middle[0], y: middle[1] };
    return null;
  });
  assert.ok(at, 'no button on the card');
  await page.mouse.move(box.x + at.x * box.width, box.y + at.y * box.height);
  await run(0.3);
  assert.equal(await view.state(1), 'Hover');
  await page.mouse.down();
  await run(0.2);
  assert.equal(await view.state(1), 'Pressed');
  await page.mouse.up();
  await page.mouse.move(box.x + 4, box.y + 4);
  await run(0.5);
  assert.equal(await view.state(1), 'Rest');
  assert.deepEqual(view.problems, []);
  await view.close();
});

test('a lost WebGL context is said, and the picture comes back', async () => {
  const view = await openPage(studio.address);
  const { page, run } = view;
  await page.getByRole('button', { name: 'Pause' }).click();
  await run(0.1);
  const picture = () => page.evaluate(() => window.motusStudio.studio.viewport.read().rgba.reduce((sum, byte) => (sum * 31 + byte) >>> 0, 0));
  const before = await picture();
  const veil = page.getByText('The graphics context was lost');
  await page.evaluate(() => {
    window.lost = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    window.lost.loseContext();
  });
  await run(0.2);
  await veil.waitFor();
  await page.evaluate(() => window.lost.restoreContext());
  await page.waitForFunction(() => !document.querySelector('canvas').getContext('webgl2').isContextLost());
  await run(0.2);
  await veil.waitFor({ state: 'detached' });
  assert.equal(await picture(), before);
  await view.close();
});

/** Controls of a toolbar that a pointer does not get at. */
const outOfReach = (page, name) =>
  page.getByRole('toolbar', { name }).evaluate((bar) =>
    [...bar.querySelectorAll('button, select, input')]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        const room = control.tagName === 'SELECT' ? 48 : 24;
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return box.width < room || !control.contains(hit);
      })
      .map((control) => control.ariaLabel ?? control.textContent));

test('beside the graph all tools are in reach', async () => {
  const view = await openPage(studio.address);
  const { page, run } = view;
  await page.getByRole('tab', { name: 'Both' }).click();
  await page.getByRole('treeitem', { name: /^Walk/ }).click();
  await run(0.2);
  for (const name of ['View', 'Transport', 'Graph']) assert.deepEqual(await outOfReach(page, name), [], name);
  const clock = await page.locator('.transport .clock').boundingBox();
  const time = await page.getByRole('slider', { name: 'Time', exact: true }).boundingBox();
  assert.ok(time.y >= clock.y + clock.height || time.x >= clock.x + clock.width, 'the slider lies on the clock');
  await view.close();
});

test('a long message leaves the drawer and the tools free', async () => {
  const view = await openPage(studio.address);
  const { page, run } = view;
  const entities = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, name: 3 }));
  await drop(page, [{ name: 'bad.motus', bytes: Buffer.from(JSON.stringify({ version: 1, scene: { entities } })) }]);
  const notice = page.getByRole('alert');
  await notice.waitFor();
  await run(0.1);
  assert.match(await notice.textContent(), /and 34 more/);
  assert.equal(await notice.getByText('/scene/entities/0/name').count(), 1);
  for (const centre of ['Viewport', 'Graph', 'Both']) {
    await page.getByRole('tab', { name: centre }).click();
    await run(0.1);
    const box = await notice.boundingBox();
    const drawer = await page.getByRole('region', { name: 'Why and events' }).boundingBox();
    assert.ok(box.height <= 0.3 * 720 + 1, `${centre}: ${box.height} high`);
    assert.ok(box.y + box.height <= drawer.y, `${centre}: it lies over the drawer`);
    if (centre !== 'Graph') assert.deepEqual(await outOfReach(page, 'Transport'), [], centre);
  }
  const last = notice.locator('li').last();
  await last.scrollIntoViewIfNeeded();
  assert.ok((await last.boundingBox()).y < (await notice.boundingBox()).y + (await notice.boundingBox()).height);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
  await view.close();
});
