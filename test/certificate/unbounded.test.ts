/**
 * What a direction may claim of a body with half-spaces: docs/certificate.md, "What a direction may claim".
 * A half-space ends along its own normal and nowhere else; a set of several of them ends nowhere.
 */
import { describe, expect, it } from 'vitest';
import { buildBody } from '../../src/cell/body.ts';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import { type Certificate, verify } from '../../src/certificate/index.ts';
import { readCell } from '../../src/formats/index.ts';
import { identityPose } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { proofBody } from '../../src/verifier/bodies.ts';
import { SlabProver } from '../../src/verifier/slab.ts';
import { supportInto } from '../../src/verifier/supports.ts';
import { simpleCertificate } from '../helpers/certificate/simpleMaker.ts';

const WHOLE = [-1, -1, -1];
const piece = (number: number) => [number, -1, -1];
const box = (size: number, z: number) =>
  `{shape: {box: [${size}, ${size}, ${size}]}, pose: {xyz: [0, 0, ${z}]}}`;
const halfSpace = (normal: string, offset = 0) =>
  `{shape: {half_space: {normal: ${normal}, offset: ${offset}}}}`;

/** A ball of 0.1 m on a slide along x, 1 m above the origin, and an obstacle made of parts. */
function cellOf(parts: readonly string[], { joint = 'prismatic', carried = '' } = {}) {
  const urdf = `<robot name="r"><link name="base"/><link name="tip">
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
    <joint name="j" type="${joint}"><parent link="base"/><child link="tip"/><axis xyz="1 0 0"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint></robot>`;
  const yaml = `surepath: 1
robots:
  - urdf: r.urdf
    base: {xyz: [0, 0, 1]}
${carried}
obstacles:
  - name: corner
    parts:
${parts.map((part) => `      - ${part}`).join('\n')}
`;
  const files = { 'r.urdf': new TextEncoder().encode(urdf) };
  return readCell(new TextEncoder().encode(yaml), { file: 'cell.yaml', resolver: { files } });
}

/** A certificate for the path from x = 1 to another place, with these slabs for the only pair. */
function claimed(cell: CellDescription, to: number, ...slabs: number[][]): Certificate {
  const { tree } = buildCell(cell);
  const start = buildPath(tree, [Float64Array.of(1), Float64Array.of(1)]);
  const honest = simpleCertificate(cell, start, 3000)!;
  expect(verify(honest, cell).verified).toBe(true);
  const list = Float64Array.from(slabs.flat());
  return {
    ...honest,
    waypoints: [Float64Array.of(1), Float64Array.of(to)],
    slabs: [honest.slabs[0].map((own, k) => (k === honest.slabs[0].length - 1 ? list : own))],
  };
}

const all = (...numbers: number[]) => [0.5, 0.5, 0.5, ...WHOLE, ...numbers];

describe('half-spaces in bodies of several parts', () => {
  const floorAndWall = cellOf([halfSpace('[0, 0, 1]'), halfSpace('[1, 0, 0]')]);
  const down = [0, 0, -1];

  it('one direction does not bound two of them', () => {
    // Into the wall: along the normal of the floor alone nothing is in the way.
    const forged = claimed(floorAndWall, -1, all(...WHOLE, ...down));
    expect(verify(forged, floorAndWall).reason).toMatchObject({ code: 'slab' });
    const other = claimed(floorAndWall, -1, all(...WHOLE, -1, 0, 0));
    expect(verify(other, floorAndWall).reason).toMatchObject({ code: 'slab' });
    // Nor in the other order of the parts, nor where both normals are the same.
    for (const parts of [
      [halfSpace('[1, 0, 0]'), halfSpace('[0, 0, 1]')],
      [halfSpace('[0, 0, 1]'), halfSpace('[0, 0, 1]', -1)],
      [halfSpace('[0, 0, 1]'), box(0.2, -1), halfSpace('[1, 0, 0]')],
    ]) {
      const cell = cellOf(parts);
      expect(verify(claimed(cell, 0.5, all(...WHOLE, ...down)), cell).verified).toBe(false);
    }
  });

  it('each is bounded along its own normal', () => {
    const slabs = [all(...piece(0), ...down), all(...piece(1), -1, 0, 0)];
    const honest = claimed(floorAndWall, 0.5, ...slabs);
    expect(verify(honest, floorAndWall).verified).toBe(true);
    for (const n of [
      [-1, 0, 0],
      [0, 0, 1],
      [0.6, 0, -0.8],
      [0, 1e-4, -1],
    ]) {
      const wrong = claimed(floorAndWall, 0.5, all(...piece(0), ...n), slabs[1]);
      expect(verify(wrong, floorAndWall).reason).toMatchObject({ code: 'slab' });
    }
    const into = claimed(floorAndWall, -1, ...slabs);
    expect(verify(into, floorAndWall).reason).toMatchObject({ code: 'slab' });
    const open = claimed(floorAndWall, 0.5, slabs[0]);
    expect(verify(open, floorAndWall).reason).toMatchObject({ code: 'coverage' });
  });

  it('one of them with bounded parts ends where the farthest of these does', () => {
    const low = cellOf([box(0.2, 0.5), halfSpace('[0, 0, 1]'), box(0.2, -3)]);
    expect(verify(claimed(low, -1, all(...WHOLE, ...down)), low).verified).toBe(true);
    const high = cellOf([box(0.2, 0.85), halfSpace('[0, 0, 1]'), box(0.2, -3)]);
    expect(verify(claimed(high, -1, all(...WHOLE, ...down)), high).verified).toBe(false);
  });

  it('that ride on a link may slide with it, not turn', () => {
    const carried = `    attached:
      - {name: roof, link: tip, shape: {half_space: {normal: [0, 0, -1], offset: -0.5}}}`;
    const slides = cellOf([box(0.2, -1)], { carried });
    const along = (n: number[], cell = slides) =>
      verify(claimed(cell, 0.5, all(...WHOLE, ...n)), cell);
    expect(along(down).verified).toBe(true);
    for (const n of [
      [0, 0, 1],
      [1, 0, 0],
      [0, 0.6, -0.8],
    ])
      expect(along(n).verified).toBe(false);
    const turns = cellOf([box(0.2, -1)], { carried, joint: 'revolute' });
    expect(along(down, turns).reason).toMatchObject({ code: 'slab' });
  });

  it('two that face each other cannot be claimed apart', () => {
    const carried = `    attached:
      - {name: roof, link: tip, shape: {half_space: {normal: [0, 0, -1], offset: -0.5}}}`;
    const cell = cellOf([halfSpace('[0, 0, 1]')], { carried });
    const { tree, box: q, bodies: compiled } = buildCell(cell);
    const bodies = compiled.map(proofBody);
    const prover = new SlabProver({
      tree,
      bodies,
      box: q,
      errors: new Float64Array(1),
      tolerances: new Float64Array(1),
    });
    prover.begin(buildPath(tree, [Float64Array.of(1), Float64Array.of(1)]).segments[0]);
    prover.place(0);
    const times = new Float64Array(2);
    const holds = (a: number, b: number) =>
      prover.holds(
        prover.pair({ a, b, clearance: 0, tracking: 0 }),
        bodies[a].whole,
        bodies[b].whole,
        Float64Array.of(0, 0, -1),
        0,
        times,
      );
    expect(holds(0, 2)).toBe(true);
    expect(holds(1, 2)).toBe(false);
  });
});

