// Inspectors of the machine: blends, transitions, variables, layers, events.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  addCondition, addState, connectByDialog, inspector, machine, node, page, run, selectTransition, stateOf, steps, text, type, view,
} from './graph_page.mjs';

test('a 2D blend: motions are dragged in its plot, weights follow the parameters', async () => {
  await page.getByRole('button', { name: 'Add variable' }).click();
  await run(0.1);
  await addState('Strafe');
  await inspector().getByLabel('Plays').selectOption('blend_freeform_cartesian');
  await run(0.1);
  for (let i = 0; i < 3; ++i) {
    await inspector().getByRole('button', { name: 'Add motion' }).click();
    await run(0.1);
  }
  await inspector().getByLabel('Motion 2', { exact: true }).selectOption({ label: 'Walk' });
  await inspector().getByLabel('Motion 3', { exact: true }).selectOption({ label: 'Run' });
  await run(0.1);
  const blend = async () => (await machine()).machine.layers[0].graph.states.find((state) => state.name === 'Strafe');
  assert.deepEqual((await blend()).children.map((child) => child.position ?? [0, 0]), [[0, 0], [1, 0], [2, 0]]);
  const dot = await inspector().getByRole('button', { name: /^Run at/ }).locator('.plot-dot').boundingBox();
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await page.mouse.down();
  await page.mouse.move(dot.x - 40, dot.y - 50, { steps: 5 });
  await page.mouse.up();
  await run(0.1);
  const [x, y] = (await blend()).children[2].position;
  assert.ok(x < 2 && y > 0, `${x}, ${y}`);
  const shown = () => page.getByTestId('blend-weights').textContent();
  await page.getByRole('slider', { name: 'speed', exact: true }).fill('1');
  await run(0.2);
  assert.match(await shown(), /Walk 100 %/);
  await page.getByRole('textbox', { name: 'speed, exact' }).fill(String(x));
  await page.getByRole('textbox', { name: 'speed, exact' }).press('Enter');
  await page.getByRole('textbox', { name: 'variable, exact' }).fill(String(y));
  await page.getByRole('textbox', { name: 'variable, exact' }).press('Enter');
  await run(0.2);
  assert.match(await shown(), /Run 100 %/);
  // The arrow keys move a motion too.
  await inspector().getByRole('button', { name: /^Walk at/ }).focus();
  await page.keyboard.press('ArrowRight');
  await run(0.1);
  assert.ok((await blend()).children[1].position[0] > 1);
});

test('a variable in use is renamed and every use follows; a retype that breaks is refused', async () => {
  await page.getByRole('button', { name: 'Edit speed' }).click();
  await run(0.1);
  await inspector().getByLabel('Name').fill('jump');
  await inspector().getByLabel('Name').press('Enter');
  await run(0.1);
  assert.match(await inspector().getByRole('alert').textContent(), /already/);
  await inspector().getByLabel('Name').fill('velocity');
  await inspector().getByLabel('Name').press('Enter');
  await run(0.1);
  await inspector().getByRole('button', { name: /Idle → Move/ }).click();
  await run(0.1);
  assert.equal(await inspector().getByLabel('Variable of condition 1').locator('option:checked').textContent(), 'velocity');
  await page.getByRole('slider', { name: 'velocity', exact: true }).fill('2');
  await run(0.8);
  assert.equal(await view.state(), 'Move');
  const kept = await text();
  await page.getByRole('button', { name: 'Edit velocity' }).click();
  await run(0.1);
  await inspector().getByLabel('Kind').selectOption('bool');
  await run(0.1);
  assert.equal(await text(), kept);
  assert.match(await page.locator('.notices').textContent(), /cannot be asked of it|is no number/);
});

