/**
 * Words and numbers from the bytes of a text file, with the line and column of each. The text is
 * never turned into one big string; the cost is linear in the file's size.
 *
 * Lines end with LF, CR LF or CR. A word is a run of bytes without white space. Columns count
 * bytes. A UTF-8 byte order mark at the start is skipped.
 */
import { InputError, utf8OrBytes } from '../math/index.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const BACKSLASH = 92;

/** The exact powers of ten: 10^22 is the last one that a float64 holds without rounding. */
const POWERS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/** As long as a mantissa is below this, another digit keeps it below 2^53, hence exact. */
const MANTISSA_ROOM = 900719925474098;

export class Scanner {
  readonly bytes: Uint8Array;
  readonly format: string;
  readonly file: string | undefined;
  /** With `#` comments, and a backslash at a line's end that joins the next line to it. */
  private readonly objSyntax: boolean;
  /** The byte after the last word. */
  pos = 0;
  /** The line that `pos` is on, 1-based. */
  line = 1;
  private lineStart = 0;
  /** The last word is bytes start .. end - 1; none (start = end) if there was no more. */
  start = 0;
  end = 0;
  private wordLine = 1;
  private wordColumn = 1;

  constructor(bytes: Uint8Array, format: string, file?: string, objSyntax = false) {
    this.bytes = bytes;
    this.format = format;
    this.file = file;
    this.objSyntax = objSyntax;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.pos = 3;
  }

  /** Moves to the next word of this line; false at the line's end. */
  wordOnLine(): boolean {
    const { bytes } = this;
    for (;;) {
      while (isBlank(bytes[this.pos])) this.pos++;
      if (!this.objSyntax) break;
      if (bytes[this.pos] === HASH) {
        this.mark();
        this.skipToLineEnd();
        return false;
      }
      if (!this.atContinuation(this.pos)) break;
      this.pos++;
      this.nextLine();
    }
    this.mark();
    const length = bytes.length;
    let at = this.pos;
    while (at < length && !isSpace(bytes[at]) && !(this.objSyntax && this.atContinuation(at))) at++;
    this.pos = at;
    this.end = at;
    if (this.objSyntax && at > this.start && this.atContinuation(at)) this.refuseSplitWord(at + 1);
    return at > this.start;
  }

  /** Moves to the next word of this or a later line; false at the end of the file. */
  word(): boolean {
    while (!this.wordOnLine()) if (!this.nextLine()) return false;
    return true;
  }

  /** Moves behind the end of this line; false if it is the last one. */
  nextLine(): boolean {
    this.skipToLineEnd();
    if (this.pos >= this.bytes.length) return false;
    this.pos += this.bytes[this.pos] === CR && this.bytes[this.pos + 1] === LF ? 2 : 1;
    this.line++;
    this.lineStart = this.pos;
    return true;
  }

  /** What is left of this line, without the white space around it. */
  restOfLine(): string {
    const from = this.pos;
    this.skipToLineEnd();
    return decode(this.bytes.subarray(from, this.pos)).trim();
  }

  /** The last word. */
  text(): string {
    return decode(this.bytes.subarray(this.start, this.end));
  }

  /** Is the last word this keyword? */
  is(keyword: string): boolean {
    if (this.end - this.start !== keyword.length) return false;
    for (let i = 0; i < keyword.length; i++) {
      if (this.bytes[this.start + i] !== keyword.charCodeAt(i)) return false;
    }
    return true;
  }

  /** Is the last word this lower-case keyword, in any case? */
  isAnyCase(keyword: string): boolean {
    if (this.end - this.start !== keyword.length) return false;
    for (let i = 0; i < keyword.length; i++) {
      const byte = this.bytes[this.start + i];
      const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte;
      if (lower !== keyword.charCodeAt(i)) return false;
    }
    return true;
  }

