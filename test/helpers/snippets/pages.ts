/** The pages of the project with their snippets, folders to run them in, and how they are run. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Snippet, snippetsOf } from './extract.ts';
import { ROOT, snippetFolder } from './folder.ts';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];
export const snippets = PAGES.flatMap((page) =>
  snippetsOf(page, readFileSync(join(ROOT, page), 'utf8')),
);
export const placeOf = ({ file, line }: Snippet) => `${file}:${line}`;

/** Folders for one test file, removed at its end, in which `cell.yaml` is an embedded cell. */
export function snippetFolders(): (cell: string) => string {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  return (cell) => {
    const folder = snippetFolder(cell);
    folders.push(folder);
    return folder;
  };
}

/** Runs a program of Node in a folder. */
export function run(folder: string, program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
