// Out and in: every export is what the command line writes; a Unity controller with its report;
// handles on the picture; the palette and the tour.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';

import { closeBrowser, dismissAll, drop, motus, openPage, startStudio } from './harness.mjs';

let studio;
let view;
before(async () => {
  studio = await startStudio();
  view = await openPage(studio.address, { size: { width: 1440, height: 900 }, tour: true });
});
after(async () => {
  await closeBrowser();
  assert.deepEqual(view.problems, []);
});

const run = (...args) => execFileSync(motus, args, { cwd: studio.folder });
const file = (name) => path.join(studio.folder, name);
const documentText = () => view.page.evaluate(() => window.motusStudio.stage.documentText());

async function exportAs(name) {
  const { page } = view;
  await page.getByRole('button', { name: 'Export' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click(),
  ]);
  return fs.readFileSync(await saved.path());
}

test('the tour has five steps and is remembered', async () => {
  const { page, context } = view;
  const tour = page.getByRole('complementary', { name: 'Tour' });
  for (let step = 1; step <= 5; ++step) {
    assert.match(await tour.textContent(), new RegExp(`^${step} / 5`));
    await tour.getByRole('button', { name: step === 5 ? 'Done' : 'Next' }).click();
  }
  assert.equal(await tour.count(), 0);
  const again = await openPage(studio.address, { context, tour: true });
  assert.equal(await again.page.getByRole('complementary', { name: 'Tour' }).count(), 0);
  await again.close();
});

test('document, baked file, model and controller are those of the command line', async () => {
  const text = await exportAs('Document');
  fs.writeFileSync(file('hero.motus'), text);
  run('bake', 'hero.motus', '-o', 'hero.motusb');
  assert.ok((await exportAs('Baked file')).equals(fs.readFileSync(file('hero.motusb'))), 'baked bytes differ');
  run('export', 'hero', '-o', 'hero.glb');
  assert.ok((await exportAs('Model')).equals(fs.readFileSync(file('hero.glb'))), 'model bytes differ');
  run('export', 'hero.motus', '-o', 'hero.controller');
  assert.ok((await exportAs('Unity controller')).equals(fs.readFileSync(file('hero.controller'))), 'controllers differ');
  assert.match(run('validate', 'hero.motus').toString(), /no faults|0 errors/);
  assert.equal(JSON.parse(run('inspect', 'hero.motusb', '--json').toString()).kind, 'baked');
});

const unity = fileURLToPath(new URL('../../../tests/unity/data', import.meta.url));

test('a dropped controller is imported, and its report leads to each warning', async () => {
  const { page } = view;
  await drop(page, [{ name: 'v1.controller', bytes: fs.readFileSync(path.join(unity, 'v1.controller')) }]);
  const dialog = page.getByRole('dialog', { name: /v1.controller was imported/ });
  await dialog.waitFor();
  assert.match(await dialog.textContent(), /states/i);
  fs.copyFileSync(path.join(unity, 'v1.controller'), file('v1.controller'));
  run('import', 'v1.controller', '-o', 'imported.motus');
  assert.equal(await documentText(), fs.readFileSync(file('imported.motus'), 'utf8'));
  const warnings = dialog.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
  const told = await warnings.evaluateAll((items) => items.map((item) => item.querySelector('.place').textContent));
  assert.deepEqual(told, ['line 25', 'Base/Idle', 'Base/Walk, Walk child 0', 'Base/Walk, Walk child 1', 'Wounded: Idle']);
  assert.equal(await warnings.first().getByRole('button').count(), 0, 'a line of the file is no place in the graph');
  for (const [index, name] of [[1, 'Idle'], [2, 'Walk'], [3, 'Walk'], [4, 'Wounded']]) {
    if (index > 1) {
      await drop(page, [{ name: 'v1.controller', bytes: fs.readFileSync(path.join(unity, 'v1.controller')) }]);
      await dialog.waitFor();
    }
    await warnings.nth(index).getByRole('button').click();
    await view.run(0.2);
    assert.equal(await dialog.count(), 0);
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).first().inputValue(), name);
  }
});

test('a film of the picture is a moving WebP that a decoder reads', async () => {
  const { page } = view;
  await page.getByRole('treeitem', { name: /^Card/ }).first().click();
  await page.getByRole('treeitem', { name: /^button hover/ }).click();
  await view.run(0.1);
  await page.locator('.sheet canvas').focus();
  await page.keyboard.press('End');
  await view.run(0.1);
  const stood = await page.locator('.sheet canvas').getAttribute('aria-valuenow');
  const before = await documentText();
  const bytes = await exportAs('Film');
  assert.equal(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12), 'RIFFWEBP');
  assert.equal(bytes.readUInt32LE(4), bytes.length - 8);
  const film = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/webp' });
    await decoder.tracks.ready;
    const { frameCount, animated } = decoder.tracks.selectedTrack;
    const pictures = [];
    for (const frameIndex of [0, frameCount - 1]) {
      const { image } = await decoder.decode({ frameIndex });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      pictures.push({ width: canvas.width, height: canvas.height, ms: image.duration / 1000, sum: context.getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, v) => sum + v, 0) });
      image.close();
    }
    decoder.close();
    const { width, height } = document.querySelector('#viewport');
    return { frameCount, animated, pictures, width, height, seconds: window.motusStudio.studio.state.playing.seconds };
  }, bytes.toString('base64'));
  assert.equal(film.animated, true);
  assert.equal(film.frameCount, Math.round(film.seconds * 25));
  for (const { width, height, ms } of film.pictures) assert.deepEqual([width, height, ms], [film.width, film.height, 40]);
  assert.notEqual(film.pictures[0].sum, film.pictures[1].sum, 'it moves');
  await view.run(0.1);
  assert.equal(await page.locator('.sheet canvas').getAttribute('aria-valuenow'), stood, 'the playhead is where it was');
  assert.equal(await documentText(), before);
});