  /**
   * The last word as a finite number, exactly as `Number` would round it. The grammar is decimal:
   * `1`, `+1`, `1.`, `.5`, `1e-5`; no hexadecimal, no `nan`, no `inf`, nothing behind it.
   */
  number(what: string): number {
    const { bytes, start, end } = this;
    let at = start;
    const negative = bytes[at] === 45;
    if (negative || bytes[at] === 43) at++;
    let mantissa = 0;
    let exact = true;
    let digits = 0;
    let scale = 0;
    let inFraction = false;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (isDigit(byte)) {
        digits++;
        if (mantissa < MANTISSA_ROOM) mantissa = mantissa * 10 + (byte - 48);
        else exact = false;
        if (inFraction) scale--;
      } else if (byte === 46 && !inFraction) {
        inFraction = true;
      } else break;
    }
    if (digits === 0) throw this.notANumber(what);
    if (at < end && (bytes[at] | 32) === 101) {
      at++;
      const minus = bytes[at] === 45;
      if (minus || bytes[at] === 43) at++;
      const firstDigit = at;
      let exponent = 0;
      for (; at < end && isDigit(bytes[at]); at++) {
        exponent = Math.min(exponent * 10 + (bytes[at] - 48), 100000);
      }
      if (at === firstDigit) throw this.notANumber(what);
      scale += minus ? -exponent : exponent;
    }
    if (at !== end) throw this.notANumber(what);
    // Mantissa and power of ten are both exact, so one rounding is left: the correct one.
    if (exact && scale >= -22 && scale <= 22) {
      const value = scale < 0 ? mantissa / POWERS[-scale] : mantissa * POWERS[scale];
      return negative ? -value : value;
    }
    const value = Number(this.text());
    if (!Number.isFinite(value)) {
      throw this.error('non-finite', `${what} ${this.quoted()} is too large for a 64-bit number`);
    }
    return value;
  }

  /** The last word in quotes, cut if it is long, for a message. */
  quoted(): string {
    const cut = this.end - this.start > 40;
    const shown = decode(this.bytes.subarray(this.start, cut ? this.start + 40 : this.end));
    return JSON.stringify(cut ? `${shown}...` : shown);
  }

  /** What was found instead of something else: the last word, or the end of the line or file. */
  found(): string {
    if (this.end > this.start) return this.quoted();
    return this.pos >= this.bytes.length ? 'the end of the file' : 'the end of the line';
  }

  /** An error at the last word. */
  error(code: string, message: string, hint?: string): InputError {
    return new InputError({
      code: `${this.format}/${code}`,
      message,
      file: this.file,
      line: this.wordLine,
      column: this.wordColumn,
      hint,
    });
  }

  private notANumber(what: string): InputError {
    if (this.end === this.start) {
      return this.error('missing-value', `expected ${what}, found ${this.found()}`);
    }
    if (/^[+-]?(nan|inf)/i.test(this.quoted().slice(1))) {
      return this.error('non-finite', `${what} must be a finite number, found ${this.quoted()}`);
    }
    return this.error('bad-number', `${what} must be a decimal number, found ${this.quoted()}`);
  }

  private mark(): void {
    this.start = this.pos;
    this.end = this.pos;
    this.wordLine = this.line;
    this.wordColumn = this.pos - this.lineStart + 1;
  }

  private skipToLineEnd(): void {
    const { bytes } = this;
    const length = bytes.length;
    let at = this.pos;
    while (at < length && bytes[at] !== LF && bytes[at] !== CR) at++;
    this.pos = at;
  }

  private atContinuation(at: number): boolean {
    if (this.bytes[at] !== BACKSLASH) return false;
    const next = this.bytes[at + 1];
    return next === LF || next === CR;
  }

  /** `12\` with `34` at the start of the next line: 1234, or 12 and 34? Readers differ. */
  private refuseSplitWord(lineEnd: number): void {
    const { bytes } = this;
    const next = lineEnd + (bytes[lineEnd] === CR && bytes[lineEnd + 1] === LF ? 2 : 1);
    if (next < bytes.length && !isSpace(bytes[next])) {
      throw this.error(
        'split-word',
        'a backslash at the end of the line leaves open whether the word ends there',
        'put a space before the backslash',
      );
    }
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === 11 || byte === 12;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= CR);
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** Words of exporters that do not write UTF-8 are read byte by byte: such words name materials and columns, no bodies. */
function decode(bytes: Uint8Array): string {
  if (bytes.length > 32) return utf8OrBytes(bytes);
  // Short words are the rule, and for them a decoder call costs more than this loop.
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] > 127) return utf8OrBytes(bytes);
    text += String.fromCharCode(bytes[i]);
  }
  return text;
}
