/**
 * Probabilistic roadmaps for many queries on one cell: PRM [Kavraki et al. 1996], whose edges are proven as
 * they are made, and Lazy PRM [Bohlin, Kavraki 2000], whose edges are proven only where a candidate way
 * leads over them. Both are one planner that differs in when it proves. The roadmap stays between queries;
 * it can be grown ahead of them, saved and loaded (roadmapFile.ts).
 *
 * A new milestone is joined to its k nearest, k = e (1 + 1/d) ln n for n milestones of d joints [k-PRM*:
 * Karaman, Frazzoli 2011], or a constant that is set. Start and goals become milestones with open edges, a
 * direct one from the start to each goal among them. Then the shortest way over all that is not blocked is a
 * candidate: its open edges are asked in turn, the one most likely to collide first and each only as far as
 * it takes; what is known is kept on the edge [A3]. When no candidate is left, the roadmap grows.
 */
import type { Checker } from '../../check/index.ts';
import { InputError, type Random } from '../../math/index.ts';
import {
  emptyPlanStats,
  type PausingPlanner,
  type PlanningRequest,
  type PlanResult,
  type PlanSearch,
  type PlanStats,
  runSearch,
} from '../request.ts';
import type { PlanningSpace } from '../space.ts';
import { type PlanEdge, PlanWork } from '../work.ts';
import {
  BATCH,
  type EdgeBatch,
  type EdgeVerdicts,
  type Growing,
  type GrowOptions,
  type GrowResult,
  PROVEN,
  proveEdges,
  roadmapChecker,
  UNASKED,
} from './growing.ts';
import { assertRoadmapOf, Roadmap } from './roadmap.ts';
import { RoadmapSearch } from './roadmapSearch.ts';

export interface PrmSettings {
  /** Edges are proven only where a candidate way leads over them. Default false: when they are made. */
  readonly lazy?: boolean;
  /** How many of the nearest milestones a new one is joined to. Default: e (1 + 1/d) ln n, rounded up. */
  readonly neighbours?: number;
  /** Samples this far apart instead of proofs: paths are then not proven. Default: proofs. */
  readonly resolution?: number;
  /** One to go on with, such as one from a file. What it calls free is proven again where it is used. */
  readonly roadmap?: Roadmap;
}

/** One sample in so many is near a milestone that hangs together with the start or a goal. */
const NEAR = 2;
/** How far such a sample is from it at most, as a part of the space's diagonal. */
const NEAR_REACH = 0.1;
/** Tests that an edge gets when it is first asked, and by how much that grows. */
const FIRST_BUDGET = 64;
const GROWTH = 4;
const LAST_LEVEL = 6;
const SAMPLES_PER_MILESTONE = 1000;

export class Prm implements PausingPlanner {
  readonly name: string;
  readonly roadmap: Roadmap;
  private readonly space: PlanningSpace;
  private readonly checker: Checker;
  private readonly lazy: boolean;
  private readonly neighbours: number | null;
  private readonly ways: RoadmapSearch;
  /** Open edges that were asked about. */
  private readonly asked = new Map<number, PlanEdge>();
  /** Edges from a start to a goal that were asked about with all effort. */
  private readonly straight = new Set<number>();
  private near = new Int32Array(64);
  private readonly end: Float64Array;
  private readonly sample: Float64Array;

  constructor(space: PlanningSpace, settings: PrmSettings = {}) {
    const { lazy = false, neighbours, resolution, roadmap = new Roadmap(space) } = settings;
    if (neighbours !== undefined && !(Number.isInteger(neighbours) && neighbours > 0)) {
      throw new InputError({
        code: 'plan/option',
        message: `neighbours must be a whole number greater than 0; found ${neighbours}`,
      });
    }
    assertRoadmapOf(space, roadmap);
    this.name = lazy ? 'lazy-prm' : 'prm';
    this.space = space;
    this.lazy = lazy;
    this.neighbours = neighbours ?? null;
    this.roadmap = roadmap;
    this.checker = roadmapChecker(space.cell, resolution);
    this.ways = new RoadmapSearch(roadmap);
    this.end = new Float64Array(space.size);
    this.sample = new Float64Array(space.size);
  }

  plan(request: PlanningRequest): PlanResult {
    return runSearch(this.search(request));
  }

  *search(request: PlanningRequest): PlanSearch {
    const { roadmap, space, ways } = this;
    const work = new PlanWork(space, request, { checker: this.checker });
    roadmap.adopt(this);
    const start = this.place(request.from, work);
    const all = request.goals.map((goal) => this.place(goal, work));
    const { stats } = work;
    stats.milestones = roadmap.count;
    // The straight way first: often it is free. What was found out about it is part of the roadmap.
    const direct = work.direct({
      knows: (i) => this.straight.has(roadmap.edgeBetween(start, all[i])),
      learn: (i, free) => this.learn(start, all[i], free, work),
    });
    if (direct) return direct;
    const goals = all.filter((goal) => goal !== start);
    for (const goal of goals) this.join(start, goal, true, work);
    const ends = [start, ...goals];
    while (goals.length > 0 && work.next()) {
      yield stats;
      stats.milestones = roadmap.count;
      if (!goals.some((goal) => roadmap.mayBeConnected(start, goal))) {
        this.addSample(work, ends);
      } else if (ways.find(start, goals)) {
        const found = this.tryWay(work);
        if (found) return found;
      } else roadmap.refresh();
    }
    return work.none();
  }

