/** Motions with arcs as jobs take them: files with places, edges, refusals, and the way out to a file again. */
import { describe, expect, it } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import { readPath } from '../../src/formats/index.ts';
import {
  check,
  checkEdges,
  finish,
  type Motion,
  openCompiled,
  openEdges,
  openMotion,
  smooth,
  time,
} from '../../src/jobs/index.ts';
import { type Fault, InputError, poseFromRpy } from '../../src/math/index.ts';
import { slidingBall } from '../helpers/motion/slidingBall.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const ball = { kind: 'sphere' as const, radius: 0.1 };
/** A ball of 0.1 m in the middle of the plane. */
const cell = buildCell(slidingBall(0.1, [ball], [poseFromRpy(0, 0, 0, 0, 0, 0)]));
const open = () => openCompiled(cell);

const ARC = `joints: [x, y]
waypoints:
  - [-1, 0]
  - {via: [0, 1], to: [1, 0]}
`;

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a file with an arc', () => {
  it('is a motion that is checked along the arc', () => {
    const { motion } = openMotion(open(), { file: 'arc.yaml', bytes: bytes(ARC) });
    expect(motion.interpolation).toBe('arcs');
    expect(check(open(), { motion }).verdict).toBe('free');
    const { vias: _, interpolation: __, ...chord } = motion;
    expect(check(open(), { motion: chord }).verdict).toBe('colliding');
    // As data that was sent somewhere.
    expect(check(open(), { motion: structuredClone(motion) }).verdict).toBe('free');
  });

  it('is refused with the place of the arc that is none', () => {
    const line = ARC.replace('[0, 1]', '[0, 0]');
    const fault = faultOf(() => openMotion(open(), { file: 'arc.yaml', bytes: bytes(line) }));
    const { code, file, line: at, column, message } = fault;
    expect([code, file, at, column]).toEqual(['path/arc-line', 'arc.yaml', 4, 5]);
    expect(message).toMatch(/^segment 0: /);
    expect(fault.hint).toMatch(/via/);
  });

  it('is not taken as straight, smoothed or timed', () => {
    const request = { file: 'arc.yaml', bytes: bytes(ARC), interpolation: 'straight' as const };
    expect(faultOf(() => openMotion(open(), request)).code).toBe('path/arcs');
    const { motion } = openMotion(open(), { file: 'arc.yaml', bytes: bytes(ARC) });
    expect(faultOf(() => smooth(open(), { motion })).code).toBe('path/arcs');
    expect(faultOf(() => time(open(), { motion })).code).toBe('path/arcs');
  });

  it('may be one of several tracks', () => {
    const text = `tracks:
  - {joints: [x, y], waypoints: [[-1, 0], {via: [0, 1], to: [1, 0]}], times: [0, 1]}
`;
    const { motion } = openMotion(open(), { file: 'tracks.yaml', bytes: bytes(text) });
    expect(check(open(), { motion }).verdict).toBe('free');
    const bad = text.replace('[0, 1], to', '[0, 0], to');
    const fault = faultOf(() => openMotion(open(), { file: 't.yaml', bytes: bytes(bad) }));
    expect([fault.code, fault.line]).toEqual(['path/arc-line', 2]);
  });

  it('is written as it was', () => {
    const { motion } = openMotion(open(), { file: 'arc.yaml', bytes: bytes(ARC) });
    const { text } = finish(open(), { motion, format: 'path', claimed: true });
    const again = readPath(bytes(text!), { file: 'again.json' });
    expect(again.vias).toEqual([null, [Float64Array.of(0, 1)]]);
  });
});

it('edges with "via" are arcs, and are refused by their number', () => {
  const text = (via: string) => `{"joints": ["x", "y"], "edges": [
    {"from": [-1, 0], "to": [1, 0]}, {"from": [-1, 0], "via": ${via}, "to": [1, 0]}]}`;
  const ask = (via: string) => {
    const { edges } = openEdges(open(), { file: 'edges.json', bytes: bytes(text(via)) });
    return checkEdges(open(), { edges, file: 'edges.json' });
  };
  expect(ask('[0, 1]').results.map(({ verdict }) => verdict)).toEqual(['colliding', 'free']);
  const fault = faultOf(() => ask('[0, 0]'));
  expect([fault.code, fault.file]).toEqual(['path/arc-line', 'edges.json']);
  expect(fault.message).toMatch(/^edge 1: the configurations/);
});

it('limits are kept and left along an arc, with what it does between its ends', () => {
  const far: Motion = {
    name: 'far',
    waypoints: [Float64Array.of(-2, 2), Float64Array.of(2, 2)],
    vias: [null, [Float64Array.of(0, 4)]],
    times: [0, 1],
  };
  const { limits } = check(open(), { motion: far });
  expect(limits.left).toHaveLength(1);
  const [{ joint, kind, value, t }] = limits.left;
  expect([joint, kind]).toEqual(['y', 'position']);
  expect(value).toBeCloseTo(4, 12);
  expect(t).toBeCloseTo(0.5, 12);
});