test('a variable is retyped where its uses can follow, and deleted with what reads it', async () => {
  await page.getByRole('button', { name: 'Edit speed' }).click();
  await run(0.1);
  assert.match(await inspector().textContent(), /Deleting it mutes [2-9] transitions that ask for nothing else/);
  await page.getByRole('button', { name: 'Edit jump' }).click();
  await run(0.1);
  assert.match(await inspector().textContent(), /Deleting it mutes a transition that asks for nothing else/);
  await page.getByRole('button', { name: 'Edit turn' }).click();
  await run(0.1);
  await inspector().getByLabel('Kind').selectOption('bool');
  await run(0.1);
  assert.equal((await machine()).variables[2].kind, 'bool');
  assert.equal(await page.getByRole('switch', { name: 'turn', exact: true }).count(), 1);
  await inspector().getByRole('button', { name: /^Delete, with what reads it in 1 place/ }).click();
  await run(0.1);
  const { variables, machine: drawn } = await machine();
  assert.deepEqual(variables.map(({ name }) => name), ['speed', 'jump', 'wave']);
  const known = new Set(variables.map(({ id }) => id));
  for (const { conditions = [] } of drawn.layers[0].graph.transitions) assert.ok(conditions.every(({ variable }) => known.has(variable)));
});

test('a blend inside a blend is made, opened, shaped and left again', async () => {
  await node('Move').click();
  await run(0.1);
  const move = () => stateOf('Move');
  const run_ = (await move()).children[1].motion;
  await inspector().getByLabel('Motion 2', { exact: true }).selectOption({ label: 'A blend of its own' });
  await run(0.1);
  // What was played is the first motion of the new blend, which is shown at once.
  assert.equal((await move()).children[1].motion ?? 0, 0);
  assert.deepEqual((await move()).children[1].blend.children, [{ motion: run_ }]);
  const where = inspector().getByRole('navigation', { name: 'Where in the blend' });
  assert.equal(await where.locator('[aria-current]').textContent(), '1D blend');
  await type('Blend name', 'Fast');
  assert.equal(await where.locator('[aria-current]').textContent(), 'Fast');
  await inspector().getByRole('button', { name: 'Add motion' }).click();
  await run(0.1);
  await inspector().getByLabel('Motion 2', { exact: true }).selectOption({ label: 'Jump' });
  await type('Threshold of motion 2', 6);
  await type('Threshold of motion 1', 3);
  // Its plot and its weights are its own, and live.
  await page.getByRole('textbox', { name: 'speed, exact' }).fill('4.5');
  await page.getByRole('textbox', { name: 'speed, exact' }).press('Enter');
  await run(0.8);
  assert.equal(await page.getByTestId('blend-weights').textContent(), 'Run 50 %, Jump 50 %');
  const clips = await page.evaluate(() => {
    const { stage } = window.motusStudio;
    return JSON.parse(stage.frameText()).layers[0].clips.map(({ weight }) => weight);
  });
  assert.deepEqual(clips.filter((weight) => weight > 0), [0.5, 0.5], 'what plays is what the plot says');
  // Another kind finds its second axis by itself.
  await inspector().getByLabel('Blend kind').selectOption('blend_freeform_cartesian');
  await run(0.1);
  assert.ok((await move()).children[1].blend.variable_y > 0);
  assert.equal(await inspector().getByLabel('Up', { exact: true }).count(), 1);
  // Deeper, then out by the path above it.
  await inspector().getByLabel('Motion 1', { exact: true }).selectOption('blend');
  await run(0.1);
  assert.match(await where.textContent(), /Move.*Fast.*1D blend/);
  await where.getByRole('button', { name: 'Move' }).click();
  await run(0.1);
  assert.equal(await where.count(), 0);
  assert.equal(await inspector().getByLabel('Motion 2', { exact: true }).locator('option:checked').textContent(), 'Fast');
  await inspector().getByRole('button', { name: 'Open the blend of motion 2' }).click();
  await run(0.1);
  assert.equal(await inspector().getByLabel('Blend name').inputValue(), 'Fast');
  await where.getByRole('button', { name: 'Move' }).click();
  await run(0.1);
  await inspector().getByLabel('Motion 2', { exact: true }).selectOption({ label: 'Run' });
  await run(0.1);
  const back = (await move()).children[1];
  assert.equal(back.blend, undefined);
  assert.equal(back.motion, run_);
});

