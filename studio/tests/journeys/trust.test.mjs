// Editing that people trust: undo of everything, saving, a tab that dies, a file that changes outside.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { closeBrowser, dismissAll, motus, openPage, startStudio } from './harness.mjs';

let studio;
let view;
let page;
let run;
before(async () => {
  studio = await startStudio();
  execFileSync(motus, ['import', 'hero', '-o', path.join(studio.folder, 'hero.motus')]);
  await openView();
});
after(async () => {
  await closeBrowser();
  assert.deepEqual(view.problems, []);
});

async function openView(context) {
  view = await openPage(studio.address, { context, picture: false });
  ({ page, run } = view);
}

/** The hero as a file of its own for each journey: no draft of another one is in its way. */
async function open(name) {
  const file = path.join(studio.folder, name);
  if (!fs.existsSync(file)) fs.copyFileSync(path.join(studio.folder, 'hero.motus'), file);
  await page.evaluate((to) => window.motusStudio.documents.openPath(to), name);
  await dismissAll(page);
  await run(0.1);
  return file;
}

const graph = '/library/machines/0/machine/layers/0/graph';
const edit = (operations, name) => page.evaluate(([list, step]) => window.motusStudio.studio.edit(list, step) !== null, [operations, name]);
const duration = (seconds) => [{ op: 'replace', path: `${graph}/transitions/1/duration`, value: seconds }];
const text = () => page.evaluate(() => window.motusStudio.stage.documentText());
const write = (file, seconds) => fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"duration": 0\.12\b/, `"duration": ${seconds}`));
const kLost = 'There are changes that were not saved';
/** Until the page has said it; messages come when the server or the browser's storage has answered. */
const said = (words) => view.until(async () => (await page.getByText(words).count()) > 0);

test('fifty steps are named, undone, redone, and gone to in the list', async () => {
  await open('steps.motus');
  const first = await text();
  for (let i = 1; i <= 50; ++i) await edit(duration(i / 100), `Step ${i}`);
  const last = await text();
  for (let i = 0; i < 50; ++i) await page.keyboard.press('Control+z');
  assert.equal(await text(), first);
  assert.equal(await page.title(), 'steps.motus – Motus', 'what is undone to the start is saved');
  for (let i = 0; i < 50; ++i) await page.keyboard.press('Control+Shift+z');
  assert.equal(await text(), last);
  assert.match(await page.title(), /^●/);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: /Step 20$/ }).click();
  await run(0.1);
  assert.equal(await page.evaluate((at) => window.motusStudio.stage.value(at), `${graph}/transitions/1/duration`), 0.2);
  assert.equal(await page.locator('.steps [aria-current]').textContent(), '20Step 20');
  assert.equal(await page.getByRole('button', { name: 'Redo: Step 21' }).isEnabled(), true);
});

test('what is saved is what motus edit writes for the same commands', async () => {
  const file = await open('saved.motus');
  const copy = path.join(studio.folder, 'copy.motus');
  fs.copyFileSync(file, copy);
  await edit([{ op: 'add', path: `${graph}/states/-`, value: { name: 'Rest', kind: 'empty' } }], 'Add a state');
  await edit(duration(0.75), 'Slower');
  await page.keyboard.press('Control+z');
  await edit(duration(0.5), 'A little slower');
  assert.match(await page.title(), /^● saved\.motus/);
  assert.equal(await page.getByText('Not saved').count(), 1);
  await page.keyboard.press('Control+s');
  await page.getByText('Saved saved.motus').waitFor();
  assert.equal(await page.title(), 'saved.motus – Motus');
  assert.equal(await page.getByText('Not saved').count(), 0);
  const commands = path.join(studio.folder, 'commands.json');
  fs.writeFileSync(commands, JSON.stringify(await page.evaluate(() => window.motusStudio.stage.commands())));
  execFileSync(motus, ['edit', copy, '--apply', commands]);
  assert.deepEqual(fs.readFileSync(file), fs.readFileSync(copy));
});

test('a killed tab loses nothing: the next page offers it, and recovers it as one step', async () => {
  const file = await open('killed.motus');
  await edit(duration(0.9), 'Much slower');
  const edited = await text();
  // A quarter of a second later it is in the browser's storage.
  await run(0.3);
  await page.evaluate(async () => {
    const drafts = () => new Promise((resolve) => {
      const asked = indexedDB.open('motus-drafts', 1);
      asked.onsuccess = () => {
        const all = asked.result.transaction('drafts').objectStore('drafts').getAll();
        all.onsuccess = () => resolve((asked.result.close(), all.result));
      };
    });
    for (let left = 500; left > 0; --left) if ((await drafts()).some(({ step }) => step === 'Much slower')) return;
    throw new Error('nothing was kept');
  });
  // The renderer is killed: nothing of the page runs any more.
  const crashed = page.waitForEvent('crash');
  const tools = await view.context.newCDPSession(page);
  tools.send('Page.crash').catch(() => {});
  await crashed;
  const { context } = view;
  await page.close();
  await openView(context);
  await page.evaluate(() => window.motusStudio.documents.openPath('killed.motus'));
  await said(kLost);
  assert.match(await page.locator('.notice').textContent(), /the last one: Much slower/);
  assert.notEqual(await text(), edited);
  await page.getByRole('button', { name: 'Recover' }).click();
  assert.equal(await text(), edited);
  assert.match(await page.title(), /^●/);
  await page.keyboard.press('Control+z');
  assert.notEqual(await text(), edited);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+s');
  await said('Saved killed.motus');
  assert.equal(fs.readFileSync(file, 'utf8'), edited);
  // Saved: the next time nothing is offered.
  await run(0.3);
  await open('other.motus');
  await page.evaluate(() => window.motusStudio.documents.openPath('killed.motus'));
  await run(0.3);
  assert.equal(await page.getByText(kLost).count(), 0);
  assert.equal(await text(), edited);
});

