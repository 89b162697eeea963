/** `surepath distance A B`: static queries between two mesh files. */

import type { Tree } from '../../bvh/index.ts';
import {
  buildTree,
  SPLIT_NAMES,
  type SplitName,
  VOLUME_KINDS,
  type VolumeKind,
} from '../../bvh/index.ts';
import { type Mesh, surfaceSentence } from '../../geometry/index.ts';
import { identityPose } from '../../math/index.ts';
import {
  approximateDistance,
  collide,
  distance,
  findContained,
  greedyDistance,
  type ProximityResult,
  ProximityWorkspace,
  tolerance,
} from '../../proximity/index.ts';
import { about, metres, metresLower, metresUpper, microseconds } from '../../words/index.ts';
import { type Command, loadMesh, numberIn, oneOf, parse, usageFault } from '../command.ts';
import { printJson, printText } from '../out.ts';
import { readPlacements } from '../placements.ts';

const QUERIES = ['collide', 'distance', 'approximate', 'greedy', 'tolerance'] as const;
type Query = (typeof QUERIES)[number];

export const distanceCommand: Command = {
  help: `usage: surepath distance A B [options]

Static queries between two mesh files (STL, OBJ, PLY), in metres as the files have them.

  --query WORD       what to ask, default distance:
                       collide      do two triangles intersect?
                       distance     exact distance with the nearest points
                       approximate  a proven bound within --relative-error of the distance
                       greedy       a proven bound at about the cost of collide
                       tolerance    is the distance at least --mu?
  --mu M             metres: the question of tolerance, the delta of greedy (default 0)
  --relative-error E for approximate, 0 <= E < 1 (default 0.25)
  --poses FILE       placements of B in A's frame: [{"R": [9 numbers, row by row], "T": [3]}];
                     without it both meshes stay where their files put them
  --volume WORD      bounding volumes: box (default), obb, rss
  --split WORD       how hierarchies are split: sah (default), median, mean, notch, shells
  --json             one JSON object on stdout:
                     {"results": [{"colliding", "distance", "lower", "points", "nodePairs",
                     "trianglePairs"}], "microsecondsPerQuery"}

"lower" is a proven lower bound of the distance, in floating point. "distance" is the exact
distance, or for greedy and a positive answer of tolerance the bound that was proven. Surfaces
count: where one mesh lies wholly inside a solid of the other, "contained" says so.

Exit code: 0 if no placement collides (tolerance: all are at least mu apart), else 1.
`,
  run(args) {
    const { values, positionals } = parse('distance', args, {
      query: { type: 'string', default: 'distance' },
      mu: { type: 'string' },
      'relative-error': { type: 'string', default: '0.25' },
      poses: { type: 'string' },
      volume: { type: 'string', default: 'box' },
      split: { type: 'string', default: 'sah' },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 2) throw usageFault('distance', 'distance takes two mesh files');
    const query = oneOf('distance', 'query', values.query, QUERIES);
    if (query === 'tolerance' && values.mu === undefined) {
      throw usageFault('distance', '--query tolerance needs --mu');
    }
    const mu = numberIn('distance', 'mu', values.mu ?? '0', 0, 1e12);
    const relativeError = numberIn(
      'distance',
      'relative-error',
      values['relative-error'],
      0,
      0.999999,
    );
    const volume = oneOf<VolumeKind>('distance', 'volume', values.volume, VOLUME_KINDS);
    const split = oneOf<SplitName>('distance', 'split', values.split, SPLIT_NAMES);
    const poses = values.poses === undefined ? identityPose() : readPlacements(values.poses);
    const a = loadMesh(positionals[0]).mesh;
    const b = loadMesh(positionals[1]).mesh;
    const trees = [buildTree(a, { volume, split }), buildTree(b, { volume, split })] as const;
    const question: Question = { query, mu, relativeError };
    const assumptions = [a, b].flatMap(({ openParts }, i) => {
      return surfaceSentence(positionals[i], openParts) ?? [];
    });
    const answer = { ...askAll(a, b, trees, poses, question), assumptions };
    if (values.json) printJson(answer);
    else {
      printText(toText(positionals[0], positionals[1], answer, question));
      for (const sentence of assumptions) printText(`note: ${sentence}\n`);
    }
    return answer.results.every((r) => isGood(r, question)) ? 0 : 1;
  },
};

interface Question {
  readonly query: Query;
  readonly mu: number;
  readonly relativeError: number;
}

interface Result {
  colliding: boolean;
  /** Exact or proven, see the help text; absent where the query does not tell. */
  distance?: number;
  lower: number;
  points?: [number[], number[]];
  triangles?: [number, number];
  atLeast?: boolean;
  contained?: string;
  nodePairs: number;
  trianglePairs: number;
}

function askAll(
  a: Mesh,
  b: Mesh,
  [treeA, treeB]: readonly [Tree, Tree],
  poses: Float64Array,
  question: Question,
): { results: Result[]; microsecondsPerQuery: number } {
  const workspace = new ProximityWorkspace();
  const count = poses.length / 12;
  const results: Result[] = [];
  let nanoseconds = 0n;
  for (let i = 0; i < count; i++) {
    const start = process.hrtime.bigint();
    const found = ask(treeA, treeB, poses, 12 * i, question, workspace);
    nanoseconds += process.hrtime.bigint() - start;
    const result = record(found, treeA, treeB, question);
    if (!result.colliding) {
      const contained = findContained(a, b, poses, 12 * i);
      if (contained) result.contained = contained === 'a' ? 'A in B' : 'B in A';
    }
    results.push(result);
  }
  return { results, microsecondsPerQuery: Number(nanoseconds) / 1000 / count };
}

function ask(
  a: Tree,
  b: Tree,
  poses: Float64Array,
  offset: number,
  { query, mu, relativeError }: Question,
  workspace: ProximityWorkspace,
): ProximityResult {
  const options = { offset };
  if (query === 'collide') return collide(a, b, poses, workspace, options);
  if (query === 'distance') return distance(a, b, poses, workspace, options);
  if (query === 'greedy') return greedyDistance(a, b, poses, mu, workspace, options);
  if (query === 'tolerance') return tolerance(a, b, poses, mu, workspace, options);
  return approximateDistance(a, b, poses, relativeError, workspace, options);
}

function record(found: ProximityResult, a: Tree, b: Tree, { query, mu }: Question): Result {
  const colliding = found.verdict === 'colliding';
  const result: Result = {
    colliding,
    lower: found.lower,
    nodePairs: found.nodePairs,
    trianglePairs: found.trianglePairs,
  };
  if (query === 'tolerance') result.atLeast = found.lower >= mu;
  if (colliding) result.distance = 0;
  else if (query === 'distance') result.distance = found.upper;
  else if (query === 'tolerance' && !result.atLeast) result.distance = found.upper;
  else if (query !== 'collide') result.distance = found.lower;
  if (found.triangleA >= 0 && (colliding || query !== 'greedy')) {
    result.points = [[...found.points.subarray(0, 3)], [...found.points.subarray(3)]];
    result.triangles = [a.ids[found.triangleA], b.ids[found.triangleB]];
  }
  return result;
}

function isGood(result: Result, { query }: Question): boolean {
  return query === 'tolerance' ? result.atLeast === true : !result.colliding;
}

function toText(
  fileA: string,
  fileB: string,
  { results, microsecondsPerQuery }: { results: Result[]; microsecondsPerQuery: number },
  question: Question,
): string {
  const time = microseconds(microsecondsPerQuery, 1);
  if (results.length > 1) {
    const colliding = results.filter((r) => r.colliding).length;
    const contained = results.filter((r) => r.contained !== undefined).length;
    const distances = results.filter((r) => !r.colliding).map((r) => r.distance ?? r.lower);
    const nearest = distances.reduce((x, y) => Math.min(x, y), Number.POSITIVE_INFINITY);
    return [
      `A  ${fileA}`,
      `B  ${fileB}`,
      `${results.length} placements: ${colliding} colliding, ${results.length - colliding} not`,
      ...(question.query === 'tolerance'
        ? [`at least ${metres(question.mu)} apart: ${results.filter((r) => r.atLeast).length}`]
        : []),
      ...(contained > 0 ? [`one inside a solid of the other, not touching: ${contained}`] : []),
      ...(question.query === 'distance' && Number.isFinite(nearest)
        ? [`nearest of those that do not collide: ${metresUpper(nearest)}`]
        : []),
      `${time} per query; --json gives each result`,
      '',
    ].join('\n');
  }
  const [r] = results;
  const work = `${r.nodePairs} node pairs, ${r.trianglePairs} triangle pairs, ${time}`;
  return `${[`A  ${fileA}`, `B  ${fileB}`, ...verdictLines(r, question), work].join('\n')}\n`;
}

function verdictLines(r: Result, { query, mu }: Question): string[] {
  const lines: string[] = [];
  const point = (p: number[]) => `(${p.map((x) => about(x, 6)).join(', ')})`;
  if (r.colliding && r.triangles && r.points) {
    lines.push(
      `colliding: triangle ${r.triangles[0]} of A meets triangle ${r.triangles[1]} of B at ${point(r.points[0])}`,
    );
  } else if (query === 'tolerance') {
    lines.push(
      r.atLeast ? `at least ${metres(mu)} apart (proven)` : `not proven ${metres(mu)} apart`,
    );
  } else if (query === 'collide') {
    lines.push('not colliding');
  } else if (query === 'greedy' || query === 'approximate') {
    lines.push(`at least ${metresLower(r.lower)} apart (proven)`);
  } else {
    lines.push(`distance ${metresUpper(r.distance ?? 0)}, proven at least ${r.lower}`);
  }
  if (!r.colliding && r.points) {
    lines.push(`nearest points: ${point(r.points[0])} on A, ${point(r.points[1])} on B`);
  }
  if (r.contained) {
    lines.push(`note: the surfaces do not touch, but one lies inside a solid: ${r.contained}`);
  }
  return lines;
}
