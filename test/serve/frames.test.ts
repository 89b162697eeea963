/** Frames of WebSockets are counted before they are kept, however their bytes are cut. */
import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../../src/serve/budget.ts';
import { FrameWatch } from '../../src/serve/frames.ts';

const MB = 1 << 20;
const FRAME = 256;

/** A frame of a client, with its mask. */
function frame(opcode: number, length: number, isLast = true): Buffer {
  const head = [(isLast ? 0x80 : 0) | opcode];
  if (length < 126) head.push(0x80 | length);
  else if (length < 65_536) head.push(0x80 | 126, length >> 8, length & 255);
  else
    head.push(
      0x80 | 127,
      0,
      0,
      0,
      0,
      length >> 24,
      (length >> 16) & 255,
      (length >> 8) & 255,
      length & 255,
    );
  return Buffer.concat([Buffer.from([...head, 1, 2, 3, 4]), Buffer.alloc(length, 0xff)]);
}

function watch(total = 64 * MB, most = 16 * MB) {
  const budget = new BodyBudget(total, false);
  return { budget, frames: new FrameWatch(() => budget.open('a'), most) };
}

describe('frames', () => {
  it.each([1, 2, 7, 1000, 1 << 20])('in pieces of %i bytes are the same messages', (size) => {
    const { budget, frames } = watch();
    const bytes = Buffer.concat([
      ...[frame(1, 0), frame(9, 5), frame(1, 125), frame(1, 126), frame(1, 70_000)],
      ...[frame(1, 10, false), frame(10, 3), frame(0, 300, false), frame(0, 0)],
      frame(1, 50, false),
    ]);
    for (let at = 0; at < bytes.length; at += size) {
      frames.take(bytes.subarray(at, at + size), at);
    }
    const held = () => budget.facts.bodyBytes;
    for (const expected of [FRAME, 125 + FRAME, 126 + FRAME, 70_000 + FRAME, 310 + 3 * FRAME]) {
      const before = held();
      frames.next()!.end();
      expect(before - held()).toBe(expected);
    }
    expect(held()).toBe(50 + FRAME);
    expect(frames.begunAt).not.toBeNull();
    frames.end();
    expect(held()).toBe(0);
  });

  it('are counted when their head has come', () => {
    const { budget, frames } = watch();
    frames.take(frame(1, 5 * MB).subarray(0, 14), 0);
    expect(budget.facts.bodyBytes).toBe(5 * MB + FRAME);
  });

  it('find no room: tiny ones count what keeps them, and one that is too large for any is not counted', () => {
    const { budget, frames } = watch(MB);
    const tiny = frame(0, 1, false);
    frames.take(frame(1, 1, false), 0);
    let count = 1;
    expect(() => {
      for (; count < 10_000; count++) frames.take(tiny, 0);
    }).toThrow(/no room/);
    // All but a sixteenth.
    expect(count).toBe(Math.floor((MB * 15) / 16 / (FRAME + 1)));
    const large = watch(64 * MB, 1000);
    large.frames.take(frame(1, 2000), 0);
    expect(large.budget.facts.mostBodyBytes).toBe(0);
    expect(budget.facts.refusedBodies).toBe(1);
  });

  it('say since when a message is not whole', () => {
    const { frames } = watch();
    const bytes = frame(1, 10);
    frames.take(bytes.subarray(0, 1), 5);
    frames.take(bytes.subarray(1, 9), 6);
    expect(frames.begunAt).toBe(5);
    frames.take(bytes.subarray(9), 7);
    expect(frames.begunAt).toBeNull();
    frames.take(Buffer.concat([bytes, frame(1, 3, false), frame(9, 2)]), 8);
    frames.take(frame(9, 2), 9);
    expect(frames.begunAt).toBe(8);
    frames.take(frame(0, 1), 10);
    expect(frames.begunAt).toBeNull();
  });
});
