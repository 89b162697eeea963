/** Roadmaps as files: bit by bit, for one cell alone, believed in nothing that matters. */
import { describe, expect, it } from 'vitest';
import { adjustCell, buildCell, type Cell, strayingCell } from '../../src/cell/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { PlanningSpace } from '../../src/plan/index.ts';
import { Prm } from '../../src/plan/roadmap/prm.ts';
import { Roadmap } from '../../src/plan/roadmap/roadmap.ts';
import { readRoadmap, writeRoadmap } from '../../src/plan/roadmap/roadmapFile.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { expectProven } from '../helpers/plan/roadmapOracle.ts';

function arm({ kind = 'revolute', size = 0.6, joint = 'joint', limit = 3 } = {}): Cell {
  const urdf = armUrdf('arm', [0.4, 0.4, 0.4])
    .replaceAll('type="revolute"', `type="${kind}"`)
    .replaceAll('upper="3"', `upper="${limit}"`)
    .replaceAll('joint name="joint', `joint name="${joint}`);
  return cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, ${size}, 1]}, pose: {xyz: [1, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': urdf },
  );
}

const space = new PlanningSpace(arm());
const from = Float64Array.from([-1, 0.2]);
const to = Float64Array.from([1, -0.2]);
const limits = { maxIterations: 2000, timeLimit_ms: 1e9 };

/** A roadmap that has been used: edges of all states. */
function used(lazy: boolean, of = space): Roadmap {
  const planner = new Prm(of, { lazy });
  planner.grow({ random: new Random(1), milestones: 60 });
  planner.plan({ from, goals: [to], random: new Random(2), ...limits });
  return planner.roadmap;
}

