// The pictures of docs/studio.md: the main views in both themes, as WebP, into docs/images.
// studio/test.sh build/release/motus build/release/studio tests/pictures.mjs
// SPDX-License-Identifier: MIT
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

import { closeBrowser, openBrowser, openPage, startStudio } from './journeys/harness.mjs';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const studio = await startStudio();

/** The browser writes WebP itself. */
async function write(name, png) {
  const page = await (await openBrowser()).newPage();
  const text = await page.evaluate(async (source) => {
    const picture = new Image();
    picture.src = source;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.9);
  }, `data:image/png;base64,${png.toString('base64')}`);
  await page.close();
  fs.writeFileSync(folder + name, Buffer.from(text.split(',')[1], 'base64'));
  console.log(`${name}  ${fs.statSync(folder + name).size} bytes`);
}

const views = {
  async play({ page, run }) {
    await page.getByRole('slider', { name: 'speed', exact: true }).fill('1.9');
    await run(1.4);
    await page.getByRole('button', { name: 'Fire jump' }).click();
    await run(0.15);
    await page.getByRole('option', { name: /Move → Idle/ }).click();
  },
  async card({ page, run }) {
    await page.getByRole('treeitem', { name: /^Card/ }).first().click();
    await run(0.3);
    await page.getByRole('button', { name: 'Fire flip' }).click();
    await page.getByRole('tab', { name: 'Events' }).click();
    await run(0.4);
  },
  async graph({ page, run }) {
    await page.getByRole('tab', { name: 'Graph' }).click();
    await run(0.3);
    await page.getByRole('slider', { name: 'speed', exact: true }).fill('1.9');
    await page.locator('.node-name', { hasText: 'Move' }).click();
    await run(0.15);
  },
  async curve({ page, run }) {
    await page.getByRole('tab', { name: 'Both' }).click();
    await page.getByRole('tab', { name: 'Curve' }).click();
    await page.getByRole('combobox', { name: 'Transition' }).selectOption({ label: 'Idle → Move (set off)' });
    await page.getByRole('button', { name: 'S', exact: true }).click();
    await run(0.2);
    await page.getByRole('slider', { name: 'Key 2 of 3' }).focus();
    await page.getByRole('slider', { name: 'Time in the blend' }).focus();
    for (let i = 0; i < 8; ++i) await page.keyboard.press('ArrowRight');
    await run(0.1);
  },
};

for (const theme of ['dark', 'light']) {
  for (const [name, act] of Object.entries(views)) {
    const view = await openPage(studio.address, { theme, scale: 1 });
    await act(view);
    await view.run(0.1);
    await view.page.mouse.move(0, 0);
    await write(`studio-${name}-${theme}.webp`, await view.page.screenshot());
    await view.close();
  }
}
await closeBrowser();
