/** Roadmaps: components and shortest ways against plain searches; what is settled, and for whom. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { PlanningSpace } from '../../src/plan/index.ts';
import { assertRoadmapOf, type EdgeState, Roadmap } from '../../src/plan/roadmap/roadmap.ts';
import { RoadmapSearch } from '../../src/plan/roadmap/roadmapSearch.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

const joint = (i: number, type: string) =>
  `<link name="l${i + 1}"/><joint name="j${i}" type="${type}"><parent link="l${i}"/><child link="l${i + 1}"/><axis xyz="0 0 1"/><limit lower="-2" upper="3" effort="1" velocity="1"/></joint>`;

function space(): PlanningSpace {
  const parts = ['continuous', 'revolute', 'prismatic'].map((type, i) => joint(i, type));
  const urdf = `<robot name="chain"><link name="l0"/>${parts.join('')}</robot>`;
  return new PlanningSpace(
    cellFrom('surepath: 1\nrobots: [{urdf: chain.urdf}]\nallow_nothing: true\n', {
      'chain.urdf': urdf,
    }),
  );
}

/** Random milestones and edges, some of each state. */
function randomRoadmap(random: Random, milestones: number, edges: number): Roadmap {
  const roadmap = new Roadmap(space());
  const q = new Float64Array(3);
  for (let i = 0; i < milestones; i++) {
    roadmap.space.sampleInto(random, q);
    expect(roadmap.addMilestone(q)).toBe(i);
  }
  for (let k = 0; k < edges; k++) {
    const [a, b] = [random.below(milestones), random.below(milestones)];
    if (!roadmap.canJoin(a, b) || roadmap.edgeBetween(a, b) >= 0) continue;
    const state = (['open', 'free', 'blocked'] as const)[random.below(3)];
    expect(roadmap.addEdge(a, b, state)).toBe(roadmap.edgeCount - 1);
    expect(roadmap.edgeBetween(b, a)).toBe(roadmap.edgeCount - 1);
  }
  return roadmap;
}

/** Lengths of shortest ways from a milestone, by going over all edges until nothing changes. */
function plainLengths(roadmap: Roadmap, from: number, by: readonly EdgeState[]): number[] {
  const far = new Array<number>(roadmap.count).fill(Number.POSITIVE_INFINITY);
  far[from] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let e = 0; e < roadmap.edgeCount; e++) {
      if (!by.includes(roadmap.stateOf(e))) continue;
      const [a, b] = roadmap.endsOf(e);
      const { configurations } = roadmap;
      const length = roadmap.space.distance(configurations[a], configurations[b]);
      expect(roadmap.lengthOf(e)).toBe(length);
      for (const [i, j] of [
        [a, b],
        [b, a],
      ]) {
        if (far[i] + length < far[j]) {
          far[j] = far[i] + length;
          changed = true;
        }
      }
    }
  }
  return far;
}

