/** Rules about pairs, looked up by rows, against going through all entries for every pair. */
import { describe, expect, test } from 'vitest';
import { type CellDescription, matches, matchesPair } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildModel, type PairModel, PairRules } from '../../src/model/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { crowdedCell } from '../helpers/oracles/crowdedCells.ts';

/** A robot that carries two things, with disabled pairs, among obstacles, with entries at random. */
function randomRules(seed: number): CellDescription {
  const random = new Random(seed);
  const srdf = `<robot name="arm"><disable_collisions link1="link0" link2="link2" reason="Never"/>
<disable_collisions link1="link1" link2="link2" reason="Adjacent"/></robot>`;
  const { description } = cellFrom(
    `surepath: 1
robots:
  - urdf: arm.urdf
    srdf: arm.srdf
    attached:
      - {name: rod, link: link2, shape: {sphere: {radius: 0.1}}, touches: [link1]}
      - {name: cup, link: link1, shape: {sphere: {radius: 0.1}}, touches: [link2]}
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.5, 0.5]), 'arm.srdf': srdf },
  );
  const { obstacles } = crowdedCell({ seed, count: 12, odd: false });
  const names = ['link0', 'link1', 'link2', 'rod', 'cup', ...obstacles.map(({ name }) => name)];
  const pattern = () => {
    const name = names[random.below(names.length)];
    const wild = [name, name, '*', `${name.slice(0, -1)}*`, `*${name.slice(1)}`, 'l*1', 'scan/*'];
    const chosen = wild[random.below(wild.length)];
    return names.some((each) => matches(chosen, each)) ? chosen : name;
  };
  const between = () => [pattern(), pattern()] as const;
  return {
    ...description,
    obstacles,
    clearance: {
      default: 0.5,
      pairs: Array.from({ length: random.below(6) }, (_, i) => ({
        between: between(),
        distance: i,
      })),
    },
    allow: Array.from({ length: random.below(5) }, (_, i) => ({
      between: between(),
      reason: `entry ${i}`,
    })),
  };
}

/** All entries for every pair, as they are written. */
function plainly(description: CellDescription): PairModel[] {
  const { bodies, tree } = buildModel(description);
  const { rigidRoot } = tree;
  const pairs: PairModel[] = [];
  const [robot] = description.robots;
  for (let a = 0; a < bodies.length; a++) {
    for (let b = a + 1; b < bodies.length; b++) {
      const [p, q] = [bodies[a], bodies[b]];
      let clearance = description.clearance.default;
      for (const entry of description.clearance.pairs) {
        if (matchesPair(entry.between, p.name, q.name)) clearance = entry.distance;
      }
      const excluded = (): Pick<PairModel, 'reason' | 'detail' | 'assumed'> => {
        const fact = { detail: '', assumed: false };
        if (rigidRoot[p.frame] === rigidRoot[q.frame]) {
          if (rigidRoot[p.frame] === 0) return { reason: 'static', ...fact };
          return { reason: p.frame === q.frame ? 'same-link' : 'rigid', ...fact };
        }
        for (const { link1, link2, reason } of robot.semantics!.disabledPairs) {
          const names = [link1, link2];
          if (names.includes(p.name) && names.includes(q.name)) {
            return { reason: 'disabled', detail: reason, assumed: true };
          }
        }
        const entry = description.allow.find((each) => matchesPair(each.between, p.name, q.name));
        if (entry) return { reason: 'allowed', detail: entry.reason, assumed: true };
        for (const { name, touches } of robot.attached) {
          const other = p.name === name ? q.name : q.name === name ? p.name : null;
          if (other !== null && touches.includes(other)) {
            return { reason: 'allowed', detail: `${name} may touch it`, assumed: true };
          }
        }
        return { reason: null, ...fact };
      };
      pairs.push({ a, b, clearance, ...excluded() });
    }
  }
  return pairs;
}

describe('rows', () => {
  test('seeds 1 to 60: reasons, clearances, declared pairs, counts and bounds', () => {
    const seen = new Set<string | null>();
    for (let seed = 1; seed <= 60; seed++) {
      const description = randomRules(seed);
      const { bodies, tree } = buildModel(description);
      const rules = new PairRules(description, bodies, tree);
      const expected = plainly(description);
      expect(expected.map(({ a, b }) => rules.of(a, b))).toEqual(expected);
      const declared: PairModel[] = [];
      rules.forEachDeclared((pair) => declared.push(pair));
      expect(declared).toEqual(expected.filter(({ assumed }) => assumed));
      const counts = new Map<string | null, number>();
      for (const { reason } of expected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      expect(new Map(rules.counts())).toEqual(counts);
      for (const reason of counts.keys()) seen.add(reason);
      for (const mover of rules.movers) {
        const row = rules.row(mover);
        let most = description.clearance.default;
        for (const { a, b, reason, clearance } of expected) {
          if (a !== mover && b !== mover) continue;
          const other = a === mover ? b : a;
          expect(row.reasonOf(other)).toBe(reason);
          expect(row.clearanceOf(other)).toBe(clearance);
          if (other >= 5) most = Math.max(most, clearance);
        }
        expect(rules.clearanceUpper(mover, 5, bodies.length)).toBeGreaterThanOrEqual(most);
      }
    }
    expect(seen).toEqual(new Set(['static', 'same-link', 'disabled', 'allowed', null]));
  });

  test('of entries for each of many bodies those of one are found without looking at the others', () => {
    const description = crowdedCell({ seed: 3, count: 3000, odd: false });
    const allow = description.obstacles.map(({ name }, i) => ({
      between: ['link1', name] as const,
      reason: `entry ${i}`,
    }));
    const { bodies, tree, bodyOf } = buildModel(description);
    const rules = new PairRules({ ...description, allow }, bodies, tree, bodyOf);
    const link = bodyOf.get('link1')!;
    const declared: PairModel[] = [];
    rules.forEachDeclared((pair) => declared.push(pair));
    expect(declared.map(({ a, detail }) => [a, detail])).toEqual(
      allow.map(({ reason }) => [link, reason]),
    );
  });
});
