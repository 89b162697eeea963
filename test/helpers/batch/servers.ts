/** Redis and PostgreSQL for tests. They keep what they acknowledged, also when they are restarted. */
import {
  type RunningServer,
  type ServerKind,
  serverProgram,
  startServer as start,
} from '../../../experiments/lab/servers.ts';
import { openSite } from '../../../src/batch/index.ts';

export { SERVER_KINDS, type ServerKind } from '../../../experiments/lab/servers.ts';
export type TestServer = RunningServer;

const WORDS = {
  redis: ['--save', '', '--appendfsync', 'always'],
  // A machine that loses its power is no part of the tests: processes that end lose nothing without it.
  postgres: ['-c', 'fsync=off', '-c', 'shared_buffers=32MB', '-c', 'max_connections=60'],
};

/** The program of a server, or null where it is not installed. With SUREPATH_REQUIRE_SERVERS=1 that is an error. */
export function findServer(kind: ServerKind): string | null {
  const found = serverProgram(kind);
  if (found === null && process.env.SUREPATH_REQUIRE_SERVERS === '1') {
    throw new Error(`${kind} is not installed: see .ci/servers`);
  }
  return found;
}

/** `more`: words of its command that come after the others, and count. */
export function startServer(kind: ServerKind, more: readonly string[] = []): Promise<TestServer> {
  return start(kind, { words: { ...WORDS, [kind]: [...WORDS[kind], ...more] }, probe });
}

async function probe(url: string): Promise<void> {
  const site = await openSite({ url });
  await site.store.notes.get(['probe/none']);
  await site.close();
}
