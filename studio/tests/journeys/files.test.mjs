// Files: dropped, served, kept in the browser; a server that dies; what is refused.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { closeBrowser, drop, motus, openPage, pageFolder, startStatic, startStudio } from './harness.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'motus-files-'));
const glb = path.join(folder, 'figure.glb');
execFileSync(motus, ['export', 'hero', '-o', glb]);
after(async () => {
  await closeBrowser();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a dropped .glb plays; something else is refused in words', async () => {
  const studio = await startStudio();
  const view = await openPage(studio.address);
  await drop(view.page, [{ name: 'figure.glb', bytes: fs.readFileSync(glb) }]);
  await view.page.getByText('figure.glb').first().waitFor();
  await view.run(0.2);
  await view.page.getByRole('treeitem', { name: /^Walk/ }).first().click();
  await view.run(0.2);
  assert.equal(await view.page.evaluate(() => window.motusStudio.studio.state.playing.name), 'Walk');

  await drop(view.page, [{ name: 'broken.glb', bytes: Buffer.from('glTF nonsense') }]);
  await view.page.getByRole('alert').waitFor();
  assert.match(await view.page.getByRole('alert').textContent(), /broken\.glb could not be opened/);
  assert.equal(await view.page.evaluate(() => window.motusStudio.studio.state.playing.name), 'Walk');
  assert.deepEqual(view.problems, []);
  await view.close();
  await studio.kill();
});

test('a document of the folder opens with its model, and is saved where it is', async () => {
  execFileSync(motus, ['import', glb, '-o', path.join(folder, 'figure.motus')]);
  const studio = await startStudio({ folder, document: 'figure.motus' });
  const view = await openPage(studio.address);
  assert.equal(await view.page.evaluate(() => window.motusStudio.studio.state.opened.name), 'figure.motus');
  assert.deepEqual(await view.page.evaluate(() => window.motusStudio.studio.state.report.missing), []);
  const before = fs.readFileSync(path.join(folder, 'figure.motus'));
  await view.page.keyboard.press('Control+s');
  await view.page.getByText('Saved figure.motus').waitFor();
  assert.deepEqual(fs.readFileSync(path.join(folder, 'figure.motus')), before);

  // Somebody else writes: it is not overwritten, but asked about.
  fs.writeFileSync(path.join(folder, 'figure.motus'), before.toString().replace(/"name": "figure"/, '"name": "other"'));
  await view.page.keyboard.press('Control+s');
  await view.page.getByRole('dialog', { name: 'figure.motus was changed outside' }).waitFor();
  assert.match(fs.readFileSync(path.join(folder, 'figure.motus'), 'utf8'), /"name": "other"/);
  await view.close();
  await studio.kill();
});

test('a killed server is said, and one that is started again is not ours', async () => {
  const studio = await startStudio();
  const view = await openPage(studio.address, { clock: false, picture: false });
  await studio.kill();
  await view.page.getByText('The studio’s server does not answer').waitFor();
  assert.equal(await view.page.getByRole('status').filter({ hasText: 'Server gone' }).count(), 1);
  const again = await startStudio({ port: studio.port });
  assert.equal(again.port, studio.port);
  await view.page.getByText('The studio was started again').waitFor();
  await view.close();
  await again.kill();
});

test('unsaved work of one folder is not offered in another one of the same name', async () => {
  const [mine, other] = ['a', 'b'].map((name) => path.join(folder, name, 'game'));
  for (const place of [mine, other]) {
    fs.mkdirSync(place, { recursive: true });
    execFileSync(motus, ['import', 'hero', '-o', path.join(place, 'hero.motus')]);
  }
  const studio = await startStudio({ folder: mine, document: 'hero.motus' });
  const view = await openPage(studio.address, { picture: false });
  await view.page.evaluate(() => window.motusStudio.studio.edit([{ op: 'replace', path: '/name', value: 'mine' }], 'Name it'));
  await view.run(0.3);
  const keys = () => view.page.evaluate(() => new Promise((resolve) => {
    const asked = indexedDB.open('motus-drafts', 1);
    asked.onsuccess = () => {
      const all = asked.result.transaction('drafts').objectStore('drafts').getAllKeys();
      all.onsuccess = () => resolve((asked.result.close(), all.result));
    };
  }));
  await view.until(async () => (await keys()).length > 0);
  assert.deepEqual(await keys(), [`file ${fs.realpathSync(mine)}/hero.motus`]);
  await view.page.close();
  await studio.kill();
  const lost = 'There are changes that were not saved';
  for (const place of [other, mine]) {
    const next = await startStudio({ folder: place, document: 'hero.motus', port: studio.port });
    assert.equal(next.port, studio.port, 'what a browser keeps belongs to the port');
    const again = await openPage(next.address, { context: view.context, picture: false });
    if (place === mine) await again.until(async () => (await again.page.getByText(lost).count()) > 0);
    else await again.run(1);
    assert.equal(await again.page.getByText(lost).count(), place === mine ? 1 : 0);
    await again.close();
    await next.kill();
  }
  await view.close();
});

