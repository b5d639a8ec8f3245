// The library: folders, drags, names, copies, deletions with their uses; by pointer and by keys.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { closeBrowser, openPage, startStudio } from './harness.mjs';

let studio;
let view;
before(async () => {
  studio = await startStudio();
  view = await openPage(studio.address, { size: { width: 1100, height: 700 } });
  // Without the picture, which is drawn in software here: every look at the page waits for it.
  await view.page.evaluate(() => void (window.motusStudio.studio.hidden = true));
  await view.page.getByRole('treeitem', { name: /^Card/ }).first().click();
});
after(async () => {
  await closeBrowser();
  assert.deepEqual(view.problems, []);
});

const documentText = () => view.page.evaluate(() => window.motusStudio.stage.documentText());
const tree = () => view.page.getByRole('tree', { name: 'Library' });
const item = (name) => tree().getByRole('treeitem', { name });
const dialog = () => view.page.getByRole('dialog');
/** Names of a group of the tree, in the order in which they are seen. */
const names = (group) =>
  tree().getByRole('group', { name: group, exact: true }).locator('> li > .entry .entry-name').allTextContents();

/** The page follows in its own time: looks again until it is so. */
async function until(read, wanted) {
  const end = Date.now() + 20_000;
  let now = await read();
  while (JSON.stringify(now) !== JSON.stringify(wanted) && Date.now() < end) {
    await view.run(0.05);
    now = await read();
  }
  assert.deepEqual(now, wanted);
}
const has = (group, name) => async () => (await names(group)).includes(name);

/** A drag by the events that the browser sends: its own takes seconds here. `part`: how far down. */
async function drag(from, onto, part = 0.5) {
  const transfer = await view.page.evaluateHandle(() => new DataTransfer());
  const box = await onto.boundingBox();
  const at = { clientX: box.x + 40, clientY: box.y + part * box.height, dataTransfer: transfer };
  await from.dispatchEvent('dragstart', { dataTransfer: transfer });
  await onto.dispatchEvent('dragover', at);
  await onto.dispatchEvent('drop', at);
}

async function undoTo(text) {
  const { page } = view;
  for (let i = 0; i < 12 && (await documentText()) !== text; ++i) await page.keyboard.press('Control+z');
  assert.equal(await documentText(), text);
}

test('things are dragged into folders, among them, and out', async () => {
  const { page } = view;
  const before = await documentText();
  const timelines = await names('Timelines');
  await page.getByRole('button', { name: 'New folder' }).click();
  await dialog().getByLabel('Name').fill('looks');
  await dialog().getByLabel('Name').press('Enter');
  await until(() => item(/^looks/).count(), 1);
  await item(/^flip /).dragTo(item(/^looks/)); // a real one
  await until(() => names('looks'), ['flip']);
  await drag(item(/^button hover/), item(/^looks/));
  await until(() => names('looks'), ['flip', 'button hover']);
  await until(() => names('Timelines'), timelines.filter((name) => name !== 'flip' && name !== 'button hover'));
  await drag(item(/^button hover/), item(/^flip /), 0.2);
  await until(() => names('looks'), ['button hover', 'flip']);
  await drag(item(/^flip /), tree().getByText('Timelines', { exact: true }));
  await until(() => names('looks'), ['button hover']);
  const [first, second] = await names('Timelines');
  await drag(item(new RegExp(`^${first} `)), item(new RegExp(`^${second} `)), 0.8);
  await until(async () => (await names('Timelines')).slice(0, 2), [second, first]);
  assert.equal(await page.evaluate(() => window.motusStudio.stage.validate().length), 0);
  await undoTo(before);
});

test('by keys alone: a folder, its name, a copy, and a deletion that says what it breaks', async () => {
  const { page } = view;
  const before = await documentText();
  await item(/^button hover/).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+d');
  await until(has('Timelines', 'button hover copy'), true);
  await page.keyboard.press('F2');
  assert.equal(await dialog().getByLabel('Name').inputValue(), 'button hover');
  await page.keyboard.type('glow');
  await page.keyboard.press('Enter');
  await until(has('Timelines', 'glow'), true);
  // Deleting says what uses it, in names.
  await item(/^glow/).focus();
  await page.keyboard.press('Delete');
  assert.match(await dialog().getByRole('list', { name: 'Uses' }).textContent(), /card \/ Button \/ Hover/);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await item(/^button hover copy/).click();
  await page.keyboard.press('Delete');
  assert.match(await dialog().textContent(), /Nothing uses it/);
  await dialog().getByRole('button', { name: 'Delete' }).press('Enter');
  await until(() => item(/^button hover copy/).count(), 0);
  await undoTo(before);
});

test('a folder folds, and goes without what lies in it', async () => {
  const { page } = view;
  const before = await documentText();
  await page.getByRole('button', { name: 'New folder' }).click();
  await dialog().getByLabel('Name').fill('kept');
  await dialog().getByRole('button', { name: 'Make it' }).click();
  await item(/^flip /).click();
  await page.keyboard.press('F2');
  await dialog().getByLabel('In folder').selectOption({ label: 'kept' });
  await dialog().getByRole('button', { name: 'Apply' }).click();
  await until(() => names('kept'), ['flip']);
  await item(/^kept/).focus();
  await page.keyboard.press('ArrowLeft');
  await until(() => item(/^flip /).count(), 0);
  await page.keyboard.press('ArrowRight');
  await until(() => item(/^flip /).count(), 1);
  await page.getByRole('button', { name: 'Delete kept' }).click();
  assert.match(await dialog().textContent(), /What lies in it stays/);
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await until(has('Timelines', 'flip'), true);
  await undoTo(before);
});
