/** One open cell for many questions of all kinds, each compared with a cell that was opened for it alone. */
import { buildCell, type CellDescription } from '../../../src/cell/index.ts';
import {
  type CellAdjustments,
  certify,
  check,
  checkConfigurations,
  checkEdges,
  type Motion,
  type OpenCell,
  openCompiled,
  plan,
  prove,
  vectors,
} from '../../../src/jobs/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { askSegments } from '../../../src/parallel/segments.ts';
import { anywhere, nearby } from '../certificate/cells.ts';
import { answered, type Tally } from './tally.ts';

const PROGRAM = 'surepath test';
const drawn = <T>(list: readonly T[], random: Random): T => list[random.below(list.length)];
const CLEARANCES = [undefined, undefined, 0, 0.004, 0.03] as const;
const METHODS = [
  ...[{}, {}, {}],
  ...[{ method: 'adaptive' }, { method: 'refined' }],
  ...[
    { method: 'fixed', resolution: 0.3 },
    { method: 'fixed', resolution: 0.02 },
  ],
] as const;

export class OpenCellDesk {
  private readonly description: CellDescription;
  private readonly open: OpenCell;
  private readonly motions: Motion[] = [];
  private readonly tally: Tally;
  private readonly random: Random;
  private certificate: string | null = null;
  private adjusted: CellAdjustments = {};
  /** What the next question is about. */
  private hand = 0;
  private wrap: 'short' | undefined;
  private classes: readonly { name: string; bodies: string[] }[] | undefined;
  private how: (typeof METHODS)[number] = {};
  /** Of a worker: what it is asked about again and again. */
  private goods: object = {};

  constructor(description: CellDescription, tally: Tally, random: Random) {
    this.description = description;
    this.tally = tally;
    this.random = random;
    this.open = this.anew();
    for (let k = 0; k < 3; k++) this.motions.push(this.motion());
  }

  /** Three questions of one kind, between which mostly one thing changes. */
  step(): void {
    const { random } = this;
    const ask = drawn(this.kinds, random);
    for (let k = 0; k < 3; k++) {
      if (random.unit() < 0.6) this.vary();
      ask();
    }
  }

  private readonly kinds = [
    ...[() => this.check(), () => this.check(), () => this.check(), () => this.check()],
    ...[() => this.configurations(), () => this.configurations(), () => this.configurations()],
    ...[() => this.vectors(), () => this.vectors(), () => this.edges(), () => this.plans()],
    ...[() => this.certificates(), () => this.segments()],
  ];

  /** Shares nothing with the kept one: neither arrays nor meshes. */
  private anew(): OpenCell {
    return openCompiled(buildCell(structuredClone(this.description)));
  }

  private motion(): Motion {
    const { random } = this;
    const { tree } = this.open.cell;
    const first = anywhere(tree, random);
    const waypoints = [first, nearby(tree, first, random.between(0.1, 0.8), random)];
    if (random.unit() < 0.3) waypoints.push(nearby(tree, waypoints[1], 0.4, random));
    // Beyond the limits now and then, and by more than half a turn: the box of the question is another one.
    if (random.unit() < 0.4) {
      const isFirst = random.unit() < 0.3;
      waypoints[1] = waypoints[1].map((x, d) =>
        tree.dofs[d].continuous || (isFirst && d === 0) ? x + 4 : x,
      );
    }
    return { name: 'motion', waypoints };
  }

