/** Options of batches about trust, and exit codes where nothing could be done. The work itself: test/campaign/batchCommand.test.ts. */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchRecord, openSite, type Site, work } from '../../src/batch/index.ts';
import { testBatch, VERSION } from '../helpers/batch/faults.ts';
import { wallCells } from '../helpers/cli/wallCells.ts';

const { later, file, folder, exists } = wallCells();
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
file('worker.key', privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
file('worker.pub', publicKey.export({ type: 'spki', format: 'pem' }) as string);
file('edges.jsonl', '{"from": [0, 0], "to": [1, 1]}\n');
file('latin.jsonl', Buffer.from('{"from": [0, 0], "to": [1, 1]}\n{"from": [0, 0]\xff\n', 'latin1'));

let site: Site;
let record: BatchRecord;
beforeAll(async () => {
  site = await openSite({ store: join(folder, 'st') });
  const asked = await testBatch(1, 2);
  ({ record } = await asked.submit(site));
});

const SUBMIT = ['batch', 'submit', 'cell.yaml', '--edges', 'edges.jsonl', '--store', 'own'];

describe('surepath batch', () => {
  it('work --until-done ends with 2 where every batch was refused, and with 0 where none is open', async () => {
    const refused = await later('batch', 'work', '--store', 'st', '--until-done');
    expect(refused.stderr).toContain('submitted by surepath test, method 1');
    expect([refused.status, refused.stdout]).toEqual([
      2,
      `0 chunks done, refused: ${record.batch}\n`,
    ]);
    const none = await later('batch', 'work', '--store', 'empty', '--until-done', '--json');
    expect(none.status).toBe(0);
    expect(JSON.parse(none.stdout)).toMatchObject({ done: 0, refused: [], batches: 0 });
  });

  it('collect rechecks with the version of the batch only', async () => {
    const { runner } = await testBatch(1, 2);
    await work(site, { version: VERSION, runner, slots: 1, untilDone: true });
    const asked = ['batch', 'collect', record.batch, '--store', 'st', '--out', 'o.jsonl'];
    const other = await later(...asked);
    expect(other.status).toBe(2);
    expect(other.stderr).toMatch(
      /submitted by surepath test[\s\S]*--recheck 0 computes nothing again/,
    );
    expect(exists('o.jsonl')).toBe(false);
    const { status, stderr } = await later(...asked, '--recheck', '0');
    expect(status).toBe(1);
    expect(stderr).toContain(`batch ${record.batch}: nothing was computed again (--recheck 0)`);
  });

  it.each<[string, string[], string]>([
    [
      'a name that is cut',
      ['collect', '012345', '--store', 'st', '--trust', 'worker.pub'],
      'with --trust BATCH is the whole name, 32 letters',
    ],
    [
      'keys that are none',
      ['collect', '012345', '--store', 'st', '--trust', 'cell.yaml'],
      'cell.yaml:1: no key is found',
    ],
    [
      'keys that are not there',
      ['collect', '012345', '--store', 'st', '--trust', 'none'],
      'none: there is no such file',
    ],
    [
      'a private key as trusted',
      ['work', '--store', 'st', '--sign', 'worker.key', '--trust', 'worker.key'],
      'worker.key:1: this is a private key',
    ],
    [
      'a public key to sign',
      ['work', '--store', 'st', '--sign', 'worker.pub'],
      'worker.pub:1: this is a public key',
    ],
    [
      'work that trusts and does not sign',
      ['work', '--store', 'st', '--trust', 'worker.pub'],
      '--trust needs --sign where chunks are done',
    ],
    [
      'a sample that is none',
      ['collect', '012345', '--store', 'st', '--recheck', '-1'],
      '--recheck',
    ],
    [
      'a sample of half an edge',
      ['collect', '012345', '--store', 'st', '--recheck', '0.5'],
      '--recheck takes a whole number',
    ],
    [
      'a seed that is none',
      ['collect', '012345', '--store', 'st', '--seed', 'x'],
      '--seed takes a number',
    ],
  ])('refuses %s', async (_, args, message) => {
    const { status, stdout, stderr } = await later('batch', ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('submit signs only where it does the work itself', async () => {
    const queued = await later(...SUBMIT, '--no-work', '--sign', 'worker.key');
    expect(queued.status).toBe(2);
    expect(queued.stderr).toContain('--sign is for a submission that does the work itself');
    const trusting = await later(...SUBMIT, '--trust', 'worker.pub');
    expect(trusting.stderr).toContain('--trust needs --sign where chunks are done');
    const remote = await later(...SUBMIT, '--no-work', '--trust', 'worker.pub');
    expect(remote.status).toBe(0);
  });

  it('submit names the line of the input where the bytes are no text, and begins no batch', async () => {
    const latin = SUBMIT.with(4, 'latin.jsonl').with(6, 'latin');
    for (const chunk of ['1', '10']) {
      const { status, stderr } = await later(...latin, '--chunk', chunk);
      expect(status).toBe(2);
      expect(stderr).toContain('latin.jsonl:2:16: the text is not UTF-8');
    }
    expect(exists('latin/notes/batches')).toBe(false);
  });
});
