/**
 * Segments of a path for a worker: it is asked about some of them with a budget each, again and again with larger ones, and
 * keeps what is open of each until then. One that lacks it begins with the budgets before.
 */
import { type Checker, type CheckResult, createChecker, type KeptWork } from '../check/index.ts';
import {
  type CheckRequest,
  checkerOf,
  type MotionSettings,
  type OpenCell,
  type Question,
} from '../jobs/index.ts';

/** What is the same for all segments: the goods of the tasks. */
export type SegmentsGoods = MotionSettings & Pick<CheckRequest, 'delta' | 'all'>;

/** Segments by number, each with the budgets that it was asked about with, the last one to be answered. */
export interface SegmentsRequest {
  readonly asks: readonly { readonly segment: number; readonly budgets: readonly number[] }[];
}

/** A result without what is kept, but for how much that is; null where nothing is. */
type SentResult = Omit<CheckResult, 'kept'> & { readonly keptSize: number | null };

/** Answers in the order of the asks; null where the checker keeps something that shows in counts. */
export interface SegmentsAnswer {
  readonly results: readonly SentResult[] | null;
}

/** What a worker knows of its task. */
export interface SegmentsContext {
  readonly signal: { readonly aborted: boolean };
  /** SegmentsGoods, the same object every time. */
  readonly goods?: unknown;
}

/** What a worker has of a path. */
interface Known {
  readonly open: OpenCell;
  readonly question: Question;
  readonly checker: Checker;
  readonly kept: Map<number, { readonly budgets: string; readonly kept: KeptWork | null }>;
  size: number;
}

/** By the goods, which are plain data that nobody alters, and of the cell that is asked. */
const paths = new WeakMap<object, Known>();
/** What a worker keeps of all segments together; what is more is begun anew. */
const MOST_KEPT = 2 ** 19;

/** Answers about some segments of the path that is the task's goods. */
export function askSegments(
  open: OpenCell,
  { asks }: SegmentsRequest,
  { signal, goods: lent }: SegmentsContext,
): SegmentsAnswer {
  const goods = lent as SegmentsGoods;
  const known = knownOf(open, goods);
  const { checker, question, kept: keeps } = known;
  const { delta, all = false } = goods;
  const results: SentResult[] = [];
  for (const { segment: index, budgets } of asks) {
    const segment = question.path.segments[index];
    const before = keeps.get(index);
    let at = before?.budgets === budgets.slice(0, -1).join() ? budgets.length - 1 : 0;
    let kept = at > 0 ? before!.kept : null;
    let result: CheckResult | null = null;
    for (; at < budgets.length; at++) {
      const limits = { budget: budgets[at], signal, brief: true };
      result = checker.check({
        segment,
        all,
        kept,
        ...limits,
        ...(delta === undefined ? {} : { delta }),
      });
      if (budgets[at] > 0) ({ kept } = result);
    }
    known.size += (kept?.size ?? 0) - (before?.kept?.size ?? 0);
    keeps.set(index, { budgets: budgets.filter((b) => b > 0).join(), kept });
    if (known.size > MOST_KEPT) {
      keeps.clear();
      known.size = 0;
    }
    const { kept: _, ...sent } = result!;
    // What is open is asked for in the end, with a budget of 0.
    const isAsked = budgets[budgets.length - 1] === 0 || result!.kept === null;
    results.push({ ...sent, open: isAsked ? sent.open : [], keptSize: result!.kept?.size ?? null });
  }
  return { results: checker.isAsReady ? results : null };
}

function knownOf(open: OpenCell, goods: SegmentsGoods): Known {
  let known = paths.get(goods);
  if (known?.open !== open) {
    const question = open.question(goods);
    const checker = createChecker(question.cell, checkerOf({ method: 'ladder' }));
    // As whoever checks the path alone does, so that all answer by the same numbers.
    checker.ready?.(question.path.segments);
    known = { open, question, checker, kept: new Map(), size: 0 };
    paths.set(goods, known);
  }
  return known;
}