test('with recording on, dragging on the picture makes keys', async () => {
  const { page } = view;
  await dismissAll(page);
  await page.getByRole('treeitem', { name: /^Card/ }).first().click();
  await view.run(0.1);
  await page.getByRole('treeitem', { name: /^button hover/ }).click();
  await view.run(0.1);
  await page.locator('.sheet canvas').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await view.run(0.1);
  const before = await documentText();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const middle = () => page.evaluate(() => {
    const { studio } = window.motusStudio;
    const { id } = studio.stage.desk.entities().find(({ name }) => name === 'Button');
    const [x, y] = studio.viewport.boxes([id])[0].pivot;
    const canvas = document.querySelector('#viewport');
    const box = canvas.getBoundingClientRect();
    return { x: box.left + (x / canvas.width) * box.width, y: box.top + (y / canvas.height) * box.height };
  });
  const at = await middle();
  await page.mouse.move(at.x - 50, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 20, at.y - 10, { steps: 5 });
  await view.run(0.1);
  await page.mouse.up();
  await view.run(0.2);
  const after = await middle();
  assert.ok(Math.abs(after.x - at.x - 30) < 1.5 && Math.abs(after.y - at.y + 10) < 1.5, JSON.stringify([at, after]));
  const state = page.getByRole('region', { name: 'Transform2D' }).locator('[data-name="position"] .key-button');
  assert.equal(await state.getAttribute('data-state'), 'key');
  // The handle above the box turns it.
  const turn = await page.locator('.handles .turn').boundingBox();
  await page.mouse.move(turn.x + turn.width / 2, turn.y + turn.height / 2);
  await page.mouse.down();
  await page.mouse.move(turn.x + turn.width / 2 + 60, turn.y + turn.height / 2 + 10, { steps: 4 });
  await page.mouse.up();
  await view.run(0.2);
  const angle = page.getByRole('region', { name: 'Transform2D' }).locator('[data-name="angle_rad"] .key-button');
  assert.equal(await angle.getAttribute('data-state'), 'key');
  await page.getByRole('button', { name: 'Recording', exact: true }).click();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await view.run(0.1);
  assert.equal(await documentText(), before);
});

test('the palette finds a command and runs it', async () => {
  const { page } = view;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('timeline flip');
  await page.keyboard.press('Enter');
  await view.run(0.1);
  assert.equal(await page.evaluate(() => window.motusStudio.studio.state.playing.name), 'flip');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('samples');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Eases/ }).click();
  await view.run(0.2);
  assert.equal(await page.evaluate(() => window.motusStudio.studio.state.library.timelines[0].name), 'eases');
  assert.equal(await page.evaluate(() => window.motusStudio.stage.validate().length), 0);
});

test('help leads to the documentation', async () => {
  const { page } = view;
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const links = await dialog.getByRole('link').evaluateAll((all) => all.map(({ href }) => href));
  assert.ok(links.length >= 5);
  const pages = await page.evaluate((all) => Promise.all(all.map(async (href) => (await fetch(href)).text())), links);
  for (const [index, text] of pages.entries()) assert.match(text, /<h1 id=/, links[index]);
  await dialog.getByRole('button', { name: 'Close' }).click();
});

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious faults within what a selector finds. */
async function faults(selector) {
  const { page } = view;
  let done = false;
  const answer = page
    .evaluate((inside) => window.axe.run(inside, { resultTypes: ['violations'] }), selector)
    .finally(() => (done = true));
  while (!done) await view.run(0.05); // it waits between its steps, on the clock that we hold
  const { violations } = await answer;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${selector}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

test('axe finds no serious fault in timeline, inspector, library, export, palette and report', async () => {
  const { page } = view;
  await page.evaluate(axe);
  await page.evaluate(() => void (window.motusStudio.studio.hidden = true));
  for (const theme of ['dark', 'light']) {
    // What an import warned of stays until it is dismissed.
    await dismissAll(page);
    await page.getByRole('treeitem', { name: /^Card/ }).first().click();
    await page.getByRole('treeitem', { name: /^button hover/ }).click();
    await page.getByRole('treeitem', { name: 'Button', exact: true }).click();
    await view.run(0.1);
    await page.evaluate(() => {
      const { studio: shown, timeline } = window.motusStudio;
      shown.command({ do: 'library_folder', name: 'looks' });
      timeline.select([timeline.keys[0]]); // with the tools for keys
      timeline.selectTracks([timeline.state.text.tracks[0].id]);
    });
    await view.run(0.1);
    const found = [];
    for (const selector of ['[aria-label="Library"].panel', '.panel.drawer', '.properties']) found.push(...(await faults(selector)));
    await page.getByRole('button', { name: 'Curves', exact: true }).click();
    await view.run(0.1);
    found.push(...(await faults('.timeline')));
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Delete button hover' }).click();
    found.push(...(await faults('dialog.ask')));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    found.push(...(await faults('.menu')));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    found.push(...(await faults('dialog.palette')));
    await page.keyboard.press('Escape');
    await drop(page, [{ name: 'v1.controller', bytes: fs.readFileSync(path.join(unity, 'v1.controller')) }]);
    await page.getByRole('dialog', { name: /was imported/ }).waitFor();
    found.push(...(await faults('dialog.import')));
    await page.getByRole('button', { name: 'Look at it' }).click();
    assert.deepEqual(found, [], theme);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('t');
    await view.run(0.1);
  }
});
