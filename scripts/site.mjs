// @ts-check
// Makes a site of README.md and docs/: static pages with the same words, a list of all pages, and a search over headings.
//   node scripts/site.mjs [FOLDER]        (default: site)
// Nothing is loaded from elsewhere, and all of it but the search works without scripts.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHAPTERS, chapterOf } from './site/chapters.mjs';
import { pageHtml } from './site/page.mjs';
import { readPage } from './site/readPage.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Markdown files that become pages, by path from the root. */
function sources() {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md'));
  const more = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];
  const clients = ['clients/python/README.md', 'verifier/python/README.md'];
  return [...more, ...docs, ...clients].sort();
}

/**
 * Writes the site. Returns the pages, for tests.
 * @param {string} out
 */
export function makeSite(out) {
  const pages = sources().map((source) =>
    readPage(source, readFileSync(join(ROOT, source), 'utf8')),
  );
  const targets = new Set(pages.map(({ target }) => target));
  const chapters = CHAPTERS.map((chapter) => ({
    ...chapter,
    pages: pages
      .filter(({ source }) => chapterOf(source) === chapter.name)
      .sort(
        (a, b) => chapter.rank(a.source) - chapter.rank(b.source) || (a.title < b.title ? -1 : 1),
      ),
  })).filter((chapter) => chapter.pages.length > 0);
  rmSync(out, { recursive: true, force: true });
  for (const page of pages) {
    const file = join(out, page.target);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageHtml(page, { chapters, targets }));
  }
  cpSync(join(ROOT, 'docs/pictures'), join(out, 'docs/pictures'), { recursive: true });
  for (const name of ['style.css', 'search.js']) {
    cpSync(fileURLToPath(new URL(`./site/${name}`, import.meta.url)), join(out, name));
  }
  const index = pages.flatMap((page) =>
    page.headings.map(({ text, id, level }) => [
      level === 1 ? page.target : `${page.target}#${id}`,
      level === 1 ? text : `${page.title}: ${text}`,
    ]),
  );
  writeFileSync(join(out, 'index.json'), JSON.stringify(index));
  return pages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = process.argv[2] ?? join(ROOT, 'site');
  const pages = makeSite(out);
  process.stdout.write(`${pages.length} pages written to ${relative(process.cwd(), out) || '.'}\n`);
}
