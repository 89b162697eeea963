/** The pairs of a cell as its checkers want them: those that are listed, and the crowd for the others. */
import type { JointBox, KinematicTree } from '../kinematics/index.ts';
import { type CellDescription, PairRules } from '../model/index.ts';
import type { Body } from './body.ts';
import { CellCrowd } from './cellCrowd.ts';
import type { Crowd } from './crowd.ts';
import type { Members } from './members.ts';
import { listPairs, type Pair, type PairGround, PairMaker } from './pairs.ts';
import { CrowdPairs, type PairTable } from './pairTable.ts';

export interface Pairing {
  readonly pairs: PairTable;
  readonly tested: readonly Pair[];
  readonly crowd: Crowd | null;
}

interface Options {
  /** Called for every body; throws where that takes too long. */
  readonly pause?: (() => void) | undefined;
  /** Pairs of the same bodies, which hold but for those of bodies that changed place. */
  readonly known?: { readonly pairs: PairTable; readonly changed: ReadonlySet<number> } | undefined;
}

export function pairUp(ground: PairGround, members: Members | null, options: Options): Pairing {
  const { known, pause } = options;
  const maker = new PairMaker(ground);
  if (members === null) {
    const pairs = listPairs(maker, ground.bodies.length, options);
    return { pairs, tested: pairs.filter(isTested), crowd: null };
  }
  const before =
    known?.pairs instanceof CrowdPairs ? { ...known, pairs: known.pairs.listed } : undefined;
  const listed = listPairs(maker, members.first, { known: before, pause });
  const crowd = new CellCrowd(members, maker, known?.changed);
  for (const mover of crowd.movers) {
    for (const member of crowd.listed) listed.push(crowd.pair(mover, member));
  }
  return { pairs: new CrowdPairs(listed, crowd), tested: listed.filter(isTested), crowd };
}

function isTested({ reason }: Pair): boolean {
  return reason === null;
}

/** The members of a cell's crowd, as they are before any is moved; null if it has none. */
export function membersOf({ crowd }: Pick<Pairing, 'crowd'>): Members | null {
  return crowd instanceof CellCrowd ? crowd.members : null;
}

/** What there is of a cell whose pairs are made anew. */
interface Paired extends Pairing {
  readonly description: CellDescription;
  readonly bodies: readonly Body[];
}

/** For a cell, what its pairs depend on now. */
interface Changed {
  readonly bodies: readonly Body[];
  readonly tree: KinematicTree;
  readonly box: JointBox;
  readonly tolerances: Float64Array;
}

/** The pairs of a cell for another box, other tolerances, or with some of its obstacles elsewhere. */
export function pairUpAgain(
  { description, pairs, crowd }: Paired,
  { bodies, tree, box, tolerances }: Changed,
  moved?: ReadonlySet<number>,
): Pairing {
  const known = moved && { pairs, changed: moved };
  const made = crowd instanceof CellCrowd ? crowd : null;
  const rules = made?.maker.ground.rules ?? new PairRules(description, bodies, tree);
  const ground = { rules, bodies, tree, box, tolerances };
  return pairUp(ground, made?.members ?? null, { known });
}
