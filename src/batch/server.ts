/**
 * A server by its URL: redis:// (rediss:// with TLS) or postgres:// (postgresql://). The packages that talk to one are
 * not installed with surepath, and loaded when they are used. Passwords in URLs are never shown. A server that goes away
 * in the midst is waited for: all that is asked of it may be asked twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '../math/index.ts';

/** Which server, and how to reach it. */
export interface ServerUrl {
  readonly kind: 'redis' | 'postgres';
  /** With its password: for the driver, and for nobody else. */
  readonly url: string;
  /** For people. */
  readonly shown: string;
}

const KINDS: Readonly<Record<string, ServerUrl['kind']>> = {
  'redis:': 'redis',
  'rediss:': 'redis',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
};

/** Throws an InputError for what is no such URL, without repeating what may hold a password. */
export function parseServer(text: string): ServerUrl {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  const kind = parsed && KINDS[parsed.protocol];
  if (!parsed || !kind || (parsed.hostname === '' && kind === 'redis')) {
    throw new InputError({
      code: 'batch/url',
      message:
        'the URL of a queue begins with redis://, rediss://, postgres:// or postgresql:// and names a host',
      hint: 'such as redis://127.0.0.1:6379 or postgres://user@host/database; without one the batch runs on this machine',
    });
  }
  if (kind === 'redis' && !/^\/?\d{0,9}$/.test(parsed.pathname)) {
    throw new InputError({
      code: 'batch/url',
      message: `${shownUrl(parsed)}: what follows the host is the number of a database of Redis, such as /0`,
      hint: 'leave it out for the first one',
    });
  }
  if (!isDecodable(parsed)) {
    throw new InputError({
      code: 'batch/url',
      message: `${shownUrl(parsed)}: user or password has a % that is not followed by two hexadecimal digits`,
      hint: 'a % in a password is written %25 in a URL',
    });
  }
  return { kind, url: text, shown: shownUrl(parsed) };
}

/** Drivers decode what stands in a URL, and throw where that cannot be done. */
function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

/** Scheme, host, port and path: users, passwords and options are left out. */
function shownUrl({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** What a text says once everything that looks like a URL's user and password is out of it. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b([a-z]+:\/\/)[^\s/@]*@/gi, '$1***@')
    .replace(/\b(password|passwd|pwd)=[^\s&;]*/gi, '$1=***');
}

/** What a package exports. Throws an InputError that says how to install it. */
export async function needed<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    if (!isMissing || !message.includes(name)) throw error;
    throw new InputError({
      code: 'batch/missing-package',
      message: `the package ${name} is needed for a batch on a server, and is not installed`,
      hint: 'npm install bullmq, with ioredis for Redis or pg for PostgreSQL; without --url none of them is needed',
    });
  }
}

/** Milliseconds that a server may be away. */
export const PATIENCE_MS = 60_000;

/** What failed because there is no connection, or not yet again. */
export function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return (
    /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0|08|53300)/.test(
      code,
    ) ||
    /^(Connection (terminated|is closed|ended)|Client has encountered|timeout exceeded when trying to connect|(LOADING|BUSY|TRYAGAIN|CLUSTERDOWN|MASTERDOWN) |Stream isn't writeable|the database system is)/i.test(
      message,
    ) ||
    (error instanceof AggregateError && error.errors.some(isAway))
  );
}

/**
 * What a server answers because of how it is or who asks, and not because of what is asked: it is full, may only be read, wants
 * another password. Every error of Redis is one; of PostgreSQL's those about rights, room, disks and a server that may only be read.
 */
export function isRefusal(error: unknown): boolean {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  return name === 'ReplyError' || /^(25006|28|3D|42501|53|58|XX001)/.test(`${code}`);
}

/** Milliseconds in which whatever is asked of a server is answered. A driver that lost its connection may wait for ever. */
export const ANSWER_MS = 180_000;

