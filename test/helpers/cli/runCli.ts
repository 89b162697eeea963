/** Runs the command line, or an experiment, in a temporary folder, and writes paths through named states. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { readCell } from '../../../src/formats/index.ts';
import { runInside, runInsideLater } from './runInside.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');
/** The papers' experiments, on the built package. */
export const REPRO = [join(ROOT, 'experiments/run.mjs'), 'papers'];
export const TWO_ARMS = join(ROOT, 'cells/two-arms/cell.yaml');
export const CAGE = join(ROOT, 'cells/cage/cell.yaml');

/** A folder for one test file; it is removed at the end. What is run: the command line, if nothing is said. */
export function cliFolder(program: readonly string[] = [MAIN]) {
  const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    /** In this process. */
    run: (...args: string[]) => runInside(folder, ...withoutWorkers(args)),
    /** The same, for commands that promise their exit code. */
    later: (...args: string[]) => runInsideLater(folder, ...args),
    /** The built program, or the experiment, in a process of its own. */
    start(...args: string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
        encoding: 'utf8',
        cwd: folder,
        maxBuffer: 1 << 28,
      });
      return { status, stdout, stderr };
    },
    /** Writes a file; what is neither text nor bytes as JSON. */
    file(name: string, content: string | Uint8Array | object): string {
      const plain = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(join(folder, name), plain ? content : JSON.stringify(content));
      return name;
    },
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    exists: (name: string) => existsSync(join(folder, name)),
  };
}

/** Plans in this process are made in this thread, however long they take: answers do not depend on it. */
function withoutWorkers(args: readonly string[]): readonly string[] {
  const isAsked = args.includes('--workers') || args.includes('--help');
  return args[0] === 'plan' && !isAsked ? [...args, '--workers', '1'] : args;
}

/** A path of all robots of a cell through states of these names. */
export function pathThrough(cellFile: string, ...names: string[]) {
  const { robots } = readCell(readFileSync(cellFile), {
    file: cellFile,
    resolver: { files: (path) => readFileSync(path) },
  });
  const joints: string[] = [];
  const waypoints: number[][] = names.map(() => []);
  for (const { name, semantics } of robots) {
    names.forEach((stateName, i) => {
      const state = semantics!.states.find((s) => s.name === stateName)!;
      for (const [joint, value] of state.values) {
        if (i === 0) joints.push(`${name}/${joint}`);
        waypoints[i].push(...[value].flat());
      }
    });
  }
  return { joints, waypoints };
}
