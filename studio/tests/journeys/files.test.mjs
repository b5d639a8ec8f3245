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

test('a killed server is said, and the page reconnects', async () => {
  const studio = await startStudio();
  const view = await openPage(studio.address, { clock: false, picture: false });
  await studio.kill();
  await view.page.getByText('The studio’s server does not answer').waitFor();
  assert.equal(await view.page.getByRole('status').filter({ hasText: 'Server gone' }).count(), 1);
  const again = await startStudio({ port: studio.port });
  assert.equal(again.port, studio.port);
  await view.page.getByText('The studio is back').waitFor();
  await view.close();
  await again.kill();
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

test('the page with its library is under 2 MB compressed', () => {
  const files = fs.readdirSync(pageFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map(({ path: where, name }) => gzipSync(fs.readFileSync(path.join(where, name)), { level: 9 }).length);
  const sum = bytes.reduce((all, one) => all + one, 0);
  assert.ok(sum > 300_000 && sum < 2_000_000, `${sum} bytes`);
});

test('other pages and other folders are refused', async () => {
  const studio = await startStudio({ files: { 'a.motus': '{}' } });
  const base = `http://127.0.0.1:${studio.port}`;
  const status = async (where, options) => (await fetch(base + where, options)).status;
  assert.equal(await status('/files/a.motus'), 200);
  assert.equal(await status('/api/project', { headers: { Origin: 'http://example.com' } }), 403);
  assert.equal(await status('/files/..%2f..%2fetc%2fpasswd'), 404);
  assert.equal(await status('/files/%2e%2e/%2e%2e/etc/passwd'), 404);
  assert.equal(await status('/files/a.motus', { method: 'PUT', body: 'x' }), 403);
  assert.equal(fs.readFileSync(path.join(studio.folder, 'a.motus'), 'utf8'), '{}');
  await studio.kill();
});