function faultOf(content: string | Uint8Array, of = space) {
  try {
    readRoadmap(content, of, { file: 'map.json' });
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  return null;
}

/** Milestones and edges, free ones as open ones. */
function contents(roadmap: Roadmap) {
  const edges = Array.from({ length: roadmap.edgeCount }, (_, e) => {
    const state = roadmap.stateOf(e) === 'blocked' ? 'blocked' : 'open';
    return `${roadmap.endsOf(e).join(' ')} ${state}`;
  });
  return { milestones: roadmap.configurations, edges: edges.sort() };
}

const text = writeRoadmap(used(true));

describe('a roadmap as text', () => {
  it.each([false, true])('is read back, with nothing proven, lazy: %s', (lazy) => {
    const roadmap = used(lazy);
    expect(roadmap.countOf('free')).toBeGreaterThan(0);
    expect(roadmap.countOf('blocked')).toBeGreaterThan(0);
    const written = writeRoadmap(roadmap);
    const back = readRoadmap(written, space);
    expect(back.countOf('free')).toBe(0);
    expect(contents(back)).toEqual(contents(roadmap));
    expect(back.components('open')).toBe(roadmap.components('open'));
    // What is open is written as open, and is then the same text for good.
    const again = writeRoadmap(back);
    expect(writeRoadmap(readRoadmap(new TextEncoder().encode(again), space))).toBe(again);
    expect(writeRoadmap(used(lazy))).toBe(written);
  });

  it('keeps every bit of a number', () => {
    const turning = new PlanningSpace(arm({ kind: 'continuous' }));
    const roadmap = new Roadmap(turning);
    const values = [-0, 0, 5e-324, 0.1, 1 / 3, -Math.PI, 1e6, -1e6, 2.2250738585072014e-308];
    for (const x of values) roadmap.addMilestone(Float64Array.from([x, -x]));
    const back = readRoadmap(writeRoadmap(roadmap), turning);
    back.configurations.forEach((q, i) => {
      expect(Object.is(q[0], values[i]) && Object.is(q[1], -values[i])).toBe(true);
    });
  });

  it('may be empty', () => {
    const back = readRoadmap(writeRoadmap(new Roadmap(space)), space);
    expect([back.count, back.edgeCount]).toEqual([0, 0]);
  });

  it.each([false, true])('serves queries, which prove what they use, lazy: %s', (lazy) => {
    const roadmap = readRoadmap(text, space);
    const planner = new Prm(space, { lazy, roadmap });
    const result = planner.plan({ from, goals: [to], random: new Random(3), ...limits });
    expectProven(space, result, from, [to]);
    expect(result.stats.samples).toBe(0);
    expect(result.stats.freeEdges).toBe(result.waypoints!.length - 1);
    expect(roadmap.countOf('free')).toBe(result.waypoints!.length - 1);
  });
});

describe('a file that lies', () => {
  const head = text.slice(0, text.indexOf('"milestones"'));
  const file = (milestones: string, edges: { open?: string; free?: string; blocked?: string }) =>
    `${head}"milestones": ${milestones}, "open": [${edges.open ?? ''}], "free": [${edges.free ?? ''}], "blocked": [${edges.blocked ?? ''}]}`;
  const ends = '[-1, 0.2], [1, -0.2]';

  it.each([false, true])('about free edges makes no path, lazy: %s', (lazy) => {
    // Through the wall, at once and by a milestone inside of it.
    const lies = file(`[${ends}, [0, 0]]`, { free: '[0,1],[0,2],[1,2]' });
    const planner = new Prm(space, { lazy, roadmap: readRoadmap(lies, space) });
    const request = { from, goals: [to], random: new Random(1), timeLimit_ms: 1e9 };
    const none = planner.plan({ ...request, maxIterations: 3 });
    expect(none.verdict).toBe('no path found');
    const result = planner.plan({ ...request, maxIterations: 2000 });
    expectProven(space, result, from, [to]);
    expect([0, 1, 2].map((e) => planner.roadmap.stateOf(e))).toEqual([
      'blocked',
      expect.stringMatching(/open|blocked/),
      expect.stringMatching(/open|blocked/),
    ]);
  });

  it('that is changed at random is refused, or leads to paths that are free, seed 1', () => {
    const random = new Random(1);
    let refused = 0;
    let found = 0;
    for (let k = 0; k < 400; k++) {
      let changed = text;
      for (let m = 0; m <= random.below(3); m++) {
        const at = random.below(changed.length);
        const signs = '0123456789-.,[]{}":e \n\u0000é';
        const sign = signs[random.below(signs.length)];
        changed = changed.slice(0, at) + sign + changed.slice(at + random.below(3));
      }
      const fault = faultOf(changed);
      if (fault) {
        refused++;
        expect(fault.code).toMatch(/^roadmap\//);
        expect(fault.file).toBe('map.json');
        expect(fault.line).toBeGreaterThan(0);
        continue;
      }
      if (k % 8 !== 0) continue;
      const planner = new Prm(space, { lazy: true, roadmap: readRoadmap(changed, space) });
      const result = planner.plan({ from, goals: [to], random: new Random(k), ...limits });
      expectProven(space, result, from, [to]);
      found++;
    }
    expect(refused).toBeGreaterThan(100);
    expect(found).toBeGreaterThan(3);
  });

  it('that is cut off anywhere is refused', () => {
    const end = text.lastIndexOf('}');
    for (let k = 0; k < 300; k++) {
      expect(faultOf(text.slice(0, Math.floor((end * k) / 300)))?.code).toMatch(/^roadmap\//);
    }
  });

  it.each([
    ['', 'json', /expected a roadmap, found the end/],
    ['null', 'json', /expected a roadmap/],
    ['[]', 'json', /expected a roadmap/],
    ['{}', 'missing-key', /lacks "surepath-roadmap"/],
    ['{"surepath-roadmap": 2}', 'version', /version 2; version 1 is understood/],
    ['{"surepath-roadmap": 1e999}', 'non-finite', /too large/],
    ['{"colour": 1}', 'unknown-key', /has no key "colour"/],
    ['{"model": "beef"}', 'digest', /64 hexadecimal digits/],
    [`{"model": "${'0'.repeat(64)}"}`, 'model', /another cell/],
    ['{"dofs": ["joint1"]}', 'dofs', /1 joints; the cell has 2/],
    ['{"dofs": ["joint1", "elbow"]}', 'dofs', /joint 1 is "elbow"; expected "joint2"/],
    ['{"dofs": ["joint1", "joint2", "joint3"]}', 'dofs', /the cell has no more/],
    ['{"lower": [-3]}', 'length', /1 numbers; expected 2/],
    ['{"lower": [-3, -2]}', 'limits', /lower limit of "joint2" is -2; in the cell it is -3/],
    ['{"upper": [3, 3, 3]}', 'length', /3 numbers; expected 2/],
    ['{"tolerances": [0, 0.1]}', 'limits', /tracking tolerance of "joint2" is 0.1/],
    ['{"open": []}', 'order', /milestones must come before/],
    ['{"milestones": [[0, NaN]]}', 'json', /expected a number/],
    ['{"milestones": [[0, 1e999]]}', 'non-finite', /too large/],
    ['{"milestones": [[0, null]]}', 'json', /expected a number/],
    ['{"milestones": [[0, "1"]]}', 'json', /expected a number/],
    ['{"milestones": [[0, 3.0000001]]}', 'limits', /milestone 0 has "joint2" at 3.0000001/],
    ['{"milestones": [[0]]}', 'length', /1 numbers; expected 2/],
    ['{"milestones": [[0, 0, 0]]}', 'length', /3 numbers; expected 2/],
    ['{"milestones": [], "milestones": []}', 'duplicate-key', /occurs twice/],
    ['{"milestones": [[0,0],[1,1]], "open": [[0,2]]}', 'edge', /milestone 2; there are 2/],
    ['{"milestones": [[0,0],[1,1]], "free": [[0,9007199254740991]]}', 'edge', /there are 2/],
    ['{"milestones": [[0,0],[1,1]], "open": [[0,1e300]]}', 'integer', /a whole number/],
    ['{"milestones": [[0,0],[1,1]], "open": [[0,-1]]}', 'integer', /a whole number/],
    ['{"milestones": [[0,0],[1,1]], "open": [[0,0.5]]}', 'integer', /a whole number/],
    ['{"milestones": [[0,0],[1,1]], "open": [[0]]}', 'edge', /two ends; found 1/],
    ['{"milestones": [[0,0],[1,1]], "open": [[]]}', 'edge', /two ends; found 0/],
    ['{"milestones": [[0,0],[1,1]], "open": [[0,1,1]]}', 'edge', /and no more/],
    ['{"milestones": [[0,0],[1,1]], "open": [[1,1]]}', 'edge', /to itself/],
    ['{"milestones": [[0,0],[1,1]], "open": [[0,1],[1,0]]}', 'duplicate-edge', /occurs twice/],
    ['{"milestones": [[0,0],[1,1]], "open": [[0,1]], "blocked": [[0,1]]}', 'duplicate-edge', /twi/],
  ])('%s: %s', (content, code, message) => {
    const fault = faultOf(content);
    expect(fault?.code).toBe(`roadmap/${code}`);
    expect(fault?.message).toMatch(message);
    expect(fault).toMatchObject({ file: 'map.json', line: 1 });
  });

  it('that goes on after its end, is no UTF-8, or turns too often, is refused', () => {
    expect(faultOf(`${text} 1`)?.message).toMatch(/nothing may follow/);
    expect(faultOf(Uint8Array.from([0x7b, 0xff, 0x7d]))?.code).toBe('roadmap/encoding');
    const turning = new PlanningSpace(arm({ kind: 'continuous' }));
    expect(faultOf('{"milestones": [[0,1e7]]}', turning)?.message).toMatch(/expected -1000000 to/);
  });

  it('names line and column', () => {
    const at = text.indexOf(']', text.indexOf('"milestones"'));
    const fault = faultOf(`${text.slice(0, at)},7${text.slice(at)}`);
    expect(fault).toMatchObject({ code: 'roadmap/length', line: 9, column: 1 });
  });
});

describe('a file of another cell is refused', () => {
  const others: Readonly<Record<string, [Cell, string]>> = {
    'with another wall': [arm({ size: 0.61 }), 'model'],
    'with other limits': [arm({ limit: 2.9 }), 'model'],
    'with other joints': [arm({ joint: 'axis' }), 'model'],
    'without limits': [arm({ kind: 'continuous' }), 'model'],
    'with a clearance': [buildCell(adjustCell(arm().description, { clearance: 0.001 })), 'model'],
    'with joints that stray': [strayingCell(arm(), Float64Array.from([0, 0.01])), 'limits'],
  };
  it.each(Object.keys(others))('%s', (what) => {
    const [cell, code] = others[what];
    const fault = faultOf(text, new PlanningSpace(cell));
    expect(fault?.code).toBe(`roadmap/${code}`);
    expect(fault?.hint).toMatch(/make it anew/);
  });

  it('and one of the same cell, read again from its files, is not', () => {
    expect(faultOf(text, new PlanningSpace(arm()))).toBeNull();
    // Weights are how distances are measured here, and no matter of the cell.
    const weighted = new PlanningSpace(arm(), { weights: [1, 5] });
    const roadmap = readRoadmap(text, weighted);
    const [a, b] = roadmap.endsOf(0);
    const { configurations } = roadmap;
    expect(roadmap.lengthOf(0)).toBe(weighted.distance(configurations[a], configurations[b]));
  });
});
