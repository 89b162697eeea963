/**
 * A batch on Redis and on PostgreSQL with 1, 2 and 4 worker processes of one thread each: how long it takes from the first chunk
 * that is begun to the last that is done, what the server did for each chunk, and whether all bytes are those of one
 * process. Checks the model of docs/scale.md.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  collect,
  cutEdges,
  METHOD_VERSION,
  modelName,
  openRecorded,
  openSite,
  piecesOf,
  submitBatch,
} from 'surepath/batch';
import { sampleInto } from 'surepath/cell';
import type { CellSource, OpenCell } from 'surepath/jobs';
import { Random } from 'surepath/math';
import { checkChunk } from 'surepath/parallel';
import { embeddedFile, fromDisk } from '../../lab/cells.ts';
import { textTable } from '../../lab/columns.ts';
import { grouped, short } from '../../lab/numbers.ts';
import { distFolder } from '../../lab/places.ts';
import { missingRobots, robotFolder, sceneFile } from '../../lab/robots.ts';
import type { SpeedOptions, Suite } from '../suite.ts';
import { type BenchServer, startServers } from './servers.ts';

const EDGES = 20_000;
const QUICK_EDGES = 5000;
const PER_CHUNK = 500;
const PROCESSES = [1, 2, 4];

interface Row {
  readonly server: string;
  readonly processes: number;
  /** From the first chunk that is begun to the last that is done. */
  readonly seconds: number;
  readonly perSecond: number;
  /** Mean of a chunk, as its worker saw it. */
  readonly chunkSeconds: number;
  readonly operationsPerChunk: number;
  readonly bytesPerChunk: number | null;
  readonly same: boolean;
}

interface Results {
  readonly cell: string;
  readonly edges: number;
  readonly chunks: number;
  /** Bytes of a chunk's content and of its result, means. */
  readonly contentBytes: number;
  readonly resultBytes: number;
  /** Of one process without a queue, chunk by chunk. */
  readonly alone: { readonly seconds: number };
  readonly rows: readonly Row[];
}

async function run({ quick, count }: SpeedOptions): Promise<Results> {
  const { name, source } = sourceOf();
  const { open, bundle } = openRecorded(source, { readFile: fromDisk });
  const edges = count ?? (quick ? QUICK_EDGES : EDGES);
  const asked = new Asked(open, bundle, edges);
  const alone = asked.alone();
  const rows: Row[] = [];
  const servers = await startServers();
  try {
    if (servers.length === 0) console.log('neither redis-server nor PostgreSQL is installed');
    for (const server of servers) {
      for (const processes of PROCESSES)
        rows.push(await measure(server, processes, asked, alone.digest));
    }
  } finally {
    for (const server of servers) await server.stop();
  }
  const chunks = Math.ceil(edges / PER_CHUNK);
  return {
    ...{ cell: name, edges, chunks, rows },
    contentBytes: 16 + 16 * PER_CHUNK * open.cell.tree.dofs.length,
    resultBytes: alone.bytes / chunks,
    alone: { seconds: alone.seconds },
  };
}

/** The Panda in a bookshelf; without the data two arms. */
function sourceOf(): { name: string; source: CellSource } {
  const missing = missingRobots();
  if (missing) {
    const file = embeddedFile('two-arms');
    return { name: 'two-arms', source: { file, files: new Map([[file, fromDisk(file)!]]) } };
  }
  const folder = robotFolder('panda');
  const file = sceneFile('panda', { family: 'bookshelf_small', scene: 2 });
  const robot = `${folder}/panda.urdf`;
  const srdf = `${folder}/panda.srdf`;
  const files = new Map([file, robot, srdf].map((path) => [path, fromDisk(path)!]));
  const packages = { meshes: `${folder}/meshes` };
  return { name: 'panda, bookshelf_small 2', source: { file, robot, srdf, files, packages } };
}

/** The edges of a measurement; each run of it is a batch of its own. */
class Asked {
  readonly open: OpenCell;
  readonly bundle: Uint8Array;
  private readonly ends: Float64Array;

  constructor(open: OpenCell, bundle: Uint8Array, count: number) {
    this.open = open;
    this.bundle = bundle;
    const random = new Random(1);
    const dofs = open.cell.tree.dofs.length;
    this.ends = new Float64Array(2 * dofs * count);
    for (let i = 0; i < 2 * count; i++) {
      sampleInto(open.cell, random, this.ends.subarray(i * dofs, (i + 1) * dofs));
    }
  }

  chunks() {
    const dofs = this.open.cell.tree.dofs.length;
    const list: { from: Float64Array; to: Float64Array }[] = [];
    for (let o = 0; o < this.ends.length; o += 2 * dofs) {
      list.push({
        from: this.ends.subarray(o, o + dofs),
        to: this.ends.subarray(o + dofs, o + 2 * dofs),
      });
    }
    return cutEdges(list, dofs, PER_CHUNK);
  }

