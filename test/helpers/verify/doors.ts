/** Everything that verifies, asked the same question: the command, the job of the library, a gate, the page, the verifier in Python. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CellSource, openCell, verify } from '../../../src/jobs/index.ts';
import { answersAbout } from '../../../verify/answer.ts';
import { PYTHON } from '../client/python.ts';
import { LocalGate } from '../gate/local.ts';

const PYTHON_FOLDER = fileURLToPath(new URL('../../../verifier/python', import.meta.url));

export const DOORS = ['command', 'job', 'gate', 'page', 'python'] as const;
export type Door = (typeof DOORS)[number];

/** What is asked: files, of which one is the certificate and one the cell. */
export interface Question {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly certificate: string;
  readonly cell: string;
  /** Of a URDF. */
  readonly srdf?: string;
  /** Metres, of the request. The page has no options. */
  readonly clearance?: number;
}

/** `refused`: bad input, or something is missing. */
export type Outcome = 'verified' | 'rejected' | 'refused' | 'unsupported';

export interface Told {
  readonly outcome: Outcome;
  /** Metres to the surroundings and within a robot. */
  readonly shows?: readonly [number, number];
  readonly said: string;
}

type Run = (...args: string[]) => { status: number | null; stdout: string; stderr: string };

const shown = (kept: { clearance: number; self?: number | undefined } | undefined) =>
  kept && { shows: [kept.clearance, kept.self ?? kept.clearance] as const };

/** Writes the files into a folder of their own, and returns a name in it. */
function written(root: string, name: string, { files }: Question): (file: string) => string {
  for (const [file, bytes] of files) {
    const path = join(root, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  return (file) => join(name, file);
}

/** The command, in a folder. */
export function byCommand(run: Run, root: string, name: string, question: Question): Told {
  const at = written(root, name, question);
  const { certificate, cell, srdf, clearance } = question;
  const { status, stdout, stderr } = run(
    ...['verify', at(certificate), at(cell), '--json', '--no-cache'],
    ...(srdf === undefined ? [] : ['--srdf', at(srdf)]),
    ...(clearance === undefined ? [] : ['--clearance', String(clearance)]),
  );
  const outcome = (['verified', 'rejected', 'refused'] as const)[status!];
  const { shows } = stdout === '' ? { shows: undefined } : JSON.parse(stdout);
  return { outcome, ...shown(shows), said: stdout + stderr };
}

/** What is thrown is bad input. */
function orRefused(ask: () => Told): Told {
  try {
    return ask();
  } catch (error) {
    return { outcome: 'refused', said: String(error) };
  }
}

export function byJob({ files, certificate, cell, srdf, clearance }: Question): Told {
  return orRefused(() => {
    const source: CellSource = { file: cell, files, srdf };
    const request = { certificate: files.get(certificate)!, file: certificate, clearance };
    const { verified, reason, shows } = verify(openCell(source), request);
    return {
      outcome: verified ? 'verified' : 'rejected',
      ...shown(shows),
      said: reason?.message ?? '',
    };
  });
}

const base64 = (bytes: Uint8Array) => ({ base64: Buffer.from(bytes).toString('base64') });

export function byGate({ files, certificate, cell, srdf, clearance }: Question): Told {
  return orRefused(() => {
    const gate = new LocalGate();
    const brought = [...files].filter(([name]) => name !== certificate && isOfCell(name));
    const opened = gate.call('open', {
      file: cell,
      ...(srdf === undefined ? {} : { srdf }),
      files: Object.fromEntries(brought.map(([name, bytes]) => [name, base64(bytes)])),
    });
    const asked = { cell: opened.cell, certificate: base64(files.get(certificate)!) };
    const answer = gate.call('verify', { ...asked, ...(clearance !== undefined && { clearance }) });
    return {
      outcome: answer.verified ? 'verified' : 'rejected',
      ...shown(answer.shows),
      said: answer.reason?.message ?? '',
    };
  });
}

/** Whether a client would bring a file: those in other folders belong to something else. */
function isOfCell(name: string): boolean {
  return !name.startsWith('old/') && name !== 'model.json';
}

export function byPage({ files }: Question): Told {
  const [{ status, headline, details }] = answersAbout(files);
  const amounts = /with a clearance of ([\d.]+) mm(?: to the surroundings and ([\d.]+) mm)?/.exec(
    headline,
  );
  return {
    outcome: status === 'missing' ? 'refused' : status,
    ...(amounts && {
      shows: [Number(amounts[1]) / 1000, Number(amounts[2] ?? amounts[1]) / 1000] as const,
    }),
    said: `${headline} ${details.join(' ')}`,
  };
}

/** The verifier in Python, for many questions at once. */
export function byPython(
  root: string,
  questions: readonly (readonly [string, Question])[],
): Told[] {
  return questions.map(([name, question]) => {
    const at = written(root, `python-${name}`, question);
    const { certificate, cell, srdf, clearance } = question;
    const args = [
      ...[join(PYTHON_FOLDER, 'surepath_verify.py'), at(certificate), at(cell), '--json'],
      ...(srdf === undefined ? [] : ['--srdf', at(srdf)]),
      ...(clearance === undefined ? [] : ['--clearance', String(clearance)]),
    ];
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const ran = spawnSync(PYTHON!, args, { cwd: root, encoding: 'utf8', env });
    const outcome = (['verified', 'rejected', 'refused', 'unsupported'] as const)[ran.status!];
    return { outcome, ...shown(JSON.parse(ran.stdout).shows), said: ran.stdout + ran.stderr };
  });
}
