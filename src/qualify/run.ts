/** Runs a conformance suite, check by check, and keeps what came of each. A check that throws has failed. */
import type { Bench, Check, Finding, Requirement, Suite } from './suite.ts';

/** Faults of a check that a record lists; it counts all. */
const LISTED = 10;

export interface CheckOutcome {
  readonly name: string;
  readonly passed: boolean;
  readonly cases: number;
  readonly note?: string;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly string[];
  readonly milliseconds: number;
}

export interface RequirementOutcome {
  readonly id: string;
  readonly text: string;
  readonly passed: boolean;
  readonly checks: readonly CheckOutcome[];
}

export interface RunOptions {
  /** Only requirements with these ids. Default all. */
  readonly only?: readonly string[] | undefined;
  /** Hears of every check before it is run. */
  readonly onCheck?: ((requirement: Requirement, check: Check) => void) | undefined;
}

/** The outcome of every requirement, in the order of the suite. */
export function runSuite(
  suite: Suite,
  bench: Bench,
  { only, onCheck }: RunOptions = {},
): RequirementOutcome[] {
  const asked = suite.filter(({ id }) => only === undefined || only.includes(id));
  return asked.map((requirement) => {
    const checks = requirement.checks.map((check) => {
      onCheck?.(requirement, check);
      return outcomeOf(check, bench);
    });
    const { id, text } = requirement;
    return { id, text, passed: checks.every(({ passed }) => passed), checks };
  });
}

function outcomeOf(check: Check, bench: Bench): CheckOutcome {
  const start = performance.now();
  const { cases, faults, note } = findingOf(check, bench);
  return {
    name: check.name,
    // Nothing judged is nothing shown.
    passed: faults.length === 0 && cases > 0,
    cases,
    ...(note === undefined ? {} : { note }),
    faultCount: faults.length,
    faults: faults.slice(0, LISTED),
    milliseconds: performance.now() - start,
  };
}

function findingOf(check: Check, bench: Bench): Finding {
  try {
    return check.run(bench);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { cases: 0, faults: [`it ended with an error: ${text}`] };
  }
}
