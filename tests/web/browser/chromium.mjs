// A page in headless Chromium that sees files of some folders, and nothing else of any network.
// SPDX-License-Identifier: MIT
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import {chromium} from 'playwright-core';

const kTypes = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

export function findChromium() {
  try {
    return execFileSync('sh', ['-c', 'command -v chromium'], {encoding: 'utf8'}).trim();
  } catch {
    return null;
  }
}

// `folders`: what stands before the first slash of an address, and where its files are.
export async function openPage(folders, size) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
  const page = await browser.newPage({viewport: size});
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // A driver's remarks about its own speed are not ours.
    const text = message.text();
    if (message.type() === 'error' || (message.type() === 'warning' && !/GPU stall|GL_CLOSE_PATH_NV/.test(text)))
      problems.push(text);
  });
  await page.route('**/*', async (route) => {
    const {pathname} = new URL(route.request().url());
    const [, first, ...rest] = pathname.split('/');
    const file = path.join(folders[rest.length ? first : ''] ?? '', ...(rest.length ? rest : [first]));
    if (!fs.existsSync(file)) return route.fulfill({status: 404, body: ''});
    return route.fulfill({body: fs.readFileSync(file), contentType: kTypes[path.extname(file)] ?? 'application/octet-stream'});
  });
  await page.goto('http://motus.test/page.html');
  await page.waitForFunction(() => window.ready === true);
  return {page, problems, close: () => browser.close()};
}
