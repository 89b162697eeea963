// @ts-check
// The frame around a page: the list of all pages, its own headings, and a field to search in.

import { posix } from 'node:path';
import { escaped } from './readPage.mjs';

/** @typedef {import('./readPage.mjs').Page} Page */

/**
 * @param {Page} page
 * @param {{ chapters: readonly { name: string, pages: readonly Page[] }[], targets: ReadonlySet<string> }} site
 */
export function pageHtml(page, { chapters, targets }) {
  const up = posix.relative(posix.dirname(page.target), '') || '.';
  const to = (/** @type {string} */ target) => escaped(posix.join(up, target));
  const lists = chapters.map(({ name, pages }) => {
    const isHere = pages.includes(page);
    const items = pages.map((each) => {
      const current = each === page ? ' aria-current="page"' : '';
      return `<li><a href="${to(each.target)}"${current}>${escaped(nameOf(each))}</a></li>`;
    });
    return `<details${isHere || name === 'Guide' ? ' open' : ''}><summary>${name}</summary><ul>${items.join('')}</ul></details>`;
  });
  const own = page.headings.filter(({ level }) => level === 2 || level === 3);
  const toc = own.map(
    ({ level, text, id }) =>
      `<li class="level${level}"><a href="#${escaped(id)}">${escaped(text)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'">
<title>${escaped(page.title)}${page.title === 'Surepath' ? '' : ' - Surepath'}</title>
<link rel="stylesheet" href="${to('style.css')}">
<script src="${to('search.js')}" data-root="${escaped(up)}" defer></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header><a class="home" href="${to('index.html')}">Surepath</a>
<label class="search" hidden><span>Search</span><input type="search" placeholder="headings of all pages" autocomplete="off"></label>
<ul class="found" hidden></ul></header>
<div class="columns">
<nav aria-label="Pages">${lists.join('\n')}</nav>
<main id="content">
${withoutDeadLinks(page, targets)}
</main>
<aside>${toc.length > 1 ? `<p>On this page</p><ul>${toc.join('')}</ul>` : ''}</aside>
</div>
</body>
</html>
`;
}

/**
 * The name in the list.
 * @param {Page} page
 */
function nameOf({ source, title }) {
  return source === 'README.md' ? 'Start' : title;
}

/**
 * Files of the project that are neither pages nor pictures are named and not linked to.
 * @param {Page} page
 * @param {ReadonlySet<string>} targets
 */
function withoutDeadLinks({ html, target }, targets) {
  return html.replace(
    /<a href="([^"#:]+)(#[^"]*)?">([\s\S]*?)<\/a>/g,
    (whole, path, _anchor, inside) => {
      const meant = posix.join(posix.dirname(target), path);
      return targets.has(meant) || meant.startsWith('docs/pictures/') ? whole : inside;
    },
  );
}
