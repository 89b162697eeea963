/** Zip archives that are dropped on the page: its own, and those of other programs. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Store } from '../../studio/model/state.ts';
import { type FromUnzip, unpackIn } from '../../studio/model/unpack.ts';
import { unzip, withUnzipped } from '../../studio/model/unzip.ts';
import { crc32, zip } from '../../studio/model/zip.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const long = utf8('surepath '.repeat(5000));

/** An archive as other programs write it: compressed, with a folder of its own and a comment. */
function packed(entries: readonly (readonly [string, Uint8Array])[], flags = 0): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of entries) {
    const data = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name));
    locals.push(local);
    at += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(2, 20);
  return new Uint8Array(Buffer.concat([...locals, index, end, Buffer.from('hi')]));
}

describe('zip archives', () => {
  it('give back what the page put into them', async () => {
    const files = new Map([
      ['cell/cell.yaml', utf8('surepath: 1\n')],
      ['meshes/Größe <b>.stl', long],
      ['empty.txt', new Uint8Array()],
    ]);
    expect(await unzip(zip(files), 'cell.zip')).toEqual(files);
  });

  it('of other programs are unpacked, without what desktops leave in them', async () => {
    const bytes = packed([
      ['kit/', new Uint8Array()],
      ['kit/robot.urdf', long],
      ['kit/.DS_Store', utf8('x')],
      ['__MACOSX/kit/robot.urdf', utf8('x')],
    ]);
    expect(await unzip(bytes, 'kit.zip')).toEqual(new Map([['kit/robot.urdf', long]]));
    const given = new Map([
      ['down/kit.zip', bytes],
      ['down/path.json', utf8('{}')],
    ]);
    expect([...(await withUnzipped(given)).keys()]).toEqual([
      'down/kit/robot.urdf',
      'down/path.json',
    ]);
  });

  it('are refused by name if they are damaged, encrypted or lead out', async () => {
    const whole = packed([['a.txt', long]]);
    const cases: [RegExp, Uint8Array][] = [
      [/not complete/, whole.subarray(0, whole.length - 30)],
      [/damaged/, whole.map((byte, i) => (i === 60 ? byte ^ 0xff : byte))],
      [/encrypted/, packed([['a.txt', long]], 1)],
      [/outside/, packed([['../a.txt', long]])],
      [/outside/, packed([['/etc/a.txt', long]])],
      [/outside/, packed([['c:\\a.txt', long]])],
    ];
    for (const [message, bytes] of cases) {
      await expect(unzip(bytes, 'x.zip'), String(message)).rejects.toThrow(message);
    }
    // One that says it is small and is not is not unpacked to its end.
    const bomb = packed([['a.txt', new Uint8Array(1 << 20)]]);
    const at = Buffer.from(bomb).lastIndexOf('PK\x01\x02');
    new DataView(bomb.buffer).setUint32(at + 24, 10, true);
    await expect(unzip(bomb, 'x.zip')).rejects.toThrow(/damaged/);
  });

  it('are added up before anything is unpacked, over all that are given together', async () => {
    const given = new Map([
      ['a.zip', packed([['a.txt', long]])],
      [
        'b.zip',
        packed([
          ['b.txt', long],
          ['c.txt', long],
        ]),
      ],
      ['loose.txt', utf8('x')],
    ]);
    const told: [number, number][] = [];
    const onProgress = (done: number, of: number) => told.push([done, of]);
    const most = 3 * long.length;
    const files = await withUnzipped(given, { onProgress, most });
    expect([...files.keys()]).toEqual(['a.txt', 'b.txt', 'c.txt', 'loose.txt']);
    expect(told.at(-1)).toEqual([most, most]);
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((x, y) => x - y));
    told.length = 0;
    await expect(withUnzipped(given, { onProgress, most: most - 1 })).rejects.toThrow(/gigabyte/);
    expect(told).toEqual([]);
  });

  it('that say they are huge are refused without memory being asked for', async () => {
    const bomb = packed([
      ['a.txt', long],
      ['b.txt', long],
    ]);
    const view = new DataView(bomb.buffer);
    const directory = Buffer.from(bomb).indexOf('PK\x01\x02');
    view.setUint32(directory + 24, 0xfffffff0, true);
    await expect(withUnzipped(new Map([['x.zip', bomb]]))).rejects.toThrow(
      /these say they hold 4,097 MiB/,
    );
    // Less than a gigabyte, but more than so few bytes can become.
    view.setUint32(directory + 24, 1 << 29, true);
    await expect(withUnzipped(new Map([['x.zip', bomb]]))).rejects.toThrow(/"a.txt".*damaged/);
    // Two entries of the same bytes, as bombs have them by the thousand.
    view.setUint32(directory + 24, long.length, true);
    const second = Buffer.from(bomb).lastIndexOf('PK\x01\x02');
    view.setUint32(second + 42, 0, true);
    await expect(withUnzipped(new Map([['x.zip', bomb]]))).rejects.toThrow(/same bytes/);
  });

  it('are given up when somebody cancels, in the middle of an entry', async () => {
    const noise = Uint8Array.from({ length: 1 << 20 }, (_, i) => (i * 2654435761) >>> 13);
    const given = new Map([
      [
        'a.zip',
        packed([
          ['a.bin', noise],
          ['b.bin', noise],
        ]),
      ],
    ]);
    const own = new AbortController();
    const told: number[] = [];
    const work = withUnzipped(given, {
      signal: own.signal,
      onProgress: (done) => {
        told.push(done);
        own.abort();
      },
    });
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect(told).toHaveLength(1);
    expect(told[0]).toBeLessThan(noise.length);
  });
});

/** A worker that does what it is told to say. */
function fakeWorker() {
  const worker = {
    sent: [] as unknown[],
    ended: 0,
    onmessage: null as ((event: never) => void) | null,
    onerror: null as ((event: never) => void) | null,
    postMessage(message: unknown) {
      worker.sent.push(message);
    },
    terminate() {
      worker.ended++;
    },
    say: (data: FromUnzip) => worker.onmessage?.({ data } as never),
  };
  return worker;
}

describe('unpacking beside the page', () => {
  const given = () => new Map([['a.zip', packed([['a.txt', long]])]]);

  it('shows how far it is, and ends the worker', async () => {
    const store = new Store();
    const worker = fakeWorker();
    const work = unpackIn(store, () => worker, given());
    worker.say({ done: 3 << 20, of: 7 << 20 });
    expect(store.state.busy).toMatchObject([
      { label: 'Unpacking', visible: true, progress: { done: 3, of: 7 } },
    ]);
    const files = new Map([['a.txt', long]]);
    worker.say({ files });
    expect(await work).toBe(files);
    expect([worker.sent.length, worker.ended, store.state.busy.length]).toEqual([1, 1, 0]);
  });

  it('ends at once when it is cancelled, and says what is wrong with an archive', async () => {
    const store = new Store();
    const worker = fakeWorker();
    const work = unpackIn(store, () => worker, given());
    store.state.busy[0].cancel();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect([worker.ended, store.state.busy.length]).toEqual([1, 0]);
    const other = fakeWorker();
    const second = unpackIn(store, () => other, given());
    other.say({ fault: { code: 'studio/zip', message: 'this zip archive is encrypted' } });
    await expect(second).rejects.toThrow(/encrypted/);
  });

  it('starts no worker where there is no archive', async () => {
    const files = new Map([['a.txt', long]]);
    const start = () => {
      throw new Error('started');
    };
    expect(await unpackIn(new Store(), start, files)).toBe(files);
  });
});