  /** Adds milestones ahead of queries. */
  grow(options: GrowOptions): GrowResult {
    const end = performance.now() + (options.timeLimit_ms ?? Infinity);
    const isOver = () => options.signal?.aborted === true || performance.now() > end;
    const growing = this.growing(options);
    let step = growing.next();
    while (!step.done) {
      step = growing.next(proveEdges(this.space.cell, this.checker, step.value, isOver));
    }
    return step.value;
  }

  /** The same for who proves the edges elsewhere: gives batches of them and takes what was found (growing.ts). */
  *growing(options: GrowOptions): Growing {
    const { roadmap, space } = this;
    const { random, milestones = Infinity, timeLimit_ms = Infinity, signal, onProgress } = options;
    const maxIterations = options.maxIterations ?? SAMPLES_PER_MILESTONE * milestones;
    if (!(Math.min(maxIterations, timeLimit_ms) < Infinity)) {
      throw new InputError({
        code: 'plan/option',
        message: 'growing needs a limit: milestones, maxIterations or timeLimit_ms',
      });
    }
    roadmap.adopt(this);
    const before = roadmap.count;
    const begin = performance.now();
    // Work needs a configuration to begin with: the first sample that is free.
    const q = new Float64Array(space.size);
    let tries = 0;
    let free = false;
    while (!free && milestones > 0 && tries < maxIterations && !signal?.aborted) {
      if (performance.now() - begin > timeLimit_ms) break;
      space.sampleInto(random, q);
      free = space.obstacleAt(q) === null;
      tries++;
    }
    if (!free)
      return { added: 0, stats: { ...emptyPlanStats(), samples: tries, iterations: tries } };
    const work = new PlanWork(
      space,
      {
        from: q,
        goals: [q],
        random,
        maxIterations: maxIterations - tries,
        timeLimit_ms: timeLimit_ms - (performance.now() - begin),
        ...(signal ? { signal } : {}),
        ...(onProgress ? { onProgress } : {}),
      },
      { checker: this.checker },
    );
    const { stats } = work;
    const edges: number[] = [];
    this.add(q, this.lazy, work, edges);
    stats.milestones = roadmap.count;
    for (let goesOn = true; goesOn; ) {
      const last = Math.min(before + milestones, roadmap.count + BATCH);
      goesOn = roadmap.count < before + milestones;
      while (goesOn && roadmap.count < last) {
        goesOn = work.next();
        if (goesOn) this.addSample(work, null, edges);
        stats.milestones = roadmap.count;
      }
      if (edges.length > 0) this.enter(edges, yield this.batchOf(edges), stats);
      edges.length = 0;
    }
    roadmap.refresh();
    stats.samples += tries;
    stats.iterations += tries;
    stats.milliseconds = performance.now() - begin;
    return { added: roadmap.count - before, stats };
  }

  /** The motions of edges. */
  private batchOf(edges: readonly number[]): EdgeBatch {
    const { roadmap, space, end } = this;
    const ends = new Float64Array(2 * edges.length * space.size);
    for (const [i, e] of edges.entries()) {
      const [a, b] = roadmap.endsOf(e);
      roadmap.endInto(a, b, end);
      ends.set(roadmap.configurations[a], 2 * i * space.size);
      ends.set(end, (2 * i + 1) * space.size);
    }
    return { count: edges.length, ends };
  }

  /** Takes in what was found out about edges; those that nobody asked about stay open. */
  private enter(edges: readonly number[], found: EdgeVerdicts, stats: PlanStats): void {
    const { verdicts, configurations, milliseconds } = found;
    for (const [i, e] of edges.entries()) {
      if (verdicts[i] === UNASKED) continue;
      stats.edges++;
      if (verdicts[i] === PROVEN) stats.freeEdges++;
      this.roadmap.settle(e, verdicts[i] === PROVEN);
    }
    stats.configurations += configurations;
    stats.checkingMilliseconds += milliseconds;
  }

  /** The milestone of a start or goal, with open edges: which of them are needed is not known yet. */
  private place(q: Float64Array, work: PlanWork): number {
    const known = this.roadmap.milestoneAt(q);
    return known >= 0 ? known : this.add(q, true, work);
  }

  /** A random configuration, as a milestone if it is free: anywhere, or at times near what is to be joined. */
  private addSample(work: PlanWork, ends: readonly number[] | null, later?: number[]): void {
    const { space, sample, roadmap } = this;
    const { random } = work.request;
    if (ends !== null && random.below(NEAR) === 0) {
      const by = this.pickNear(ends, random);
      const reach = NEAR_REACH * space.diagonal * random.unit();
      space.sampleNearInto(random, roadmap.configurations[by], reach, sample);
    } else space.sampleInto(random, sample);
    if (work.isFree(sample)) this.add(sample, this.lazy, work, later);
  }

