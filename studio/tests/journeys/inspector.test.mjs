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
  await closeBrowser();
  assert.deepEqual(view.problems, []);
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

/** Presses Tab until what has the focus is called so. */
async function tabTo(name) {
  const { page } = view;
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
  for (let i = 0; i < 150; ++i) {
    if (name.test(await focused())) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not come to ${name}`);
}

test('by keys alone: choose, key, step, undo, reset, switch', async () => {
  const { page, run } = view;
  await openHover();
  const before = await documentText();
  await page.getByRole('tree', { name: 'Library' }).focus();
  const entry = () => page.evaluate(() => document.activeElement.querySelector('.entry-name')?.textContent);
  for (let i = 0; i < 60 && (await entry()) !== 'Button'; ++i) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await run(0.1);
  await tabTo(/^Key Opacity/);
  const key = fill().locator('[data-name="opacity"] .key-button');
  await page.keyboard.press('Enter');
  await run(0.1);
  assert.equal(await key.getAttribute('data-state'), 'key');
  await page.keyboard.press('Enter');
  await run(0.1);
  assert.equal(await key.getAttribute('data-state'), 'none');
  assert.equal(await documentText(), before);

  // Steps with the arrows, and each is undone from within the field.
  await tabTo(/^Opacity$/);
  const opacity = () => fill().getByRole('spinbutton', { name: 'Opacity' }).inputValue();
  assert.equal(await opacity(), '1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await run(0.1);
  assert.equal(await opacity(), '0.99');
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal(await opacity(), '0.995');
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal(await opacity(), '1');
  assert.equal(await documentText(), before);
  // What is typed and not yet taken is given up by Escape; Enter takes it, within the range.
  await page.keyboard.type('0.2');
  await page.keyboard.press('Escape');
  assert.equal(await opacity(), '1');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await run(0.1);
  assert.equal(await opacity(), '1', 'clamped');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0.25');
  await page.keyboard.press('Enter');
  await run(0.1);
  await tabTo(/^Reset Opacity/);
  await page.keyboard.press('Enter');
  await run(0.1);
  assert.equal(await opacity(), '1');
  // A colour by its digits.
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('textbox', { name: 'Color as #rrggbb' }).first().focus();
  await page.keyboard.type('#ff8000');
  await page.keyboard.press('Enter');
  await run(0.1);
  assert.equal(await page.getByLabel('Color colour').first().inputValue(), '#ff8000');
  for (let i = 0; i < 6 && (await documentText()) !== before; ++i) await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal(await documentText(), before);
});

test('several entities are changed at once', async () => {
  const { page, run } = view;
  const before = await documentText();
  await entity('Button').click();
  await entity('Backdrop').or(entity('Front')).first().click({ modifiers: ['Control'] });
  await run(0.2);
  await page.getByText('2 entities').waitFor();
  const radius = fill().getByRole('spinbutton', { name: 'Corner radius' });
  assert.equal(await radius.getAttribute('aria-valuetext'), 'mixed');
  await radius.fill('9');
  await radius.press('Enter');
  await run(0.1);
  assert.equal(await radius.inputValue(), '9');
  const values = await page.evaluate(() => {
    const { stage } = window.motusStudio;
    const chosen = [...document.querySelectorAll('[role=group][aria-label=Entities] [aria-selected=true] .entry-name')];
    const names = chosen.map(({ textContent }) => textContent);
    const entities = stage.desk.entities().filter(({ name }) => names.includes(name));
    return entities.map(({ id }) => stage.value(`/scene/entities/@${id}`).components.find(({ type }) => type === 'Fill').corner_radius);
  });
  assert.deepEqual(values, [9, 9]);
  await radius.press('Control+z');
  await run(0.1);
  assert.equal(await documentText(), before, 'one step for both');
  await entity('Button').click();
  await run(0.1);
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