test('without its token the page plays, and says that it shows no files', async () => {
  const studio = await startStudio({ files: { 'a.motus': '{"version": 2}' } });
  const view = await openPage(studio.address.replace(/#.*/, ''), { picture: false });
  await view.page.getByText('This is not the whole address of the studio').waitFor();
  assert.equal(await view.page.getByRole('treeitem', { name: 'a.motus' }).count(), 0);
  await view.close();
  await studio.kill();
});

test('without a server the page keeps documents in the browser', async () => {
  const server = await startStatic();
  const view = await openPage(server.address);
  assert.equal(await view.state(), 'Idle');
  await drop(view.page, [{ name: 'figure.glb', bytes: fs.readFileSync(glb) }]);
  await view.page.getByRole('treeitem', { name: 'figure.glb' }).waitFor();
  const download = view.page.waitForEvent('download');
  await view.page.getByRole('button', { name: 'Save' }).click();
  assert.equal((await download).suggestedFilename(), 'figure.motus');
  await view.page.reload();
  await view.page.waitForFunction(() => window.motusStudio?.studio.state.playing);
  assert.equal(await view.page.evaluate(() => window.motusStudio.studio.state.opened.name), 'figure.glb');
  assert.deepEqual(view.problems, []);
  await view.close();
  server.close();
});

test('the page with its library is as small as docs/studio.md says', () => {
  const docs = fs.readFileSync(new URL('../../../docs/studio.md', import.meta.url), 'utf8');
  const most = 1e6 * Number(/under ([\d.]+) MB with gzip/.exec(docs)[1]);
  // The manual and the Draco decoder are loaded only where they are needed.
  const files = fs
    .readdirSync(pageFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\/docs\b/.test(entry.path) && !entry.name.startsWith('draco_'));
  const bytes = files.map(({ path: where, name }) => gzipSync(fs.readFileSync(path.join(where, name)), { level: 9 }).length);
  const sum = bytes.reduce((all, one) => all + one, 0);
  console.log(`# page and library: ${(sum / 1e6).toFixed(2)} MB with gzip`);
  assert.ok(sum > 300_000 && sum < most && most <= 2_000_000, `${sum} bytes`);
});

test('other pages and other folders are refused', async () => {
  const studio = await startStudio({ files: { 'a.motus': '{}' } });
  const base = `http://127.0.0.1:${studio.port}`;
  const token = { 'X-Motus-Token': new URL(studio.address).hash.slice(1) };
  const status = async (where, headers = token, options = {}) => (await fetch(base + where, { headers, ...options })).status;
  assert.equal(await status('/files/a.motus'), 200);
  assert.equal(await status('/files/a.motus', {}), 403);
  assert.equal(await status('/api/project', {}), 403);
  assert.equal(await status('/api/project', { ...token, Origin: 'http://example.com' }), 403);
  assert.equal(await status('/files/..%2f..%2fetc%2fpasswd'), 404);
  assert.equal(await status('/files/%2e%2e/%2e%2e/etc/passwd'), 404);
  assert.equal(await status('/files/a.motus', {}, { method: 'PUT', body: 'x' }), 403);
  assert.equal(fs.readFileSync(path.join(studio.folder, 'a.motus'), 'utf8'), '{}');
  await studio.kill();
});
