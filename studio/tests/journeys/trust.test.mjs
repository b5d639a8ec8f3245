// Editing that people trust: undo of everything, saving, a tab that dies, a file that changes outside.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';

import { closeBrowser, motus, openBrowser, openPage, startStatic, startStudio } from './harness.mjs';

after(closeBrowser);

// The hero as a file; what is done to it is told in commands.
let heroText = '';
async function startHero() {
  if (heroText === '') {
    const server = await startStatic();
    const view = await openPage(server.address);
    heroText = await view.page.evaluate(() => window.motusStudio.stage.documentText());
    await view.close();
    server.close();
  }
  const studio = await startStudio({ files: { 'hero.motus': heroText }, document: 'hero.motus' });
  return { ...studio, file: path.join(studio.folder, 'hero.motus') };
}

const graph = '/library/machines/0/machine/layers/0/graph';
const edit = (page, operations, name) => page.evaluate(([list, step]) => window.motusStudio.studio.edit(list, step) !== null, [operations, name]);
const duration = (seconds) => [{ op: 'replace', path: `${graph}/transitions/1/duration`, value: seconds }];
const text = (page) => page.evaluate(() => window.motusStudio.stage.documentText());
const write = (file, seconds) => fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"duration": 0\.12\b/, `"duration": ${seconds}`));

test('fifty steps are named, undone, redone, and gone to in the list', async () => {
  const studio = await startHero();
  const view = await openPage(studio.address);
  const { page, run } = view;
  const first = await text(page);
  for (let i = 1; i <= 50; ++i) await edit(page, duration(i / 100), `Step ${i}`);
  const last = await text(page);
  for (let i = 0; i < 50; ++i) await page.keyboard.press('Control+z');
  assert.equal(await text(page), first);
  assert.equal(await page.title(), 'hero.motus – Motus', 'what is undone to the start is saved');
  for (let i = 0; i < 50; ++i) await page.keyboard.press('Control+Shift+z');
  assert.equal(await text(page), last);
  assert.match(await page.title(), /^●/);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: /Step 20$/ }).click();
  await run(0.1);
  assert.equal(await page.evaluate((at) => window.motusStudio.stage.value(at), `${graph}/transitions/1/duration`), 0.2);
  assert.equal(await page.locator('.steps [aria-current]').textContent(), '20Step 20');
  assert.equal(await page.getByRole('button', { name: 'Redo: Step 21' }).isEnabled(), true);
  assert.deepEqual(view.problems, []);
  await view.close();
  await studio.kill();
});

test('what is saved is what motus edit writes for the same commands', async () => {
  const studio = await startHero();
  const copy = path.join(studio.folder, 'copy.motus');
  fs.copyFileSync(studio.file, copy);
  const view = await openPage(studio.address);
  const { page } = view;
  await edit(page, [{ op: 'add', path: `${graph}/states/-`, value: { name: 'Rest', kind: 'empty' } }], 'Add a state');
  await edit(page, duration(0.75), 'Slower');
  await page.keyboard.press('Control+z');
  await edit(page, duration(0.5), 'A little slower');
  assert.match(await page.title(), /^● hero\.motus/);
  assert.equal(await page.getByText('Not saved').count(), 1);
  await page.keyboard.press('Control+s');
  await page.getByText('Saved hero.motus').waitFor();
  assert.equal(await page.title(), 'hero.motus – Motus');
  assert.equal(await page.getByText('Not saved').count(), 0);
  const commands = path.join(studio.folder, 'commands.json');
  fs.writeFileSync(commands, JSON.stringify(await page.evaluate(() => window.motusStudio.stage.commands())));
  execFileSync(motus, ['edit', copy, '--apply', commands]);
  assert.deepEqual(fs.readFileSync(studio.file), fs.readFileSync(copy));
  await view.close();
  await studio.kill();
});

test('a killed tab loses nothing: the next page offers it, and recovers it as one step', async () => {
  const studio = await startHero();
  const context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 720 } });
  const view = await openPage(studio.address, { context, clock: false });
  await edit(view.page, duration(0.9), 'Much slower');
  const edited = await text(view.page);
  // Until the draft is there; the page keeps it a moment after the edit.
  await view.page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const open = indexedDB.open('motus-drafts', 1);
        open.onupgradeneeded = () => open.result.createObjectStore('drafts', { keyPath: 'key' });
        open.onsuccess = () => {
          const all = open.result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            open.result.close();
            resolve(all.result.some(({ step }) => step === 'Much slower'));
          };
        };
      }),
    undefined,
    { polling: 200 },
  );
  // The renderer is killed: nothing of the page runs any more.
  const crashed = view.page.waitForEvent('crash');
  const tools = await context.newCDPSession(view.page);
  tools.send('Page.crash').catch(() => {});
  await crashed;
  await view.page.close();
  const again = await openPage(studio.address, { context, clock: false });
  await again.page.getByText('There are changes that were not saved').waitFor();
  assert.match(await again.page.locator('.notice').textContent(), /the last one: Much slower/);
  assert.notEqual(await text(again.page), edited);
  await again.page.getByRole('button', { name: 'Recover' }).click();
  assert.equal(await text(again.page), edited);
  assert.match(await again.page.title(), /^●/);
  await again.page.keyboard.press('Control+z');
  assert.notEqual(await text(again.page), edited);
  await again.page.keyboard.press('Control+y');
  await again.page.keyboard.press('Control+s');
  await again.page.getByText('Saved hero.motus').waitFor();
  assert.equal(fs.readFileSync(studio.file, 'utf8'), edited);
  // Saved: a reload offers nothing.
  await again.page.waitForTimeout(500);
  await again.page.reload();
  await again.page.waitForFunction(() => window.motusStudio?.studio.state.playing);
  await again.page.waitForTimeout(300);
  assert.equal(await again.page.getByText('There are changes that were not saved').count(), 0);
  assert.equal(await text(again.page), edited);
  await context.close();
  await studio.kill();
});

