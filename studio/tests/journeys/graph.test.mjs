// Drawing a machine: states, transitions, sub-machines, layers; and undo of it.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';

import {
  addCondition, addState, addTrigger, connect, connectByDialog, dragNode, fire, folder, inspector, machine, node, page, run, studio,
  text, view,
} from './graph_page.mjs';
import { motus, openPage } from './harness.mjs';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test('two states are drawn and connected, and the condition makes it fire', async () => {
  await addTrigger('go');
  await addState('Alert');
  await dragNode('Alert', 0.6, 0.85);
  await connect('Idle', 'Alert');
  assert.match(await inspector().textContent(), /Idle → Alert/);
  assert.match(await inspector().textContent(), /never fires/);
  await addCondition('go');
  assert.equal(await view.state(), 'Idle');
  await fire('go');
  assert.equal(await view.state(), 'Alert');
  assert.ok(await node('Alert').evaluate((element) => element.classList.contains('is-active')));
  await addState('Rest');
  await dragNode('Rest', 0.14, 0.85);
  await connect('Alert', 'Rest');
  await addCondition('go');
  await fire('go');
  assert.equal(await view.state(), 'Rest');
  // Dragging wrote each place once.
  const steps = await page.evaluate(() => window.motusStudio.stage.history.steps);
  assert.equal(steps.filter((name) => name === 'Move').length, 2, steps.join(', '));
});

test('a sub-machine is entered, left by its exit, and goes on outside', async () => {
  await addTrigger('go');
  await page.getByRole('button', { name: 'Sub-machine', exact: true }).click();
  await run(0.1);
  await page.keyboard.press('Enter');
  await run(0.1);
  await connectByDialog('Idle', 'Sub-machine');
  await addCondition('go');
  await connectByDialog('Sub-machine', 'Idle');
  await node('Sub-machine').dblclick();
  await run(0.2);
  const crumbs = page.getByRole('navigation', { name: 'Where in the machine' });
  assert.match(await crumbs.textContent(), /Base.*Sub-machine/);
  await connectByDialog('State', 'Exit');
  await addCondition('go');
  await fire('go');
  assert.equal(await view.state(), 'Sub-machine/State');
  await crumbs.getByRole('button', { name: 'Base' }).click();
  await run(0.1);
  assert.ok(await node('Sub-machine').evaluate((element) => element.classList.contains('is-active')));
  await fire('go');
  assert.equal(await view.state(), 'Idle');
});

test('a transition from any state fires wherever the machine is', async () => {
  await addTrigger('panic');
  await connectByDialog('Any state', 'Turn');
  await addCondition('panic');
  await page.getByRole('slider', { name: 'speed', exact: true }).fill('2');
  await run(0.8);
  assert.equal(await view.state(), 'Move');
  await fire('panic');
  assert.equal(await view.state(), 'Turn');
});

test('transitions between the same two states lie apart, and each can be clicked', async () => {
  await addTrigger('go');
  await connectByDialog('Idle', 'Turn');
  await connectByDialog('Idle', 'Turn');
  const { transitions, states } = (await machine()).machine.layers[0].graph;
  const id = (name) => states.find((state) => state.name === name).id;
  const same = transitions.filter(({ from, to }) => from === id('Idle') && to === id('Turn'));
  assert.equal(same.length, 3);
  const seen = new Set();
  for (const transition of same) {
    const at = await page.locator(`[data-transition="${transition.id}"] .edge-hit`).evaluate((line) => {
      const middle = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
      return [middle.x, middle.y];
    });
    await page.mouse.click(...at);
    await run(0.1);
    seen.add(await page.evaluate(() => window.motusStudio.selection.state.ids[0]));
  }
  assert.deepEqual([...seen].sort(), same.map((transition) => String(transition.id)).sort());
});