  /**
   * One thing that questions depend on is another one: a key that lacks it has the answer of the question before. Motions get other
   * numbers in the same arrays.
   */
  private vary(): void {
    const { random, motions } = this;
    switch (random.below(8)) {
      case 0:
      case 1: {
        const { waypoints } = this.motion();
        motions[this.hand].waypoints.forEach((q, k) => {
          q.set(waypoints[k % waypoints.length]);
        });
        return;
      }
      case 2:
        motions[random.below(motions.length)] = this.motion();
        this.hand = random.below(motions.length);
        return;
      case 3:
        this.wrap = this.wrap ? undefined : 'short';
        return;
      case 4:
        this.how = drawn(METHODS, random);
        return;
      case 5:
        this.adjusted = { ...this.adjusted, clearance: drawn(CLEARANCES, random) };
        return;
      case 6:
        this.adjusted = { ...this.adjusted, selfClearance: drawn([undefined, 0, 0.1], random) };
        return;
      default:
        this.adjusted = { ...this.adjusted, tracking: drawn([undefined, 0, 0.001, 0.02], random) };
    }
  }

  private check(): void {
    const { random, tally } = this;
    const { how, wrap, adjusted, motions } = this;
    const motion = motions[this.hand];
    const more =
      random.unit() < 0.15 ? { clearances: true } : random.unit() < 0.15 ? { all: true } : {};
    const request = { motion, wrap, ...adjusted, ...how, ...more, budget: 3000 };
    const kept = answered(() => check(this.open, request));
    const anew = answered(() => check(this.anew(), request));
    // Other checkers than the ladder may look at pairs in another order than before.
    const verdict = (answer: unknown) => (answer as { verdict?: string }).verdict ?? answer;
    if ('method' in how) tally.same(`check by ${how.method}`, verdict(kept), verdict(anew));
    else tally.same('check by the ladder', kept, anew);
  }

  private configurations(): void {
    const { random, tally } = this;
    const { tree } = this.open.cell;
    const configurations = Array.from({ length: 4 }, () => anywhere(tree, random));
    const request = { configurations, ...this.adjusted };
    type Answer = ReturnType<typeof checkConfigurations>;
    const kept = answered(() => checkConfigurations(this.open, request)) as Answer;
    const anew = answered(() => checkConfigurations(this.anew(), request)) as Answer;
    if (!kept.results || !anew.results) {
      tally.same('configuration', kept, anew);
      return;
    }
    kept.results.forEach((each, i) => {
      tally.same('configuration', each, anew.results[i]);
    });
  }

  /** A monitor begins where it was: the same distances, and any of several nearest points. */
  private vectors(): void {
    const { random, tally } = this;
    const { tree, bodies } = this.open.cell;
    const names = bodies.map(({ name }) => name);
    const choices = [
      undefined,
      undefined,
      names.map((name) => ({ name, bodies: [name] })),
      [
        { name: 'a', bodies: [names[0]] },
        { name: 'b', bodies: ['*'] },
      ],
    ];
    if (random.unit() < 0.4) this.classes = drawn(choices, random);
    const { classes } = this;
    const threshold = random.unit() < 0.3 ? 0.1 : undefined;
    const configuration = anywhere(tree, random);
    const request = {
      configuration,
      threshold,
      ...this.adjusted,
      ...(classes && { classes }),
    };
    type Answer = ReturnType<typeof vectors>;
    const kept = answered(() => vectors(this.open, request)) as Answer;
    const anew = answered(() => vectors(this.anew(), request)) as Answer;
    if (!kept.vectors || !anew.vectors) {
      tally.same('vectors', kept, anew);
      return;
    }
    tally.same('vectors', kept.vectors.map(nameOf), anew.vectors.map(nameOf));
    kept.vectors.forEach((vector, i) => {
      tally.fits('vectors', wrongVector(vector, anew.vectors[i]));
    });
    // A caller may keep the monitor, and change it.
    if (random.unit() < 0.3) this.spoilMonitor(configuration);
  }

  private spoilMonitor(q: Float64Array): void {
    const [obstacle] = this.description.obstacles;
    const { classes } = this;
    const asked = this.open.with(this.adjusted);
    if (!obstacle) return;
    answered(() => asked.monitorFor(q, { classes }).changes.remove(obstacle.name));
  }

