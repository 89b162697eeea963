/**
 * Timing in turns: whoever is compared runs in the same rounds, one after the other, so that what else the
 * machine does meets all alike, and the minimum over the rounds counts.
 */

/** One engine's way to do one job. */
export interface Contender {
  /** Contenders of one group do the same job in different ways: one far behind the best is timed once. */
  readonly group: string;
  /** How many questions a run asks. */
  readonly asked: number;
  /** Asks them all so many times; CPU microseconds for each question. */
  run(repeats: number): Promise<number>;
  /** CPU microseconds for each question, of every round. */
  readonly samples: number[];
}

/** CPU microseconds that a contender should take in a round at least. */
const ENOUGH = 1e5;
/** So many times slower than the best of its group is far behind. */
const BEHIND = 1.5;

/**
 * Two rounds to warm up and to see how long each takes, then the rounds that count. Who takes longer than
 * `longest` CPU microseconds for all its questions is timed once.
 */
export async function takeTurns(
  contenders: readonly Contender[],
  rounds: number,
  longest = Number.POSITIVE_INFINITY,
): Promise<void> {
  const cost = new Map<Contender, number>();
  const repeats = new Map<Contender, number>();
  const costOf = (one: Contender) => cost.get(one) ?? Number.NaN;
  const tooLong = (one: Contender) => costOf(one) * one.asked > longest;
  for (const one of [...contenders, ...contenders]) {
    if (tooLong(one)) continue;
    const microseconds = await one.run(1);
    cost.set(one, microseconds);
    repeats.set(one, Math.max(1, Math.ceil(ENOUGH / (microseconds * one.asked))));
  }
  const isBehind = (one: Contender) => {
    const rivals = contenders.filter(({ group }) => group === one.group);
    return costOf(one) > BEHIND * Math.min(...rivals.map(costOf));
  };
  const once = new Set(contenders.filter((one) => isBehind(one) || tooLong(one)));
  for (let round = 0; round < rounds; round++) {
    for (const one of contenders) {
      if (round > 0 && once.has(one)) continue;
      one.samples.push(await one.run(repeats.get(one) ?? 1));
    }
  }
}

/** What counts. */
export function leastSample({ samples }: Pick<Contender, 'samples'>): number {
  return Math.min(...samples);
}

/** The least of what each of these reports, over rounds in which they take turns. */
export function leastInTurns(rounds: number, works: readonly (() => number)[]): number[] {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    works.forEach((work, i) => {
      least[i] = Math.min(least[i], work());
    });
  }
  return least;
}
