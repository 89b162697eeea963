/** The record of a run of the conformance suite: what was run, where, when, and what came of each requirement. Plain JSON. */
import { count, grouped, workTime } from '../words/index.ts';
import type { RequirementOutcome } from './run.ts';

export const RECORD_VERSION = 1;

/** On what the suite ran. */
export interface Platform {
  readonly node: string;
  readonly system: string;
  readonly processor: string;
  readonly threads: number;
  /** Whether hot code runs in WebAssembly, or everything in JavaScript. */
  readonly kernels: 'webassembly' | 'javascript';
}

/** What ran. */
export interface Identity {
  readonly version: string;
  /** SHA-256 over all files of the program, names included. */
  readonly program: string;
  /** The same over the files of the suite and of the embedded cells. */
  readonly suite: string;
}

export interface QualificationRecord extends Identity {
  readonly 'surepath-qualification': number;
  /** ISO 8601, when it began. */
  readonly date: string;
  readonly platform: Platform;
  /** Whether all requirements were asked about and hold. */
  readonly passed: boolean;
  /** Whether some were left out. */
  readonly partial: boolean;
  readonly milliseconds: number;
  readonly requirements: readonly RequirementOutcome[];
}

/** A record for people. */
export function recordText(record: QualificationRecord): string {
  const { version, program, suite, date, platform, requirements, milliseconds } = record;
  const lines = [
    `surepath ${version}, ${date}`,
    `  program  ${program}`,
    `  suite    ${suite}`,
    `  Node ${platform.node}, ${platform.system}, ${platform.processor}, ${count(platform.threads, 'thread')}, ${platform.kernels}`,
    '',
  ];
  for (const { id, text, passed, checks } of requirements) {
    lines.push(`${passed ? 'holds ' : 'FAILED'} ${id}  ${text}`);
    for (const check of checks) {
      const note = check.note === undefined ? '' : `; ${check.note}`;
      lines.push(
        `         ${check.passed ? 'ok' : 'FAILED'}: ${check.name} (${count(check.cases, 'case')}, ${workTime(check.milliseconds)}${note})`,
      );
      for (const fault of check.faults) lines.push(`           ${fault.split('\n')[0]}`);
      const more = check.faultCount - check.faults.length;
      if (more > 0) lines.push(`           and ${grouped(more)} more`);
    }
  }
  lines.push('', sumText(record, milliseconds));
  return `${lines.join('\n')}\n`;
}

function sumText({ passed, partial, requirements }: QualificationRecord, ms: number): string {
  const failed = requirements.filter((each) => !each.passed).map(({ id }) => id);
  const time = workTime(ms);
  if (failed.length > 0) return `FAILED: ${failed.join(', ')} (${time})`;
  const all = count(requirements.length, 'requirement');
  if (!passed || partial) return `${all} of those asked about hold; others were left out (${time})`;
  return `all ${all} hold on this machine (${time})`;
}