test('transitions are ordered by a drag, as one step, and the machine asks them in that order', async () => {
  await connectByDialog('Idle', 'Turn');
  await addCondition('speed');
  await selectTransition('Idle', 'Move');
  const list = inspector().getByRole('list', { name: 'Order of transitions' });
  const rows = async () => (await list.getByRole('listitem').allTextContents()).map((row) => /\d\. (\w+)/.exec(row)[1]);
  assert.deepEqual(await rows(), ['Move', 'Turn', 'Turn']);
  await list.getByRole('listitem').nth(2).dragTo(list.getByRole('listitem').first());
  await run(0.1);
  assert.deepEqual(await rows(), ['Turn', 'Move', 'Turn']);
  assert.equal((await steps()).at(-1), 'Reorder transitions');
  // Both hold at speed 2: the first one wins.
  await page.getByRole('slider', { name: 'speed', exact: true }).fill('2');
  await run(0.2);
  const next = () => page.evaluate(() => {
    const { stage } = window.motusStudio;
    const { next: index, state } = stage.live.layers[0];
    return stage.playing.machine.states[index >= 0 ? index : state].name;
  });
  assert.equal(await next(), 'Turn');
  const dragged = await text();
  await page.keyboard.press('Control+z');
  await run(0.1);
  assert.deepEqual(await rows(), ['Move', 'Turn', 'Turn']);
  await list.getByRole('listitem').first().dragTo(list.getByRole('listitem').nth(1));
  await run(0.1);
  assert.deepEqual(await rows(), ['Turn', 'Move', 'Turn'], 'downwards it takes the place that it is dropped on');
  assert.notEqual(await text(), dragged);
});

test('conditions have the editor that the kind of their variable needs', async () => {
  const add = async (name, kind) => {
    await page.getByRole('button', { name: 'Add variable' }).click();
    await run(0.1);
    await type('Name', name);
    await inspector().getByLabel('Kind').selectOption(kind);
    await run(0.1);
  };
  await add('armed', 'bool');
  await add('ammo', 'int');
  await add('stance', 'enum');
  for (const name of ['calm', 'tense']) {
    await inspector().getByRole('button', { name: 'Add choice' }).click();
    await run(0.1);
    await type(`Name of choice ${name === 'calm' ? 1 : 2}`, name);
  }
  await selectTransition('Idle', 'Move');
  const conditions = async () => {
    const { states, transitions } = (await machine()).machine.layers[0].graph;
    const id = (name) => states.find((state) => state.name === name).id;
    return transitions.find(({ from, to }) => from === id('Idle') && to === id('Move')).conditions;
  };
  const part = (what) => inspector().getByLabel(`${what} of condition 1`);
  await part('Operator').selectOption('less');
  await run(0.1);
  await type('Value of condition 1', '1.25');
  assert.deepEqual((await conditions()).map(({ op, compare_value }) => [op, compare_value]), [['less', 1.25]]);
  await part('Variable').selectOption({ label: 'armed' });
  await run(0.1);
  assert.equal((await conditions())[0].op, 'is_true');
  assert.equal(await part('Value').count(), 0, 'a truth is compared with nothing');
  await part('Variable').selectOption({ label: 'ammo' });
  await run(0.1);
  await type('Value of condition 1', '2.6');
  assert.equal((await conditions())[0].compare_value, 3, 'whole numbers only');
  await part('Variable').selectOption({ label: 'stance' });
  await run(0.1);
  await part('Operator').selectOption('equal');
  await part('Value').selectOption({ label: 'tense' });
  await run(0.1);
  assert.deepEqual((await conditions()).map(({ op, compare_value }) => [op, compare_value]), [['equal', 1]]);
  await part('Variable').selectOption({ label: 'jump' });
  await run(0.1);
  assert.match(await inspector().getByRole('list', { name: 'Conditions of the transition' }).textContent(), /is fired/);
  await inspector().getByRole('button', { name: 'Delete condition 1' }).click();
  await run(0.1);
  assert.equal((await conditions())?.length ?? 0, 0);
});

