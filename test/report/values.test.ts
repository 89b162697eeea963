/** The values of a path in its report: all digits, and how many are left out. */
import { expect, it } from 'vitest';
import type { ReportData } from '../../src/report/data.ts';
import { valueSection } from '../../src/report/values.ts';

const section = (values: number[][], waypoints = values.length, motion: string | null = 'ab12') =>
  valueSection({
    path: { joints: ['left/<j1>', 'j2'], values, waypoints },
    record: { motion },
  } as unknown as ReportData);

it('lists every value so that it reads back to the bit', () => {
  const values = [
    [0.1 + 0.2, -1e-9],
    [Math.PI, 0],
  ];
  const html = section(values);
  const cells = [...html.matchAll(/<td class="number">([^<]*)<\/td>/g)].map(([, text]) =>
    Number(text),
  );
  expect(cells).toEqual(values.flat());
  expect(html).toContain('left/&lt;j1&gt;');
  expect(html).toContain('ab12');
  expect(html).not.toContain('not listed');
});

it('says how many waypoints are not listed', () => {
  expect(section([[0, 0]], 301)).toContain('300 more waypoints not listed.');
  expect(section([[0, 0]], 1, null)).not.toContain('digest');
});
