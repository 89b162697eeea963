/**
 * All that a report says, as plain JSON: made from a verdict and its evidence, for whoever writes the
 * page. The same input gives the same data; a date is there only if the caller gives one.
 */
import {
  type Cell,
  countPairs,
  declaredPairs,
  hasStrays,
  keptClearance,
  listedPairs,
  type Pair,
  pairOf,
} from '../cell/index.ts';
import { fileDigests, modelDigest } from '../certificate/index.ts';
import type {
  CheckStats,
  Method,
  OpenInterval,
  PathWitness,
  ProfileResult,
  Verdict,
} from '../check/index.ts';
import type { Fault } from '../math/index.ts';
import type { LeftLimit, Path } from '../motion/index.ts';
import { limitText, type PairTally, tallyOf } from '../words/index.ts';
import { type Axis, axisOf, placeOn } from './axis.ts';
import { type CoverPicture, coverOf } from './cover.ts';
import type { ReportEvidence } from './evidence.ts';
import { type PackedMotion, type PackedPoses, packMotion, packPoses } from './packedMotion.ts';
import { type PackedScene, packScene } from './packedScene.ts';
import type { DrawnRobots } from './packedVisuals.ts';
import { profileOf, type ReportProfile } from './profile.ts';
import { type RecordInput, type ReportRecord, recordOf } from './record.ts';
import { type PairState, reasonOf, shortPath, stateOf } from './words.ts';

/** Waypoints whose values a report lists; its digest of the motion covers all. */
const VALUE_ROWS = 200;

export interface ReportInput {
  readonly cell: Cell;
  readonly path: Path;
  /** For people: what was opened; of long paths the end is shown. */
  readonly names: { readonly cell: string; readonly path: string };
  readonly answer: {
    readonly verdict: Verdict;
    readonly witness: PathWitness | null;
    /** Others, if all were asked for. */
    readonly witnesses?: readonly PathWitness[];
    readonly open: readonly (OpenInterval & { readonly segment: number })[];
    readonly stats: CheckStats;
  };
  readonly evidence: ReportEvidence;
  /** In words: what the verdict rests on and does not show. */
  readonly assumptions: readonly string[];
  /** Where the motion leaves the limits of joints; no part of the verdict. Default: nowhere. */
  readonly limits?: readonly LeftLimit[];
  readonly notes?: readonly Fault[];
  readonly settings: {
    readonly method: Method;
    readonly delta: number;
    /** For `fixed`. */
    readonly resolution?: number;
    readonly budget?: number;
    readonly timeLimit_ms?: number;
  };
  /** Of a certificate that was written: its file, if it has one, and its digest. */
  readonly certificate?: CertificateFact | null;
  /** Name and version: `surepath 0.1.0`. */
  readonly program: string;
  /** What it ran on, such as `Node 20.1.0`. */
  readonly platform?: string;
  /** What a technical file asks for besides. */
  readonly record?: RecordInput;
  /** Text, as the caller likes it. */
  readonly date?: string;
  /** Default: what was checked. */
  readonly title?: string;
  /** Characters for the meshes of the picture. */
  readonly maxBytes?: number;
  /** The robots with their visual geometry, for the picture only. */
  readonly drawn?: DrawnRobots;
}

/** The certificate that belongs to a report: its file and its SHA-256. */
export interface CertificateFact {
  readonly file?: string;
  readonly sha256: string;
  /** What the verifier said of it when the report was made; left out where it was not asked. */
  readonly verified?: boolean;
  /** How much it went through, in words, or why it rejects it. */
  readonly said?: string;
}

/** A place in a report where the path is not free. */
export interface ReportWitness {
  readonly verdict: 'colliding' | 'too-close';
  readonly violated: boolean;
  readonly segment: number;
  readonly t: number;
  /** On the axis. */
  readonly at: number;
  /** Names of the two bodies, and their numbers in the picture. */
  readonly pair: readonly [string, string];
  readonly bodies: readonly [number, number];
  readonly distance: number;
  readonly clearance: number;
  readonly tracking: number;
  readonly contained: boolean;
  /** In the world, one on each body. */
  readonly points: readonly (readonly number[])[] | null;
  /** In the order of `path.joints`. */
  readonly values: readonly number[];
}

