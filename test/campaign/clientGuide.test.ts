/**
 * docs/serve.md, tried as somebody would who reads it: a gate is started in a folder with the cell, and every block that
 * asks it is run in the order of the page, in its own language. A block of JSON after one is part of what it answered.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PYTHON } from '../helpers/client/python.ts';
import { GATE, type Snippet } from '../helpers/snippets/extract.ts';
import { ROOT } from '../helpers/snippets/folder.ts';
import { placeOf, snippets } from '../helpers/snippets/pages.ts';

const MAIN = join(ROOT, 'dist/cli/main.js');
const PYTHON_FOLDER = join(ROOT, 'clients/python');
const HAS_CURL = spawnSync('curl', ['--version']).status === 0;
if (!HAS_CURL) console.warn('skipped: commands of curl, which is not installed');

const page = snippets.filter(({ file }) => file === 'docs/serve.md');
const asking = page.filter(({ withGate }) => withGate);
// A folder of its own, with the files themselves: a gate does not follow links out of its folder.
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
cpSync(join(ROOT, 'cells/cage'), folder, { recursive: true });
mkdirSync(join(folder, 'node_modules'));
symlinkSync(ROOT, join(folder, 'node_modules/surepath'));
writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}\n');
let gate: ChildProcess;
let address = '';

const nameOf = (snippet: Snippet) => placeOf(snippet).replace(/\W+/g, '_');

beforeAll(async () => {
  gate = spawn(process.execPath, [MAIN, 'serve', 'cell.yaml', '--workers', '2'], { cwd: folder });
  let text = '';
  for await (const chunk of gate.stdout!) {
    text += chunk;
    address = /gate: http:\/\/(\S+)/.exec(text)?.[1] ?? '';
    if (address !== '') break;
  }
  if (address === '') throw new Error(`there is no gate: ${gate.stderr!.read()}`);
  gate.stdout!.resume();
  const surepath = join(folder, 'bin/surepath');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(surepath, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(surepath, 0o755);
  for (const snippet of asking.filter(({ language }) => language === 'ts')) {
    writeFileSync(join(folder, `${nameOf(snippet)}.ts`), `${codeOf(snippet)}\nexport {};\n`);
  }
  const compilerOptions = {
    ...{ strict: true, target: 'es2022', lib: ['es2023'], types: ['node'], outDir: 'compiled' },
    ...{ module: 'nodenext', moduleResolution: 'nodenext', rootDir: '.' },
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  const config = JSON.stringify({ compilerOptions, include: ['*.ts'] });
  writeFileSync(join(folder, 'tsconfig.json'), config);
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc], { cwd: folder, encoding: 'utf8' });
  expect(stdout).toBe('');
}, 120_000);

afterAll(async () => {
  if (gate.exitCode === null) {
    gate.kill('SIGTERM');
    await once(gate, 'exit');
  }
  rmSync(folder, { recursive: true });
});

function codeOf({ code }: Snippet): string {
  return code.join('\n').replaceAll(GATE, address);
}

function run(snippet: Snippet) {
  const [program, args] = {
    sh: () =>
      [
        'sh',
        ['-e', '-c', codeOf(snippet).replaceAll('curl -', 'curl --fail-with-body -')],
      ] as const,
    ts: () => [process.execPath, [join('compiled', `${nameOf(snippet)}.js`)]] as const,
    python: () => [PYTHON!, ['-c', codeOf(snippet)]] as const,
  }[snippet.language as 'sh' | 'ts' | 'python']();
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    PYTHONPATH: PYTHON_FOLDER,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

describe('docs/serve.md', () => {
  it('has blocks in all languages', () => {
    const languages = new Set(asking.map(({ language }) => language));
    expect([...languages].sort()).toEqual(['python', 'sh', 'ts']);
  });

  it.each(asking.map((snippet) => [placeOf(snippet), snippet] as const))('%s', (_, snippet) => {
    if (snippet.language === 'sh' && !HAS_CURL) return;
    if (snippet.language === 'python' && !PYTHON) return;
    const { status, stdout, stderr } = run(snippet);
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
    const next = page[page.indexOf(snippet) + 1];
    if (next?.language === 'json') {
      expect(JSON.parse(stdout)).toMatchObject(JSON.parse(next.code.join('\n')));
    }
    const shown: Record<string, RegExp> = {
      ts: /^(send it: 6 joints|free colliding)/,
      python: /^free/,
    };
    expect(stdout).toMatch(shown[snippet.language] ?? /./);
  });

  it.skipIf(!PYTHON).each(readdirSync(join(PYTHON_FOLDER, 'examples')))('examples/%s', (name) => {
    const args = [join(PYTHON_FOLDER, 'examples', name), `http://${address}`];
    const { status, stdout, stderr } = spawnSync(PYTHON!, args, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(name === 'check_chunks.py' ? /^(sent|not sent)/ : /^5\.0 \w+/);
  });

  it.skipIf(!PYTHON)('clients/python/README.md', () => {
    const text = readFileSync(join(PYTHON_FOLDER, 'README.md'), 'utf8');
    const code = /```python\n([\s\S]*?)```/.exec(text)![1];
    const env = { ...process.env, PYTHONPATH: PYTHON_FOLDER, PYTHONDONTWRITEBYTECODE: '1' };
    const ran = spawnSync(PYTHON!, ['-c', code.replaceAll(GATE, address)], {
      encoding: 'utf8',
      env,
    });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^proven/);
  });
});
