/** The site of the documentation: every page is there, and every link leads somewhere. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSite } from '../../scripts/site.mjs';

const folder = mkdtempSync(join(tmpdir(), 'surepath-site-'));
afterAll(() => rmSync(folder, { recursive: true }));
const pages = makeSite(folder);
const html = new Map(
  pages.map(({ target }) => [target, readFileSync(join(folder, target), 'utf8')]),
);

/** References of a page: what it names, as it would be found from there. */
function references(
  target: string,
): { readonly path: string; readonly anchor: string | undefined }[] {
  const found = html.get(target)!.matchAll(/(?:href|src)="([^"]*)"/g);
  return [...found]
    .map(([, reference]) => reference.replaceAll('&amp;', '&'))
    .filter((reference) => !/^(https?|mailto):/.test(reference))
    .map((reference) => {
      const [path, anchor] = reference.split('#');
      return { path: path === '' ? target : posix.join(posix.dirname(target), path), anchor };
    });
}

describe('the site', () => {
  it('has the guide, the pages of the API and the proofs', () => {
    const targets = pages.map(({ target }) => target);
    expect(new Set(targets).size).toBe(targets.length);
    for (const page of [
      'index.html',
      'docs/check.html',
      'docs/api/check.html',
      'docs/proofs/free.html',
    ]) {
      expect(targets).toContain(page);
    }
    for (const { title } of pages) expect(title).not.toMatch(/\.md$/);
  });

  it('has no link that leads nowhere', () => {
    const ids = new Map(
      [...html].map(([target, text]) => [
        target,
        new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
      ]),
    );
    const dead: string[] = [];
    let count = 0;
    for (const { target } of pages) {
      for (const { path, anchor } of references(target)) {
        count++;
        const isThere = existsSync(join(folder, path));
        const hasAnchor = anchor === undefined || !ids.has(path) || ids.get(path)!.has(anchor);
        if (!isThere || !hasAnchor) dead.push(`${target}: ${path}#${anchor ?? ''}`);
      }
    }
    expect(dead).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });

  it('lists every page on every page, and loads nothing from elsewhere', () => {
    for (const [target, text] of html) {
      for (const [, source] of text.matchAll(/<(?:script|img|link)[^>]* (?:src|href)="([^"]*)"/g)) {
        expect(source).not.toMatch(/^\w+:|^\/\//);
      }
      expect([...text.matchAll(/<li><a /g)].length, target).toBeGreaterThanOrEqual(pages.length);
      expect(text).not.toContain('<!-- snippet');
    }
  });

  it('finds headings by their words', () => {
    const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as [
      string,
      string,
    ][];
    const hit = index.find(([, text]) => text.endsWith(': Compatibility'));
    expect(hit?.[0]).toBe('docs/certificate.html#compatibility');
  });
});
