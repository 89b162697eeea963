/**
 * How long a glance shows balls on sliders apart that come straight at each other: until they could meet, to nine digits, and no longer,
 * whichever of the two moves, whatever carries both, and whatever was looked at before.
 */
import { describe, expect, it } from 'vitest';
import { U } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { ProofBodies } from '../../src/verifier/bodies.ts';
import { Glances } from '../../src/verifier/glances.ts';
import { SlabProver } from '../../src/verifier/slab.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

const RADIUS = 0.1;
const BALL = `<collision><geometry><sphere radius="${RADIUS}"/></geometry></collision>`;

const link = (name: string, inside: string) => `<link name="${name}">${inside}</link>`;
const slider = (parent: string, child: string, x: number) =>
  `<joint name="${child}" type="prismatic"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/><axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>`;

/** Balls at 0 and 1 on the base, or on a carriage that stands or moves, and an obstacle at 2: a ball, or a box that begins where it does. */
function sceneOf(post: string, parent: 'base' | 'carriage') {
  const urdf = `<robot name="r">${link('base', '')}${link('carriage', '')}${link('left', BALL)}${link('right', BALL)}
${slider('base', 'carriage', 0)}${slider(parent, 'left', 0)}${slider(parent, 'right', 1)}</robot>`;
  const { tree, bodies, tolerances } = cellFrom(
    `surepath: 1\nrobots: [{urdf: r.urdf}]\nobstacles: [{name: post, shape: ${post}, pose: {xyz: [2, 0, 0]}}]`,
    { 'r.urdf': urdf },
  );
  const models = new ProofBodies(bodies.length, (i) => bodies[i].model);
  const ends = new Float64Array(3).fill(9);
  const prover = new SlabProver({
    ...{ tree, bodies: models, tolerances, errors: new Float64Array(3).fill(64 * U) },
    box: { lower: ends.map((x) => -x), upper: ends },
  });
  const number = (name: string) => bodies.findIndex((body) => body.name === name);
  const pairs = [
    ['left', 'right'],
    ['right', 'post'],
  ].map((names) => {
    const [a, b] = names.map(number).sort((x, y) => x - y);
    return prover.pair({ a, b, clearance: 0, tracking: 0 });
  });
  return { tree, prover, glances: new Glances(prover, pairs) };
}

/** How far it is between two neighbours. */
const GAP = 1 - 2 * RADIUS;
const [BETWEEN, POST] = [0, 1];
const LITTLE = 1e-9;

const POSTS = {
  'a ball': `{sphere: {radius: ${RADIUS}}}`,
  'a box': `{box: [${2 * RADIUS}, 0.5, 0.5]}`,
};

describe.each([
  ['a ball', 'base'],
  ['a box', 'base'],
  ['a ball', 'carriage'],
  ['a box', 'carriage'],
] as const)('glances at balls that approach each other and %s, on a %s', (post, parent) => {
  const scene = sceneOf(POSTS[post], parent);

  /** What a glance shows from the beginning of a motion to a time, of motions with such rates. */
  function shown(rates: readonly number[], until: number): boolean[] {
    const { tree, prover, glances } = scene;
    const [segment] = buildPath(tree, [new Float64Array(3), Float64Array.from(rates)]).segments;
    prover.begin(segment);
    glances.begin(1);
    prover.goTo(0);
    glances.look(0, 0, until);
    return [BETWEEN, POST].map((k) => glances.clears(k, 0));
  }

  it.each([
    [0, 1, -1],
    [0, 2, 0],
    [0, 0, -2],
    [0, 0.5, -1.5],
    [1, 1, -1],
    [-1, 2, 0],
    [5, 0, -2],
    [0, 0, 1],
    [0, 1, 0],
    [3, 1, 1],
    [1, 0, 0],
  ])(
    'see them apart until they meet: carriage %f, left %f, right %f per unit of time',
    (...rates) => {
      const [own, left, right] = rates;
      const carriage = parent === 'base' ? 0 : own;
      // Of two that move both ways count, also where they are one: nobody asks where to. A carriage takes both along.
      const times = [GAP / (Math.abs(left) + Math.abs(right)), GAP / Math.abs(carriage + right)];
      for (const k of [BETWEEN, POST]) {
        const early = Math.min(1, times[k] * (1 - LITTLE));
        expect(shown(rates, early)[k]).toBe(true);
        const late = times[k] * (1 + LITTLE);
        if (late <= 1) expect(shown(rates, late)[k]).toBe(false);
      }
    },
  );
});