/** What is waited for. */
export interface Patience {
  /** Milliseconds that the server may be away. */
  readonly away_ms?: number | undefined;
  /** Milliseconds for one answer; Infinity for what takes as long as there is much of it. */
  readonly answer_ms?: number | undefined;
}

/** Does something that may be done twice, again and again while the server is away. Never waits for ever. */
export async function patiently<T>(
  server: Pick<ServerUrl, 'shown'>,
  ask: () => Promise<T>,
  { away_ms = PATIENCE_MS, answer_ms = ANSWER_MS }: Patience = {},
): Promise<T> {
  const end = performance.now() + away_ms;
  for (let wait = 50; ; wait = Math.min(2 * wait, 1000)) {
    try {
      return await answered(server, ask(), answer_ms);
    } catch (error) {
      if (!isAway(error)) throw isRefusal(error) ? refusedBy(server, error) : error;
      if (performance.now() + wait > end) throw noServer(server, error);
    }
    await sleep(wait);
  }
}

/** The answer, or an InputError where none comes. */
async function answered<T>(
  server: Pick<ServerUrl, 'shown'>,
  answer: Promise<T>,
  most_ms: number,
): Promise<T> {
  const found = await inTime(
    answer.then((value) => ({ value })),
    most_ms,
  );
  if (found) return found.value;
  throw noServer(server, new Error(`no answer within ${most_ms / 1000} s`));
}

/** What something comes to, or null where that takes longer than so many milliseconds; Infinity waits. */
export async function inTime<T>(promise: Promise<T>, most_ms: number): Promise<T | null> {
  if (most_ms === Infinity) return promise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), most_ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a server says that it will answer soon: it starts, or reads what it had. */
export function isStarting(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return code === '57P03' || /^LOADING /.test(message);
}

/** Opens something on a server; while that is starting it is asked again, as long as it may be away. */
export async function whenStarted<T>(
  server: Pick<ServerUrl, 'shown'>,
  open: () => Promise<T>,
  {
    onStarting,
    away_ms = PATIENCE_MS,
  }: {
    readonly onStarting?: ((message: string) => void) | undefined;
    readonly away_ms?: number | undefined;
  } = {},
): Promise<T> {
  const end = performance.now() + away_ms;
  for (let tries = 0, wait = 100; ; tries++, wait = Math.min(2 * wait, 1000)) {
    try {
      return await open();
    } catch (error) {
      if (!isStarting(error)) throw notOpened(server, error);
      if (performance.now() + wait > end) throw noServer(server, error);
      if (tries === 0) {
        const reason = withoutSecrets((error as Error).message);
        onStarting?.(
          `${server.shown} is starting: it is asked again for ${away_ms / 1000} s (${reason})`,
        );
      }
    }
    await sleep(wait);
  }
}

export function noServer({ shown }: Pick<ServerUrl, 'shown'>, error: unknown): InputError {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = inner as NodeJS.ErrnoException;
  return new InputError({
    code: 'batch/no-server',
    message: `${shown} does not answer: ${withoutSecrets(message || `${code}`)}`,
    hint: 'is the server running, and are host, port, user and password right?',
  });
}

/** Nothing is lost by it: what is done is stored, and all else is asked again by whoever comes next. */
export function refusedBy({ shown }: Pick<ServerUrl, 'shown'>, error: unknown): InputError {
  const { message } = error as Error;
  const isFull = /^OOM |^MISCONF |no space|disk full|out of memory/i.test(message);
  return new InputError({
    code: 'batch/refused',
    message: `${shown} refuses what is asked of it: ${withoutSecrets(message).slice(0, 500)}`,
    hint: isFull
      ? 'give it room, then say the same again: what is done is kept'
      : 'are the database, the user, the password and the rights of the user right?',
  });
}

/** What became of a first look at a server, as a fault. */
export function notOpened(server: Pick<ServerUrl, 'shown'>, error: unknown): InputError {
  if (error instanceof InputError) return error;
  return isRefusal(error) ? refusedBy(server, error) : noServer(server, error);
}
