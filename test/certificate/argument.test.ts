/** The argument of docs/certificate.md names functions: they are where it says. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../helpers/importGraph.ts';

const ROOT = projectRoot();
const page = readFileSync(join(ROOT, 'docs/certificate.md'), 'utf8');
const argument = page.slice(page.indexOf('## The argument'), page.indexOf('## One slab'));

describe.each(['Straight paths', 'Crowds', 'Polynomial paths', 'Circular paths', 'Delays'])(
  'the argument: %s',
  (title) => {
    const [, from] = argument.split(`### ${title}\n`);
    const rows = (from ?? '')
      .split('\n### ')[0]
      .split('\n')
      .filter((line) => /^\| \d/.test(line));

    it('has steps, each with a claim, a reason and functions', () => {
      expect(rows.length).toBeGreaterThan(3);
      for (const row of rows) {
        const cells = row.split('|').slice(1, -1);
        expect(cells, row).toHaveLength(4);
        expect(cells.every((cell) => cell.trim() !== '')).toBe(true);
        expect(cells[3], row).toMatch(/`[\w/]+\.ts: [\w.]+`/);
      }
    });

    it('names functions that are there', () => {
      for (const [, file, name] of rows.join('\n').matchAll(/`([\w/]+\.ts): ([\w.]+)`/g)) {
        const path = join(ROOT, 'src', file.includes('/') ? file : `verifier/${file}`);
        expect(existsSync(path), file).toBe(true);
        const text = readFileSync(path, 'utf8');
        const [own, member] = name.split('.');
        expect(text, `${file}: ${name}`).toMatch(new RegExp(`(?:function|class) ${own}\\b`));
        if (member) {
          expect(text, `${file}: ${name}`).toMatch(new RegExp(`^  (?:private )?${member}\\(`, 'm'));
        }
      }
    });
  },
);
