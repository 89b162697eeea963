/** What the timeline says and draws of clearances: two numbers and two curves, to the surroundings and of robots to themselves. */
import { boundText, type ProvenBound } from '../../src/words/index.ts';
import { bodyName } from '../engine/protocol/bodyNames.ts';
import type {
  OpenedCell,
  PairProfileData,
  ProfileAnswer,
  ProfilePartData,
} from '../engine/protocol.ts';
import { element, fill } from '../model/index.ts';
import type { TimeAxis } from './axis.ts';
import { lowerAt, overallCurves, pairCurves, stepsOf } from './curves.ts';
import type { PlotContent, PlotCurve, Required } from './plot.ts';

/** A profile in a cell, drawn over an axis. */
export interface ShownProfile {
  readonly cell: OpenedCell;
  readonly profile: ProfileAnswer;
  readonly axis: TimeAxis;
  /** The path is proven free. */
  readonly apart: boolean;
  /** Metres that were asked for, if not what the cell says. */
  readonly asked: number | undefined;
}

/** What is drawn where no pair is chosen. */
const ALL = 'all';
/** Pairs that one can choose from. */
const MOST_PAIRS = 100;

/** Fills the list of pairs; what was chosen stays chosen where it can. */
export function fillPairs(choice: HTMLSelectElement, { cell, profile, apart }: ShownProfile): void {
  const before = choice.value;
  const { accuracy } = profile;
  fill(
    choice,
    element('option', { value: ALL }, 'all pairs'),
    ...profile.pairs
      .slice(0, MOST_PAIRS)
      .map(({ a, b, lower, upper }) =>
        element(
          'option',
          { value: `${a} ${b}` },
          `${namesOf(cell, a, b)} (${boundText({ lower, upper, apart, accuracy })})`,
        ),
      ),
  );
  choice.value = before;
  if (choice.selectedIndex < 0) choice.value = ALL;
}

/** What is drawn of one pair, or of all. */
export function plotContent(shown: ShownProfile, chosen: string): PlotContent {
  const { cell, profile, apart, asked } = shown;
  const { horizon, accuracy, parts } = profile;
  const pair = profile.pairs.find(({ a, b }) => `${a} ${b}` === chosen);
  const { surroundings, self } = parts;
  const all = [
    ...(surroundings ? [ofPart(shown, surroundings, 'to the surroundings', false)] : []),
    ...(self ? [ofPart(shown, self, 'to itself', surroundings !== null)] : []),
  ];
  const curves = pair ? [ofPair(shown, pair)] : all;
  return { curves, horizon, apart, accuracy, required: requiredOf(cell, asked, pair) };
}

function ofPair(shown: ShownProfile, pair: PairProfileData): PlotCurve {
  const { cell, axis } = shown;
  const curves = pairCurves(pair, axis);
  const { measured } = curves;
  let least = -1;
  for (let i = 1; i < measured.length; i += 2) {
    if (least < 0 || measured[i] < measured[least]) least = i;
  }
  const names = namesOf(cell, pair.a, pair.b);
  const label = labelOf(shown, pair);
  const nearest = least < 0 ? null : { x: measured[least - 1], y: measured[least], label };
  return { ...curves, name: names, isLine: false, nearest };
}

function ofPart(
  shown: ShownProfile,
  { pairs: own, overall, nearest, lower }: ProfilePartData,
  name: string,
  isLine: boolean,
): PlotCurve {
  const { axis } = shown;
  const { pairs, horizon } = shown.profile;
  const curves = overallCurves({ pairs: own.map((i) => pairs[i]), overall, horizon }, axis);
  const place = nearest?.place;
  if (!nearest || !place) return { ...curves, name, isLine, nearest: null };
  const label = labelOf(shown, { ...nearest, lower });
  return {
    ...{ ...curves, name, isLine },
    nearest: { x: axis.position(place), y: nearest.upper, label },
  };
}

/** Two bodies, and what is proven of them for the whole path. */
function labelOf(
  { cell, profile: { accuracy }, apart }: ShownProfile,
  { a, b, lower, upper }: Pick<PairProfileData, 'a' | 'b' | 'lower' | 'upper'>,
): string {
  return `${namesOf(cell, a, b)}: ${clearanceWords({ lower, upper, apart, accuracy })}`;
}

function namesOf(cell: OpenedCell, a: number, b: number): string {
  const name = (k: number) => bodyName(cell, k) ?? `body ${k}`;
  return `${name(a)} – ${name(b)}`;
}

/** Both numbers, each with what it is of: to the surroundings first. */
export function clearanceFacts(
  { parts, accuracy }: ProfileAnswer,
  apart: boolean,
): [string, string][] {
  const fact = (what: string, part: ProfilePartData | null): [string, string][] => {
    if (!part) return [];
    const { lower, nearest } = part;
    return [[what, clearanceWords({ lower, upper: nearest?.upper ?? null, apart, accuracy })]];
  };
  return [...fact('to surroundings', parts.surroundings), ...fact('to itself', parts.self)];
}

/** Whose they are, for whoever asks what the numbers are of. */
export function clearanceTitle(cell: OpenedCell, { parts }: ProfileAnswer): string {
  const said = (what: string, part: ProfilePartData | null) =>
    part?.nearest ? [`${what}: ${namesOf(cell, part.nearest.a, part.nearest.b)}`] : [];
  return [
    ...said('Nearest to the surroundings', parts.surroundings),
    ...said('Nearest to itself', parts.self),
  ].join('\n');
}

/** What one pair, or all alike, have to keep; nothing but what is asked for if they differ. */
function requiredOf(
  cell: OpenedCell,
  asked: number | undefined,
  pair: { a: number; b: number } | undefined,
): Required {
  const tested = cell.pairs.filter(({ status }) => status === 'tested');
  const own = pair ? tested.filter(({ a, b }) => a === pair.a && b === pair.b) : tested;
  const all = own.map(({ clearance, tracking }) => ({ clearance: asked ?? clearance, tracking }));
  const sum = ({ clearance, tracking }: Required) => clearance + tracking;
  const areAll = pair !== undefined || cell.otherPairs === undefined;
  const isSame = areAll && all.length > 0 && all.every((each) => sum(each) === sum(all[0]));
  return isSame ? all[0] : { clearance: asked ?? 0, tracking: 0 };
}

/** Beside a step of a proof: the two are apart there. */
export function gapText(
  profile: ProfileAnswer | null,
  axis: TimeAxis,
  { a, b }: { readonly a: number; readonly b: number },
  position: number,
): string {
  const pair = profile?.pairs.find((each) => each.a === a && each.b === b);
  if (pair) {
    const lower = lowerAt(stepsOf(pair.pieces, axis), position);
    return `gap there ${clearanceWords({ lower, apart: true })}`;
  }
  const far = profile?.far.find((each) => each.a === a && each.b === b);
  return far ? `gap everywhere ${clearanceWords({ lower: far.lower, apart: true })}` : '';
}

/** What is proven for the whole path; of a free one never a 0. */
function clearanceWords(known: ProvenBound): string {
  const bound = boundText(known);
  return known.lower > 0 ? `at least ${bound}` : bound;
}
