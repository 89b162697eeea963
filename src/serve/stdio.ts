/**
 * The gate over standard input and output: one JSON-RPC message a line, answers in the order they are ready. Nothing else is
 * written to the output.
 */
import type { Readable, Writable } from 'node:stream';
import { errorObjectOf } from '../gate/index.ts';
import { bodyTooLarge, textOf } from './body.ts';
import { Caller, type Front } from './front.ts';
import type { GateLimits } from './options.ts';

const NEWLINE = 10;

/** Resolves when the input has ended and everything is answered. */
export function attendStream(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  front: Front,
  limits: GateLimits,
): Promise<void> {
  const say = (text: string): void => {
    output.write(`${text}\n`);
  };
  const caller = new Caller(
    (id, progress) =>
      say(
        `{"jsonrpc":"2.0","method":"progress","params":{"id":${JSON.stringify(id)},${progress.slice(1)}}`,
      ),
    say,
  );
  const refuse = (error: unknown): void =>
    say(JSON.stringify({ jsonrpc: '2.0', error: errorObjectOf(error), id: null }));
  let waiting = 0;
  let isOver = false;
  return new Promise((done) => {
    const settle = (): void => {
      if (isOver && waiting === 0) done();
    };
    const line = (bytes: Buffer): void => {
      try {
        const text = textOf(bytes);
        if (text.trim() === '') return;
        waiting++;
        void front.message(text, caller).then((answer) => {
          if (answer !== null) say(answer);
          waiting--;
          settle();
        });
      } catch (error) {
        refuse(error);
      }
    };
    const lines = new Lines(limits.body, line, () => refuse(bodyTooLarge(limits.body)));
    input.on('data', (chunk: Buffer) => lines.take(chunk));
    const end = (): void => {
      if (isOver) return;
      lines.end();
      isOver = true;
      settle();
    };
    input.once('end', end);
    input.once('close', end);
    input.once('error', end);
    // Nobody reads what is answered: there is nothing left to do.
    output.once('error', () => {
      caller.leave();
      end();
    });
  });
}

/** Cuts bytes into lines; of one that is too long nothing is kept. */
class Lines {
  private readonly most: number;
  private readonly onLine: (line: Buffer) => void;
  private readonly onTooLong: () => void;
  private parts: Buffer[] = [];
  private length = 0;

  constructor(most: number, onLine: (line: Buffer) => void, onTooLong: () => void) {
    this.most = most;
    this.onLine = onLine;
    this.onTooLong = onTooLong;
  }

  take(chunk: Buffer): void {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(NEWLINE, from);
      this.keep(chunk.subarray(from, at < 0 ? chunk.length : at));
      if (at < 0) return;
      this.end();
      from = at + 1;
    }
  }

  end(): void {
    const { parts, length } = this;
    this.parts = [];
    this.length = 0;
    if (length > this.most) this.onTooLong();
    else if (length > 0) this.onLine(Buffer.concat(parts));
  }

  private keep(part: Buffer): void {
    this.length += part.length;
    if (this.length <= this.most) this.parts.push(part);
    else this.parts = [];
  }
}
