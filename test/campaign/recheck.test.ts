/**
 * Certificates over 2,000 random edits of cells and paths: each new one is made of the one before, every one is verified,
 * and no verdict differs from that of a check that knows nothing old. Half of the cells have a crowd. Some are also put
 * to the verifier in Python, where that and python3 are there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildCell, type Cell, type CellDescription } from '../../src/cell/index.ts';
import { parseCertificate, verify } from '../../src/certificate/index.ts';
import { certify, check, openCompiled, recheck } from '../../src/jobs/index.ts';
import { Random } from '../../src/math/index.ts';
import * as verifier from '../../src/verifier/index.ts';
import { PART } from '../helpers/campaign/size.ts';
import { anywhere, nearby, randomCell, SORTS } from '../helpers/certificate/cells.ts';
import { withShell } from '../helpers/certificate/crowds.ts';
import { EDITS, type Work } from '../helpers/certificate/edits.ts';

const EDIT_COUNT = 2000 * PART;
const PROGRAM = 'surepath test';
const ELSEWHERE = 'an obstacle put elsewhere';
const SORT_NAMES = Object.keys(SORTS);

function opened(description: CellDescription, crowded: boolean) {
  const cell = buildCell(description, { crowdFrom: crowded ? 0 : Number.POSITIVE_INFINITY });
  return openCompiled(cell);
}

/** For the verifier in Python: texts, if they can be written here. */
interface Asked {
  readonly certificate: string;
  readonly description: CellDescription;
}

it(`${EDIT_COUNT} edits: verified, and the verdict of a fresh check (seed 21)`, () => {
  const random = new Random(21);
  const names = Object.keys(EDITS);
  const counts = { edits: 0, free: 0, other: 0, withoutProof: 0, nearer: 0 };
  const slabs = { kept: 0, anew: 0 };
  const seen = new Map<string, number>();
  const asked: Asked[] = [];
  for (let round = 0; counts.edits < EDIT_COUNT; round++) {
    const sort = SORT_NAMES[round % SORT_NAMES.length];
    const crowded = random.unit() < 0.5;
    const plain = randomCell(random, SORTS[sort]);
    const description = crowded ? withShell(plain, 12, [0.5, 1.5], random) : plain;
    let { cell } = opened(description, crowded);
    let work: Work = { description, waypoints: randomWay(cell, random) };
    let text = certified(cell, work);
    for (let k = 0; k < 25 && text !== null && counts.edits < EDIT_COUNT; k++) {
      // What is put in the way now and then makes a path that is not free.
      const name = random.unit() < 0.2 ? ELSEWHERE : names[random.below(names.length)];
      const next = EDITS[name](work, cell.tree, random);
      const open = opened(next.description, crowded);
      const motion = { name: 'work', waypoints: next.waypoints };
      const answer = recheck(open, { certificate: text, motion, program: PROGRAM });
      const fresh = check(opened(next.description, crowded), { motion });
      counts.edits++;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      if (answer.verdict !== fresh.verdict) {
        // What is nearer than delta beyond its clearance need not be told apart, and was proven here.
        expect([answer.verdict, fresh.verdict, fresh.witness?.violated], name).toEqual([
          ...['free', 'too-close', false],
        ]);
        counts.nearer++;
      }
      expect(answer.old.used).toBe(true);
      if (answer.verdict === 'free') counts.free++;
      else counts.other++;
      if (!answer.certificate.written) {
        if (answer.verdict === 'free') counts.withoutProof++;
        continue;
      }
      const certificate = parseCertificate(new TextEncoder().encode(answer.certificate.text));
      const { verified, reason } = verify(certificate, next.description, {
        path: open.question({ motion }).path,
      });
      expect(reason, `${sort}, ${name}`).toBeUndefined();
      expect(verified).toBe(true);
      if (answer.old.used) {
        slabs.kept += answer.old.slabs.kept;
        slabs.anew += answer.old.slabs.anew;
      }
      if (counts.edits % 40 === 0) {
        asked.push({ certificate: answer.certificate.text, description: next.description });
      }
      text = answer.certificate.text;
      work = next;
      cell = open.cell;
    }
  }
  console.log(JSON.stringify({ ...counts, ...slabs }));
  expect(counts.free).toBeGreaterThan(1200 * PART);
  expect(counts.other).toBeGreaterThan(40 * PART);
  expect(counts.nearer).toBeLessThan(5);
  expect(counts.withoutProof).toBeLessThan(10);
  expect(slabs.anew).toBeLessThan(0.35 * slabs.kept);
  for (const name of names) expect(seen.get(name), name).toBeGreaterThan(70 * PART);
  inPython(asked);
});

/** Two to four configurations. */
function randomWay({ tree }: Cell, random: Random): Float64Array[] {
  const way = [anywhere(tree, random)];
  for (let k = 0; k <= random.below(3); k++) {
    way.push(nearby(tree, way[k], random.between(0.2, 1), random));
  }
  return way;
}

function certified(cell: Cell, { waypoints }: Work): string | null {
  const motion = { name: 'work', waypoints };
  const answer = certify(openCompiled(cell), { motion, program: PROGRAM });
  return answer.written ? answer.text : null;
}

/** All of them are verified in Python, too. */
function inPython(asked: readonly Asked[]): void {
  const script = join(import.meta.dirname, '../../verifier/python/surepath_verify.py');
  const { writeModel } = verifier as { writeModel?: (description: CellDescription) => string };
  const isThere = spawnSync('python3', ['--version']).status === 0;
  if (!existsSync(script) || !writeModel || !isThere) {
    console.warn('skipped: the verifier in Python is not here, or python3 is not');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'surepath-recheck-'));
  try {
    const lines = asked.map(({ certificate, description }, i) => {
      const [file, cell] = [join(folder, `${i}.json`), join(folder, `${i}.model.json`)];
      writeFileSync(file, certificate);
      writeFileSync(cell, writeModel(description));
      return JSON.stringify({ certificate: file, cell });
    });
    const ran = spawnSync('python3', [script, '--batch', '-'], {
      encoding: 'utf8',
      input: lines.join('\n'),
      maxBuffer: 1e9,
    });
    const answers = ran.stdout.trim().split('\n');
    expect(answers.length).toBe(asked.length);
    for (const line of answers) expect(JSON.parse(line), line).toMatchObject({ verified: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
