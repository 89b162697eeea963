/**
 * A copy of the tree in which faults are planted: what may be changed is copied, all else is linked. Files of the
 * checkout are never written to.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const COPIED = ['src', 'studio', 'assembly', 'test', 'scripts', 'experiments'];
/** What experiments have built, and their results: not needed. */
const LEFT = /^(build|results)$/;
const LINKED = ['node_modules', 'dist', 'cells', 'docs', 'schema', 'clients'];

/** The folder of the copy; it goes when the process does. */
export function copyOfTree(root) {
  const copy = mkdtempSync(join(tmpdir(), 'surepath-mutants-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  const filter = (path) => !LEFT.test(basename(path));
  for (const folder of COPIED) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true, filter });
  }
  for (const file of readdirSync(root)) {
    if (/\.(json|ts|md)$/.test(file)) cpSync(join(root, file), join(copy, file));
  }
  for (const folder of LINKED) {
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder));
  }
  return copy;
}
