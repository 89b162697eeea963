/**
 * What a technical file asks for besides the verdict, as plain data: what was put in, with digests; settings in full; every
 * pair that somebody declared; the commands that repeat the check and verify its proof.
 */
import { type Cell, declaredPairs } from '../cell/index.ts';
import { scopedName } from '../kinematics/index.ts';
import { type PairReasonWord, reasonText } from '../words/index.ts';

/** What the caller knows and the cell does not. */
export interface RecordInput {
  /** Name and SHA-256 of files that were given besides those of the cell, such as the path. */
  readonly inputs?: readonly (readonly [name: string, sha256: string])[] | undefined;
  /** SHA-256 of the motion as it was asked about, whatever file it came from. */
  readonly motion?: string | undefined;
  /** SHA-256 of the program's own files. */
  readonly program?: string | undefined;
  /** To be typed again: makes this report, and verifies its certificate. */
  readonly repeat?: string | undefined;
  readonly verify?: string | undefined;
}

/** A setting of a joint, a link or a pair. */
export interface RecordSetting {
  readonly name: string;
  readonly amount: number;
}

export interface ReportRecord {
  readonly inputs: readonly (readonly [name: string, sha256: string])[];
  readonly motion: string | null;
  readonly program: string | null;
  readonly repeat: string | null;
  readonly verify: string | null;
  /** Pairs that somebody declared harmless, and how many more there are. */
  readonly assumed: readonly { readonly pair: readonly [string, string]; readonly why: string }[];
  readonly moreAssumed: number;
  /** Metres: of pairs with a clearance of their own, and of links with a padding. */
  readonly clearances: readonly RecordSetting[];
  readonly paddings: readonly RecordSetting[];
  /** Factors of links with a scale. */
  readonly scales: readonly RecordSetting[];
  /** Radians or metres: of joints that may stray, with what a law of theirs may deviate. */
  readonly tolerances: readonly (RecordSetting & { readonly unit: string })[];
}

/** Declared pairs that a report has room for. */
const ASSUMED = 1000;

export function recordOf(cell: Cell, input: RecordInput): ReportRecord {
  const { description, tree, bodies } = cell;
  const declared = declaredPairs(cell.pairs);
  const amounts = (what: 'padding' | 'scale') =>
    description.robots.flatMap((robot) =>
      [...robot[what]].sort(byName).map(([link, amount]) => ({
        name:
          link === 'default'
            ? `${robot.name || 'all links'} (default)`
            : scopedName(robot.name, link),
        amount,
      })),
    );
  return {
    inputs: input.inputs ?? [],
    motion: input.motion ?? null,
    program: input.program ?? null,
    repeat: input.repeat ?? null,
    verify: input.verify ?? null,
    assumed: declared.slice(0, ASSUMED).map(({ a, b, reason, detail }) => ({
      pair: [bodies[a].name, bodies[b].name],
      why: reasonText(reason as PairReasonWord, detail),
    })),
    moreAssumed: Math.max(0, declared.length - ASSUMED),
    clearances: description.clearance.pairs.map(({ between, distance }) => ({
      name: between.join(' and '),
      amount: distance,
    })),
    paddings: amounts('padding'),
    scales: amounts('scale'),
    tolerances: tree.dofs
      .filter(({ tracking }) => tracking > 0)
      .map(({ name, tracking, unit }) => ({
        ...{ name, amount: tracking },
        unit: unit === 'angle' ? 'rad' : unit === 'length' ? 'm' : unit,
      })),
  };
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
