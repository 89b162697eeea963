/** Zip archives that are dropped on the page: its own, and those of other programs. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
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
});