/** A pair on part of a segment that is not proven free of it. */
export interface ReportOpen {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly pair: readonly [string, string];
}

/** Part of a segment, and what is known of it. */
export interface ReportPiece {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly state: 'free' | 'open' | 'sampled';
  /** Pairs that are not proven all over it. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** A pair in the table of a report. */
export interface ReportPair {
  readonly pair: readonly [string, string];
  readonly state: PairState;
  readonly reason: string;
  readonly clearance: number;
  readonly tracking: number;
  /** Proven along the whole path, and seen; null where nobody looked or nothing was near. */
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface ReportData {
  readonly title: string;
  readonly date: string | null;
  readonly program: string;
  readonly platform: string | null;
  readonly verdict: Verdict;
  readonly method: Method;
  readonly assumptions: readonly string[];
  /** Limits of joints that the motion leaves, in words. */
  readonly limits: readonly string[];
  readonly notes: readonly string[];
  readonly cell: {
    readonly name: string;
    /** SHA-256 of the model, and of every file it was read from. */
    readonly digest: string;
    readonly files: readonly (readonly [name: string, sha256: string])[];
    readonly robots: readonly string[];
    readonly bodies: number;
    readonly clearance: number;
    /** Whether some pairs have a smaller one of their own. */
    readonly exceptions?: boolean;
    /** Whether joints may stray from the path. */
    readonly tracking: boolean;
  };
  readonly path: {
    readonly name: string;
    readonly waypoints: number;
    readonly joints: readonly string[];
    readonly wrap: string;
    readonly interpolation: string;
    readonly summary: string | null;
    readonly seconds: number | null;
    /** What segments are called; empty where "waypoint 2 to 3" tells. */
    readonly labels: readonly string[];
    /** Joint values of the first waypoints, in the order of `joints`: those that a page has room for. */
    readonly values: readonly (readonly number[])[];
  };
  readonly axis: Axis;
  /** The worst first, or the first contact; and how many more there were. */
  readonly witnesses: readonly ReportWitness[];
  readonly moreWitnesses: number;
  /** Where contact begins: proven free up to `from`. */
  readonly contact: {
    readonly segment: number;
    readonly from: number;
    readonly to: number | null;
    readonly pair: readonly [string, string];
  } | null;
  /** They cover the path, in order; empty if nothing is known. */
  readonly pieces: readonly ReportPiece[];
  readonly open: readonly ReportOpen[];
  /** Of the pairs that stay free all along the path. */
  readonly cover: CoverPicture | null;
  readonly profile: ReportProfile | null;
  /** How many pairs there are, and what is done about them. */
  readonly tally: PairTally;
  readonly pairs: readonly ReportPair[];
  /** How many more there are of each state, where obstacles are many. */
  readonly morePairs?: Readonly<Record<PairState, number>>;
  readonly settings: {
    readonly delta: number;
    readonly resolution: number | null;
    readonly budget: number | null;
    readonly timeLimit_ms: number | null;
  };
  readonly stats: CheckStats;
  readonly certificate: CertificateFact | null;
  readonly record: ReportRecord;
  readonly scene: PackedScene;
  readonly motion: PackedMotion;
  /** Poses at each witness, in the order of `witnesses`. */
  readonly witnessPoses: PackedPoses;
}

/** Witnesses that a report has room for. */
const WITNESSES = 40;

export function reportData(input: ReportInput): ReportData {
  const { cell, path, answer, evidence, settings } = input;
  const { description, tree } = cell;
  const axis = axisOf(path);
  const found = witnessesOf(answer);
  const shown = found.slice(0, WITNESSES);
  const scene = packScene(cell, {
    ...(input.maxBytes === undefined ? {} : { maxBytes: input.maxBytes }),
    ...(input.drawn === undefined ? {} : { drawn: input.drawn }),
    wanted: shown.flatMap(({ pair }) => [pair.a, pair.b]),
  });
  const configurations = shown.map(({ configuration }) => configuration);
  const open = openOf(input);
  const { contact } = evidence;
  const names = { cell: shortPath(input.names.cell), path: shortPath(input.names.path) };
  const { times } = path;
  return {
    title: input.title ?? `${names.path} in ${names.cell}`,
    date: input.date ?? null,
    program: input.program,
    platform: input.platform ?? null,
    verdict: answer.verdict,
    method: settings.method,
    assumptions: input.assumptions,
    limits: (input.limits ?? []).map((left) => limitText(left)),
    notes: (input.notes ?? []).map(({ message }) => message),
    cell: {
      name: names.cell,
      digest: modelDigest(description),
      files: fileDigests(description),
      robots: description.robots.map(({ name, robot }) => name || robot.name),
      bodies: cell.bodies.length,
      ...keptClearance(description),
      tracking: hasStrays(cell),
    },
    path: {
      name: names.path,
      waypoints: path.waypoints.length,
      joints: tree.dofs.map(({ name }) => name),
      wrap: path.wrap,
      interpolation: path.interpolation ?? 'straight',
      summary: path.summary ?? null,
      seconds: times ? times[times.length - 1] - times[0] : null,
      labels: path.labels ?? [],
      values: path.waypoints.slice(0, VALUE_ROWS).map((q) => [...q]),
    },
    axis,
    witnesses: shown.map((w) => witnessOf(cell, axis, scene, w)),
    moreWitnesses: found.length - shown.length,
    contact:
      contact?.contact && answer.verdict !== 'undecided'
        ? { ...contact.contact, pair: pairNames(cell, contact.contact.pair) }
        : null,
    pieces: piecesOf(input, open),
    open,
    cover: evidence.cover ? coverOf(cell, evidence.cover, axis) : null,
    profile: evidence.profile ? profileOf(cell, evidence.profile, axis) : null,
    tally: tallyOf(countPairs(cell.pairs)),
    ...pairsOf(cell, evidence.profile),
    settings: {
      delta: settings.delta,
      resolution: settings.resolution ?? null,
      budget: settings.budget ?? null,
      timeLimit_ms: settings.timeLimit_ms ?? null,
    },
    stats: { ...answer.stats },
    certificate: input.certificate ?? null,
    record: recordOf(cell, input.record ?? {}),
    scene,
    motion: packMotion(cell, path, axis, scene.movers),
    witnessPoses: packPoses(cell, scene.movers, configurations),
  };
}

function pairNames(
  { bodies }: Cell,
  { a, b }: { readonly a: number; readonly b: number },
): [string, string] {
  return [bodies[a].name, bodies[b].name];
}

/** The one that matters first, then the others in order. */
function witnessesOf({ witness, witnesses = [] }: ReportInput['answer']): PathWitness[] {
  const others = witnesses.filter(
    (w) =>
      !witness || w.segment !== witness.segment || w.t !== witness.t || w.pair !== witness.pair,
  );
  return [...(witness ? [witness] : []), ...others];
}

function witnessOf(
  cell: Cell,
  axis: Axis,
  { bodies }: PackedScene,
  witness: PathWitness,
): ReportWitness {
  const names = pairNames(cell, witness.pair);
  const numberOf = (name: string) => bodies.findIndex((body) => body.name === name);
  const { verdict, violated, segment, t, pair, finding, configuration } = witness;
  return {
    ...{ verdict, violated, segment, t },
    at: placeOn(axis, segment, t),
    pair: names,
    bodies: [numberOf(names[0]), numberOf(names[1])],
    distance: finding.distance,
    clearance: pair.clearance,
    tracking: pair.tracking,
    contained: finding.contained,
    points: finding.points ? finding.points.map((p) => [...p]) : null,
    values: [...configuration],
  };
}

/** Pairs with where they are not proven free; empty for a free path. */
function openOf({ cell, answer, evidence: { contact } }: ReportInput): ReportOpen[] {
  if (answer.verdict === 'free') return [];
  if (!contact) {
    return answer.open.map(({ segment, from, to, pair }) => ({
      ...{ segment, from, to },
      pair: pairNames(cell, pair),
    }));
  }
  return contact.unsafe.flatMap(({ segment, from, to, pairs }) =>
    pairs.map((pair) => ({ segment, from, to, pair: pairNames(cell, pair) })),
  );
}

/** What is known of every part of the path. Where somebody sampled, nothing is. */
function piecesOf(
  { cell, path, settings, answer: { verdict }, evidence: { contact } }: ReportInput,
  open: readonly ReportOpen[],
): ReportPiece[] {
  const whole = (state: ReportPiece['state']) =>
    path.segments.map((_, segment) => ({ segment, from: 0, to: 1, state, pairs: [] }));
  if (verdict === 'free') return whole('free');
  if (verdict === 'no collision found') return whole('sampled');
  if (contact) {
    const safe = contact.safe.map((piece) => ({ ...piece, state: 'free' as const, pairs: [] }));
    const unsafe = contact.unsafe.map(({ segment, from, to, pairs }) => ({
      ...{ segment, from, to, state: 'open' as const },
      pairs: pairs.map((pair) => pairNames(cell, pair)),
    }));
    return [...safe, ...unsafe].sort((x, y) => x.segment - y.segment || x.from - y.from);
  }
  // Undecided: segments of which nothing is open are proven. Of the others no part is: whether one body
  // is inside another is known only where surfaces are apart all along.
  if (verdict !== 'undecided' || settings.method === 'fixed' || open.length === 0) return [];
  return path.segments.map((_, segment) => {
    const here = open.filter((each) => each.segment === segment).map(({ pair }) => pair);
    const pairs = [...new Map(here.map((pair) => [JSON.stringify(pair), pair])).values()];
    return { segment, from: 0, to: 1, state: pairs.length > 0 ? 'open' : 'free', pairs };
  });
}

const RANK: Record<PairState, number> = { tested: 0, assumed: 1, excluded: 2 };

/** Tested pairs first, the closest of them first; then what is assumed, then facts. */
function pairsOf(
  cell: Cell,
  profile: ProfileResult | null,
): Pick<ReportData, 'pairs' | 'morePairs'> {
  const distances = new Map<string, { lower: number; upper: number | null }>();
  for (const { pair, lower, upper } of profile?.pairs ?? []) {
    const seen = Number.isFinite(upper) ? upper : null;
    distances.set(`${pair.a} ${pair.b}`, { lower, upper: seen });
  }
  for (const { pair, lower } of profile?.far ?? []) {
    distances.set(`${pair.a} ${pair.b}`, { lower, upper: null });
  }
  const shown = cell.crowd === null ? [...cell.pairs] : shownOf(cell, profile);
  const rows = shown.map((pair) => {
    const known = distances.get(`${pair.a} ${pair.b}`);
    const lower = known && Number.isFinite(known.lower) ? known.lower : null;
    return {
      pair: pairNames(cell, pair),
      ...reasonOf(pair),
      clearance: pair.clearance,
      tracking: pair.tracking,
      lower,
      upper: known?.upper ?? null,
    };
  });
  const far = Number.MAX_VALUE;
  rows.sort((x, y) => RANK[x.state] - RANK[y.state] || (x.lower ?? far) - (y.lower ?? far));
  if (cell.crowd === null) return { pairs: rows };
  const more = { tested: 0, assumed: 0, excluded: 0 };
  for (const [reason, n] of countPairs(cell.pairs)) more[stateOf(reason)] += n;
  for (const { state } of rows) more[state]--;
  return { pairs: rows, morePairs: more };
}

/** Pairs with members of a crowd that are declared, at most. */
const MOST_DECLARED = 500;

/** Of a cell with many obstacles: what is listed one by one, what was measured, and some of what is declared. */
function shownOf({ pairs, crowd }: Cell, profile: ProfileResult | null): Pair[] {
  const shown = new Map<string, Pair>();
  const add = (pair: Pair) => shown.set(`${pair.a} ${pair.b}`, pair);
  for (const pair of listedPairs(pairs)) add(pair);
  for (const { pair } of [...(profile?.pairs ?? []), ...(profile?.far ?? [])]) add(pair);
  const declared = declaredPairs(pairs).filter(({ b }) => b >= crowd!.first);
  for (const { a, b } of declared.slice(0, MOST_DECLARED)) add(pairOf(pairs, a, b));
  return [...shown.values()];
}
