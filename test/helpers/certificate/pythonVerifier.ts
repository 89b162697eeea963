/** The verifier in Python (verifier/python), started once for many questions; null where python3 or the program is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PYTHON } from '../client/python.ts';

const PROGRAM =
  process.env.SUREPATH_PYTHON_VERIFIER ??
  fileURLToPath(new URL('../../../verifier/python/surepath_verify.py', import.meta.url));

/** A certificate and the cell that it is put to, by the names of their files. */
export interface PythonQuestion {
  readonly certificate: string;
  readonly cell: string;
  /** A path that the certificate must be about. */
  readonly path?: string;
}

export interface PythonAnswer {
  readonly verdict: 'verified' | 'rejected' | 'refused' | 'not supported';
  /** Why not: the code of a rejection, or words. */
  readonly why: string;
}

const VERDICTS = ['verified', 'rejected', 'refused', 'not supported'] as const;

/** Why nothing is asked of it here; empty where it can be. */
export const NO_PYTHON: string = !PYTHON
  ? 'python3 is missing: the verifier in Python is not run'
  : existsSync(PROGRAM)
    ? ''
    : 'verifier/python is missing: it is not run';

/** Answers in the order of the questions. Throws where the program ends before all are answered. */
export function askPython(questions: readonly PythonQuestion[]): PythonAnswer[] {
  const folder = mkdtempSync(join(tmpdir(), 'surepath-batch-'));
  try {
    const file = join(folder, 'questions.jsonl');
    writeFileSync(file, questions.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const ran = spawnSync(PYTHON!, [PROGRAM, '--batch', file], {
      encoding: 'utf8',
      env,
      maxBuffer: 1 << 28,
    });
    const lines = ran.stdout.split('\n').filter((line) => line !== '');
    if (lines.length !== questions.length) {
      const next = questions[lines.length];
      throw new Error(`it ended at ${JSON.stringify(next)}: ${ran.stderr.slice(-2000)}`);
    }
    return lines.map((line) => {
      const { code, reason, fault, unsupported } = JSON.parse(line);
      return { verdict: VERDICTS[code], why: reason?.code ?? fault ?? unsupported ?? '' };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Answers that are not supported, counted by why, for print. */
export function unsupported(answers: readonly PythonAnswer[]): string {
  const counts = new Map<string, number>();
  for (const { verdict, why } of answers) {
    if (verdict === 'not supported') counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => `${count} ${why}`).join('; ');
}
