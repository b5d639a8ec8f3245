// What the page costs: bytes to load, time to the first picture, script in a frame. Prints numbers and
// their budgets; red above one. Times want a quiet machine, so this is no part of `make test`:
// studio/test.sh build/release/motus build/release/studio tests/measure.mjs
// SPDX-License-Identifier: MIT
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

import { closeBrowser, openBrowser, pageFolder, startStudio } from './journeys/harness.mjs';

const size = { width: 1280, height: 720 };
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const rows = [];
const say = (what, value, unit, budget) => rows.push({ what, value, unit, budget });

let raw = 0;
let packed = 0;
for (const name of fs.readdirSync(pageFolder, { recursive: true })) {
  const file = path.join(pageFolder, name);
  if (!fs.statSync(file).isFile()) continue;
  const bytes = fs.readFileSync(file);
  raw += bytes.length;
  packed += zlib.gzipSync(bytes, { level: 9 }).length;
}
say('page and module', raw / 1e6, 'MB');
say('the same, gzip', packed / 1e6, 'MB', 2);

const studio = await startStudio();
const browser = await openBrowser();

/** Seconds from asking for the page to the first picture of the hero on the canvas, without a cache. */
async function firstPicture() {
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  // After the first frame that has something to draw: its pixels are done when they can be read.
  await page.addInitScript(() => {
    const look = () => {
      const studio = window.motusStudio?.studio;
      if (!studio?.state.playing || !studio.viewport) return void requestAnimationFrame(look);
      studio.viewport.draw();
      studio.viewport.read();
      window.firstPicture = performance.now();
    };
    requestAnimationFrame(look);
  });
  await page.goto(studio.address);
  await page.waitForFunction(() => window.firstPicture);
  const seconds = (await page.evaluate(() => window.firstPicture)) / 1000;
  await context.close();
  return seconds;
}
const first = [];
for (let i = 0; i < 5; ++i) first.push(await firstPicture());
say('first picture, median of 5', median(first), 's', 3);

// The hero runs. Script is counted in time of the processor, by the browser: a software renderer that
// is behind makes the page wait, and waiting is not script.
const context = await browser.newContext({ viewport: size });
const page = await context.newPage();
await page.goto(studio.address);
await page.waitForFunction(() => window.motusStudio?.studio.state.playing);
await page.getByRole('slider', { name: 'speed', exact: true }).fill('2.2');
const devtools = await context.newCDPSession(page);
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
const script = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration').value;
const frames = (count) =>
  page.evaluate(
    (most) =>
      new Promise((resolve) => {
        let left = most;
        const stop = window.motusStudio.frames.follow(() => {
          if (--left > 0) return;
          stop();
          resolve();
        });
      }),
    count,
  );
await frames(10);
const costs = [];
for (let i = 0; i < 5; ++i) {
  const before = await script();
  await frames(20);
  costs.push(((await script()) - before) / 20 * 1000);
}
say('script per frame, median of 5 x 20', median(costs), 'ms', 8);
await closeBrowser();

let over = 0;
for (const { what, value, unit, budget } of rows) {
  const missed = budget !== undefined && !(value < budget);
  over += missed ? 1 : 0;
  const limit = budget === undefined ? '' : `  budget ${budget} ${unit}${missed ? '  EXCEEDED' : ''}`;
  console.log(`${what.padEnd(36)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(3)}${limit}`);
}
process.exit(over === 0 ? 0 : 1);
