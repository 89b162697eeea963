/**
 * Text from bytes and bytes from text, one to one: two different texts never have the same bytes, and bytes that are no UTF-8 are refused.
 * All text that enters a digest or names a thing goes through here (test/text/bytesByHand.test.ts). A `TextEncoder` of its own would write
 * the same three bytes for every lone surrogate, and a `TextDecoder` that is not fatal the same character for all bytes that are none.
 */
import { InputError } from './fault.ts';

/** Longer strings do not exist everywhere, and what is read of them would not fit into the memory. */
const MOST_BYTES = 400e6;

export interface Decoding {
  readonly code: string;
  readonly file?: string | undefined;
  readonly hint?: string;
  /** Default utf-8. */
  readonly encoding?: string;
  /** What is said of bytes that are no text. Default: that they are not UTF-8. */
  readonly message?: string;
}

/**
 * Text without its byte order mark. Throws an InputError with this code, and the line and column of the first byte that belongs to no
 * character.
 */
export function decodeUtf8(bytes: Uint8Array, decoding: Decoding): string {
  const { code, file, hint, encoding = 'utf-8', message = 'the text is not UTF-8' } = decoding;
  if (bytes.length > MOST_BYTES) {
    const message = `the text has ${Math.round(bytes.length / 1e6)} MB; at most ${MOST_BYTES / 1e6} are read`;
    throw new InputError({ code, message, file, byte: MOST_BYTES, hint: 'split it' });
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Without the beginning of a character that is not gone on with.
    const before = bytes.subarray(0, firstBadByte(bytes, encoding));
    const good = new TextDecoder(encoding).decode(before, { stream: true });
    const lines = good.split(/\r\n|\r|\n/);
    const [line, column] = [lines.length, lines[lines.length - 1].length + 1];
    throw new InputError({ code, message, file, line, column, hint });
  }
}

/** In Unicode mode it matches a surrogate only where the other half of the pair is missing. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Offset of the first surrogate without its other half, or -1 in well-formed text. */
export function loneSurrogateAt(text: string): number {
  return text.search(LONE_SURROGATE);
}

/** What is said of a text with a lone surrogate, wherever it is read. */
export const LONE_SURROGATE_FAULT = {
  message: 'the text has a lone surrogate, half of a character: expected well-formed Unicode',
  hint: 'write the character itself, or both halves of it, such as \\ud83e\\uddbe',
} as const;

const ENCODER = new TextEncoder();

/** The UTF-8 bytes of a text, in a digest or a file. Throws an InputError for a lone surrogate, which UTF-8 does not have. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  requireWellFormed(text);
  return ENCODER.encode(text);
}

/** Throws an InputError without a place for a text with a lone surrogate. */
export function requireWellFormed(text: string): void {
  const at = loneSurrogateAt(text);
  if (at < 0) return;
  const shown = JSON.stringify(text.slice(Math.max(0, at - 20), at + 20));
  throw new InputError({
    code: 'text/lone-surrogate',
    message: `${LONE_SURROGATE_FAULT.message}, found ${shown}`,
    hint: LONE_SURROGATE_FAULT.hint,
  });
}

/**
 * The beginning of a file as text, to see what kind of file it is. Bytes that are no UTF-8 read as U+FFFD, whichever they are: no name
 * may be taken from here.
 */
export function headOf(bytes: Uint8Array, most = MOST_LOOKED_AT): string {
  return REPLACING.decode(bytes.subarray(0, most));
}

const MOST_LOOKED_AT = 1 << 20;
const REPLACING = new TextDecoder();

/** Every byte as one character, the encoding of a text that is not UTF-8: offsets in the text are those of the bytes. */
export function bytesText(bytes: Uint8Array): string {
  return LATIN1.decode(bytes);
}

const LATIN1 = new TextDecoder('latin1');

/** UTF-8, or where the bytes are none every byte as one character. Two texts of different encodings may read the same. */
export function utf8OrBytes(bytes: Uint8Array): string {
  try {
    return FATAL.decode(bytes);
  } catch {
    return bytesText(bytes);
  }
}

const FATAL = new TextDecoder('utf-8', { fatal: true });

/** The first bytes.length for which they are no beginning of a text, less one: found by halving. */
function firstBadByte(bytes: Uint8Array, encoding: string): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Whether a text may begin so; it may end in the middle of a character. */
function isBeginning(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
