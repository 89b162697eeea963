/** The command line of batches where the store is not trusted: rechecks with their seed, signatures, and certificates. */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRecord, openSite, type Site } from '../../src/batch/index.ts';
import { Random } from '../../src/math/index.ts';
import { Attacker } from '../helpers/batch/attacker.ts';
import { wallCells } from '../helpers/cli/wallCells.ts';

const { start, file, folder, read, exists } = wallCells();
for (const name of ['worker', 'other']) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  file(`${name}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  file(`${name}.pub`, publicKey.export({ type: 'spki', format: 'pem' }) as string);
}
const random = new Random(9);
const value = () => 3 * random.unit() - 1.5;
const edges = Array.from({ length: 40 }, () => ({
  from: [value(), value()],
  to: [value(), value()],
}));
file('edges.jsonl', edges.map((row) => `${JSON.stringify(row)}\n`).join(''));

const batch = (...args: string[]) => start('batch', ...args, '--workers', '1');
const submit = (store: string, ...more: string[]) => {
  const asked = ['submit', 'cell.yaml', '--edges', 'edges.jsonl', '--chunk', '10'];
  const { status, stdout, stderr } = batch(...asked, '--store', store, '--json', ...more);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout).batch as string;
};

describe('surepath batch, where the store is not trusted', { timeout: 120_000 }, () => {
  let name: string;
  let site: Site;
  beforeAll(async () => {
    name = submit('st', '--sign', 'worker.key');
    site = await openSite({ store: join(folder, 'st') });
  }, 120_000);

  it('collects what trusted keys signed, and says what it did', () => {
    const asked = ['collect', name, '--store', 'st', '--out', 'a.jsonl'];
    const { status, stderr } = batch(...asked, '--trust', 'other.pub', '--trust', 'worker.pub');
    expect(status).toBe(1);
    expect(stderr).toContain('every outcome is signed by a trusted key');
    expect(stderr).toMatch(
      /12 edges of 4 chunks computed again, drawn with --seed \d+: the same lines/,
    );
    const checked = start(
      'check',
      'cell.yaml',
      '--edges',
      'edges.jsonl',
      '--chunk',
      '10',
      '--out',
      'c.jsonl',
    );
    expect(checked.status).toBe(1);
    expect(read('a.jsonl')).toBe(read('c.jsonl'));
    // Another seed each time; one that is given is the one that is used.
    const seeds = [[], [], ['--seed', '17']].map((more) => {
      const { stdout } = batch(...asked, '--json', ...more);
      const { recheck, signed } = JSON.parse(stdout);
      expect(recheck).toMatchObject({ perChunk: 3, items: 12, chunks: 4, whole: 0 });
      expect(signed).toBe(false);
      return recheck.seed;
    });
    expect(seeds[0]).not.toBe(seeds[1]);
    expect(seeds[2]).toBe(17);
  });

  it('refuses keys that signed nothing', () => {
    const asked = ['collect', name, '--store', 'st', '--out', 'none.jsonl', '--trust', 'other.pub'];
    const { status, stderr } = batch(...asked);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /lacks 4 of 4 chunks; 4 of them .* signed by key [0-9a-f]{16}, which is not/,
    );
    expect(stderr).toContain('submit it again with the same --trust, and work with --sign');
    expect(exists('none.jsonl')).toBe(false);
  });

  it('finds a forged result by a recheck, writes nothing, and mends it by signed work', async () => {
    const record = (await findRecord(site.store, name))!;
    const attacker = new Attacker(site);
    const [chunk] = (await attacker.list(record)).map((line) => line.split(' ')[0]);
    const every = Array.from({ length: 10 }, (_, i) => i);
    await attacker.forge(record, chunk, { result: await attacker.freed(record, chunk, every) });
    const out = ['--out', 'forged.jsonl', '--manifest', 'forged.json'];
    const found = batch('collect', name, '--store', 'st', '--recheck', '10000', ...out);
    expect(found.status).toBe(2);
    expect(found.stderr).toMatch(
      new RegExp(
        `edge \\d of the batch \\(number \\d of chunk ${chunk}, .*"free", computed here it is "colliding"`,
      ),
    );
    expect(found.stderr).toMatch(/edges were drawn with --seed \d+\n/);
    for (const each of ['forged.jsonl', 'forged.json']) expect(exists(each)).toBe(false);
    // Neither is anything on stdout.
    const piped = batch('collect', name, '--store', 'st', '--recheck', '10000');
    expect([piped.status, piped.stdout]).toEqual([2, '']);
    expect(batch('collect', name, '--store', 'st', '--trust', 'worker.pub').stderr).toContain(
      'is not signed',
    );
    submit('st', '--sign', 'worker.key');
    const mended = batch(
      'collect',
      name,
      '--store',
      'st',
      '--trust',
      'worker.pub',
      '--recheck',
      '10000',
    );
    expect(mended.stdout).toBe(read('c.jsonl'));
  });

  it('rechecks lines with certificates', () => {
    const certified = submit('certified', '--certificates');
    const asked = ['collect', certified, '--store', 'certified', '--out', 'd.jsonl', '--json'];
    const { stdout, stderr } = batch(...asked, '--certificates', 'certificates');
    expect(JSON.parse(stdout).recheck, stderr).toMatchObject({ items: 12, whole: 0 });
    expect(read('d.jsonl')).toContain('"certificate":"');
  });
});
