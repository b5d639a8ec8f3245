// The graph's tools: select, line up, lay out, find, see whole; badges, what runs, and one-click remedies.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  addCondition, addState, addTrigger, connectByDialog, fire, inspector, machine, node, page, run, selectTransition, stateOf, steps, text, view,
} from './graph_page.mjs';

const canvas = () => page.locator('.graph-canvas').boundingBox();
const tool = (name) => page.getByRole('toolbar', { name: 'Graph' }).getByRole('button', { name, exact: true });
const places = async () => (await machine()).machine.layers[0].graph.states.map(({ position = [0, 0] }) => position);
const selected = () => page.evaluate(() => window.motusStudio.selection.state.ids.length);
const viewport = () => page.locator('.react-flow__viewport').evaluate((element) => element.style.transform);
const centreOf = async (name) => {
  const box = await node(name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** A box from corner to corner of the drawing selects every state. */
async function boxSelect() {
  const box = await canvas();
  await page.mouse.move(box.x + 6, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
  await page.mouse.move(box.x + box.width - 6, box.y + box.height - 6, { steps: 3 });
  await page.mouse.up();
  await run(0.1);
}

test('a box selects, and what is selected is lined up and spread, each as one step', async () => {
  const first = await text();
  await boxSelect();
  assert.equal(await selected(), 4);
  await tool('Spread evenly, left to right').click();
  await run(0.1);
  const across = (await places()).map(([x]) => x).sort((a, b) => a - b);
  assert.deepEqual(across.map((x, i) => (i === 0 ? 0 : Math.round(x - across[i - 1]))), [0, 147, 146, 147]);
  await tool('Align top edges').click();
  await run(0.1);
  assert.deepEqual((await places()).map(([, y]) => y), [-140, -140, -140, -140]);
  await tool('Align left edges').click();
  await run(0.1);
  assert.deepEqual((await places()).map(([x]) => x), [0, 0, 0, 0]);
  assert.deepEqual(await steps(), ['Align states', 'Align states', 'Align states']);
  // From one heap, laying out makes room for each.
  await tool('Lay out').click();
  await run(0.1);
  const laid = await places();
  for (const [i, a] of laid.entries())
    for (const b of laid.slice(i + 1)) assert.ok(Math.abs(a[0] - b[0]) >= 176 || Math.abs(a[1] - b[1]) >= 56, `${a} and ${b}`);
  for (let i = 0; i < 4; ++i) await page.keyboard.press('Control+z');
  assert.equal(await text(), first);
});

test('states are renamed in place, duplicated, cut and pasted', async () => {
  await node('Turn').dblclick();
  await run(0.1);
  const field = page.getByRole('textbox', { name: 'Name of the state' });
  await field.fill('Spin');
  await field.press('Enter');
  await run(0.1);
  assert.equal(await node('Spin').count(), 1);
  await node('Spin').click();
  await page.keyboard.press('F2');
  await run(0.1);
  await field.fill('dropped');
  await field.press('Escape');
  await run(0.1);
  assert.equal(await node('Spin').count(), 1, 'Escape keeps the name');
  await node('Spin').click();
  await page.keyboard.press('Control+d');
  await run(0.1);
  assert.equal(await node('Spin 2').count(), 1);
  assert.equal(await selected(), 1, 'the copy is selected');
  await page.keyboard.press('Control+x');
  await run(0.1);
  assert.equal(await node('Spin 2').count(), 0);
  await page.keyboard.press('Control+v');
  await node('Spin 2').waitFor();
  await page.keyboard.press('Delete');
  await run(0.1);
  // A transition is deleted by the same key.
  await selectTransition('Idle', 'Move');
  const { length } = (await machine()).machine.layers[0].graph.transitions;
  await tool('Delete').focus();
  await page.keyboard.press('Delete');
  await run(0.1);
  assert.equal((await machine()).machine.layers[0].graph.transitions.length, length - 1);
});

test('the search goes to a state of another layer; the overview moves the view', async () => {
  await page.getByRole('combobox', { name: 'Find a state' }).fill('wav');
  await run(0.1);
  assert.match(await page.getByRole('listbox', { name: 'States found' }).textContent(), /Wave Arms/);
  await page.keyboard.press('Enter');
  await run(0.4);
  assert.equal(await page.getByRole('tab', { name: /^Arms/ }).getAttribute('aria-selected'), 'true');
  assert.ok(await node('Wave').evaluate((element) => element.classList.contains('is-selected')));
  const box = await canvas();
  // Its graph is drawn first, in the browser's own time.
  await view.until(async () => {
    const [x, y] = await centreOf('Wave');
    return Math.abs(x - box.x - box.width / 2) < 4 && Math.abs(y - box.y - box.height / 2) < 4;
  });
  const map = page.locator('.react-flow__minimap');
  const before = await viewport();
  const small = await map.boundingBox();
  await page.mouse.move(small.x + small.width / 2, small.y + small.height / 2);
  await page.mouse.down();
  await page.mouse.move(small.x + small.width / 4, small.y + small.height / 2, { steps: 3 });
  await page.mouse.up();
  await run(0.1);
  assert.notEqual(await viewport(), before);
  await tool('Overview').click();
  await run(0.1);
  assert.equal(await map.count(), 0);
  await tool('Overview').click();
  await map.waitFor();
});

test('a graph that is shown whole stays so when its room changes; a moved one keeps its middle', async () => {
  const whole = async () => {
    const box = await canvas();
    for (const name of ['Idle', 'Move', 'Jump', 'Turn']) {
      const at = await node(name).boundingBox();
      assert.ok(at.x >= box.x && at.y >= box.y && at.x + at.width <= box.x + box.width && at.y + at.height <= box.y + box.height, `${name} is seen`);
    }
    return box.width;
  };
  const wide = await whole();
  await page.getByRole('tab', { name: 'Both' }).click();
  await run(0.1);
  assert.ok((await whole()) < wide * 0.7);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await run(0.1);
  await whole();
  const box = await canvas();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 40);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height - 90, { steps: 3 });
  await page.mouse.up({ button: 'middle' });
  await run(0.1);
  const offset = async () => {
    const { x, width } = await canvas();
    return (await centreOf('Idle'))[0] - x - width / 2;
  };
  const before = await offset();
  await page.getByRole('tab', { name: 'Both' }).click();
  await run(0.1);
  assert.ok(Math.abs((await offset()) - before) < 1.5, `${before} and ${await offset()}`);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await run(0.1);
});

test('the active state fills with its progress, the active transition glows with its weight', async () => {
  const filled = () => node('Idle').evaluate((element) => Number(element.style.getPropertyValue('--live')));
  const before = await filled();
  await run(0.2);
  assert.ok((await filled()) > before, `${before} to ${await filled()}`);
  await page.getByRole('slider', { name: 'speed', exact: true }).fill('2');
  await run(0.2);
  const live = await page.evaluate(() => {
    const { stage } = window.motusStudio;
    const layer = stage.live.layers[0];
    return { id: stage.playing.machine.transitions[layer.transition].id, weight: layer.toWeight };
  });
  assert.ok(live.weight > 0 && live.weight < 1);
  const edge = page.locator('.edge.is-live');
  assert.equal(await edge.count(), 1);
  assert.equal(await edge.getAttribute('data-transition'), live.id);
  assert.ok(Math.abs((await edge.evaluate((element) => Number(element.style.getPropertyValue('--weight')))) - live.weight) < 1e-3);
  assert.ok(await node('Move').evaluate((element) => element.classList.contains('is-next')));
  await run(0.4);
  assert.equal(await page.locator('.edge.is-live').count(), 0);
});

test('entry: the default state moves with the star, and a transition from the entry decides first', async () => {
  await node('Turn').click();
  await run(0.1);
  await tool('Make the default state').click();
  await run(0.1);
  assert.equal((await machine()).machine.layers[0].graph.entry, (await stateOf('Turn')).id);
  await page.evaluate(() => window.motusStudio.studio.restart());
  await run(0.1);
  assert.equal(await view.state(), 'Turn');
  await connectByDialog('Entry', 'Jump');
  await addCondition('speed');
  assert.equal(await inspector().getByLabel('Duration').count(), 0, 'an entry has no time of its own');
  const { transitions } = (await machine()).machine.layers[0].graph;
  assert.deepEqual([transitions.at(-1).from_kind, transitions.at(-1).to], ['entry', (await stateOf('Jump')).id]);
});

test('faults are badges on nodes and lines, and repeated transitions fold into one from any state', async () => {
  await addTrigger('alarm');
  await page.getByRole('button', { name: 'Add layer' }).click();
  await run(0.2);
  for (const name of ['Rest', 'Alert']) await addState(name);
  for (const from of ['Empty', 'Rest']) await connectByDialog(from, 'Alert');
  await run(0.2);
  const badges = page.locator('.edge-badge');
  assert.ok((await badges.count()) >= 1, 'a line that never fires');
  assert.equal(await node('Rest').locator('.badge').count(), 1, 'a state that nothing leads to');
  for (const from of ['Empty', 'Rest']) {
    await selectTransition(from, 'Alert');
    await addCondition('alarm');
  }
  await run(0.2);
  assert.equal(await badges.count(), 1, 'the first of those that say the same');
  await page.getByRole('tab', { name: /^Problems/ }).click();
  await page.getByRole('button', { name: 'Fold into one from any state' }).click();
  await run(0.3);
  const { transitions } = (await machine()).machine.layers[2].graph;
  assert.deepEqual(transitions.map(({ from_kind: kind }) => kind), ['any']);
  assert.equal(await badges.count(), 0);
  await fire('alarm');
  assert.equal(await view.state(2), 'Alert');
  // A state that plays nothing where it should has a badge too.
  await node('Alert').click();
  await run(0.1);
  await inspector().getByLabel('Plays').selectOption('clip');
  await run(0.3);
  assert.equal(await node('Alert').locator('.badge').count(), 1);
});
