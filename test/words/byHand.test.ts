/** Nobody writes a number by hand: how numbers are rounded is decided in src/words and nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What makes text of a number, or rounds it for that. */
const BY_HAND =
  /\.(?:toFixed|toPrecision|toExponential|toLocaleString)\(|\bNumberFormat\b|\bMath\.(?:round|floor|ceil)\([^)\n]*\*[^)\n]*\)\s*\/\s*1[0e]|\bMath\.(?:round|floor|ceil)\([^()\n]*\/\s*1e?0+/;

/** Where numbers are no sentences. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/words/numbers.ts': 'the one place for what is proven, measured or asked for',
  'src/words/plain.ts': 'the one place for the rest',
  'src/cli/junit.ts': 'seconds in a file for programs',
  'src/serve/problem.ts': 'seconds in a header, for programs',
  'src/formats/gltfMaterial.ts': 'colours',
  'src/formats/xacro/builtins.ts': 'numbers as Python rounds them',
  'src/formats/xacro/format.ts': 'numbers as Python prints them',
  'src/formats/xacro/values.ts': 'numbers as Python prints them',
  'src/report/timeline.ts': 'pixels',
  'src/report/figure/svg.ts': 'pixels',
  'studio/report/along.ts': 'pixels',
  'studio/view/overlay.ts': 'pixels',
  'studio/timeline/scale.ts': 'ticks of a scale',
  'studio/timeline/compare.ts': 'steps of a slider',
  'studio/model/nudge.ts': 'positions that arrow keys make',
  'studio/engine/sizes.ts': 'sizes that a hand makes',
};

const files = ['src', 'studio'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

/** Lines that format a number. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(\*|\/\/|\/\*)/.test(line) && BY_HAND.test(line));
}

describe('numbers written by hand', () => {
  it('are found', () => {
    const found = [
      "x.toFixed(3) + ' m'",
      'String(Number(x.toPrecision(4)))',
      'x.toExponential(2)',
      "n.toLocaleString('en')",
      "new Intl.NumberFormat('en')",
      'String(Math.round(x * 1000) / 1000)',
      'String(Math.round(1e6 * t) / 1e6)',
      'String(Math.ceil(bytes / 1000))',
    ];
    for (const line of found) expect(linesOf(line), line).toEqual([line]);
    for (const line of ['Math.floor(i / 9)', 'Math.round(x * scale)', '// x.toFixed(3)']) {
      expect(linesOf(line), line).toEqual([]);
    }
  });

  it('are nowhere but where they are no sentences', () => {
    expect(files).toContain('src/words/numbers.ts');
    for (const file of files) {
      if (file in ALLOWED) continue;
      expect(linesOf(readFileSync(join(ROOT, file), 'utf8')), file).toEqual([]);
    }
  });

  it('need every exception that is listed', () => {
    for (const file of Object.keys(ALLOWED)) {
      expect(files, file).toContain(file);
      expect(linesOf(readFileSync(join(ROOT, file), 'utf8')), file).not.toEqual([]);
    }
  });
});