test('what is not saved is kept when another document is opened, and there is a way back', async () => {
  await open('left.motus');
  const hero = page.getByRole('treeitem', { name: /^hero\.motus/ });
  await view.until(() => hero.isVisible());
  await edit(duration(0.7), 'Slower');
  const edited = await text();
  // At once: the page has had no time to keep it by itself.
  await hero.click();
  await said('left.motus has changes that are not saved');
  assert.notEqual(await text(), edited);
  await page.getByRole('button', { name: 'Open it again' }).click();
  await said(kLost);
  assert.match(await page.locator('.notice').textContent(), /the last one: Slower/);
  await page.getByRole('button', { name: 'Recover' }).click();
  assert.equal(await text(), edited);
  // Where the browser keeps nothing the page asks, and a No stays.
  await page.evaluate(() => (indexedDB.open = () => { throw new Error('no storage here'); }));
  await edit(duration(0.6), 'Faster');
  await run(0.3);
  await said('Unsaved changes are not kept in this browser');
  const mine = await text();
  const answer = (yes) => page.once('dialog', (dialog) => (yes ? dialog.accept() : dialog.dismiss()));
  answer(false);
  await page.evaluate(() => window.motusStudio.documents.openPath('other.motus'));
  assert.equal(await text(), mine);
  answer(true);
  await page.evaluate(() => window.motusStudio.documents.openPath('other.motus'));
  await view.until(async () => (await page.title()).startsWith('other.motus'));
  const { context } = view;
  await page.close();
  await openView(context);
});

test('a file that changes outside is reloaded, and the machine goes on', async () => {
  const file = await open('reloaded.motus');
  await page.evaluate(() => window.motusStudio.stage.setParameter('speed', 2));
  await run(1);
  assert.equal(await view.state(), 'Move');
  const tick = await page.evaluate(() => window.motusStudio.stage.live.tick);
  write(file, 0.44);
  await said('reloaded.motus was changed outside and is reloaded');
  assert.equal(await text(), fs.readFileSync(file, 'utf8'));
  const after = await page.evaluate(() => {
    const { stage } = window.motusStudio;
    return { tick: stage.live.tick, speed: stage.parameter('speed'), state: stage.playing.machine.states[stage.live.layers[0].state].name };
  });
  assert.ok(after.tick >= tick);
  assert.deepEqual({ speed: after.speed, state: after.state }, { speed: 2, state: 'Move' });
  assert.equal(await page.title(), 'reloaded.motus – Motus');
});

test('where both changed it asks; theirs can be undone, mine replaces the file', async () => {
  const file = await open('both.motus');
  await edit(duration(0.9), 'Much slower');
  const mine = await text();
  write(file, 0.44);
  const theirs = fs.readFileSync(file, 'utf8');
  const dialog = page.getByRole('dialog', { name: 'both.motus was changed outside' });
  await view.until(() => dialog.isVisible());
  assert.equal(await text(), mine);
  await dialog.getByRole('button', { name: 'Take theirs', exact: true }).click();
  assert.equal(await text(), theirs);
  assert.equal(await page.title(), 'both.motus – Motus');
  await page.keyboard.press('Control+z');
  assert.equal(await text(), mine);
  // Once more, and mine counts: also where saving finds out first.
  fs.writeFileSync(file, theirs.replace('"duration": 0.44', '"duration": 0.55'));
  await page.keyboard.press('Control+s');
  await view.until(() => dialog.isVisible());
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await page.keyboard.press('Control+s');
  await said('Saved both.motus');
  assert.equal(fs.readFileSync(file, 'utf8'), mine);
});

test('a fault is listed, leads to its place, and is mended with one click', async () => {
  await open('fault.motus');
  const before = await text();
  await edit([{ op: 'remove', path: `${graph}/transitions/1/conditions/0` }], 'Remove the condition');
  await run(0.3);
  assert.equal(await page.getByRole('tab', { name: /^Problems/ }).textContent(), 'Problems1');
  await page.getByRole('tab', { name: /^Problems/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'never fires' });
  await row.getByRole('button', { name: /Idle → Move/ }).click();
  const selected = await page.evaluate(() => window.motusStudio.selection.state);
  assert.equal(selected.kind, 'transition');
  await row.getByRole('button', { name: 'Give it an exit time' }).click();
  await run(0.3);
  assert.equal(await page.getByText('No problems').count(), 1);
  assert.equal(await page.evaluate((at) => window.motusStudio.stage.value(at), `${graph}/transitions/1/has_exit_time`), true);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await run(0.3);
  assert.equal(await text(), before);
});

test('an edit while the machine runs counts at once, and the machine keeps its state', async () => {
  await open('running.motus');
  await page.evaluate(() => window.motusStudio.stage.setParameter('speed', 2));
  await run(1);
  assert.equal(await view.state(), 'Move');
  const tick = await page.evaluate(() => window.motusStudio.stage.live.tick);
  await edit([{ op: 'replace', path: `${graph}/transitions/3/duration`, value: 2 }], 'Slow stop');
  assert.equal(await page.evaluate(() => window.motusStudio.stage.live.tick), tick);
  await page.evaluate(() => window.motusStudio.stage.setParameter('speed', 0));
  await run(1);
  const layer = await page.evaluate(() => ({ ...window.motusStudio.stage.live.layers[0], clips: 0 }));
  assert.ok(layer.next >= 0 && layer.progress > 0.4 && layer.progress < 0.6, `it takes two seconds now: ${layer.progress}`);
});