describe('a roadmap', () => {
  it('knows what hangs together, and the shortest way, seeds 1 to 30', () => {
    let ways = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed);
      const count = 2 + random.below(60);
      const roadmap = randomRoadmap(random, count, random.below(4 * count));
      const search = new RoadmapSearch(roadmap);
      for (let round = 0; round < 6; round++) {
        const from = random.below(count);
        const goals = Array.from({ length: 1 + random.below(3) }, () => random.below(count));
        const hoped = plainLengths(roadmap, from, ['open', 'free']);
        const proven = plainLengths(roadmap, from, ['free']);
        for (let i = 0; i < count; i++) {
          if (hoped[i] < Infinity) expect(roadmap.mayBeConnected(from, i)).toBe(true);
          expect(roadmap.isConnected(from, i)).toBe(proven[i] < Infinity);
          expect(roadmap.isConnected(from, i, 'open')).toBe(hoped[i] < Infinity);
          expect(roadmap.mayBeConnected(from, i)).toBe(hoped[i] < Infinity);
        }
        const least = Math.min(...goals.map((goal) => hoped[goal]));
        expect(search.find(from, goals)).toBe(least < Infinity);
        if (least < Infinity) {
          ways++;
          const { milestones, edges } = search;
          expect(milestones[0]).toBe(from);
          expect(goals).toContain(milestones.at(-1));
          expect(edges.length).toBe(milestones.length - 1);
          let length = 0;
          edges.forEach((e, k) => {
            expect(roadmap.edgeBetween(milestones[k], milestones[k + 1])).toBe(e);
            expect(roadmap.stateOf(e)).not.toBe('blocked');
            length += roadmap.lengthOf(e);
          });
          expect(length).toBeCloseTo(least, 10);
        }
        // Something is found out, or taken back.
        for (let k = 0; k < 3 && roadmap.edgeCount > 0; k++) {
          roadmap.settle(random.below(roadmap.edgeCount), random.below(2) === 0);
        }
      }
      const states = Array.from({ length: roadmap.edgeCount }, (_, e) => roadmap.stateOf(e));
      for (const state of ['open', 'free', 'blocked'] as const) {
        expect(roadmap.countOf(state)).toBe(states.filter((s) => s === state).length);
      }
      const firsts = (by: 'free' | 'open') =>
        Array.from({ length: count }, (_, i) => i).filter((i) =>
          Array.from({ length: i }, (_, j) => j).every((j) => !roadmap.isConnected(i, j, by)),
        ).length;
      expect(roadmap.components()).toBe(firsts('free'));
      expect(roadmap.components('open')).toBe(firsts('open'));
    }
    expect(ways).toBeGreaterThan(40);
  });

  it('opens what another found free, and keeps what is blocked', () => {
    const roadmap = randomRoadmap(new Random(4), 30, 90);
    const [free, blocked] = [roadmap.countOf('free'), roadmap.countOf('blocked')];
    expect(Math.min(free, blocked)).toBeGreaterThan(5);
    const [one, other] = [{}, {}];
    roadmap.adopt(one);
    expect(roadmap.countOf('free')).toBe(0);
    expect(roadmap.countOf('blocked')).toBe(blocked);
    expect(roadmap.components()).toBe(30);
    const e = Array.from({ length: roadmap.edgeCount }, (_, k) => k).find(
      (k) => roadmap.stateOf(k) === 'open',
    )!;
    roadmap.settle(e, true);
    roadmap.adopt(one);
    expect(roadmap.isFree(e)).toBe(true);
    expect(roadmap.components()).toBe(29);
    roadmap.adopt(other);
    expect(roadmap.isFree(e)).toBe(false);
    expect(roadmap.components()).toBe(30);
  });

  it('joins what is half a turn apart by one motion, there and back', () => {
    const roadmap = new Roadmap(space());
    for (const x of [0, Math.PI, -Math.PI, 1, 1 - 2 * Math.PI, 3]) {
      roadmap.addMilestone(Float64Array.from([x, 0, 0]));
    }
    expect(roadmap.canJoin(3, 3)).toBe(false);
    // Half a turn, a whole one, and just less than half.
    for (const [a, b] of [
      [0, 1],
      [2, 0],
      [1, 2],
      [3, 4],
      [0, 5],
    ]) {
      expect(roadmap.canJoin(a, b)).toBe(true);
      const [there, back] = [new Float64Array(3), new Float64Array(3)];
      roadmap.endInto(a, b, there);
      roadmap.endInto(b, a, back);
      const [p, q] = [roadmap.configurations[a][0], roadmap.configurations[b][0]];
      expect(there[0] - p).toBeCloseTo(q - back[0], 12);
    }
  });

  it('finds a milestone again by its numbers alone', () => {
    const roadmap = new Roadmap(space());
    const at = [
      [1, 0, 0],
      [1 + 2 * Math.PI, 0, 0],
      [1, 0, 1e-300],
      [1, 0, 0.5],
    ].map((values) => Float64Array.from(values));
    at.forEach((q, i) => {
      expect(roadmap.milestoneAt(q)).toBe(-1);
      roadmap.addMilestone(q);
      expect(roadmap.milestoneAt(q)).toBe(i);
    });
    at.forEach((q, i) => {
      expect(roadmap.milestoneAt(q)).toBe(i);
    });
  });

  it('belongs to one space', () => {
    const roadmap = new Roadmap(space());
    expect(() => assertRoadmapOf(roadmap.space, roadmap)).not.toThrow();
    expect(() => assertRoadmapOf(space(), roadmap)).toThrow(/another space/);
  });
});
