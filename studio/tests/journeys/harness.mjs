// A studio and a browser for one journey: real server, real Chromium, a clock that the test holds.
// SPDX-License-Identifier: MIT
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

import { chromium } from 'playwright-core';

export const motus = process.env.MOTUS_TOOL;
export const pageFolder = process.env.MOTUS_STUDIO_PAGE;
if (!motus || !pageFolder) throw new Error('MOTUS_TOOL and MOTUS_STUDIO_PAGE must be set: studio/test.sh does it');

const flags = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Ids that a page chooses are the same in every run; another page chooses others. */
let pages = 0;
function countInsteadOfChance(seed) {
  let last = seed * 7919;
  const next = () => (last = (Math.imul(last, 1664525) + 1013904223) >>> 0);
  Math.random = () => next() / 2 ** 32;
  crypto.getRandomValues = (numbers) => numbers.map((_, at) => (numbers[at] = next()));
}

/** What a test that failed has left behind keeps node from ending. */
const leftOpen = new Set();

let browser;
export async function openBrowser() {
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
  browser ??= await chromium.launch({ executablePath, args: flags });
  return browser;
}
/** Ends the browser, and every server that is still there. */
export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
  for (const close of leftOpen) await close();
}

/** `motus studio` on a folder of its own, with `files` in it. */
export async function startStudio({ files = {}, document = '', port = 0, folder } = {}) {
  const own = folder === undefined;
  folder ??= fs.mkdtempSync(path.join(os.tmpdir(), 'motus-studio-'));
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content);
  const place = document === '' ? folder : path.join(folder, document);
  const args = ['studio', place, '--page', pageFolder, ...(port ? ['--port', String(port)] : [])];
  const child = spawn(motus, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`motus studio ended with ${code}`)));
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /https?:\S+/.exec(line)?.[0];
      if (found) resolve(found);
    });
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = async () => {
    child.kill();
    await ended;
    leftOpen.delete(kill);
    if (own) fs.rmSync(folder, { recursive: true, force: true });
  };
  leftOpen.add(kill);
  return { address, folder, port: Number(new URL(address).port), kill };
}

/** Any web server with the page's files, and nothing of ours. */
export async function startStatic() {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
  const server = http.createServer((request, response) => {
    const file = path.join(pageFolder, request.url === '/' ? 'index.html' : decodeURIComponent(request.url.split('?')[0]));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
    return response.end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
    leftOpen.delete(close);
  };
  leftOpen.add(close);
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}

const kStart = '2026-01-01T12:00:00Z';

/**
 * A page whose clock stands still: `run(seconds)` lets it go, a frame every 50 ms. Half a pixel for each
 * of the page's, unless said: the renderer is software here, and a quarter of the picture tells as much.
 * `picture: false` starts with the graph in its place: most of a journey's time is that picture.
 */
export async function openPage(
  address,
  { size = { width: 1280, height: 720 }, scale = 0.5, context, theme = 'dark', clock = true, tour = false, picture = true } = {},
) {
  const look = { viewport: size, deviceScaleFactor: scale, colorScheme: theme };
  const owner = context ?? (await (await openBrowser()).newContext(look));
  const page = await owner.newPage();
  if (!tour) await page.addInitScript(() => localStorage.setItem('motus.tour', 'seen'));
  await page.addInitScript(countInsteadOfChance, ++pages);
  if (!picture) await page.addInitScript(() => (localStorage['motus.workspace'] ??= '{"centre":"graph"}'));
  page.setDefaultTimeout(60_000);
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/GPU stall|Failed to load resource|ERR_CONNECTION_REFUSED/.test(message.text()))
      problems.push(message.text());
  });
  if (clock) await page.clock.install({ time: new Date(kStart) });
  await page.goto(address);
  await page.waitForFunction(() => window.motusStudio?.studio.state.playing !== null && window.motusStudio !== undefined);
  const run = async (seconds) => {
    for (let left = Math.round(seconds * 20); left > 0; --left) await page.clock.fastForward(50);
  };
  if (clock) await page.clock.pauseAt(new Date(Date.parse(kStart) + 60_000));
  await run(0.1);
  /** Lets the clock go until `there` is true: for what a server or the browser's storage answers. */
  const until = async (there) => {
    const end = Date.now() + 60_000;
    while (!(await there())) {
      if (Date.now() > end) throw new Error(`it never came: ${there}`);
      await page.clock.fastForward(500);
    }
  };
  return {
    page,
    context: owner,
    problems,
    run,
    until,
    /** The state that a layer is in, as the page shows it. */
    state: (layer = 0) => page.getByTestId(`state-${layer}`).textContent(),
    close: () => (context ? page.close() : owner.close()),
  };
}

/** Dismisses all messages: those that do not go by themselves lie over the picture. */
export async function dismissAll(page) {
  const close = page.locator('.notices').getByRole('button', { name: 'Dismiss' });
  while ((await close.count()) > 0) await close.first().click();
}

export function drop(page, files) {
  return page.evaluate((list) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })));
}
