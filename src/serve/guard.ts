/**
 * Who may come in. A page from elsewhere must not reach a server of this machine: neither through a name of its own that
 * it points here (DNS rebinding: the Host header gives it away), nor from its own origin (browsers say which). Beyond
 * loopback everybody must know a token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { encodeUtf8, InputError } from '../math/index.ts';
import type { DoorOptions } from './options.ts';

/** Why somebody does not come in. */
export interface Denial {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Whether a host is this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** The names that a server may be called by: loopback's always, and beyond it those of the machine and what it was told. */
export class OwnNames {
  private readonly names: ReadonlySet<string>;

  constructor(host: string, others: readonly string[] = []) {
    const own = isLoopback(host) ? [] : [host.toLowerCase(), ...namesOfMachine()];
    this.names = new Set([...own, ...others.map((name) => name.toLowerCase())]);
  }

  /** Whether a Host header is one of them, with any port. */
  include(header: string | undefined): boolean {
    const found = /^(?:\[([0-9a-f:]+)\]|([^:[\]/@\s]+))(?::\d{1,5})?$/i.exec(header ?? '');
    if (!found) return false;
    const name = (found[1] ?? found[2]).toLowerCase();
    return isLoopback(name) || this.names.has(name);
  }
}

/** Begins the WebSocket subprotocol that carries a token, for pages, which cannot set headers. */
const TOKEN_PROTOCOL = 'bearer.';

/** Judges requests by their heads. */
export class Guard {
  private readonly names: OwnNames;
  private readonly origins: ReadonlySet<string>;
  private readonly token: Buffer | null;

  constructor({ host = '127.0.0.1', allowHosts = [], allowOrigins = [], token }: DoorOptions) {
    if (!isLoopback(host) && token === undefined) {
      throw new InputError({
        code: 'serve/token',
        message: `listening on ${host} lets in whoever can reach it: there must be a token`,
        hint: '--token TOKEN',
      });
    }
    this.names = new OwnNames(host, allowHosts);
    this.origins = new Set(allowOrigins.map(originOf));
    this.token = token === undefined ? null : digest(token);
  }

  /** Whether the request calls this machine by one of its names, from a page that may. */
  refuses(headers: IncomingHttpHeaders): Denial | null {
    if (!this.names.include(headers.host)) {
      return { status: 403, message: 'this gate only answers to the names of its machine' };
    }
    const { origin } = headers;
    if (origin !== undefined && !this.allows(origin)) {
      return { status: 403, message: 'pages from this origin may not ask (--allow-origin)' };
    }
    return null;
  }

  /** Whether the token is missing or wrong. */
  lacksToken(headers: IncomingHttpHeaders): Denial | null {
    if (this.token === null) return null;
    const given = tokenOf(headers);
    if (given !== null && timingSafeEqual(digest(given), this.token)) return null;
    return { status: 401, message: 'a token is needed: Authorization: Bearer TOKEN' };
  }

  /** Whether pages of an origin may ask. */
  allows(origin: string): boolean {
    return this.origins.has(origin) || isLoopbackOrigin(origin);
  }
}

/** Of the subprotocols that a WebSocket offers, the one it is answered with: not the token if there is another. */
export function chosenProtocol(offered: Iterable<string>): string | false {
  const all = [...offered];
  return all.find((name) => !name.startsWith(TOKEN_PROTOCOL)) ?? all[0] ?? false;
}

function tokenOf(headers: IncomingHttpHeaders): string | null {
  const bearer = /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '');
  if (bearer) return bearer[1];
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const found = offered.find((name) => name.startsWith(TOKEN_PROTOCOL));
  return found === undefined ? null : found.slice(TOKEN_PROTOCOL.length);
}

/** All of the same length, so that comparing takes the same time. */
function digest(token: string): Buffer {
  return createHash('sha256').update(encodeUtf8(token)).digest();
}

function isLoopbackOrigin(origin: string): boolean {
  const found = /^https?:\/\/(?:\[([0-9a-f:]+)\]|([^:[\]/@\s]+))(?::\d{1,5})?$/i.exec(origin);
  return found !== null && isLoopback((found[1] ?? found[2]).toLowerCase());
}

/** As browsers write it. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) {
    return url.origin;
  }
  throw new InputError({
    code: 'usage/arguments',
    message: `"${text}" is not an origin`,
    hint: 'such as https://robots.example or http://192.168.0.7:5173',
  });
}

/** What others on the network call this machine. */
function namesOfMachine(): string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .map(({ address }) => address.toLowerCase().replace(/%.*$/, ''))
    .filter((address) => isIPv4(address) || isIPv6(address));
  return [hostname().toLowerCase(), ...addresses];
}
