// The inspector: the key button's three looks, drags, recording, previews of a machine.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { closeBrowser, openPage, startStudio } from './harness.mjs';

let studio;
let view;
before(async () => {
  studio = await startStudio();
  view = await openPage(studio.address, { size: { width: 1440, height: 900 } });
  await view.page.getByRole('treeitem', { name: /^Card/ }).first().click();
  await view.run(0.1);
});
after(async () => {
  assert.deepEqual(view.problems, []);
  await view.close();
  await closeBrowser();
  await studio.kill();
});

const documentText = () => view.page.evaluate(() => window.motusStudio.stage.documentText());
const entity = (name) => view.page.getByRole('treeitem', { name, exact: true }).last();
const fill = () => view.page.getByRole('region', { name: 'Fill', exact: true });

async function openHover() {
  await view.page.getByRole('treeitem', { name: /^button hover/ }).click();
  await view.run(0.1);
  await view.page.locator('.sheet canvas').focus();
  await view.page.keyboard.press('Home');
  await view.run(0.1);
}

test('a property is keyed through its three looks', async () => {
  const { page, run } = view;
  const before = await documentText();
  await openHover();
  await entity('Button').click();
  await run(0.2);
  const button = () => fill().locator('[data-name="corner_radius"] .key-button');
  const state = () => button().getAttribute('data-state');
  assert.equal(await state(), 'none');
  assert.match(await button().getAttribute('title'), /not animated/);
  await button().click();
  await run(0.1);
  assert.equal(await state(), 'key');
  assert.match(await button().getAttribute('title'), /a key here/);
  await page.locator('.sheet canvas').focus();
  await page.keyboard.press('ArrowRight');
  await run(0.1);
  assert.equal(await state(), 'track');
  assert.match(await button().getAttribute('title'), /no key here/);
  await page.keyboard.press('ArrowLeft');
  await run(0.1);
  await button().click();
  await run(0.1);
  assert.equal(await state(), 'none');
  assert.equal(await documentText(), before, 'the track has gone with its last key');
});

test('dragging a number is one step; reset goes back to the default', async () => {
  const { page, run } = view;
  const before = await documentText();
  const row = fill().locator('[data-name="corner_radius"]');
  const value = () => page.getByRole('spinbutton', { name: 'Corner radius' }).inputValue();
  const was = await value();
  const steps = () => page.evaluate(() => window.motusStudio.stage.history.position);
  const count = await steps();
  const box = await row.locator('.scrub').boundingBox();
  await page.mouse.move(box.x + 4, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x - 16, box.y + 8, { steps: 5 });
  await page.mouse.up();
  await run(0.1);
  assert.equal(Number(await value()), Number(was) - 20);
  assert.equal(await steps(), count + 1);
  await row.getByRole('button', { name: 'Reset Corner radius' }).click();
  await run(0.1);
  assert.equal(await value(), '0');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal(await documentText(), before);
});

test('recording keys what is typed, in the same step', async () => {
  const { page, run } = view;
  const before = await documentText();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  assert.ok(await page.evaluate(() => document.documentElement.hasAttribute('data-recording')));
  const field = page.getByRole('spinbutton', { name: 'Corner radius' });
  await field.fill('5');
  await field.press('Enter');
  await run(0.1);
  assert.equal(await fill().locator('[data-name="corner_radius"] .key-button').getAttribute('data-state'), 'key');
  await page.getByRole('button', { name: 'Recording', exact: true }).click();
  await page.locator('.sheet canvas').focus();
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal(await documentText(), before);
});

test('what a machine shows is marked, and all values are back when it stops', async () => {
  const { page, run } = view;
  const before = await documentText();
  const scale = () => page.getByRole('spinbutton', { name: 'Scale X' }).inputValue();
  const was = await scale();
  await page.getByRole('treeitem', { name: /^card \d/ }).click();
  await page.getByRole('switch', { name: 'pressed' }).click();
  await page.getByRole('switch', { name: 'hovered' }).click();
  await run(1.5);
  assert.notEqual(await scale(), was);
  const row = page.getByRole('region', { name: 'Transform2D' }).locator('[data-name="scale"]');
  assert.match(await row.getAttribute('class'), /preview/);
  assert.equal(await row.locator('.key-button').isDisabled(), true);
  assert.equal(await documentText(), before);
  await openHover();
  await run(0.2);
  assert.equal(await scale(), was);
  assert.doesNotMatch(await row.getAttribute('class'), /preview/);
  assert.equal(await documentText(), before);
});
