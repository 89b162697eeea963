/** The verifier in Python: its own tests, certificates of several kinds, and changes of them that must be rejected. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PYTHON } from '../helpers/client/python.ts';

const FOLDER = fileURLToPath(new URL('../../verifier/python', import.meta.url));
const EXAMPLES = join(FOLDER, 'examples');
const names = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.model.json'))
  .map((name) => name.slice(0, -'.model.json'.length));

interface Answer {
  readonly code: number;
  readonly verified: boolean;
  readonly slabs?: number;
  readonly reason?: { readonly code: string };
  readonly fault?: string;
}

function python(args: readonly string[], input = ''): ReturnType<typeof spawnSync> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  return spawnSync(PYTHON!, args, { cwd: FOLDER, encoding: 'utf8', env, input });
}

/** Puts certificates, as texts, to the verifier: one process for all of them. */
function judge(asked: readonly { readonly text: string; readonly model: string }[]): Answer[] {
  const folder = mkdtempSync(join(tmpdir(), 'surepath-python-'));
  try {
    const lines = asked.map(({ text, model }, i) => {
      const certificate = join(folder, `${i}.json`);
      writeFileSync(certificate, text);
      return JSON.stringify({ certificate, cell: join(EXAMPLES, `${model}.model.json`) });
    });
    const ran = python(['surepath_verify.py', '--batch', '-'], lines.join('\n'));
    expect(ran.stderr).toBe('');
    return String(ran.stdout)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A certificate of delays has parts; changes are for those of one path. */
const plain = names.filter((name) => name !== 'delays');
const textOf = (name: string) => readFileSync(join(EXAMPLES, `${name}.json`), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a certificate as JSON, to be spoilt.
type Json = any;

/** Each makes a certificate false or incomplete. */
const CHANGES: Readonly<Record<string, (c: Json) => void>> = {
  'slabs removed': (c) => {
    c.slabs = c.slabs.map((lists: Json[]) => lists.map((list) => list.slice(0, 2)));
    delete c.glances;
  },
  'slabs that begin too late': (c) => {
    for (const list of c.slabs[0]) for (const slab of list.slice(2)) slab[1] = 0;
    delete c.glances;
  },
  'directions turned around': (c) => {
    for (const list of c.slabs[0]) {
      for (const slab of list.slice(2)) for (const k of [5, 6, 7]) slab[k] = -slab[k];
    }
  },
  'another digest': (c) => {
    c.model = c.model.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0'));
  },
  'another clearance': (c) => {
    c.settings.clearance += 0.5;
  },
  'a pair excluded': (c) => {
    const k = c.pairs.findIndex((pair: Json[]) => pair[2] === 'tested');
    const tested = c.pairs.slice(0, k).filter((pair: Json[]) => pair[2] === 'tested').length;
    c.pairs[k] = [...c.pairs[k].slice(0, 2), 'allowed', ''];
    for (const lists of c.slabs) lists.splice(tested, 1);
  },
  'a box that the path leaves': (c) => {
    c.lower[0] = c.waypoints[0][0] + 0.1;
  },
  'an assumption more': (c) => {
    c.assumptions.push('nobody looks');
  },
};

describe.skipIf(!PYTHON)('the verifier in Python', () => {
  it('passes its own tests', () => {
    const ran = python(['-W', 'error::ResourceWarning', '-m', 'unittest', 'test_surepath_verify']);
    expect(ran.stderr).toMatch(/\nRan \d\d tests .*\n\nOK\n$/);
    expect(ran.status).toBe(0);
  });

  it('verifies certificates of several kinds, by slabs', () => {
    const answers = judge(names.map((name) => ({ text: textOf(name), model: name })));
    expect(names.length).toBeGreaterThan(6);
    answers.forEach((answer, i) => {
      expect(answer, names[i]).toMatchObject({ code: 0, verified: true });
      expect(answer.slabs).toBeGreaterThan(0);
    });
  });

  it.each(Object.keys(CHANGES))('rejects every one with %s', (change) => {
    const asked = plain.map((name) => {
      const c = JSON.parse(textOf(name));
      CHANGES[change](c);
      return { text: JSON.stringify(c), model: name };
    });
    judge(asked).forEach((answer, i) => {
      expect(answer.verified, plain[i]).toBe(false);
      expect(answer.reason?.code, `${plain[i]} ${answer.fault}`).toBeTruthy();
    });
  });

  it('rejects delays that the parts do not show', () => {
    const changes: readonly ((c: Json) => void)[] = [
      (c) => c.parts.pop(),
      (c) => c.parts.shift(),
      (c) => (c.delays[1] *= 1.01),
      (c) => (c.tracks[1].times[1] += 0.01),
      (c) => (c.parts[1].to[0] -= 0.01),
      (c) => (c.parts[1].certificate.tolerances[2] *= 0.99),
      (c) => (c.parts[1].certificate.waypoints[1][0] += 1e-9),
      (c) => (c.standing[0] = 'x'),
    ];
    const asked = changes.map((change) => {
      const c = JSON.parse(textOf('delays'));
      change(c);
      return { text: JSON.stringify(c), model: 'delays' };
    });
    for (const answer of judge(asked)) expect(answer.reason ?? answer.fault).toBeTruthy();
  });

  it('rejects a certificate with the model of another cell', () => {
    const asked = plain.map((_, i) => ({
      text: textOf(plain[i]),
      model: plain[(i + 1) % plain.length],
    }));
    for (const answer of judge(asked)) expect(answer.reason?.code).toBe('model');
  });
});
