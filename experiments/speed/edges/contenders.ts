/** Methods and FCL on the edges of one class, to be timed in turns. */
import { cpuMicroseconds } from '../../lab/clock.ts';
import { type Contender, leastSample } from '../../lab/rounds.ts';
import { leastBy } from '../../lab/statistics.ts';
import type { Running, Timed } from '../fcl/program.ts';
import { RESOLUTION } from './data.ts';
import { type Check, type EdgeClass, study } from './methods.ts';
import type { EdgeRow, Peer } from './results.ts';

/** How FCL may take boxes, and which bounds are compared first; see fcl/edgeSampling.cpp. */
export const VARIANTS = ['primitive tight', 'primitive fcl', 'mesh tight', 'mesh fcl'];
/** CPU microseconds that a contender should take in a round at most, on all edges it is asked about. */
export const ROUND_LIMIT = 5e5;
/** Fewer edges say nothing; a method that needs longer for these is measured once. */
const FEWEST = 6;

/** Edges of one length and class, by their numbers. */
export interface Group {
  readonly kind: string;
  readonly sort: EdgeClass;
  readonly all: readonly number[];
}

/** One engine on some of the edges of a group. */
export interface EdgeContender extends Contender {
  /** A method, `FCL` or `FCL native`. */
  readonly engine: string;
  readonly variant: string;
  readonly chosen: readonly number[];
}

export interface OwnContender extends EdgeContender {
  readonly check: Check;
}

/** A program of FCL that is running. */
export interface FclProgram {
  readonly name: string;
  readonly running: Running;
}

/** A method on every n-th edge, where all of them would take too long. */
export function ownContender(engine: string, check: Check, { all }: Group): OwnContender {
  const chosen = affordable(check, all);
  const run = async (repeats: number) => {
    const start = cpuMicroseconds();
    for (let r = 0; r < repeats; r++) for (let i = 0; i < chosen.length; i++) check(chosen[i]);
    return (cpuMicroseconds() - start) / (repeats * chosen.length);
  };
  return { engine, variant: '', check, chosen, ...timing(engine, chosen), run };
}

/** As many edges as a round has time for, by how long a few of them take. */
function affordable(check: Check, all: readonly number[]): readonly number[] {
  const some = all.filter((_, i) => i % Math.ceil(all.length / 4) === 0);
  let each = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const start = cpuMicroseconds();
    for (const edge of some) check(edge);
    each = Math.min(each, (cpuMicroseconds() - start) / some.length);
    // Slow enough to be sure.
    if (each > ROUND_LIMIT / FEWEST) break;
  }
  const most = Math.max(FEWEST, Math.floor(ROUND_LIMIT / each));
  const stride = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, i) => i % stride === 0);
}

/** FCL in all ways on these edges. */
export function peerContenders(
  { name, running }: FclProgram,
  chosen: readonly number[],
): EdgeContender[] {
  return VARIANTS.map((variant) => ({
    engine: name,
    variant,
    chosen,
    ...timing(name, chosen),
    run: async (repeats) => {
      await select(running, chosen);
      const command = `check ${variant} ${RESOLUTION} ${repeats}`;
      return (await running.ask<Timed>(command)).microseconds;
    },
  }));
}

export function select(running: Running, edges: readonly number[]): Promise<unknown> {
  return running.ask(`select ${edges.join(' ')}`);
}

function timing(engine: string, chosen: readonly number[]) {
  return { group: `${engine}: ${chosen.join()}`, asked: chosen.length, samples: [] as number[] };
}

/** A row for a method, beside the peers that were asked about the same edges. */
export function ownRow(
  { kind, sort }: Group,
  own: OwnContender,
  peers: readonly EdgeContender[],
): EdgeRow {
  const { engine, chosen, check } = own;
  return {
    engine,
    kind,
    sort,
    edges: chosen.length,
    microseconds: leastSample(own),
    ...peersOn(chosen, peers),
    ...study(check, chosen, sort),
  };
}

/** A row for FCL alone, where there is no method to compare it with. */
export function peerRow({ kind, sort, all }: Group, peers: readonly EdgeContender[]): EdgeRow {
  const row = { engine: 'none', kind, sort, edges: all.length, microseconds: undefined };
  return { ...row, ...peersOn(all, peers), stats: {}, odd: {} };
}

function peersOn(chosen: readonly number[], peers: readonly EdgeContender[]) {
  const asked = peers.filter((peer) => peer.chosen.join() === chosen.join());
  return { fcl: fastest(asked, 'FCL'), native: fastest(asked, 'FCL native') };
}

function fastest(peers: readonly EdgeContender[], engine: string): Peer | undefined {
  const own = peers.filter((peer) => peer.engine === engine);
  if (own.length === 0) return undefined;
  const best = leastBy(own, leastSample);
  const times = Object.fromEntries(own.map((peer) => [peer.variant, leastSample(peer)]));
  return { microseconds: leastSample(best), variant: best.variant, times };
}
