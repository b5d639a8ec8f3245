// What the page shows is what the command line prints, to the last digit.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { closeBrowser, motus, openPage, startStudio } from './harness.mjs';

let studio;
let view;
const command = (...args) => execFileSync(motus, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
before(async () => {
  studio = await startStudio();
  view = await openPage(studio.address);
  await view.page.getByRole('button', { name: 'Pause' }).click();
});
after(async () => {
  await closeBrowser();
  assert.deepEqual(view.problems, []);
});

/** Steps a frame of 1/60 s at a time, with the button; inputs as in a script of `motus simulate`. */
async function follow(scene, frames, inputs, act) {
  const { page, run } = view;
  await page.getByRole('treeitem', { name: new RegExp(`^${scene}`, 'i') }).first().click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Start again' }).click();
  const script = path.join(studio.folder, 'script.json');
  fs.writeFileSync(script, JSON.stringify({ dt: 1 / 60, frames, inputs }));
  const lines = command('simulate', scene, '--script', script, '--json').trimEnd().split('\n');
  const step = page.getByRole('button', { name: 'One frame on' });
  for (let frame = 0; frame < frames; ++frame) {
    for (const input of inputs.filter((item) => item.frame === frame)) await act(input);
    await step.evaluate((button) => button.click());
    const shown = await page.evaluate(() => {
      const { stage } = window.motusStudio;
      const { layers, layerCount } = stage.live;
      return {
        text: stage.frameText().trimEnd(),
        layers: layers.slice(0, layerCount).map(({ weight, state, normalizedTime, clips, clipCount }) => ({
          weight,
          state: stage.playing.machine.states[state]?.path ?? null,
          normalizedTime,
          weights: clips.slice(0, clipCount).map((clip) => clip.weight),
        })),
      };
    });
    assert.equal(shown.text, lines[frame]);
    const printed = JSON.parse(lines[frame]).layers.map(({ weight, state, normalizedTime, clips }) => ({
      weight: Math.fround(weight),
      state,
      normalizedTime,
      weights: clips.map((clip) => Math.fround(clip.weight)),
    }));
    assert.deepEqual(shown.layers, printed);
  }
  await run(0.1);
  return JSON.parse(lines.at(-1));
}

test('the hero’s states and weights are those of motus simulate', async () => {
  const { page } = view;
  const inputs = [{ frame: 3, set: { speed: 1.5 } }, { frame: 34, trigger: ['jump'] }];
  const last = await follow('hero', 40, inputs, async (input) => {
    if (input.trigger) await page.getByRole('button', { name: 'Fire jump' }).click();
    else await page.getByRole('slider', { name: 'speed', exact: true }).fill('1.5');
  });
  // And the panel says the same in words.
  const { transition, next, state, clips } = last.layers[0];
  assert.ok(transition && clips.length > 1, 'the end is in the middle of a transition');
  assert.ok([state, next].includes(await view.state()), await view.state());
  const bars = await page.getByRole('list', { name: 'Weights' }).first().getByRole('listitem').allTextContents();
  assert.deepEqual(
    bars.map((text) => Number(/(\d+) %/.exec(text)[1])),
    clips.map(({ weight }) => Math.round(weight * 100)),
  );
});

test('the card’s are too', async () => {
  const { page } = view;
  const inputs = [{ frame: 5, set: { hovered: true } }, { frame: 12, trigger: ['flip'] }];
  await follow('card', 24, inputs, async (input) => {
    if (input.trigger) await page.getByRole('button', { name: 'Fire flip' }).click();
    else await page.getByRole('switch', { name: 'hovered' }).click();
  });
});

test('the palette of a clip is that of motus sample', async () => {
  const { page, run } = view;
  await page.getByRole('treeitem', { name: /^Hero/ }).first().click();
  const baked = path.join(studio.folder, 'hero.motusb');
  command('bake', 'hero', '-o', baked);
  for (const [clip, part] of [['Walk', 0.31], ['Run', 0.77]]) {
    await page.getByRole('treeitem', { name: new RegExp(`^${clip}`) }).first().click();
    const slider = page.getByRole('slider', { name: 'Time' });
    // A slider gives back the shortest text of a number: four places have one.
    await slider.fill(String(Number((part * Number(await slider.getAttribute('max'))).toFixed(4))));
    await run(0.1);
    const shown = await page.evaluate(() => {
      const { stage } = window.motusStudio;
      return { seconds: stage.live.seconds, palette: [...stage.palette(0)] };
    });
    assert.ok(shown.seconds > 0.1);
    const sample = JSON.parse(command('sample', baked, '--clip', clip, '--time', String(shown.seconds), '--json'));
    assert.equal(sample.time, shown.seconds);
    assert.deepEqual(shown.palette, sample.skins[0].palette.flat().map(Math.fround));
  }
});
