/**
 * Follows the frames of a WebSocket beside the package that reads them, which keeps a message until it is whole and does not
 * say how much it keeps: this counts the bytes of each frame in the budget when its head has come, before the frame itself.
 */
import type { Share } from './budget.ts';

/** What keeping a frame costs beside its bytes: objects of the package. */
const FRAME_BYTES = 256;

const CONTINUATION = 0;
const FIRST_CONTROL = 8;

export class FrameWatch {
  /** When the message that is not whole yet began; null between messages. */
  begunAt: number | null = null;
  private readonly open: () => Share;
  private readonly most: number;
  /** Of messages that have begun and are not given to the gate, oldest first. */
  private readonly shares: Share[] = [];
  /** Of the message whose last frame has not come. */
  private current: Share | null = null;
  private size = 0;
  private head: number[] = [];
  /** Bytes of the frame that have not come. */
  private left = 0;

  /** `open` makes the share of a message that begins. The package refuses a message of more than `most` bytes. */
  constructor(open: () => Share, most: number) {
    this.open = open;
    this.most = most;
  }

  /** Bytes have come. Throws a GateError where a frame finds no room. */
  take(chunk: Uint8Array, now: number): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.left > 0) {
        const taken = Math.min(this.left, chunk.length - at);
        this.left -= taken;
        at += taken;
      } else {
        this.begunAt ??= now;
        this.head.push(chunk[at++]);
        const length = payloadOf(this.head);
        if (length !== null) this.begin(length);
      }
      if (this.left === 0 && this.head.length === 0 && !this.current) this.begunAt = null;
    }
  }

  /** A message is whole: its share, to be ended when it is answered. */
  next(): Share | undefined {
    return this.shares.shift();
  }

  /** The connection is gone: what has begun never becomes whole. */
  end(): void {
    for (const share of this.shares.splice(0)) share.end();
  }

  private begin(length: number): void {
    const [first] = this.head;
    const [isLast, opcode] = [(first & 0x80) !== 0, first & 0x0f];
    this.head = [];
    this.left = length;
    if (opcode >= FIRST_CONTROL) return;
    if (!this.current || opcode !== CONTINUATION) {
      this.current = this.open();
      this.shares.push(this.current);
      this.size = 0;
    }
    this.size += length;
    if (this.size <= this.most) this.current.add(length + FRAME_BYTES);
    if (isLast) this.current = null;
  }
}

/** The payload's length where the head of a frame of a client (with its mask) is whole, else null. */
function payloadOf(head: readonly number[]): number | null {
  if (head.length < 2) return null;
  const short = head[1] & 0x7f;
  const more = short === 127 ? 8 : short === 126 ? 2 : 0;
  const mask = (head[1] & 0x80) === 0 ? 0 : 4;
  if (head.length < 2 + more + mask) return null;
  if (more === 0) return short;
  return head.slice(2, 2 + more).reduce((length, byte) => 256 * length + byte, 0);
}
