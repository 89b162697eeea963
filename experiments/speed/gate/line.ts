/**
 * Connections that cost as little as they can, so that what is measured is the gate: HTTP/1.1 with keep-alive and
 * WebSocket, on a plain socket, one request at a time.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** One connection: a request, then its answer. */
export interface Line {
  /** What to send for a body; made before the time is taken. */
  encode(body: string): Buffer;
  ask(bytes: Buffer): Promise<string>;
  end(): void;
}

/** POSTs to one path. */
export async function httpLine(port: number, path: string): Promise<Line> {
  const socket = await open(port);
  let heard = '';
  let done: ((text: string) => void) | null = null;
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
    const head = heard.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(heard)?.[1] ?? Number.NaN);
    if (heard.length < head + 4 + length) return;
    const text = heard.slice(head + 4);
    heard = '';
    done?.(text);
  });
  return {
    encode: (body) =>
      Buffer.from(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    ask: (bytes) =>
      new Promise((resolve) => {
        done = resolve;
        socket.write(bytes);
      }),
    end: () => socket.end(),
  };
}

/** JSON-RPC of one method over a WebSocket. */
export async function webSocketLine(port: number, method: string): Promise<Line> {
  const socket = await open(port);
  const key = randomBytes(16).toString('base64');
  let heard: Buffer = Buffer.alloc(0);
  let done: ((text: string) => void) | null = null;
  let isUp = false;
  const up = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk]);
      if (!isUp) {
        const end = heard.indexOf('\r\n\r\n');
        if (end < 0) return;
        heard = heard.subarray(end + 4);
        isUp = true;
        resolve();
      }
      for (let frame = frameOf(heard); frame; frame = frameOf(heard)) {
        heard = heard.subarray(frame.end);
        // How far a request is, where it takes long.
        if (frame.isText && !frame.text.includes('"method":"progress"')) done?.(frame.text);
      }
    });
  });
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await up;
  return {
    encode: (body) => masked(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${body}}`),
    ask: (bytes) =>
      new Promise((resolve) => {
        done = resolve;
        socket.write(bytes);
      }),
    end: () => socket.end(),
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => done(socket));
    socket.once('error', fail);
  });
}

/** A frame as clients send it (RFC 6455), with a mask of zeros. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, (length >> 8) & 255, length & 255];
  if (length > 65_535) throw new Error('too long for this client');
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), payload]);
}

/** The first frame that has come as a whole. */
function frameOf(bytes: Buffer): { text: string; end: number; isText: boolean } | null {
  if (bytes.length < 2) return null;
  const small = bytes[1] & 127;
  const start = small < 126 ? 2 : small === 126 ? 4 : 10;
  if (bytes.length < start) return null;
  const length =
    small < 126 ? small : small === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + length;
  if (bytes.length < end) return null;
  return { text: bytes.toString('utf8', start, end), end, isText: (bytes[0] & 15) === 1 };
}
