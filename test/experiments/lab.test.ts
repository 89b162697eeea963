/** The lab: columns of text, statistics, and rounds in which contenders take turns. */
import { describe, expect, it } from 'vitest';
import { textTable } from '../../experiments/lab/columns.ts';
import { between, distanceBetween, pathLength } from '../../experiments/lab/configurations.ts';
import { counted, countedRange, short } from '../../experiments/lab/numbers.ts';
import { legendOf, svgOf } from '../../experiments/lab/plots.ts';
import { listed, parse } from '../../experiments/lab/program.ts';
import {
  type Contender,
  leastInTurns,
  leastSample,
  takeTurns,
} from '../../experiments/lab/rounds.ts';
import {
  atShare,
  leastBy,
  Mean,
  median,
  moments,
  quantile,
} from '../../experiments/lab/statistics.ts';
import { type Table, withoutPictures } from '../../experiments/lab/table.ts';
import { InputError } from '../../src/math/index.ts';

describe('text', () => {
  it('stands in columns, numbers to the right', () => {
    const rows = [
      ['a', '1.5', ''],
      ['longer', '12', 'note'],
    ];
    expect(textTable(['name', 'us', ''], rows, [1])).toBe(
      ['name     us', '------  ---  ----', 'a       1.5', 'longer   12  note'].join('\n'),
    );
  });

  it('has numbers of three digits', () => {
    expect([0, 0.000123, 0.1234, 12.345, 1234.5, undefined, Number.NaN].map(short)).toEqual([
      '0',
      '1.2e-4',
      '0.123',
      '12.3',
      '1,235',
      '',
      '',
    ]);
    expect(counted(1, 'edge')).toBe('1 edge');
    expect(countedRange([3, 1000], 'edge')).toBe('3 to 1,000 edges');
    expect(countedRange([], 'edge')).toBe('0 edges');
  });
});

describe('statistics', () => {
  it('are what they are called', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(3);
    expect(quantile([4, 1, 2, 3], 0.5)).toBe(2);
    expect(quantile([1, 2, Number.POSITIVE_INFINITY], 0.95)).toBe(Number.POSITIVE_INFINITY);
    expect(quantile([], 0.5)).toBeNaN();
    expect(atShare([1, 2, 3, 4], 1)).toBe(4);
    expect(moments([1, 3])).toEqual({ mean: 2, deviation: 1 });
    expect(leastBy(['ccc', 'a', 'b'], ({ length }) => length)).toBe('a');
    const mean = new Mean();
    expect(mean.value).toBeNaN();
    mean.add(1);
    mean.add(2);
    expect(mean.value).toBe(1.5);
  });

  it('measure lengths in joint space', () => {
    expect(distanceBetween([0, 0], [3, 4])).toBe(5);
    expect([...between([1, 2], [3, 6], 0.25)]).toEqual([1.5, 3]);
    expect(pathLength([[0], [2], [1]])).toBe(3);
    expect(pathLength([])).toBe(0);
  });
});

/** One that takes as long as it says, and notes down when it was asked. */
function contender(group: string, microseconds: number, log: string[], asked = 10) {
  const name = `${group} ${microseconds}`;
  const made: Contender & { repeats: number[] } = {
    group,
    asked,
    samples: [],
    repeats: [],
    run: async (repeats) => {
      log.push(name);
      made.repeats.push(repeats);
      return microseconds;
    },
  };
  return made;
}

describe('rounds', () => {
  it('go round: two to warm up, then those that count, each long enough', async () => {
    const log: string[] = [];
    const [a, b] = [contender('a', 100, log), contender('b', 5000, log)];
    await takeTurns([a, b], 2);
    expect(log).toEqual([
      'a 100',
      'b 5000',
      'a 100',
      'b 5000',
      'a 100',
      'b 5000',
      'a 100',
      'b 5000',
    ]);
    expect(a.samples).toEqual([100, 100]);
    // A tenth of a second: ten questions of 100 us are asked a hundred times.
    expect(a.repeats).toEqual([1, 1, 100, 100]);
    expect(b.repeats).toEqual([1, 1, 2, 2]);
  });

  it('are taken once by who is far behind a rival, and by who takes too long', async () => {
    const log: string[] = [];
    const best = contender('a', 100, log);
    const behind = contender('a', 151, log);
    const near = contender('a', 150, log);
    const slow = contender('b', 1e6, log);
    await takeTurns([best, behind, near, slow], 3, 1e6);
    expect([best, behind, near, slow].map(({ samples }) => samples.length)).toEqual([3, 1, 3, 1]);
    // Known to be too slow after the first time, it is not warmed up again.
    expect(log.filter((name) => name.startsWith('b'))).toHaveLength(2);
    expect(leastSample({ samples: [3, 1, 2] })).toBe(1);
  });

  it('keep the least of each', () => {
    const order: number[] = [];
    const values = [
      [3, 1, 2],
      [5, 6, 4],
    ];
    const works = values.map((list, i) => () => {
      order.push(i);
      return list.shift()!;
    });
    expect(leastInTurns(3, works)).toEqual([1, 4]);
    expect(order).toEqual([0, 1, 0, 1, 0, 1]);
  });
});

describe('arguments', () => {
  it('are lists and options, and faults where they are neither', () => {
    expect(listed(' a,, b ')).toEqual(['a', 'b']);
    expect(listed(undefined)).toEqual([]);
    expect(parse('bench', ['--only', 'x'], { only: { type: 'string' } }).values.only).toBe('x');
    expect(() => parse('bench', ['--fast'], {})).toThrow(InputError);
  });
});

describe('pictures', () => {
  const plot = {
    kind: 'drawing',
    title: 'a "C"',
    caption: 'as drawn',
    file: 'c.svg',
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  } as const;

  it('are images on the page, whole and with their names', () => {
    const image = svgOf(plot);
    expect(image).toContain('alt="a &quot;C&quot;"');
    const [, data] = /base64,([^"]+)"/.exec(image) ?? [];
    expect(Buffer.from(data, 'base64').toString()).toBe(plot.svg);
    expect(legendOf(plot)).toEqual([]);
  });

  it('are files of their own: JSON has their names', () => {
    const table: Table = {
      ...{ id: 'x', title: 'x', samples: '', notes: [], columns: [], rows: [] },
      plots: [plot],
    };
    const [{ plots }] = withoutPictures([table]);
    expect(plots).toEqual([
      { kind: 'drawing', title: plot.title, caption: plot.caption, file: 'c.svg' },
    ]);
    expect(table.plots[0]).toBe(plot);
  });
});
