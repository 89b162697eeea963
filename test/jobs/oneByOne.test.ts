/** Edges one by one: nothing is held until the end, and all is as if it had been. */
import { describe, expect, it } from 'vitest';
import { type Cell, sampleInto } from '../../src/cell/index.ts';
import {
  checkEdges,
  checkEdgesOneByOne,
  type EdgeAnswer,
  type EdgeData,
  openCompiled,
} from '../../src/jobs/index.ts';
import { Random } from '../../src/math/index.ts';
import { LineWriter } from '../../src/parallel/lines.ts';
import { ballCell } from '../helpers/parallel/ballEdges.ts';

function edgesOf(cell: Cell, count: number): EdgeData[] {
  const random = new Random(11);
  const draw = () => {
    const q = new Float64Array(cell.tree.dofs.length);
    sampleInto(cell, random, q);
    return q;
  };
  return Array.from({ length: count }, () => ({ from: draw(), to: draw() }));
}

describe('edges one by one', () => {
  it('each answer is handed over before the next edge is begun (seed 11)', () => {
    const cell = ballCell();
    const edges = edgesOf(cell, 20);
    const answers: EdgeAnswer[] = [];
    const seen: string[] = [];
    const onProgress = (progress: { readonly done?: number }) =>
      seen.push(`${progress.done} checked, ${answers.length} taken`);
    const take = (answer: EdgeAnswer) => answers.push(answer);
    checkEdgesOneByOne(openCompiled(cell), { edges }, take, { onProgress: onProgress as never });
    const { results } = checkEdges(openCompiled(cell), { edges });
    expect(answers).toEqual(results);
    expect(seen.slice(1)).toEqual(edges.map((_, i) => `${i + 1} checked, ${i} taken`));
  });

  it('lines are the bytes of their text, whatever their length', () => {
    const lines = new LineWriter();
    const values = Array.from({ length: 3000 }, (_, i) => ({
      i,
      text: 'ä\u{1F916}€'.repeat(i % 40),
    }));
    for (const value of values) lines.add(value);
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    expect(Buffer.from(lines.bytes()).equals(Buffer.from(text))).toBe(true);
    expect(new LineWriter().bytes().length).toBe(0);
  });
});
