/**
 * A path of many segments by a crew. The turns are those of the ladder alone (check/paths/segmentQueue.ts): all segments with a
 * small budget, those that are left with larger ones, until a contact is found or all is proven; workers answer ahead, and
 * answers are taken in the order in which they would have been asked for. So the result is the same, counts included.
 *
 * What a worker keeps of a segment stays there (segments.ts). Everybody prepares for the errors of all motions of the path, arcs
 * and polynomials among them. Where a checker keeps something else that could show in counts (members of a crowd, bisection's
 * work on half-spaces that turn), the order would matter: then nobody answers ahead, and the caller checks the path itself.
 */
import {
  type AskedAhead,
  type CheckResult,
  checkPathAhead,
  createChecker,
  type KeptWork,
  type PathRequest,
  type PathResult,
  testedPair,
  type Witness,
} from '../check/index.ts';
import { type CheckRequest, checkerOf, type OpenCell, type Question } from '../jobs/index.ts';
import type { Crew } from './crew.ts';
import type { SegmentsGoods } from './segments.ts';

/** Segments in a task. */
const AT_A_TIME = 64;

/** What is kept elsewhere, by the budgets that lead there. */
interface KeptElsewhere extends KeptWork {
  readonly budgets: readonly number[];
}

/**
 * Checks a path by a crew that has the cell. Null where answers ahead would not be those of the ladder alone: then the
 * caller checks it. For the ladder without a time limit.
 */
export async function pathOnCrew(
  { crew, cell }: { readonly crew: Crew; readonly cell: string },
  open: OpenCell,
  request: Pick<
    CheckRequest,
    'motion' | 'wrap' | 'clearance' | 'tracking' | 'delta' | 'all' | 'budget'
  >,
  { onProgress }: { readonly onProgress?: PathRequest['onProgress'] } = {},
): Promise<PathResult | null> {
  const { motion, wrap, clearance, tracking, delta, all, budget } = request;
  const goods: SegmentsGoods = { motion, wrap, clearance, tracking, delta, all };
  const question = open.question(request);
  const key = crew.lend(goods);
  const placed = placing(question);
  const round: AskedAhead = async function* (jobs, allowance) {
    function* tasks() {
      for (let i = 0; i < jobs.length; i += AT_A_TIME) {
        const asks = jobs.slice(i, i + AT_A_TIME).map(({ index, kept }) => ({
          segment: index,
          budgets: [...budgetsOf(kept), allowance],
        }));
        yield { kind: 'segments' as const, cell, goods: key, input: { asks } };
      }
    }
    let at = 0;
    for await (const { results } of crew.inOrder(tasks())) {
      if (results === null) throw new OrderMatters();
      for (const { keptSize, ...result } of results) {
        const { segment, kept: before } = jobs[at++];
        const budgets = [...budgetsOf(before), allowance];
        const kept: KeptElsewhere | null =
          keptSize === null ? null : { segment, method: 'ladder', size: keptSize, budgets };
        yield { ...placed(result), kept };
      }
    }
  };
  try {
    const checker = createChecker(question.cell, checkerOf({ method: 'ladder' }));
    return await checkPathAhead(
      checker,
      question.path,
      {
        ...(delta === undefined ? {} : { delta }),
        ...(all === undefined ? {} : { all }),
        ...(budget === undefined ? {} : { budget }),
        ...(onProgress && { onProgress }),
      },
      round,
    );
  } catch (error) {
    if (error instanceof OrderMatters) return null;
    throw error;
  } finally {
    crew.forget(key);
  }
}

/** Raised and caught here. */
class OrderMatters extends Error {}

function budgetsOf(kept: KeptWork | null): readonly number[] {
  return (kept as KeptElsewhere | null)?.budgets ?? [];
}

/** Pairs of results as this cell has them: whoever looks at a result compares them. */
function placing({
  cell,
}: Question): (result: Omit<CheckResult, 'kept'>) => Omit<CheckResult, 'kept'> {
  const own = (pair: Witness['pair']): Witness['pair'] => testedPair(cell, pair.a, pair.b) ?? pair;
  const ofWitness = (witness: Witness): Witness => {
    const pair = own(witness.pair);
    return { ...witness, pair, finding: { ...witness.finding, pair } };
  };
  return (result) => ({
    ...result,
    witness: result.witness && ofWitness(result.witness),
    witnesses: result.witnesses.map(ofWitness),
    open: result.open.map((each) => ({ ...each, pair: own(each.pair) })),
  });
}
