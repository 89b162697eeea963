/** What the studio's sources may use: the core through its doors, the page through text, no network. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const STUDIO = fileURLToPath(new URL('../../studio', import.meta.url));
const SRC = fileURLToPath(new URL('../../src', import.meta.url));

const all = readdirSync(STUDIO, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|html|css|svg)$/.test(name))
  .map((name) => join(STUDIO, name));
// Declarations for others name the package as they do.
const scripts = all.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));

/** Packages that bags need. */
const BAG_PACKAGES = ['@foxglove/rosmsg', '@foxglove/rosmsg2-serialization', '@mcap/core', 'fzstd'];

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^']+)'/g)].map((m) => m[1]);
}

/** Without comments. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
}

describe("the studio's sources", () => {
  it('are there', () => {
    const names = all.map((file) => relative(STUDIO, file));
    expect(names).toEqual(expect.arrayContaining(['index.html', 'main.ts', 'style.css']));
  });

  it('use three, each other, and the core through its doors', () => {
    for (const file of scripts) {
      for (const name of importsOf(file)) {
        const where = `${relative(STUDIO, file)} imports ${name}`;
        if (!name.startsWith('.')) {
          if (relative(STUDIO, file) === 'engine/bags.ts' && BAG_PACKAGES.includes(name)) continue;
          expect(name, where).toMatch(/^three(\/addons\/[\w/]+\.js)?$/);
          continue;
        }
        const target = resolve(dirname(file), name);
        if (target.startsWith(`${STUDIO}/`)) continue;
        expect(relative(SRC, target), where).toMatch(/^(?!cli\/)([a-z]+\/)?index\.ts$/);
      }
    }
  });

  it('load what reads bags with the first one', () => {
    const late = ['engine/bags.ts', 'model/bags.ts', 'dialogs/bag.ts'];
    for (const file of scripts.filter((each) => !late.includes(relative(STUDIO, each)))) {
      const code = readFileSync(file, 'utf8').replaceAll(/\b(im|ex)port type\b[^;]*;/g, '');
      for (const [, name] of code.matchAll(/\bfrom\s+'([^']+)'/g)) {
        const target = relative(STUDIO, resolve(dirname(file), name));
        expect(late, `${file} imports ${name}`).not.toContain(target);
      }
    }
  });

  it('put text into the page as text, and make no code of it', () => {
    const forbidden =
      /\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|srcdoc|document\.write|eval|DOMParser)\b|new Function\b|setAttribute\('(style|on\w+)'/;
    for (const file of scripts) {
      expect(codeOf(file), relative(STUDIO, file)).not.toMatch(forbidden);
    }
  });

  it('name no other place in the network', () => {
    for (const file of all) {
      // Names of markup languages look like addresses.
      const code = codeOf(file).replaceAll(/http:\/\/www\.(w3\.org|collada\.org)\/[\w/.]+/g, '');
      expect(code, relative(STUDIO, file)).not.toMatch(
        /\b(https?|wss?):\/\/|@import|url\(\s*['"]?\/\//,
      );
    }
  });
});
