/** Text from bytes, and where they are none. */
import { InputError } from './fault.ts';

/** Longer strings do not exist everywhere, and what is read of them would not fit into the memory. */
const MOST_BYTES = 400e6;

/**
 * UTF-8 text without its byte order mark. Throws an InputError with this code, and the line and column of
 * the first byte that belongs to no character.
 */
export function decodeUtf8(
  bytes: Uint8Array,
  {
    code,
    file,
    hint,
  }: { readonly code: string; readonly file?: string | undefined; readonly hint?: string },
): string {
  if (bytes.length > MOST_BYTES) {
    const message = `the text has ${Math.round(bytes.length / 1e6)} MB; at most ${MOST_BYTES / 1e6} are read`;
    throw new InputError({ code, message, file, byte: MOST_BYTES, hint: 'split it' });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Without the beginning of a character that is not gone on with.
    const before = bytes.subarray(0, firstBadByte(bytes));
    const good = new TextDecoder('utf-8').decode(before, { stream: true });
    const lines = good.split(/\r\n|\r|\n/);
    throw new InputError({
      code,
      message: 'the text is not UTF-8',
      file,
      line: lines.length,
      column: lines[lines.length - 1].length + 1,
      hint,
    });
  }
}

/** The first bytes.length for which they are no beginning of a text, less one: found by halving. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** Whether a text may begin so; it may end in the middle of a character. */
function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
