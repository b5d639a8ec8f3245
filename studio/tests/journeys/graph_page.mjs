// The hero's machine in the graph, opened anew for each journey, and what hands do there.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach } from 'node:test';

import { closeBrowser, dismissAll, motus, openPage, startStudio } from './harness.mjs';

export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'motus-graph-'));
export let studio;
export let view;
export let page;
export let run;
before(async () => {
  execFileSync(motus, ['import', 'hero', '-o', path.join(folder, 'hero.motus')]);
  studio = await startStudio({ folder, document: 'hero.motus' });
  view = await openPage(studio.address, { picture: false, size: { width: 1440, height: 900 } });
  ({ page, run } = view);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await run(0.2);
});
beforeEach(async () => {
  await page.evaluate(() => window.motusStudio.documents.openPath('hero.motus'));
  await run(0.2);
  await dismissAll(page);
  await page.getByRole('tab', { name: /^Base/ }).click();
  await page.getByRole('button', { name: 'Show the whole graph' }).click();
  await run(0.4);
});
after(async () => {
  await closeBrowser();
  fs.rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(view.problems, []);
});

export const node = (name) => page.locator('.node').filter({ has: page.locator('.node-name', { hasText: new RegExp(`^${name}$`) }) });
export const inspector = () => page.getByRole('region', { name: 'Inspector', exact: true });
export const text = () => page.evaluate(() => window.motusStudio.stage.documentText());
export const machine = () => page.evaluate(() => window.motusStudio.stage.value('/library/machines/0'));

export async function addState(name) {
  await page.getByRole('button', { name: 'State', exact: true }).click();
  await run(0.1);
  const field = page.getByRole('textbox', { name: 'Name of the state' });
  await field.fill(name);
  await field.press('Enter');
  await run(0.1);
}

/** To a place of the drawing, in parts of its width and height. */
export async function dragNode(name, right, down) {
  const box = await node(name).boundingBox();
  const canvas = await page.locator('.graph-canvas').boundingBox();
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  const to = [canvas.x + canvas.width * right, canvas.y + canvas.height * down];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
  await run(0.6);
}

/** By the small disc on a state's right edge. */
export async function connect(from, to) {
  const a = await node(from).boundingBox();
  const b = await node(to).boundingBox();
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  const disc = await node(from).locator('.node-handle').boundingBox();
  await page.mouse.move(disc.x + disc.width / 2, disc.y + disc.height / 2);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up();
  await run(0.1);
}

/** By the dialog, as the keyboard does it. */
export async function connectByDialog(from, to) {
  await page.getByRole('button', { name: 'Transition', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add transition' });
  await dialog.getByLabel('From').selectOption({ label: from });
  await dialog.getByLabel('To').selectOption({ label: to });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await run(0.1);
}

export async function addTrigger(name) {
  await page.getByRole('button', { name: 'Add variable' }).click();
  await run(0.1);
  await inspector().getByLabel('Name').fill(name);
  await inspector().getByLabel('Name').press('Enter');
  await run(0.1);
  await inspector().getByLabel('Kind').selectOption('trigger');
  await run(0.1);
}

export async function addCondition(variable) {
  await inspector().getByRole('button', { name: 'Add condition' }).click();
  await run(0.1);
  await inspector().getByLabel('Variable of condition 1').selectOption({ label: variable });
  await run(0.1);
}

export async function fire(name) {
  await page.getByRole('button', { name: `Fire ${name}` }).click();
  await run(0.5);
}

/** Shows a transition in the inspector, by the names of its ends. */
export async function selectTransition(from, to) {
  await page.evaluate(([a, b]) => {
    const { stage, selection } = window.motusStudio;
    const { id, machine } = stage.value('/library/machines/0');
    const found = machine.layers.flatMap(({ graph: { states, transitions = [] } }) => {
      const named = (name) => states.find((state) => state.name === name)?.id ?? -1;
      return transitions.filter((transition) => transition.from === named(a) && transition.to === named(b));
    })[0];
    selection.select('transition', [String(found.id)], `/library/machines/@${id}`);
  }, [from, to]);
  await run(0.1);
}

/** Types into a field of the inspector. */
export async function type(label, value) {
  const field = inspector().getByLabel(label, { exact: true });
  await field.fill(String(value));
  await field.press('Enter');
  await run(0.1);
}

export const steps = () => page.evaluate(() => window.motusStudio.stage.history.steps);
export const stateOf = async (name, layer = 0) => (await machine()).machine.layers[layer].graph.states.find((state) => state.name === name);
