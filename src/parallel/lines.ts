/**
 * Lines of JSON as bytes in the making. Text is encoded a few thousand characters at a time: neither the objects nor the text
 * of a whole chunk is held, which the garbage collector would copy from place to place.
 */
import { visibleJson } from '../words/index.ts';

/** Characters of text that are held. */
const HELD = 2 ** 13;
/** Bytes of UTF-8 that a UTF-16 unit takes at most. */
const MOST_BYTES = 3;

/** Writes lines. */
export class LineWriter {
  private readonly encoder = new TextEncoder();
  private room = new Uint8Array(2 ** 16);
  private length = 0;
  private text = '';

  /** A line with this value. */
  add(value: unknown): void {
    this.text += visibleJson(JSON.stringify(value));
    this.text += '\n';
    if (this.text.length >= HELD) this.flush();
  }

  /** All lines: of their own, so that they can be handed over. */
  bytes(): Uint8Array<ArrayBuffer> {
    this.flush();
    return this.room.slice(0, this.length);
  }

  private flush(): void {
    const most = this.length + MOST_BYTES * this.text.length;
    if (most > this.room.length) {
      const wider = new Uint8Array(Math.max(most, 2 * this.room.length));
      wider.set(this.room.subarray(0, this.length));
      this.room = wider;
    }
    this.length += this.encoder.encodeInto(this.text, this.room.subarray(this.length)).written;
    this.text = '';
  }
}
