// A large machine: 300 states and 1,000 transitions open in under a second, and pan, zoom and run
// with less than 8 ms of script a frame.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { closeBrowser, motus, openPage, startStudio } from './harness.mjs';

const kStates = 300;
const kTransitions = 1000;
const kBudget = 8;
const kOpening = 1000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'motus-large-'));
let studio;
let view;

function largeDocument() {
  execFileSync(motus, ['import', 'hero', '-o', path.join(folder, 'small.motus')]);
  const document = JSON.parse(fs.readFileSync(path.join(folder, 'small.motus'), 'utf8'));
  const { graph } = document.library.machines[0].machine.layers[0];
  const motion = graph.states[0].motion;
  const trigger = document.library.machines[0].variables[1].id;
  for (let i = graph.states.length; i < kStates; ++i)
    graph.states.push({ id: 1000 + i, name: `State ${i}`, kind: 'clip', motion, position: [(i % 20) * 260, 300 + Math.floor(i / 20) * 110] });
  for (let i = graph.transitions.length; i < kTransitions; ++i) {
    const from = graph.states[4 + (i % (kStates - 4))].id;
    const to = graph.states[4 + ((i * 7 + Math.floor(i / 296) * 13) % (kStates - 4))].id;
    graph.transitions.push({ id: 10000 + i, from, to, conditions: [{ variable: trigger, op: 'is_true' }] });
  }
  return JSON.stringify(document);
}

before(async () => {
  fs.writeFileSync(path.join(folder, 'large.motus'), largeDocument());
  studio = await startStudio({ folder });
  view = await openPage(studio.address, { clock: false, size: { width: 1440, height: 900 } });
});
after(async () => {
  await closeBrowser();
  assert.deepEqual(view.problems, []);
});

/** Milliseconds that the page's thread worked, in all and in script: other programs do not count. */
async function worked(act) {
  const session = await view.context.newCDPSession(view.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (wanted) => metrics.find(({ name }) => name === wanted).value * 1000;
    return { all: value('TaskDuration'), script: value('ScriptDuration'), frames: await view.page.evaluate(() => window.frameCount) };
  };
  await view.page.evaluate(() => {
    window.frameCount = 0;
    window.counting = window.motusStudio.frames.follow(() => ++window.frameCount);
  });
  const start = await read();
  await act();
  const end = await read();
  await view.page.evaluate(() => window.counting());
  await session.send('Performance.disable');
  await session.detach();
  const frames = Math.max(1, end.frames - start.frames);
  return { all: end.all - start.all, script: end.script - start.script, perFrame: (end.script - start.script) / frames };
}
const scriptPerFrame = async (act) => (await worked(act)).perFrame;

/** Opens `name` and shows its machine: milliseconds of the page's thread for each. */
async function openLarge(name) {
  const { page } = view;
  await page.locator('#centre-viewport').click();
  // The picture is drawn by the processor here, which is not what is measured.
  const opened = await worked(() =>
    page.evaluate(async (file) => {
      await window.motusStudio.documents.openPath(file);
      await new Promise((done) => requestAnimationFrame(done));
    }, name),
  );
  await page.evaluate(() => window.motusStudio.studio.setPaused(true));
  const drawn = await worked(() =>
    page.evaluate(async () => {
      document.querySelector('#centre-graph').click();
      const all = () => document.querySelectorAll('.node').length >= 300 && document.querySelectorAll('.edge').length >= 1000;
      while (!all()) await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }),
  );
  await page.evaluate(() => window.motusStudio.studio.setPaused(false));
  console.log(`# opened in ${opened.all.toFixed(0)} ms, drawn in ${drawn.all.toFixed(0)} ms (script ${drawn.script.toFixed(0)} ms)`);
  return opened.all + drawn.all;
}

test('it opens in under a second', async () => {
  // The best of three: neighbours on the machine make the others slower, none makes one faster.
  let best = await openLarge('large.motus');
  for (let round = 1; round < 3 && best >= kOpening; ++round) {
    await view.page.evaluate(() => window.motusStudio.documents.openPath('small.motus'));
    best = Math.min(best, await openLarge('large.motus'));
  }
  assert.ok(best < kOpening, `${best} ms`);
});

test('panning, zooming and running stay within the budget', async () => {
  const { page } = view;
  const box = await page.locator('.react-flow__pane').boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  const results = {
    run: await scriptPerFrame(() => page.waitForTimeout(2000)),
    pan: await scriptPerFrame(async () => {
      await page.mouse.move(...middle);
      await page.mouse.down({ button: 'middle' });
      for (let i = 0; i < 60; ++i) await page.mouse.move(middle[0] + 4 * i, middle[1] + 2 * i);
      await page.mouse.up({ button: 'middle' });
    }),
    zoom: await scriptPerFrame(async () => {
      for (let i = 0; i < 40; ++i) {
        await page.mouse.wheel(0, i < 20 ? -60 : 60);
        await page.waitForTimeout(16);
      }
    }),
  };
  console.log(`# script per frame: ${Object.entries(results).map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`).join(', ')}`);
  for (const [name, ms] of Object.entries(results)) assert.ok(ms < kBudget, `${name}: ${ms} ms`);
});