test('states are copied to another layer with the transitions between them', async () => {
  await node('Idle').click();
  await node('Turn').click({ modifiers: ['Control'] });
  await run(0.1);
  assert.equal(await page.evaluate(() => window.motusStudio.selection.state.ids.length), 2);
  await page.keyboard.press('Control+c');
  await page.getByRole('tab', { name: /^Arms/ }).click();
  await run(0.2);
  await page.getByRole('button', { name: 'Paste' }).click();
  await page.waitForFunction(() => window.motusStudio.stage.value('/library/machines/0').machine.layers[1].graph.states.length === 4);
  await run(0.1);
  const { states, transitions } = (await machine()).machine.layers[1].graph;
  assert.deepEqual(states.map(({ name }) => name), ['Free', 'Wave', 'Idle', 'Turn']);
  const ids = new Set(states.map(({ id }) => id));
  assert.equal(transitions.length, 4);
  assert.ok(transitions.every(({ from, to }) => ids.has(from) && ids.has(to)));
  assert.equal(await page.locator('.node.is-selected').count(), 2);
});

test('fifty steps of drawing and deleting are undone one by one, and done again', async () => {
  const first = await text();
  await page.locator('.react-flow__pane').click({ position: { x: 20, y: 300 } });
  for (let i = 0; i < 25; ++i) {
    await addState(`Extra ${i}`);
    if (i % 2 === 1) {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await run(0.05);
    }
  }
  let made = (await page.evaluate(() => window.motusStudio.stage.history.steps)).length;
  for (; made < 50; ++made) {
    await page.getByRole('button', { name: 'Lay out' }).click();
    await page.evaluate((n) => window.motusStudio.studio.edit([{ op: 'replace', path: '/library/machines/0/name', value: `hero ${n}` }], 'Rename machine'), made);
  }
  const steps = (await page.evaluate(() => window.motusStudio.stage.history.position));
  assert.ok(steps >= 50, String(steps));
  const last = await text();
  await page.locator('.react-flow__pane').click({ position: { x: 20, y: 300 } });
  for (let i = 0; i < steps; ++i) await page.keyboard.press('Control+z');
  await run(0.1);
  assert.equal(await text(), first);
  for (let i = 0; i < steps; ++i) await page.keyboard.press('Control+Shift+z');
  assert.equal(await text(), last);
});

test('an edit while it runs takes effect at once and keeps the state', async () => {
  await page.getByRole('slider', { name: 'speed', exact: true }).fill('2');
  await run(1);
  const live = () => page.evaluate(() => {
    const { tick, layers } = window.motusStudio.stage.live;
    return { tick, state: layers[0].state, time: layers[0].normalizedTime };
  });
  const before = await live();
  assert.equal(await view.state(), 'Move');
  await node('Move').click();
  await run(0.1);
  await inspector().getByLabel('Speed', { exact: true }).fill('2');
  await inspector().getByLabel('Speed', { exact: true }).press('Enter');
  const after = await live();
  assert.equal(after.state, before.state);
  assert.ok(after.time >= before.time, `${before.time} to ${after.time}`);
  await run(0.5);
  const one = await live();
  await run(0.5);
  const fast = (await live()).time - one.time;
  assert.equal(await view.state(), 'Move');
  await page.keyboard.press('Control+z');
  await run(0.1);
  const two = await live();
  await run(0.5);
  const usual = (await live()).time - two.time;
  assert.ok(Math.abs(fast / usual - 2) < 0.05, `${fast} against ${usual}`);
});

