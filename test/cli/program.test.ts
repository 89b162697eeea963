/** What the program does with errors that no command makes. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runLoaded } from '../../src/cli/program.ts';
import { CrewError } from '../../src/parallel/index.ts';

afterEach(() => void vi.restoreAllMocks());

const throwing = (error: Error) => ({ help: '', run: () => Promise.reject(error) });

describe('threads that end', () => {
  const ended = new CrewError('3 workers ended while doing a task "chunk"');

  it('are an error of its own, and no trace of the program', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await runLoaded(['check'], throwing(ended))).toBe(2);
    expect(write.mock.calls.join('')).toMatch(
      /^surepath: 3 workers ended while doing a task "chunk" \(fewer workers .*--workers 1.*\)\n$/,
    );
  });

  it('are one object with --json', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await runLoaded(['check', '--json'], throwing(ended))).toBe(2);
    expect(JSON.parse(`${write.mock.calls[0][0]}`).error.code).toBe('workers/ended');
  });

  it('any other error is a bug, and stays one', async () => {
    const bug = new Error('a bug');
    await expect(runLoaded(['check'], throwing(bug))).rejects.toBe(bug);
  });
});
