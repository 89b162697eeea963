/** The page that verifies: how large it is, what it is made of, and what it answers; test/campaign/browserVerify.test.ts opens it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Answer, answersAbout } from '../../verify/answer.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import type { CorpusEntry } from '../helpers/corpus/make.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CORPUS = join(ROOT, 'test/corpus/certificates');
const ENTRIES: readonly CorpusEntry[] = JSON.parse(
  readFileSync(join(CORPUS, 'manifest.json'), 'utf8'),
);
const cli = cliFolder();
const MOST_BYTES = 200_000;

const bytesOf = (file: string) => new Uint8Array(readFileSync(join(CORPUS, file)));
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Files as they are dropped: by their own names. */
function given(...names: string[]): Map<string, Uint8Array> {
  return new Map(names.map((name) => [name.split('/').pop()!, bytesOf(name)]));
}

const entry = (name: string) => ENTRIES.find((each) => each.name === name)!;
const cellFiles = (name: string) => entry(name).cell.map(({ file }) => file);
const one = (files: ReadonlyMap<string, Uint8Array>): Answer => {
  const answers = answersAbout(files);
  expect(answers.length).toBe(1);
  return answers[0];
};

describe('the page that verifies', () => {
  it('has less than 200 kB, all files together as they are', () => {
    const folder = join(ROOT, 'dist/verify');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(expect.arrayContaining(['index.html', 'page.js', 'verifier.pack']));
    const size = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(size).toBeLessThan(MOST_BYTES);
    // The worker has the verifier and all readers, and nothing that searches.
    const script = gunzipSync(readFileSync(join(folder, 'verifier.pack'))).toString();
    for (const word of ['surepath model 1', 'leave a part of segment', 'COLLADA']) {
      expect(script).toContain(word);
    }
    for (const word of ['WebAssembly', 'rrt-connect']) expect(script).not.toContain(word);
    // Nor the reader of MJCF models, in whose place it says what to do.
    expect(script).toContain('this page does not read MJCF models');
    expect(script).not.toContain('childclass');
    // Nor what writes YAML.
    expect(script).toContain('this page writes no YAML');
    expect(script).not.toContain('With simple keys, collection cannot be used as a key value');
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('Content-Security-Policy');
  });

  it('is packed with nothing left out: its script answers as its source does', () => {
    const script = gunzipSync(readFileSync(join(ROOT, 'dist/verify/verifier.pack'))).toString();
    const replies: { given: string; twice: string; answers: Answer[] }[] = [];
    const self: { onmessage?: (event: object) => void; postMessage: (reply: never) => void } = {
      postMessage: (reply) => replies.push(reply),
    };
    new Function('self', script)(self);
    const plain = ({ status, headline, assumptions, facts }: Answer) => ({
      ...{ status, headline, assumptions, facts },
    });
    for (const { name, certificate, model, rejected } of ENTRIES) {
      for (const files of [
        given(certificate.file, ...cellFiles(name)),
        ...rejected.map((each) => given(each.file, (each.model ?? model).file)),
      ]) {
        self.onmessage!({ data: { id: 7, files: [...files], twice: [] } });
        expect(replies.pop()!.answers.map(plain)).toEqual(answersAbout(files).map(plain));
      }
    }
    // Names read as what they are, and of two files under one path there is no answer.
    const files = [['safe\u202e.json', new Uint8Array([0x7b])]];
    self.onmessage!({ data: { id: 8, files, twice: [] } });
    const { given: names, answers } = replies.pop()!;
    expect(names).toBe('safe\\u202e.json');
    expect(JSON.stringify(answers)).not.toContain('\u202e');
    self.onmessage!({ data: { id: 9, files, twice: ['a\u200b'] } });
    expect(replies.pop()).toMatchObject({ id: 9, twice: 'a\\u200b', answers: [] });
  });

  it('is made of verifier, readers and words alone', () => {
    const files = readdirSync(join(ROOT, 'verify')).filter((file) => file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const text = readFileSync(join(ROOT, 'verify', file), 'utf8');
      for (const [, from] of text.matchAll(/from '([^']+)'/g)) {
        expect(from, file).toMatch(
          /^\.\/[a-z]+\.ts$|^\.\.\/src\/(verifier|formats|words|math)\/index\.ts$/,
        );
      }
    }
  });
});

