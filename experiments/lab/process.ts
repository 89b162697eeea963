/** Measurements that need a process of their own, such as the first time of anything. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs a compiled file, given by its address, and reads what it prints as JSON. */
export async function inFreshProcess<Answer>(
  url: URL,
  ...args: readonly string[]
): Promise<Answer> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(url), ...args]);
  return JSON.parse(stdout);
}
