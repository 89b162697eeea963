/** Faults of planners, smoothing and neighbours: nearly all leave paths as proven as they were. */
import type { Mutant } from './mutant.ts';

const SBL = 'plan/trees/sbl.ts';
const SEGMENTS = 'plan/trees/sblSegments.ts';
const GRID = 'plan/trees/sblGrid.ts';
const RRT = 'plan/trees/rrtConnect.ts';
const BLS = 'plan/trees/bls.ts';
const ROOM = 'plan/trees/room.ts';
const PRM = 'plan/roadmap/prm.ts';
const SMOOTH = 'plan/smooth.ts';
const WORK = 'plan/work.ts';

const ofSbl = { row: 'A11', test: 'plan/sblEffects' } as const;
const ofSmoothing = { row: 'A12', test: 'plan/smoothEffects' } as const;
const ofOthers = { test: 'plan/plannerEffects' } as const;

export const PLANNERS_MUTANTS: readonly Mutant[] = [
  {
    ...ofSbl,
    fault: 'what hangs on a segment that is cut is lost',
    file: SBL,
    text: 'if (!rules.transfer) {',
    becomes: 'if (rules.transfer) {',
  },
  {
    ...ofSbl,
    fault: 'one tree grows, the other waits',
    file: SBL,
    text: 'this.expand(random.below(2) as 0 | 1)',
    becomes: 'this.expand(0)',
  },
  {
    ...ofSbl,
    fault: 'trees are joined anywhere, and not where they are near each other',
    file: SBL,
    text: 'const anyone = random.below(RANDOM_CONNECTION) === 0;',
    becomes: 'const anyone = true;',
  },
  {
    ...ofSbl,
    fault: 'the work of undecided segments is dropped after every candidate path',
    file: SBL,
    text: 'if (!rules.keep) for',
    becomes: 'if (rules.keep) for',
  },
  {
    ...ofSbl,
    fault: 'the work of undecided segments is dropped at once',
    file: WORK,
    text: 'budget, kept: edge.kept, hasty: true',
    becomes: 'budget, kept: null, hasty: true',
  },
  {
    ...ofSbl,
    fault: 'segments are tested as they are made',
    file: SBL,
    text: 'if (!rules.lazy && !work.settle(edge)) continue;',
    becomes: 'if (!work.settle(edge)) continue;',
  },
  {
    ...ofSbl,
    fault: 'the order of segments is reversed',
    file: SEGMENTS,
    text: 'if (edge.free !== true) waiting.push(-keyOf(edge, order), i);\n  });',
    becomes: 'if (edge.free !== true) waiting.push(keyOf(edge, order), i);\n  });',
  },
  {
    ...ofSbl,
    fault: 'a segment is settled before the next is asked',
    file: SEGMENTS,
    text: 'const free = work.ask(edge, budget, next);',
    becomes: 'const free = work.ask(edge, left);',
  },
  {
    ...ofSbl,
    fault: 'A-SBL goes by the length of segments',
    file: SEGMENTS,
    text: 'return kept?.uncovered ?? length * 2 ** -level;',
    becomes: 'return length * 2 ** -level;',
  },
  {
    ...ofSbl,
    fault: 'neighbourhoods do not get smaller',
    file: SBL,
    text: 'space.sampleNearInto(random, from.q, rules.reach / i, q);',
    becomes: 'space.sampleNearInto(random, from.q, rules.reach, q);',
  },
  {
    ...ofSbl,
    fault: 'bridges may be longer than rho',
    file: SBL,
    text: 'if (!(space.maxDistance(made.q, near.q) < rules.reach)) return null;',
    becomes: '',
  },
  {
    ...ofSbl,
    fault: 'milestones are chosen whatever their density',
    file: GRID,
    text: 'const cell = this.cells.get(this.keys[this.random.below(this.keys.length)])!;',
    becomes: 'const cell = this.all;',
  },
  {
    ...ofSbl,
    fault: "the grid's coordinates are never drawn anew",
    file: GRID,
    text: 'if (++this.fresh > AGE) this.draw();\n    else this.place(milestone);',
    becomes: 'this.place(milestone);',
  },
  {
    ...ofSbl,
    fault: 'A-SBL asks the ladder',
    file: SBL,
    text: "? { method: 'adaptive', distance: 'greedy' }",
    becomes: '? {}',
  },
  {
    ...ofSmoothing,
    fault: 'midpoints for windows',
    file: SMOOTH,
    text: "if (variant === 'window') this.tryWindow();",
    becomes: "if (variant === 'window') this.tryMidpoints();",
  },
  {
    ...ofSmoothing,
    fault: 'the window is always the whole path',
    file: SMOOTH,
    text: 'this.share = took ? Math.min(1, 1.5 * this.share) : Math.max(0.02, 0.9 * this.share);',
    becomes: '',
  },
  {
    ...ofSmoothing,
    fault: 'the window never grows again',
    file: SMOOTH,
    text: 'Math.min(1, 1.5 * this.share)',
    becomes: 'this.share',
  },
  {
    ...ofSmoothing,
    fault: 'midpoints are tried once and do not come nearer to the point',
    file: SMOOTH,
    text: 's = 0.5 * (s + middle);\n      e = 0.5 * (e + middle);',
    becomes: 'break;',
  },
  {
    row: 'E4',
    ...ofOthers,
    fault: 'steps of a fixed length are proven too',
    file: RRT,
    text: "if (mode === 'fixed' || work.settle(work.edge(q, next))) {",
    becomes: 'if (work.settle(work.edge(q, next))) {',
  },
  {
    row: 'E4',
    ...ofOthers,
    fault: 'steps by clearance never get longer again',
    file: RRT,
    text: 'Math.min(rules.step, 2 * part * distance)',
    becomes: 'Math.min(rules.step, part * distance)',
  },
  {
    row: 'E4',
    ...ofOthers,
    fault: 'the clearance mode asks for exact distances',
    file: RRT,
    text: "return { method: 'adaptive', distance: 'threshold' };",
    becomes: "return { method: 'adaptive', distance: 'exact' };",
  },
  {
    row: 'E4',
    ...ofOthers,
    fault: 'milestones from which growing failed are tried again for any sample',
    file: RRT,
    text: 'else if (radii[i] === Infinity) radii[i] = radius;',
    becomes: 'else if (radii[i] === Infinity) return;',
  },
  {
    row: 'E5',
    ...ofOthers,
    fault: 'steps are proven by the checker though there is room for them',
    file: BLS,
    text: 'if (proof === OPEN && this.cuts >= this.rules.mostCuts) {',
    becomes: 'if (proof !== SETTLED) {',
  },
  {
    row: 'E5',
    ...ofOthers,
    fault: 'all steps are as small as can be',
    file: BLS,
    text: 'const part = Math.min(1, rules.step / far, 0.999 / taken);',
    becomes: 'const part = Math.min(1, rules.smallest / far, 0.999 / taken);',
  },
  {
    row: 'E5',
    ...ofOthers,
    fault: 'room is taken from distances in full',
    file: ROOM,
    text: 'if (!this.bounded) {\n      query.measure(a, b, pose, 0, Number.POSITIVE_INFINITY);',
    becomes: 'if (this.cell) {\n      query.measure(a, b, pose, 0, Number.POSITIVE_INFINITY);',
  },
  {
    row: 'E5',
    ...ofOthers,
    fault: 'room is twice what distances allow',
    file: ROOM,
    text: 'out[dofs[t]] = (INSIDE * gap) / weights[t];',
    becomes: 'out[dofs[t]] = (2 * gap) / weights[t];',
  },
  {
    row: 'E5',
    ...ofOthers,
    fault: 'candidate paths are proven step by step',
    file: BLS,
    text: 'if (this.rules.merged) stride *= 2;',
    becomes: 'stride = 1;',
  },
  {
    row: 'A11',
    ...ofOthers,
    fault: 'a lazy roadmap proves edges as they are made',
    file: PRM,
    text: 'if (lazy || work.isOver()) {',
    becomes: 'if (work.isOver()) {',
  },
  {
    row: 'A11',
    ...ofOthers,
    fault: 'what a query found out about the straight way is not kept',
    file: PRM,
    text: 'knows: (i) => this.straight.has(roadmap.edgeBetween(start, all[i])),',
    becomes: 'knows: () => false,',
  },
  {
    row: 'E4',
    ...ofOthers,
    fault: 'all neighbours are looked at',
    file: 'plan/nearest.ts',
    text: 'if (bounds[waiting] > this.reach + this.slack) continue;',
    becomes: '',
  },
];
