/**
 * A worker of a batch as a process of its own, on the built package, that can be told to be slow or to fail. It writes the names
 * of the chunks that it begins to a file, one on each line, and what it did to stdout at the end.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CrewRunner, chunkName, openSite, work } from '../../../dist/batch/index.js';

const {
  url,
  store,
  batch,
  version,
  lease_ms,
  delay_ms = 0,
  log,
  poison,
  stalls,
  forEver,
} = JSON.parse(process.argv[2]);
/** By whichever worker. */
function timesBegun(name) {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line === name).length;
}

const site = await openSite({ url, store });
const crew = new CrewRunner({ blobs: site.store.blobs, threads: 1 });
const runner = {
  async run(record, content) {
    const name = chunkName(record.question, content);
    appendFileSync(log, `${name}\n`);
    if (name === poison) throw new Error('this chunk is poisoned');
    await sleep(delay_ms);
    const answer = await crew.run(record, content);
    if (stalls !== undefined && !existsSync(stalls.file)) {
      writeFileSync(stalls.file, name);
      // Nothing moves in this process, and no lease is renewed, until somebody else has begun the chunk.
      const end = Date.now() + stalls.most_ms;
      const nothing = new Int32Array(new SharedArrayBuffer(4));
      while (timesBegun(name) < 2 && Date.now() < end) Atomics.wait(nothing, 0, 0, 50);
    }
    return answer;
  },
  close: () => crew.close(),
};
try {
  const report = await work(site, {
    ...{ version, runner, batch, lease_ms, slots: 2, pause_ms: 50 },
    untilDone: !forEver,
    onEvent: (event) => {
      if ('message' in event) process.stderr.write(`${event.kind}: ${event.message}\n`);
    },
  });
  process.stdout.write(`${JSON.stringify(report)}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
await runner.close();
await site.close();
process.exit();