  /** A milestone that hangs together with the start or a goal, each of them as likely as any other. */
  private pickNear(ends: readonly number[], random: Random): number {
    const { roadmap } = this;
    // Half the time at the start, which is the first.
    const end = random.below(2) === 0 ? ends[0] : ends[random.below(ends.length)];
    const members: number[] = [];
    for (let i = 0; i < roadmap.count; i++) if (roadmap.mayBeConnected(i, end)) members.push(i);
    return members[random.below(members.length)];
  }

  /** A milestone with its edges, proven at once unless `later` takes those that are to be. */
  private add(q: Float64Array, lazy: boolean, work: PlanWork, later?: number[]): number {
    const { roadmap, space } = this;
    const n = roadmap.count;
    const k = this.neighbours ?? Math.ceil(Math.E * (1 + 1 / space.size) * Math.log(n + 1));
    if (this.near.length < k) this.near = new Int32Array(2 * k);
    const found = roadmap.points.nearestInto(q, k, this.near);
    const i = roadmap.addMilestone(q);
    for (let m = 0; m < found; m++) {
      if (!later || lazy) this.join(this.near[m], i, lazy, work);
      else if (this.isNew(this.near[m], i)) later.push(roadmap.addEdge(this.near[m], i));
    }
    return i;
  }

  private isNew(a: number, b: number): boolean {
    return this.roadmap.canJoin(a, b) && this.roadmap.edgeBetween(b, a) < 0;
  }

  /** An edge between two milestones, if there may be one and is none yet. */
  private join(a: number, b: number, lazy: boolean, work: PlanWork): void {
    const { roadmap } = this;
    if (!this.isNew(a, b)) return;
    // Proofs may be long: when time is over, what is left stays open.
    if (lazy || work.isOver()) {
      roadmap.addEdge(a, b);
      this.tell(a, b, true, work);
    } else roadmap.addEdge(a, b, work.settle(this.motion(a, b, work)) ? 'free' : 'blocked');
  }

  /** Takes in what was found out about the straight way between two milestones. */
  private learn(a: number, b: number, free: boolean, work: PlanWork): void {
    const { roadmap } = this;
    if (!roadmap.canJoin(a, b)) return;
    const e = roadmap.edgeBetween(a, b);
    if (e < 0) {
      this.straight.add(roadmap.addEdge(a, b, free ? 'free' : 'blocked'));
      return;
    }
    if (!free && roadmap.stateOf(e) === 'open') this.tell(...roadmap.endsOf(e), false, work);
    this.straight.add(e);
    this.asked.delete(e);
    roadmap.settle(e, free);
  }

  /** Whoever watches sees open edges as they are asked about later. */
  private tell(a: number, b: number, isTaken: boolean, work: PlanWork): void {
    if (!work.request.onCandidate) return;
    this.roadmap.endInto(a, b, this.end);
    work.candidate(this.roadmap.configurations[a], this.end, isTaken);
  }

  private motion(a: number, b: number, work: PlanWork): PlanEdge {
    this.roadmap.endInto(a, b, this.end);
    return work.edge(this.roadmap.configurations[a], this.end);
  }

  /** Asks about the edges of the way that was found last; blocks the first that is not free. */
  private tryWay(work: PlanWork): PlanResult | null {
    const { roadmap } = this;
    const { milestones, edges } = this.ways;
    const open = edges.filter((e) => !roadmap.isFree(e)).map((e) => ({ e, level: 0 }));
    while (open.length > 0) {
      let first = 0;
      let most = -1;
      open.forEach(({ e, level }, k) => {
        const key = roadmap.lengthOf(e) * 2 ** -level;
        if (key > most) [most, first] = [key, k];
      });
      const link = open[first];
      let free = this.ask(link.e, FIRST_BUDGET * GROWTH ** link.level, work);
      if (free === null && ++link.level > LAST_LEVEL) free = false;
      if (free === null) continue;
      this.asked.delete(link.e);
      roadmap.settle(link.e, free);
      if (!free) {
        this.tell(...roadmap.endsOf(link.e), false, work);
        return null;
      }
      open.splice(first, 1);
    }
    const way = milestones.map((i) => roadmap.configurations[i]);
    const found = work.found(way);
    if (!found) this.blockTurn();
    return found;
  }

  private ask(e: number, budget: number, work: PlanWork): boolean | null {
    let edge = this.asked.get(e);
    if (!edge) {
      const [a, b] = this.roadmap.endsOf(e);
      edge = this.motion(a, b, work);
      this.asked.set(e, edge);
    }
    return work.ask(edge, budget);
  }

  /**
   * The way could not be proven with joints without limits running on, though its edges are free: by a hair.
   * The first edge over which values run on is left aside, so that the next way is another one.
   */
  private blockTurn(): void {
    const { roadmap, end } = this;
    const { milestones, edges } = this.ways;
    const k = edges.findIndex((_, i) => {
      roadmap.endInto(milestones[i], milestones[i + 1], end);
      return end.some((x, d) => x !== roadmap.configurations[milestones[i + 1]][d]);
    });
    roadmap.settle(edges[Math.max(k, 0)], false);
  }
}
