/**
 * Random robots whose followers and held joints stray (looseRobots.ts), judged by all methods, the static
 * check and the verifier, against where joints may stray to: nothing that collides there may be free.
 */
import { expect } from 'vitest';
import { buildCell, buildPairs, type Cell, StaticChecker } from '../../../src/cell/index.ts';
import { makeCertificate, modelDigest, NOT_FREE, verify } from '../../../src/certificate/index.ts';
import type { Method } from '../../../src/check/index.ts';
import { InputError, Random } from '../../../src/math/index.ts';
import { buildPath, type Path } from '../../../src/motion/index.ts';
import { EdgeChecker } from '../../../src/plan/index.ts';
import { pairEntry } from '../../../src/verifier/statement.ts';
import { looseCase } from './looseRobots.ts';

export const METHODS: readonly Method[] = ['ladder', 'adaptive', 'refined'];

/** Whether a path gets a certificate that the verifier accepts. */
export function certified(cell: Cell, path: Path): boolean {
  try {
    return verify(makeCertificate(cell.description, cell, path), cell.description).verified;
  } catch (error) {
    if (error instanceof InputError && error.fault.code === NOT_FREE) return false;
    throw error;
  }
}

/** Verdicts of one case by all methods, the static check and the verifier, against the oracle. */
function judgeCase(seed: number) {
  const random = new Random(seed);
  const { made, q } = looseCase(random);
  const { cell, description } = made;
  const by = random.unit() < 0.3 ? 0 : random.between(0.01, 0.2);
  const to = q.map((x, d) =>
    cell.tree.dofs[d].unit === 'quaternion' ? x : x + by * random.between(-1, 1),
  );
  const path = buildPath(cell.tree, [q, to]);
  const [segment] = path.segments;
  const free = METHODS.filter(
    (method) => new EdgeChecker(cell, { method }).check({ segment }).verdict === 'free',
  );
  const still = new StaticChecker(cell).for(q).keepsClearance(q);
  const verified = free.length > 0 && certified(cell, path);
  // What a program would say that forgets followers and held joints.
  const old = buildCell(made.forgetful);
  const forgetful = new EdgeChecker(old).check({ segment }).verdict === 'free';
  let accepted = false;
  if (forgetful) {
    try {
      const certificate = makeCertificate(made.forgetful, old, path);
      // About this cell; then with its pairs, too, if the same ones are tested.
      const forged = { ...certificate, model: modelDigest(description) };
      const { bodies, tree, tolerances } = cell;
      const pairs = buildPairs(description, bodies, tree, certificate, tolerances).map((pair) =>
        pairEntry({ ...pair, reason: pair.reason === 'swept' ? null : pair.reason }),
      );
      accepted =
        verify(forged, description).verified || verify({ ...forged, pairs }, description).verified;
    } catch (error) {
      if (!(error instanceof InputError) || error.fault.code !== NOT_FREE) throw error;
    }
  }
  // Nobody says that anything is free: then nobody is wrong.
  const silent = free.length === 0 && !still && !verified && !forgetful;
  const at = new Float64Array(q.length);
  const times = silent ? [] : [0, 1, random.unit()];
  const found = times.map((t) => {
    segment.configurationInto(t, at, 0);
    return made.violation(at, random, 12);
  });
  return { loose: cell.tree.loose !== null, free, still, verified, forgetful, accepted, found };
}

/** Judges cases; how many were free, and how often a forgetful program was wrong. */
export function looseCampaign(first: number, count: number) {
  const sums = { loose: 0, free: 0, still: 0, verified: 0, wrong: 0 };
  for (let seed = first; seed < first + count; seed++) {
    const { loose, free, still, verified, forgetful, accepted, found } = judgeCase(seed);
    const collides = found.some((pair) => pair !== null);
    if (collides) expect({ seed, free, verified, accepted }).toMatchObject({ free: [] });
    if (collides)
      expect({ seed, verified, accepted }).toEqual({ seed, verified: false, accepted: false });
    if (found.length > 0 && found[0] !== null)
      expect({ seed, still }).toEqual({ seed, still: false });
    if (free.length > 0) expect({ seed, free }).toEqual({ seed, free: [...METHODS] });
    sums.loose += loose ? 1 : 0;
    sums.free += free.length > 0 ? 1 : 0;
    sums.still += still ? 1 : 0;
    sums.verified += verified ? 1 : 0;
    sums.wrong += forgetful && collides ? 1 : 0;
  }
  return sums;
}
