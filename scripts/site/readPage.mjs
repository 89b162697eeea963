// @ts-check
// A Markdown file as a page: its HTML with links to other pages, its title, its headings.

import { posix } from 'node:path';
import { Marked } from 'marked';

/**
 * @typedef {object} Page
 * @property {string} source of the Markdown file, from the root of the project
 * @property {string} target of the page, from the root of the site
 * @property {string} title
 * @property {readonly { level: number, text: string, id: string }[]} headings
 * @property {string} html
 */

/**
 * Where the page of a Markdown file stands in the site.
 * @param {string} source
 */
export function targetOf(source) {
  if (source === 'README.md') return 'index.html';
  return source.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}

/**
 * The anchor of a heading, as the place where the Markdown is read on-line makes it.
 * @param {string} text
 */
export function slugOf(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** @param {string} text */
export function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** @param {string} html */
function plain(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/**
 * @param {string} source
 * @param {string} markdown
 * @returns {Page}
 */
export function readPage(source, markdown) {
  const target = targetOf(source);
  /** @type {{ level: number, text: string, id: string }[]} */
  const headings = [];
  /** @type {Map<string, number>} */
  const used = new Map();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inside = this.parser.parseInline(tokens);
        const text = plain(inside);
        const slug = slugOf(text);
        const times = used.get(slug) ?? 0;
        used.set(slug, times + 1);
        const id = times === 0 ? slug : `${slug}-${times}`;
        headings.push({ level: depth, text, id });
        return `<h${depth} id="${escaped(id)}">${inside} <a class="anchor" href="#${escaped(id)}" aria-label="link to this heading">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(linked(source, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escaped(linked(source, href))}" alt="${escaped(text)}" loading="lazy">`;
      },
      table(token) {
        const row = (/** @type {typeof token.header} */ cells, /** @type {string} */ tag) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table"><table><thead>${row(token.header, 'th')}</thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
      html({ text }) {
        // Comments are for tests.
        return text.trim().startsWith('<!--') ? '' : text;
      },
    },
  });
  const html = /** @type {string} */ (marked.parse(markdown, { async: false }));
  const title = headings.find(({ level }) => level === 1)?.text ?? source;
  return { source, target, title, headings, html };
}

/**
 * A reference of a Markdown file as one of its page: Markdown files are pages, other files of the project are not there.
 * @param {string} source
 * @param {string} href
 */
function linked(source, href) {
  if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href;
  const [path, anchor] = href.split('#');
  const meant = posix.normalize(posix.join(posix.dirname(source), path));
  const target = meant.endsWith('.md') ? targetOf(meant) : meant;
  const own = posix.dirname(targetOf(source));
  return `${posix.relative(own, target) || posix.basename(target)}${anchor === undefined ? '' : `#${anchor}`}`;
}
