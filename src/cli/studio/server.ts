/**
 * The studio's web server. It answers GET and HEAD for what is in its table and nothing else, and only those who call it
 * by a name of its machine, so that a page from elsewhere cannot reach it through a name of its own (DNS rebinding): the
 * gate's judge, wherever it listens. No body is read.
 */
import { readFile, realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeUtf8, InputError } from '../../math/index.ts';
import { OwnNames } from '../../serve/index.ts';
import { HEADER_POLICY } from './policy.ts';
import type { Entry, Site } from './site.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Other names that requests may call it by. */
  readonly allowHosts?: readonly string[];
}

export interface RunningServer {
  /** To be opened in a browser on this machine. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': HEADER_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

/** Resolves when it listens. Rejects with an InputError where it cannot. */
export function startServer(site: Site, options: ServerOptions): Promise<RunningServer> {
  const { host, port, allowHosts = [] } = options;
  const names = new OwnNames(host, allowHosts);
  const server = createServer((request, response) => {
    answer(site, names, request, response).catch(() => response.destroy());
  });
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(listenFault(error, host, port)));
    server.listen({ host, port }, () => {
      const taken = (server.address() as AddressInfo).port;
      done({ url: urlOf(host, taken), port: taken, close: () => close(server) });
    });
  });
}

/** The site below an address such as `/studio/`, for a server that has judged already who asks. */
export function pagesBelow(site: Site, prefix: string) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? '';
    if (url === prefix.slice(0, -1)) {
      response.writeHead(308, { ...HEADERS, Location: prefix }).end();
      return true;
    }
    if (!url.startsWith(prefix)) return false;
    request.url = url.slice(prefix.length - 1);
    answer(site, null, request, response).catch(() => response.destroy());
    return true;
  };
}

/** `names`: null where somebody else has judged who asks. */
async function answer(
  site: Site,
  names: OwnNames | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Whoever sends more than a head is not listened to: the connection ends with the answer.
  if (hasBody(request)) response.setHeader('Connection', 'close');
  if (names && !names.include(request.headers.host)) {
    response.setHeader('Connection', 'close');
    return say(response, 403, 'this server only answers to the names of this machine');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return say(response, 405, 'only GET and HEAD are answered');
  }
  const entry = find(site, request.url ?? '');
  const body = entry && (await contents(entry));
  if (!body) return say(response, 404, 'there is nothing here');
  response.writeHead(200, {
    ...HEADERS,
    ...(entry.policy ? { 'Content-Security-Policy': entry.policy } : {}),
    'Content-Type': entry.type,
    'Content-Length': body.byteLength,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function find(site: Site, url: string): Entry | undefined {
  try {
    return site.get(decodeURIComponent(url.replace(/[?#].*$/s, '')));
  } catch {
    return undefined;
  }
}

/** What the file holds now; nothing if it has become a link to somewhere else. */
async function contents(entry: Entry): Promise<Uint8Array | undefined> {
  if ('text' in entry) return encodeUtf8(entry.text);
  try {
    if ((await realpath(entry.real)) !== entry.real) return undefined;
    return await readFile(entry.real);
  } catch {
    return undefined;
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function urlOf(host: string, port: number): string {
  const any = host === '0.0.0.0' || host === '::';
  const name = any ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}/`;
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const hint = 'leave --port out to take a free one';
  const faults: Record<string, { message: string; hint?: string }> = {
    EADDRINUSE: { message: `port ${port} of ${host} is in use`, hint },
    EACCES: { message: `port ${port} is not for everybody`, hint },
    EADDRNOTAVAIL: { message: `${host} is not an address of this machine` },
    ENOTFOUND: { message: `there is no host named ${host}` },
  };
  const fault = faults[error.code ?? ''];
  return fault ? new InputError({ code: 'studio/listen', ...fault }) : error;
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
