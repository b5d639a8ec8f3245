// docs/studio-glow.md, step by step: someone new makes the button of the card glow on hover.
// With MOTUS_PICTURES=FOLDER it writes the page's pictures there, as PNG.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { closeBrowser, openPage, startStudio } from './harness.mjs';

const pictures = process.env.MOTUS_PICTURES;
let studio;
let view;
before(async () => {
  studio = await startStudio();
  view = await openPage(studio.address, { size: { width: 1280, height: 800 }, scale: pictures ? 1 : 0.5, tour: true });
});
after(async () => {
  await closeBrowser();
  assert.deepEqual(view.problems, []);
});

async function take(name) {
  await view.run(0.1);
  if (pictures) await view.page.screenshot({ path: path.join(pictures, `${name}.png`) });
}

/** The middle of the button on the page. */
const button = () => view.page.evaluate(() => {
  const { studio: shown } = window.motusStudio;
  const { id } = shown.stage.desk.entities().find(({ name }) => name === 'Button');
  const { corners } = shown.viewport.boxes([id])[0];
  const canvas = document.querySelector('#viewport');
  const box = canvas.getBoundingClientRect();
  const middle = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return { x: box.left + (middle(0) / canvas.width) * box.width, y: box.top + (middle(1) / canvas.height) * box.height };
});

/** How red the picture is just above the button, 0 to 255. */
const warmth = () => view.page.evaluate(() => {
  const { studio: shown } = window.motusStudio;
  const { id } = shown.stage.desk.entities().find(({ name }) => name === 'Button');
  const { corners } = shown.viewport.boxes([id])[0];
  const top = Math.min(...corners.map(([, y]) => y));
  const x = Math.round(corners.reduce((sum, corner) => sum + corner[0], 0) / corners.length);
  shown.viewport.draw();
  const { width, rgba } = shown.viewport.read();
  const at = (Math.round(top - 4) * width + x) * 4;
  return rgba[at] - rgba[at + 2];
});

test('the button of the card glows under the pointer, with what is on the screen', async () => {
  const { page, run } = view;
  await page.getByRole('button', { name: 'Skip the tour' }).click();
  await page.getByRole('treeitem', { name: /^Card/ }).first().click();
  await run(0.2);
  await page.getByRole('treeitem', { name: /^button hover/ }).click();
  await page.locator('.sheet canvas').focus();
  await page.keyboard.press('End');
  await run(0.1);
  const at = await button();
  await page.mouse.click(at.x, at.y);
  await run(0.2);
  const named = () => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue();
  assert.equal(await named(), 'Button', 'not the text on it');
  await take('studio-glow-button');

  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const shadow = page.getByRole('region', { name: 'Paint layer 1' });
  const fill = async (name, text) => {
    await shadow.getByLabel(name, { exact: true }).fill(text);
    await shadow.getByLabel(name, { exact: true }).press('Enter');
    await run(0.1);
  };
  await fill('Blur', '48');
  await fill('Color as #rrggbb', '#ff8a1f');
  await fill('Color alpha', '1');
  for (const name of ['blur', 'color'])
    assert.equal(await shadow.locator(`[data-name="${name}"] .key-button`).getAttribute('data-state'), 'key');
  await shadow.scrollIntoViewIfNeeded();
  await take('studio-glow-record');

  await page.getByRole('button', { name: 'Recording', exact: true }).click();
  await page.getByRole('treeitem', { name: /^card \d/ }).click();
  await run(0.3);
  const cold = await warmth();
  const now = await button();
  await page.mouse.move(now.x, now.y);
  await run(1);
  const warm = await warmth();
  assert.ok(warm > cold + 40, `${cold} to ${warm}`);
  await take('studio-glow-hover');
  await page.mouse.move(now.x, 20);
  await run(1);
  assert.ok(Math.abs((await warmth()) - cold) < 8, 'it goes back');
});
