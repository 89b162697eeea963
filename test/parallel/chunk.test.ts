/** A chunk of edges: its bytes depend on cell, settings and edges alone, and so does its name. */
import { describe, expect, it } from 'vitest';
import { type Cell, sampleInto } from '../../src/cell/index.ts';
import { checkEdges, type EdgeData, type OpenCell, openCompiled } from '../../src/jobs/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import {
  type ChunkAnswer,
  type ChunkSettings,
  checkChunk,
  type EdgeChunk,
  edgesOf,
} from '../../src/parallel/index.ts';
import { embedded } from '../helpers/oracles/embedded.ts';
import { ballCell, crowdCell } from '../helpers/parallel/ballEdges.ts';

/** Random edges of a cell, every fifth an arc where that is asked for. */
function chunkOf(cell: Cell, seed: number, count: number, arcs = false): EdgeChunk {
  const random = new Random(seed);
  const dofs = cell.tree.dofs.length;
  const ends = new Float64Array(2 * count * dofs);
  for (let i = 0; i < 2 * count; i++) {
    sampleInto(cell, random, ends.subarray(i * dofs, (i + 1) * dofs));
  }
  if (!arcs) return { ends };
  const vias = Array.from({ length: count }, (_, edge) => edge)
    .filter((edge) => edge % 5 === 0)
    .map((edge) => {
      const via = new Float64Array(dofs);
      sampleInto(cell, random, via);
      return { edge, via: [via] };
    });
  return { ends, vias };
}

/** All that a chunk comes to. */
function textOf({ bytes, tests, verdicts, leaving }: ChunkAnswer): string {
  return JSON.stringify([new TextDecoder().decode(bytes), tests, verdicts, leaving]);
}

const CELLS: readonly [string, () => Cell, ChunkSettings][] = [
  ['balls', ballCell, {}],
  ['balls, all pairs', ballCell, { all: true }],
  ['a crowd', crowdCell, {}],
  ['two arms', () => embedded('two-arms'), {}],
  ['two arms by bisection', () => embedded('two-arms'), { method: 'adaptive' }],
];

describe('the bytes of a chunk', () => {
  it.each(CELLS)(
    'of %s are the same in any order, after anything (seed 11)',
    (_, make, settings) => {
      const cell = make();
      const isSlow = cell.bodies.length > 10 && !cell.crowd;
      const count = isSlow ? 3 : 12;
      const chunks = [0, 1, 2, 3].map((k) => chunkOf(cell, 11 + k, count, k % 2 === 1));
      const anew = chunks.map((chunk) =>
        textOf(checkChunk(openCompiled(isSlow ? cell : make()), { chunk, settings })),
      );
      const dirty: OpenCell = openCompiled(cell);
      const random = new Random(11);
      for (let round = 0; round < (isSlow ? 3 : 8); round++) {
        const k = random.uint32() % chunks.length;
        const others = settings.method === 'adaptive' ? settings : { ...settings, delta: 0.01 };
        checkChunk(dirty, { chunk: chunks[random.uint32() % chunks.length], settings: others });
        expect(textOf(checkChunk(dirty, { chunk: chunks[k], settings }))).toBe(anew[k]);
      }
      expect(anew.join()).toMatch(/colliding/);
    },
  );

  it('do not depend on how edges are cut into chunks (seed 12)', () => {
    const cell = embedded('two-arms');
    const open = openCompiled(cell);
    const chunk = chunkOf(cell, 12, 20);
    const whole = checkChunk(open, { chunk, settings: {} });
    const size = 2 * cell.tree.dofs.length;
    const parts = [0, 7, 8, 20].slice(0, 3).map((from, i) => {
      const ends = chunk.ends.slice(from * size, [7, 8, 20][i] * size);
      return checkChunk(open, { chunk: { ends }, settings: {} });
    });
    const joined = parts.map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
    expect(joined).toBe(new TextDecoder().decode(whole.bytes));
    expect(parts.reduce((sum, { tests }) => sum + tests, 0)).toBe(whole.tests);
  });

  it('are what the job answers, one line for each edge', () => {
    const cell = ballCell();
    const chunk = chunkOf(cell, 13, 25);
    const { bytes, edges, verdicts, leaving } = checkChunk(openCompiled(cell), {
      chunk,
      settings: {},
    });
    const lines = new TextDecoder().decode(bytes).split('\n');
    expect(lines.pop()).toBe('');
    const listed = edgesOf(chunk, 2) as EdgeData[];
    const { results } = checkEdges(openCompiled(cell), { edges: listed });
    expect(lines.map((line) => JSON.parse(line).verdict)).toEqual(results.map((r) => r.verdict));
    expect([edges, leaving]).toEqual([25, 0]);
    expect(verdicts.free! + verdicts.colliding!).toBe(25);
  });

  it('are none for an empty chunk', () => {
    const answer = checkChunk(openCompiled(ballCell()), {
      chunk: { ends: new Float64Array(0) },
      settings: {},
    });
    expect([answer.bytes.length, answer.edges, answer.verdicts]).toEqual([0, 0, {}]);
  });

  it('are not given where it was stopped', () => {
    const request = { chunk: chunkOf(ballCell(), 1, 3), settings: {} };
    const stop = { signal: { aborted: true } };
    expect(() => checkChunk(openCompiled(ballCell()), request, stop)).toThrow(/stopped/);
  });

  it.each([
    ['numbers that are no whole edges', { ends: new Float64Array(5) }, /5 numbers/],
    ['a number that is none', { ends: Float64Array.of(0, 0, 1, Number.NaN) }, /edge 0.*NaN/],
    ['too many edges', { ends: new Float64Array(4 * 10_001) }, /10001 edges/],
    [
      'an arc of no edge',
      { ends: new Float64Array(4), vias: [{ edge: 1, via: [new Float64Array(2)] }] },
      /arc of edge 1/,
    ],
  ])('are refused for %s', (_, chunk: EdgeChunk, message) => {
    const work = () => checkChunk(openCompiled(ballCell()), { chunk, settings: {} });
    expect(work).toThrow(InputError);
    expect(work).toThrow(message);
  });
});

describe('a checker that is used again', () => {
  const LADDER = { method: 'ladder' } as const;

  it('is the same one as long as it keeps nothing', () => {
    const open = openCompiled(ballCell());
    const first = open.newCheckerFor(open, LADDER);
    checkChunk(open, { chunk: chunkOf(open.cell, 15, 5), settings: {} });
    expect(first.isAsNew).toBe(true);
    expect(open.newCheckerFor(open, LADDER)).toBe(first);
  });

  it('is another once members of a crowd came near, and for bisection', () => {
    const open = openCompiled(crowdCell());
    const first = open.newCheckerFor(open, LADDER);
    checkChunk(open, { chunk: chunkOf(open.cell, 15, 20), settings: {} });
    expect(first.isAsNew).toBe(false);
    expect(open.newCheckerFor(open, LADDER)).not.toBe(first);
    const bisection = open.newCheckerFor(open, { method: 'adaptive' });
    expect(open.newCheckerFor(open, { method: 'adaptive' })).not.toBe(bisection);
  });
});
