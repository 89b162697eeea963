/** The Python client: its own unit tests, run by the machine's python3. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PYTHON } from '../helpers/client/python.ts';

const FOLDER = fileURLToPath(new URL('../../clients/python', import.meta.url));

describe.skipIf(!PYTHON)('surepath_client.py', () => {
  it('passes its own tests', () => {
    const args = ['-W', 'error::ResourceWarning', '-m', 'unittest', 'discover', '-s', 'tests'];
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const ran = spawnSync(PYTHON!, args, { cwd: FOLDER, encoding: 'utf8', env });
    expect(ran.stderr).toMatch(/\nRan 1\d tests .*\n\nOK\n$/);
    expect(ran.status).toBe(0);
  });
});
