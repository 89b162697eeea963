/** The machine's Python 3, or null: tests that need it say so and are skipped. */
import { spawnSync } from 'node:child_process';

const FOUND = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 8))'], {
  encoding: 'utf8',
});

export const PYTHON: string | null = FOUND.stdout?.trim() === 'True' ? 'python3' : null;

if (!PYTHON) console.warn('skipped: the Python client needs python3, 3.8 or later');