describe('projections', () => {
  const { bodies } = buildCell(cellOf([halfSpace('[0, 0.6, 0.8]', 2)]));
  const support = (...d: number[]) => {
    const out = new Float64Array(1);
    supportInto(proofBody(bodies[1]).whole, Float64Array.from(d), 0, out, 0);
    return out[0];
  };

  it('on a direction along which there is no end are infinite', () => {
    expect(support(0, 0.6, 0.8)).toBeCloseTo(2, 12);
    expect(support(0, 1.2, 1.6)).toBeCloseTo(4, 12);
    for (const d of [
      [0, -0.6, -0.8],
      [1, 0, 0],
      [0, 0.6, 0.8001],
      [1e-6, 0.6, 0.8],
    ]) {
      expect(support(...d)).toBe(Infinity);
    }
  });

  it('on what is no direction are infinite', () => {
    for (const d of [
      [NaN, 0, 1],
      [Infinity, 0, 0],
      [1e200, -1e200, 0],
    ]) {
      expect(support(...d)).toBe(Infinity);
      const out = new Float64Array(1);
      supportInto(proofBody(bodies[0]).whole, Float64Array.from(d), 0, out, 0);
      expect(out[0]).toBe(Infinity);
    }
  });
});

describe('amounts that are none', () => {
  it('are refused where a cell is made', () => {
    const cell = cellOf([halfSpace('[0, 0, 1]')]);
    expect(() => buildCell(cell)).not.toThrow();
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const [robot] = cell.robots;
      const straying = { ...robot, tracking: new Map([['j', wrong]]) };
      expect(() => buildCell({ ...cell, robots: [straying] })).toThrow(/tolerance of "j"/);
      const pairs = [{ between: ['tip', 'corner'] as const, distance: wrong }];
      expect(() => buildCell({ ...cell, clearance: { default: 0, pairs } })).toThrow(/"tip" and/);
      const close = { default: wrong, pairs: [] };
      expect(() => buildCell({ ...cell, clearance: close })).toThrow(/default clearance/);
    }
  });

  it('are refused where bodies are made', () => {
    const part = { pose: identityPose(), geometry: { kind: 'sphere', radius: 0.1 } as const };
    const common = { name: 'tip', kind: 'obstacle', frame: 0, parts: [part] } as const;
    for (const wrong of [{ padding: -1 }, { padding: NaN }, { scale: -1 }, { scale: 0 }]) {
      expect(() => buildBody({ ...common, ...wrong })).toThrow(/"tip"/);
    }
    const hollow = { ...part, geometry: { kind: 'sphere', radius: -0.1 } as const };
    expect(() => buildBody({ ...common, parts: [hollow] })).toThrow(/radius/);
    const steep = {
      ...part,
      geometry: { kind: 'half-space', normal: [0, 0, 2], offset: 1 } as const,
    };
    expect(() => buildBody({ ...common, parts: [steep] })).toThrow(/length 2/);
  });
});