test('a file that changes outside is reloaded, and the machine goes on', async () => {
  const studio = await startHero();
  const view = await openPage(studio.address, { clock: false });
  const { page } = view;
  await page.evaluate(() => window.motusStudio.stage.setParameter('speed', 2));
  await page.waitForFunction(() => {
    const { stage } = window.motusStudio;
    return stage.playing.machine.states[stage.live.layers[0].state]?.name === 'Move';
  });
  const tick = await page.evaluate(() => window.motusStudio.stage.live.tick);
  write(studio.file, 0.44);
  await page.getByText('hero.motus was changed outside and is reloaded').waitFor();
  assert.equal(await text(page), fs.readFileSync(studio.file, 'utf8'));
  const after = await page.evaluate(() => {
    const { stage } = window.motusStudio;
    return { tick: stage.live.tick, speed: stage.parameter('speed'), state: stage.playing.machine.states[stage.live.layers[0].state].name };
  });
  assert.ok(after.tick > tick);
  assert.deepEqual({ speed: after.speed, state: after.state }, { speed: 2, state: 'Move' });
  assert.equal(await page.title(), 'hero.motus – Motus');
  assert.deepEqual(view.problems, []);
  await view.close();
  await studio.kill();
});

test('where both changed it asks; theirs can be undone, mine replaces the file', async () => {
  const studio = await startHero();
  const view = await openPage(studio.address, { clock: false });
  const { page } = view;
  await edit(page, duration(0.9), 'Much slower');
  const mine = await text(page);
  write(studio.file, 0.44);
  const theirs = fs.readFileSync(studio.file, 'utf8');
  const dialog = page.getByRole('dialog', { name: 'hero.motus was changed outside' });
  await dialog.waitFor();
  assert.equal(await text(page), mine);
  await dialog.getByRole('button', { name: 'Take theirs', exact: true }).click();
  assert.equal(await text(page), theirs);
  assert.equal(await page.title(), 'hero.motus – Motus');
  await page.keyboard.press('Control+z');
  assert.equal(await text(page), mine);
  // Once more, and mine counts: also where saving finds out first.
  fs.writeFileSync(studio.file, theirs.replace('"duration": 0.44', '"duration": 0.55'));
  await page.keyboard.press('Control+s');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved hero.motus').waitFor();
  assert.equal(fs.readFileSync(studio.file, 'utf8'), mine);
  assert.deepEqual(view.problems, []);
  await view.close();
  await studio.kill();
});

test('a fault is listed, leads to its place, and is mended with one click', async () => {
  const studio = await startHero();
  const view = await openPage(studio.address);
  const { page, run } = view;
  const before = await text(page);
  await edit(page, [{ op: 'remove', path: `${graph}/transitions/1/conditions/0` }], 'Remove the condition');
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
  assert.equal(await text(page), before);
  assert.deepEqual(view.problems, []);
  await view.close();
  await studio.kill();
});

test('an edit while the machine runs counts at once, and the machine keeps its state', async () => {
  const studio = await startHero();
  const view = await openPage(studio.address);
  const { page, run } = view;
  await page.evaluate(() => window.motusStudio.stage.setParameter('speed', 2));
  await run(1);
  assert.equal(await view.state(), 'Move');
  const tick = await page.evaluate(() => window.motusStudio.stage.live.tick);
  await edit(page, [{ op: 'replace', path: `${graph}/transitions/3/duration`, value: 2 }], 'Slow stop');
  assert.equal(await page.evaluate(() => window.motusStudio.stage.live.tick), tick);
  await page.evaluate(() => window.motusStudio.stage.setParameter('speed', 0));
  await run(1);
  const layer = await page.evaluate(() => ({ ...window.motusStudio.stage.live.layers[0], clips: 0 }));
  assert.ok(layer.next >= 0 && layer.progress > 0.4 && layer.progress < 0.6, `it takes two seconds now: ${layer.progress}`);
  await view.close();
  await studio.kill();
});