test('exit time, duration, offset and interruption of a transition are set, and it runs so', async () => {
  await selectTransition('Idle', 'Move');
  await inspector().getByRole('switch', { name: 'Waits for it' }).click();
  await run(0.1);
  await type('At', 0.5);
  await type('Duration', 1);
  await type('Target starts at', 0.25);
  await inspector().getByLabel('May interrupt').selectOption('source_then_destination');
  await run(0.1);
  await inspector().getByRole('switch', { name: 'In order' }).click();
  await run(0.1);
  const transition = (await machine()).machine.layers[0].graph.transitions[1];
  assert.deepEqual(
    ['has_exit_time', 'exit_time', 'duration', 'offset', 'interruption_source', 'ordered'].map((name) => transition[name]),
    [true, 0.5, 1, 0.25, 'source_then_destination', false],
  );
  await page.evaluate(() => window.motusStudio.studio.restart());
  await page.getByRole('slider', { name: 'speed', exact: true }).fill('2');
  const live = () => page.evaluate(() => ({ ...window.motusStudio.stage.live.layers[0], clips: 0 }));
  await run(0.1);
  assert.equal((await live()).next, -1, 'it waits for half of the clip');
  for (let left = 60; (await live()).next < 0 && left > 0; --left) await run(0.05);
  assert.ok((await live()).normalizedTime >= 0.5);
  await run(0.5);
  const { progress } = await live();
  assert.ok(progress > 0.4 && progress < 0.65, `a second, not 0.3: ${progress}`);
});

test('a layer: weight, mode and mask are set in its inspector and shown in its tab', async () => {
  const layers = async () => (await machine()).machine.layers;
  await page.getByRole('button', { name: 'Add layer' }).click();
  await run(0.1);
  await type('Name', 'Lean');
  await type('Weight', 0.25);
  await inspector().getByLabel('Mode').selectOption('additive');
  await run(0.1);
  await inspector().getByLabel('Mask').selectOption({ index: 1 });
  await run(0.1);
  const [, arms, lean] = await layers();
  assert.deepEqual([lean.weight, lean.blending, lean.mask], [0.25, 'additive', arms.mask]);
  const tab = page.getByRole('tab', { name: /^Lean/ });
  assert.match(await tab.textContent(), /additive, masked/);
  assert.equal(await tab.locator('.layer-weight i').evaluate((bar) => bar.style.transform), 'scaleX(0.25)');
  await inspector().getByRole('button', { name: 'Earlier' }).click();
  await run(0.1);
  assert.deepEqual((await layers()).map(({ name }) => name), ['Base', 'Lean', 'Arms']);
  await inspector().getByRole('button', { name: 'Delete layer' }).click();
  await run(0.1);
  assert.deepEqual((await layers()).map(({ name }) => name), ['Base', 'Arms']);
});

test('speed, loop and events of a state: what is set is what runs', async () => {
  await node('Turn').click();
  await run(0.1);
  await inspector().getByRole('button', { name: 'Add event' }).click();
  await run(0.1);
  await inspector().getByLabel('Loop').selectOption('loop');
  await type('Speed', 0.5);
  await inspector().getByLabel('Speed follows').selectOption({ label: 'speed' });
  await run(0.1);
  const turn = await stateOf('Turn');
  assert.equal(turn.loop, 'loop');
  assert.equal(turn.speed, 0.5);
  assert.equal(turn.events.length, 1);
  const event = await inspector().getByLabel('Event 1', { exact: true }).locator('option:checked').textContent();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('button', { name: 'Fire turn' }).click();
  await run(0.3);
  assert.match(await page.getByRole('log').textContent(), new RegExp(event));
  await inspector().getByLabel('Moment of event 1').selectOption('exit');
  await run(0.1);
  assert.equal((await stateOf('Turn')).events[0].moment, 'exit');
  await inspector().getByRole('button', { name: 'Delete event 1' }).click();
  await run(0.1);
  assert.equal((await stateOf('Turn')).events?.length ?? 0, 0);
  assert.deepEqual(view.problems, []);
});
