// The project's pages of documentation, beside the studio's own: docs/*.md become docs/*.html. What
// Markdown they use is little: headings, paragraphs, lists, tables, code, links, pictures.
// SPDX-License-Identifier: MIT
import fs from 'node:fs';
import path from 'node:path';

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** As GitHub names the anchor of a heading. */
export const anchorOf = (title) =>
  title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').trim().replace(/ /g, '-');

/** Pages link to pages; what lies outside of docs/ is not here, and stays text. */
function link(text, to) {
  if (/^https?:/.test(to)) return `<a href="${to}">${text}</a>`;
  const page = /^([\w/-]*)\.md(#.*)?$/.exec(to);
  if (page && !to.includes('/')) return `<a href="${page[1]}.html${page[2] ?? ''}">${text}</a>`;
  return to.startsWith('#') ? `<a href="${to}">${text}</a>` : text;
}

function inline(text) {
  // Code first: nothing in it means anything.
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') && part.length > 1 ? `<code>${escape(part.slice(1, -1))}</code>` : escape(part)))
    .join('')
    .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt, from) => `<img src="${from}" alt="${alt}">`)
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, title, to) => link(title, to))
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>');
}

const cells = (line) => line.replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => inline(cell.trim().replace(/\\\|/g, '|')));

function table(lines) {
  const row = (line, tag) => `<tr>${cells(line).map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const body = lines.slice(2).map((line) => row(line, 'td'));
  return `<table><thead>${row(lines[0], 'th')}</thead><tbody>${body.join('')}</tbody></table>`;
}

export function toHtml(markdown) {
  const lines = markdown.split('\n');
  const out = [];
  let at = 0;
  const take = (belongs) => {
    const from = at;
    while (at < lines.length && belongs(lines[at])) ++at;
    return lines.slice(from, at);
  };
  const isItem = (line) => /^\s*([-*]|\d+\.) /.test(line);
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,4}) (.*)/.exec(line);
    if (line.trim() === '') ++at;
    else if (line.startsWith('```')) {
      ++at;
      out.push(`<pre><code>${escape(take((other) => !other.startsWith('```')).join('\n'))}</code></pre>`);
      ++at;
    } else if (heading) {
      ++at;
      const level = heading[1].length;
      out.push(`<h${level} id="${anchorOf(heading[2])}">${inline(heading[2])}</h${level}>`);
    } else if (line.startsWith('|')) out.push(table(take((other) => other.startsWith('|'))));
    else if (isItem(line)) {
      const first = /^\s*(\d+)\./.exec(line)?.[1];
      const items = take((other) => isItem(other) || /^ {2,}\S/.test(other)).reduce((all, text) => {
        if (isItem(text)) all.push(text.replace(/^\s*([-*]|\d+\.) /, ''));
        else all[all.length - 1] += ` ${text.trim()}`;
        return all;
      }, []);
      const inner = items.map((item) => `<li>${inline(item)}</li>`).join('');
      out.push(first === undefined ? `<ul>${inner}</ul>` : `<ol start="${first}">${inner}</ol>`);
    } else out.push(`<p>${inline(take((other) => other.trim() !== '' && !/^(#|\||```)/.test(other) && !isItem(other)).join(' '))}</p>`);
  }
  return out.join('\n');
}

const style = `:root { color-scheme: light dark; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.55 system-ui, sans-serif; }
pre { padding: 0.75rem; border: 1px solid #8884; border-radius: 6px; overflow-x: auto; }
code { font-size: 0.92em; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.6rem; border: 1px solid #8886; text-align: left; vertical-align: top; }
img { max-width: 100%; }
`;

/** Writes the pages of `folder` into docs/ of the build. */
export function docs(folder) {
  return {
    name: 'motus-docs',
    apply: 'build',
    generateBundle() {
      const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName: `docs/${fileName}`, source });
      const used = new Set();
      for (const name of fs.readdirSync(folder).filter((file) => file.endsWith('.md'))) {
        const body = toHtml(fs.readFileSync(path.join(folder, name), 'utf8'));
        const title = escape(/<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1]?.replace(/<[^>]+>/g, '') ?? name);
        for (const [, image] of body.matchAll(/<img src="(images\/[\w.-]+)"/g)) used.add(image);
        const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="docs.css">`;
        emit(name.replace(/\.md$/, '.html'), `<!doctype html><html lang="en"><head>${head}</head><body><main>\n${body}\n</main></body></html>\n`);
      }
      for (const image of used) {
        const from = path.join(folder, image);
        if (fs.existsSync(from)) emit(image, fs.readFileSync(from));
        else this.warn(`a page names ${image}, which is not there`);
      }
      emit('docs.css', style);
    },
  };
}