  private edges(): void {
    const { random, tally } = this;
    const { tree } = this.open.cell;
    const edges = Array.from({ length: 4 }, () => {
      const from = anywhere(tree, random);
      return { from, to: nearby(tree, from, 0.5, random) };
    });
    const request = { edges, ...this.adjusted, edgeBudget: 2000 };
    type Answer = ReturnType<typeof checkEdges>;
    const kept = answered(() => checkEdges(this.open, request)) as Answer;
    const anew = answered(() => checkEdges(this.anew(), request)) as Answer;
    if (!kept.results || !anew.results) {
      tally.same('edge', kept, anew);
      return;
    }
    kept.results.forEach((each, i) => {
      tally.same('edge', each, anew.results[i]);
    });
  }

  /** Written, or held against the cell: the one that was written last, of whichever motion. */
  private certificates(): void {
    const { random, tally } = this;
    const motion = this.motions[this.hand];
    const request = { motion, ...this.adjusted, program: PROGRAM };
    if (this.certificate === null || random.unit() < 0.5) {
      const kept = answered(() => certify(this.open, request)) as ReturnType<typeof certify>;
      const anew = answered(() => certify(this.anew(), request)) as ReturnType<typeof certify>;
      tally.same('certificate', kept.written, anew.written);
      if (!kept.written) return;
      this.certificate = kept.text;
      const { rejected } = this.proven(this.anew(), request, kept.text);
      tally.same('certificate', rejected, null);
      return;
    }
    const kept = answered(() => this.proven(this.open, request, this.certificate!));
    const anew = answered(() => this.proven(this.anew(), request, this.certificate!));
    tally.same('proof', kept, anew);
  }

  private proven(open: OpenCell, request: Parameters<typeof certify>[1], text: string) {
    const certificate = { file: 'old', bytes: new TextEncoder().encode(text) };
    const { done, verdict, rejected } = prove(open, { ...request, certificate, frozen: true });
    return { done, verdict, rejected };
  }

  private segments(): void {
    const { random, tally } = this;
    if (random.unit() < 0.4 || !('motion' in this.goods)) {
      this.goods = { motion: structuredClone(this.motions[this.hand]), ...this.adjusted };
    }
    const signal = { aborted: false };
    const asks = [{ segment: 0, budgets: drawn([[500], [50], [50, 500], [50, 500, 0]], random) }];
    const ask = (open: OpenCell, goods: object) =>
      answered(() => askSegments(open, { asks }, { signal, goods }));
    tally.same(
      'segments of a worker',
      ask(this.open, this.goods),
      ask(this.anew(), structuredClone(this.goods)),
    );
  }

  private plans(): void {
    const { random, tally } = this;
    const { tree } = this.open.cell;
    const from = anywhere(tree, random);
    const to = from.slice();
    // Some joints stand still: they are held.
    for (const d of [0, 1]) if (d < to.length) to[d] = nearby(tree, from, 0.6, random)[d];
    const moving = random.unit() < 0.5 ? ('changing' as const) : ('robots' as const);
    const limits = { seed: random.below(5), iterations: 20 };
    const request = { from, goals: [to], moving, ...limits, ...this.adjusted };
    const kept = answered(() => plan(this.open, request));
    tally.same(
      'plan',
      kept,
      answered(() => plan(this.anew(), request)),
    );
  }
}

function nameOf({ classes, status }: { classes: unknown; status: string }) {
  return { classes, far: status === 'beyond' };
}

interface Vector {
  readonly status: string;
  readonly distance: number;
  readonly lower: number;
}

/** What is wrong with a vector, given another one of the same question. */
export function wrongVector(kept: Vector, anew: Vector): string | null {
  const both = `${JSON.stringify(kept)} and anew ${JSON.stringify(anew)}`;
  if (!(kept.lower <= anew.distance + 1e-9)) return `no lower bound: ${both}`;
  if ((kept.status === 'beyond') !== (anew.status === 'beyond')) return both;
  if (kept.status === 'beyond' || kept.distance === anew.distance) return null;
  return Math.abs(kept.distance - anew.distance) <= 1e-9 ? null : both;
}
