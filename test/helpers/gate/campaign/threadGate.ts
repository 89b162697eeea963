/** A gate as it is run: threads behind HTTP and WebSockets, asked by the client of the package. */
import { connect, type GateCallError, type GateClient } from '../../../../src/client/index.ts';
import { startGate } from '../../../../src/serve/index.ts';
import type { Reply, TestedClient, TestedGate } from './testedGate.ts';

/** The worker is that of the build, wherever this file was compiled to. */
const WORKER = new URL(`file://${process.cwd()}/dist/serve/worker.js`);

export async function threadGate({
  workers,
  folder,
}: {
  readonly workers: number;
  readonly folder: string;
}): Promise<TestedGate> {
  const gate = await startGate({
    ...{ workers, folders: [folder], program: 'surepath campaign', worker: WORKER },
  });
  const clients: GateClient[] = [];
  return {
    client(kind): TestedClient {
      const url = kind === 'calls' ? gate.url : `${gate.url.replace('http', 'ws')}/ws`;
      let client: Promise<GateClient> | null = null;
      return {
        async call(method, params): Promise<Reply> {
          client ??= connect(url).then((made) => {
            clients.push(made);
            return made;
          });
          try {
            return {
              result: (await (await client).call(method as never, params as never)) as never,
            };
          } catch (error) {
            const { code, message, data } = error as GateCallError;
            return { error: { code, message, data } };
          }
        },
      };
    },
    kill: async (worker) => {
      if (gate.facts().workers === workers) await gate.kill(worker);
    },
    async close() {
      for (const client of clients.splice(0)) client.end();
      await gate.close();
    },
  };
}