  alone(): { seconds: number; digest: string; bytes: number } {
    const hash = createHash('sha256');
    const step = 2 * this.open.cell.tree.dofs.length * PER_CHUNK;
    const start = performance.now();
    let bytes = 0;
    for (let o = 0; o < this.ends.length; o += step) {
      const chunk = { ends: this.ends.subarray(o, Math.min(o + step, this.ends.length)) };
      const answer = checkChunk(this.open, { chunk, settings: {} });
      hash.update(answer.bytes);
      bytes += answer.bytes.length;
    }
    return { seconds: (performance.now() - start) / 1000, digest: hash.digest('hex'), bytes };
  }
}

async function measure(
  server: BenchServer,
  processes: number,
  asked: Asked,
  digest: string,
): Promise<Row> {
  const site = await openSite({ url: server.url });
  try {
    const version = ownVersion();
    const before = await server.counted();
    const { record, chunks, items } = await submitBatch(site, {
      ...{ version, model: modelName(asked.open, false), cell: asked.bundle, unit: 'edges' },
      // Another question for each run, and the same answers: a budget that nobody comes to.
      settings: JSON.stringify({ edgeBudget: 1_000_000 + processes }),
      ...{ perChunk: PER_CHUNK, chunks: () => asked.chunks() },
      about: { cell: 'bench', input: 'bench' },
    });
    await Promise.all(Array.from({ length: processes }, () => workOn(record.batch, server.url)));
    const after = await server.counted();
    const hash = createHash('sha256');
    await collect(site, record, { write: (lines) => void hash.update(lines) });
    let [begun, ended, busy] = [Number.POSITIVE_INFINITY, 0, 0];
    for await (const piece of piecesOf(site.store, record)) {
      const notes = await site.store.notes.get(piece.map(({ name }) => `outcomes/${name}`));
      for (const note of notes) {
        const [, , , at, milliseconds] = note!.split(' ').map(Number);
        begun = Math.min(begun, at - milliseconds);
        ended = Math.max(ended, at);
        busy += milliseconds;
      }
    }
    const seconds = (ended - begun) / 1000;
    return {
      ...{ server: server.name, processes, seconds, perSecond: items / seconds },
      chunkSeconds: busy / 1000 / chunks,
      operationsPerChunk: (after.operations - before.operations) / chunks,
      bytesPerChunk:
        after.bytes === null || before.bytes === null
          ? null
          : (after.bytes - before.bytes) / chunks,
      same: hash.digest('hex') === digest,
    };
  } finally {
    await site.close();
  }
}

const MAIN = () => join(distFolder(), 'cli/main.js');

function workOn(batch: string, url: string): Promise<void> {
  const words = [MAIN(), 'batch', 'work', batch, '--workers', '1', '--until-done'];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, SUREPATH_BATCH_URL: url },
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a worker ended with exit code ${code}`));
    });
  });
}

/** Of the build that is measured: its workers must take the batch. */
function ownVersion() {
  const text = fromDisk(join(distFolder(), '../package.json'))!;
  const { version } = JSON.parse(new TextDecoder().decode(text));
  return { package: version as string, method: METHOD_VERSION };
}

function format(results: Results): string {
  const { cell, edges, chunks, rows, alone, contentBytes, resultBytes } = results;
  const first = (row: Row) => rows.find((r) => r.server === row.server && r.processes === 1)!;
  const lines = rows.map((row) => [
    row.server,
    String(row.processes),
    short(row.seconds),
    grouped(Math.round(row.perSecond)),
    short(first(row).seconds / row.seconds),
    short(row.chunkSeconds),
    short(row.operationsPerChunk),
    row.bytesPerChunk === null ? '' : grouped(Math.round(row.bytesPerChunk)),
    row.same ? 'same' : 'OTHER',
  ]);
  const head = [
    'server',
    'processes',
    's',
    'edges/s',
    'ratio',
    's/chunk',
    'ops/chunk',
    'bytes/chunk',
    'bytes of one',
  ];
  return [
    `${cell}: ${grouped(edges)} random edges in ${chunks} chunks; a chunk's content has ${grouped(contentBytes)} bytes, its result ${grouped(Math.round(resultBytes))}`,
    `one process without a queue: ${short(alone.seconds)} s, ${grouped(Math.round(edges / alone.seconds))} edges/s`,
    '',
    textTable(head, lines, [1, 2, 3, 4, 5, 6, 7]),
  ].join('\n');
}

export const suite: Suite<Results> = { run, format };
