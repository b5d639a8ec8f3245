// Pages of documentation as HTML.
// SPDX-License-Identifier: MIT
// @ts-nocheck: it reads files with node's modules, which have no types here.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { anchorOf, toHtml } from '../../docs.mjs';

test('what the pages use becomes HTML', () => {
  expect(toHtml('# A `b` <c>')).toBe('<h1 id="a-b-c">A <code>b</code> &lt;c&gt;</h1>');
  expect(toHtml('one\ntwo **three** *four* 2 * 3 * 4')).toBe('<p>one two <strong>three</strong> <em>four</em> 2 * 3 * 4</p>');
  expect(toHtml('- a\n  b\n- c')).toBe('<ul><li>a b</li><li>c</li></ul>');
  expect(toHtml('6. a\n7. b')).toBe('<ol start="6"><li>a</li><li>b</li></ol>');
  expect(toHtml('| a | b |\n|---|---|\n| `x|y` | [d](e.md#f) |'.replace('x|y', 'x\\|y'))).toContain('<td><a href="e.html#f">d</a></td>');
  expect(toHtml('```sh\na < b\n```')).toBe('<pre><code>a &lt; b</code></pre>');
  expect(toHtml('![alt](images/a.webp)')).toBe('<p><img src="images/a.webp" alt="alt"></p>');
  expect(toHtml('[src](../motus/a.h)')).toBe('<p>src</p>');
  expect(anchorOf('The module under the page')).toBe('the-module-under-the-page');
});

test('every link between pages of the documentation leads somewhere', () => {
  const folder = fileURLToPath(new URL('../../../docs/', import.meta.url));
  const pages = fs.readdirSync(folder).filter((name) => name.endsWith('.md'));
  const html = new Map(pages.map((name) => [name.replace('.md', '.html'), toHtml(fs.readFileSync(folder + name, 'utf8'))]));
  let links = 0;
  for (const [page, text] of html)
    for (const [, to, anchor] of text.matchAll(/href="([\w-]*\.html)?(#[^"]*)?"/g)) {
      const target = html.get(to ?? page);
      expect(target, `${page}: ${to}`).toBeDefined();
      if (anchor) expect(target, `${page}: ${to ?? ''}${anchor}`).toContain(`id="${anchor.slice(1)}"`);
      ++links;
    }
  expect(links).toBeGreaterThan(50);
});
