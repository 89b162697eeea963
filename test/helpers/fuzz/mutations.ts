/**
 * Damaged copies of files. Most are damaged with the structure in mind, so that what comes after the
 * syntax is reached: elements, attributes, keys and numbers change, go, double or change places. Others are
 * cut, get wrong counts or another encoding, or are something else altogether.
 */
import type { Random } from '../../../src/math/index.ts';
import { bomb, hostileName, hostileNumber } from './hostile.ts';
import { mutateJson } from './jsonMutations.ts';
import { mutateXml } from './xmlMutations.ts';

/** What a file is made of: decides what can be changed without breaking all of it. */
export type Structure = 'json' | 'yaml' | 'xml' | 'lines' | 'binary';

export interface Sample {
  readonly bytes: Uint8Array;
  readonly structure: Structure;
  /** Its tree, for JSON and YAML. */
  readonly tree?: unknown;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function mutate(sample: Sample, random: Random): Uint8Array {
  const kind = random.below(100);
  if (kind === 0 && random.below(3) === 0) return encoder.encode(bomb(random));
  if (kind < 4) return otherEncoding(sample.bytes, random);
  if (kind < 8) return sample.bytes.slice(0, random.below(sample.bytes.length + 1));
  if (sample.structure === 'binary')
    return kind < 60 ? changeNumbers(sample.bytes, random) : changeBytes(sample.bytes, random);
  if (kind < 25) return changeBytes(sample.bytes, random);
  const text = decoder.decode(sample.bytes);
  if (sample.tree !== undefined && kind < 80)
    return encoder.encode(mutateJson(sample.tree, random));
  if (sample.structure === 'xml' && kind < 85) return encoder.encode(mutateXml(text, random));
  return encoder.encode(kind < 90 ? changeWords(text, random) : changeLines(text, random));
}

/** Words, quoted texts and numbers of a text, one to three of them. */
function changeWords(original: string, random: Random): string {
  let text = original;
  for (let n = 1 + random.below(3); n > 0; n--) {
    const found = [...text.matchAll(/"[^"\n]*"|[+-]?\d[\w.+-]*|[A-Za-z_][\w-]*/g)];
    if (found.length === 0) return text;
    const one = found[random.below(found.length)];
    const other = found[random.below(found.length)][0];
    const isNumber = /^[+-]?\d/.test(one[0]);
    const words = [
      other,
      hostileNumber(random),
      isNumber ? hostileNumber(random) : hostileName(random),
      '',
    ];
    const word = words[random.below(words.length)];
    text = text.slice(0, one.index) + word + text.slice(one.index + one[0].length);
  }
  return text;
}

/** Lines that go, double, change places, or come a thousand times. */
function changeLines(text: string, random: Random): string {
  const lines = text.split('\n');
  for (let n = 1 + random.below(3); n > 0; n--) {
    const i = random.below(lines.length);
    const j = random.below(lines.length);
    const kind = random.below(5);
    if (kind === 0) lines.splice(i, 1);
    else if (kind === 1) lines.splice(i, 0, lines[j]);
    else if (kind === 2) [lines[i], lines[j]] = [lines[j], lines[i]];
    else if (kind === 3) lines[i] = `${lines[i]} ${hostileNumber(random)}`;
    else if (lines[i].length < 100) {
      lines.splice(i, 0, ...Array.from({ length: 1000 }, () => lines[i]));
    }
    if (lines.length === 0) lines.push('');
  }
  return lines.join(random.below(10) === 0 ? '\r\n' : '\n');
}

const SPICE = encoder.encode('0123456789+-.eE[]{}:,"\'\n #&*!|>~%\t<>/=\\abnrtufl\0\xff');

/** One to four cuts, copies, or changed, added or removed bytes. */
function changeBytes(original: Uint8Array, random: Random): Uint8Array {
  let bytes = original;
  for (let n = 1 + random.below(4); n > 0; n--) {
    const at = random.below(bytes.length + 1);
    const byte = random.below(8) ? SPICE[random.below(SPICE.length)] : random.below(256);
    const kind = random.below(6);
    const length = 1 + random.below(60);
    if (kind < 2) bytes = spliced(bytes, at, 1, [byte]);
    else if (kind === 2) bytes = spliced(bytes, at, 0, [byte]);
    else if (kind === 3) bytes = spliced(bytes, at, length > 57 ? length : length % 4, []);
    else if (kind === 4) bytes = spliced(bytes, at, 0, bytes.subarray(at, at + length));
    else bytes = spliced(bytes, at, length, []);
  }
  return bytes;
}

function spliced(
  bytes: Uint8Array,
  at: number,
  remove: number,
  add: ArrayLike<number>,
): Uint8Array {
  const rest = bytes.subarray(Math.min(at + remove, bytes.length));
  const out = new Uint8Array(at + add.length + rest.length);
  out.set(bytes.subarray(0, at));
  out.set(add, at);
  out.set(rest, at + add.length);
  return out;
}

/** Counts, offsets and coordinates of binary files: one to three numbers become others. */
function changeNumbers(original: Uint8Array, random: Random): Uint8Array {
  const bytes = original.slice();
  const view = new DataView(bytes.buffer);
  const integers = [
    0,
    1,
    2,
    0x7fff,
    0xffff,
    0x10000,
    0x7fffffff,
    0x80000000,
    0xffffffff,
    bytes.length,
  ];
  for (let n = 1 + random.below(3); n > 0; n--) {
    const little = random.below(4) > 0;
    const at = random.below(2) ? 4 * random.below(bytes.length / 4) : random.below(bytes.length);
    const integer = integers[random.below(integers.length)];
    const number = Number(hostileNumber(random));
    const kind = random.below(4);
    if (kind === 0 && at + 2 <= bytes.length) view.setUint16(at, integer, little);
    else if (kind === 1 && at + 4 <= bytes.length) view.setUint32(at, integer, little);
    else if (kind === 2 && at + 4 <= bytes.length) view.setFloat32(at, number, little);
    else if (at + 8 <= bytes.length) view.setFloat64(at, number, little);
  }
  return bytes;
}

function otherEncoding(bytes: Uint8Array, random: Random): Uint8Array {
  const text = decoder.decode(bytes);
  const little = random.below(2) === 0;
  switch (random.below(4)) {
    case 0: {
      const units = random.below(2) ? `\uFEFF${text}` : text;
      const out = new DataView(new ArrayBuffer(2 * units.length));
      for (let i = 0; i < units.length; i++) out.setUint16(2 * i, units.charCodeAt(i), little);
      return new Uint8Array(out.buffer);
    }
    case 1:
      return encoder.encode(`\uFEFF${text}`);
    case 2:
      return Uint8Array.from(text.replace(/[a-z]/, 'é'), (c) => c.charCodeAt(0) & 255);
    default: {
      const at = random.below(bytes.length + 1);
      return spliced(
        bytes,
        at,
        0,
        [0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80].slice(random.below(6)),
      );
    }
  }
}