describe('its answer', () => {
  it.each(ENTRIES.map(({ name }) => name))(
    "about %s, with the model or the cell, is the verifier's",
    (name) => {
      const { certificate, model, rejected } = entry(name);
      const byModel = one(given(certificate.file, model.file));
      const byCell = one(given(certificate.file, ...cellFiles(name)));
      for (const answer of [byModel, byCell]) {
        expect(answer.status, answer.headline).toBe('verified');
        expect(answer.headline).toMatch(/^verified: the (path|tracks)/);
        const stated = JSON.parse(new TextDecoder().decode(bytesOf(certificate.file)));
        const own = stated.parts?.[0].certificate ?? stated;
        expect(answer.assumptions).toEqual(own.assumptions);
        expect(answer.facts).toContainEqual(['model as read here', `SHA-256 ${model.digest}`]);
      }
      for (const each of rejected) {
        const { status, headline } = one(given(each.file, (each.model ?? model).file));
        expect(status, each.file).toBe(
          each.code!.startsWith('certificate/') ? 'refused' : 'rejected',
        );
        expect(headline.length).toBeGreaterThan(20);
      }
    },
  );

  it('names what is missing, or is another file', () => {
    const { certificate } = entry('floating-base');
    const [cell, robot, cross, block] = cellFiles('floating-base');
    expect(one(given(cell)).headline).toBe('no certificate is among the files');
    const alone = one(given(certificate.file));
    expect([alone.status, alone.headline]).toEqual([
      'missing',
      'missing: block.stl, cell.yaml, cross.stl, drone.urdf',
    ]);
    const without = one(given(certificate.file, cell, robot, cross));
    expect([without.status, without.headline]).toEqual(['missing', 'missing: block.stl']);
    expect(without.details[0]).toContain('block.stl');
    const changed = given(certificate.file, cell, robot, cross, block);
    changed.set(
      'cell.yaml',
      utf8(new TextDecoder().decode(changed.get('cell.yaml')).replace('0.5', '0.4')),
    );
    const other = one(changed);
    expect(other.status).toBe('rejected');
    expect(other.headline).toMatch(/about another cell; files that differ: cell\.yaml/);
    expect(other.needed).toContainEqual(
      expect.objectContaining({ name: 'cell.yaml', state: 'changed' }),
    );
    const damaged = given(certificate.file);
    damaged.set('model.json', utf8('{"surepath-model": 1, "digest": "x"}'));
    expect(one(damaged)).toMatchObject({ status: 'refused' });
  });

  it('finds files where the cell says they are, in any folder, and nowhere else', () => {
    const { certificate } = entry('floating-base');
    const files = given(certificate.file, ...cellFiles('floating-base'));
    const moved = (to: (name: string) => string) =>
      new Map([...files].map(([name, bytes]) => [to(name), bytes] as const));
    expect(one(moved((name) => `drop/cells/${name}`)).status).toBe('verified');
    expect(one(moved((name) => (name.endsWith('.json') ? name : `cell/${name}`))).status).toBe(
      'verified',
    );
    // The same bytes under another name, or in another folder, are another file.
    const renamed = one(moved((name) => name.replace('block', 'brick')));
    expect([renamed.status, renamed.headline]).toEqual([
      'refused',
      expect.stringContaining('there is no file "block.stl"'),
    ]);
    expect(one(moved((name) => (name === 'block.stl' ? `old/${name}` : name))).status).toBe(
      'refused',
    );
  });

  it('says what a certificate shows that shows more than the cell asks for', () => {
    const { run, file, read } = cli;
    const text = (name: string) => new TextDecoder().decode(bytesOf(`declared/${name}`));
    for (const name of ['cell.yaml', 'arm.urdf', 'arm.srdf']) file(name, text(name));
    file('path.json', {
      joints: ['arm/joint1', 'arm/joint2'],
      waypoints: [
        [-0.8, 0.3],
        [-0.6, 0.4],
      ],
    });
    const asked = ['--clearance', '0.005', '--recheck-never'];
    const made = run('check', 'cell.yaml', 'path.json', '--certificate', 'c.json', ...asked);
    expect(made.status, made.stdout + made.stderr).toBe(0);
    const files = given(...cellFiles('declared'));
    files.set('c.json', utf8(read('c.json')));
    const { status, headline, details, facts, assumptions } = one(files);
    expect([status, headline]).toEqual([
      'verified',
      expect.stringContaining('a clearance of 5 mm to the surroundings and 0 mm within a robot'),
    ]);
    expect(facts).toContainEqual(['cell', 'cell.yaml']);
    expect(details.join(' ')).toContain('number by number');
    expect(assumptions.join(' ')).not.toContain('Never');
    const two = answersAbout(new Map([...files, ...given(entry('standing').certificate.file)]));
    expect(two.map((each) => each.status)).toEqual(['verified', 'rejected']);
  });
});