test('what the page saves is what motus edit writes for the same commands', async () => {
  const original = path.join(folder, 'original.motus');
  fs.copyFileSync(path.join(folder, 'hero.motus'), original);
  await page.evaluate(() => {
    const { stage } = window.motusStudio;
    const own = stage.edit.bind(stage);
    window.commands = [];
    stage.edit = (operations, name) => {
      const report = own(operations, name);
      window.commands.push(operations);
      return report;
    };
  });
  await addTrigger('go');
  await addState('Alert');
  await dragNode('Alert', 0.6, 0.85);
  await connect('Idle', 'Alert');
  await addCondition('go');
  await node('Idle').click();
  await node('Alert').click({ modifiers: ['Control'] });
  await page.keyboard.press('Control+d');
  await run(0.1);
  await page.keyboard.press('Control+c');
  await page.getByRole('tab', { name: /^Arms/ }).click();
  await run(0.2);
  await page.getByRole('button', { name: 'Paste' }).click();
  await page.waitForFunction(() => window.motusStudio.stage.value('/library/machines/0').machine.layers[1].graph.states.length === 4);
  await page.getByRole('button', { name: 'Lay out' }).click();
  await page.getByRole('tab', { name: /^Base/ }).click();
  await run(0.2);
  await node('Turn').click();
  await page.keyboard.press('Delete');
  await run(0.1);
  const commands = await page.evaluate(() => {
    delete window.motusStudio.stage.edit;
    return window.commands;
  });
  assert.ok(commands.length >= 9, String(commands.length));
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => !window.motusStudio.stage.history.modified);
  fs.writeFileSync(path.join(folder, 'commands.json'), JSON.stringify(commands));
  const written = path.join(folder, 'written.motus');
  execFileSync(motus, ['edit', original, '--apply', path.join(folder, 'commands.json'), '-o', written]);
  assert.equal(fs.readFileSync(path.join(folder, 'hero.motus'), 'utf8'), fs.readFileSync(written, 'utf8'));
  fs.copyFileSync(original, path.join(folder, 'hero.motus'));
});

test('the keyboard alone adds, connects, orders and deletes', async () => {
  await page.getByRole('button', { name: 'State', exact: true }).focus();
  await page.keyboard.press('n');
  await run(0.1);
  await page.keyboard.type('Typed');
  await page.keyboard.press('Enter');
  await run(0.1);
  await page.getByRole('button', { name: 'Transition', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add transition' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await run(0.1);
  const graph = async () => (await machine()).machine.layers[0].graph;
  assert.equal((await graph()).transitions.length, 9);
  await page.evaluate(() => {
    const { transitions, states } = window.motusStudio.stage.value('/library/machines/0').machine.layers[0].graph;
    const idle = states.find(({ name }) => name === 'Idle').id;
    window.motusStudio.selection.select('transition', [String(transitions.find(({ from }) => from === idle).id)], '');
  });
  await run(0.1);
  const list = inspector().getByRole('list', { name: 'Order of transitions' });
  await list.getByRole('button', { name: /^1\. Move/ }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await run(0.1);
  assert.match(await list.getByRole('listitem').first().textContent(), /Turn/);
  await page.getByRole('combobox', { name: 'Find a state' }).fill('typ');
  await run(0.1);
  await page.keyboard.press('Enter');
  await run(0.3);
  assert.match(await inspector().getByLabel('Name').inputValue(), /Typed/);
  await page.getByRole('toolbar', { name: 'Graph' }).getByRole('button', { name: 'Delete', exact: true }).focus();
  await page.keyboard.press('Delete');
  await run(0.1);
  assert.ok(!(await graph()).states.some(({ name }) => name === 'Typed'));
});

for (const theme of ['dark', 'light']) {
  test(`axe finds no serious fault in graph and inspectors, ${theme}`, async () => {
    const other = await openPage(studio.address, { theme, clock: false, picture: false, size: { width: 1440, height: 900 } });
    await other.page.getByRole('tab', { name: 'Graph' }).click();
    const faults = async () => {
      await other.page.evaluate(axe);
      const { violations } = await other.page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    };
    await other.page.locator('.node-name', { hasText: 'Move' }).click();
    assert.deepEqual(await faults(), []);
    await inspectorOf(other.page).getByRole('button', { name: /^Idle/ }).click();
    assert.deepEqual(await faults(), []);
    await other.page.getByRole('button', { name: 'Edit speed' }).click();
    assert.deepEqual(await faults(), []);
    await other.page.getByRole('tab', { name: /^Arms/ }).click();
    assert.deepEqual(await faults(), []);
    await other.close();
  });
}
const inspectorOf = (from) => from.getByRole('region', { name: 'Inspector', exact: true });
