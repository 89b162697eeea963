/** `surepath serve`: the gate, which answers programs before their robots move. */
import { randomBytes } from 'node:crypto';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Params } from '../../gate/index.ts';
import { packagesBelow } from '../../node/index.ts';
import {
  DEFAULT_LIMITS,
  type GateLimits,
  type GateOptions,
  isLoopback,
  type RunningGate,
  startGate,
} from '../../serve/index.ts';
import { type Command, numberIn, parse, program, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  type CellArguments,
  cacheOf,
  jointValues,
  packageArguments,
  pairChoice,
  printNotes,
  xacroArguments,
} from '../loadCell.ts';
import { pagesBelow } from '../studio/server.ts';
import { sessionCell } from '../studio/session.ts';
import { buildSite, packageFolders } from '../studio/site.ts';

const SECONDS = 1000;
const MEGABYTE = 1 << 20;

export const serveCommand: Command = {
  help: `usage: surepath serve [CELL] [options]

Opens a gate: programs ask it over HTTP, WebSocket, or standard input and output (JSON-RPC 2.0), and get
the answers that the other commands give. With CELL, that cell is open from the beginning and meant where a
request names none. Ctrl-C ends it, when everything accepted is answered.

  POST /v1/METHOD       params as body, the result as answer; with Accept: text/event-stream progress as
                        events, then the result
  POST /rpc             JSON-RPC 2.0, batches too
  /ws                   WebSocket: JSON-RPC, progress notifications, cancel
  GET /openapi.json     what every method takes and gives
  GET /healthz          whether it is there

Methods: open, edit, close, cells, info, state, vector, motion, plan, certificate, verify, cancel; live and
follow, for states as they come, told to all who follow. Any request may carry budget_ms, counted from when
it was accepted: what is not decided by then is undecided, never free; and supersede, a word: an unanswered earlier request of the same WebSocket (or of standard
input) with the same word is dropped with the error -32004, for live states of which the newest matters.

${CELL_HELP}${ADJUST_HELP}
  --folder DIR          files in it may be opened by who asks (default: the folder of CELL; without CELL
                        none: who asks brings the files). Nothing outside is read, but the folders of
                        --packages, --robot and --srdf; links are followed before that is judged
  --port N              port to listen on (default: any that is free; it is printed)
  --host HOST           address to listen on (default 127.0.0.1). Beyond this machine a token is needed
  --token TOKEN         who asks must send it: Authorization: Bearer TOKEN, or the WebSocket subprotocol
                        bearer.TOKEN. Default: the variable SUREPATH_TOKEN, or beyond this machine one
                        that is made and printed
  --allow-origin URL    pages from there may ask too (default: pages of this machine); may be repeated
  --allow-host NAME     another name of this machine that requests may use; may be repeated
  --studio              the studio's page at /studio/, on CELL and attached to this gate: it shows the
                        states that somebody gives with the method live. Not with a token
  --stdio               no HTTP: one JSON-RPC message a line on standard input, answers on standard
                        output, in the order they are ready

  --workers N           threads (default: cores less one, at least 2). With two or more, one does nothing
                        that takes long
  --max-time S          seconds that a request may take, waiting included (${DEFAULT_LIMITS.time_ms / SECONDS})
  --max-body MB         of a request (${DEFAULT_LIMITS.body / MEGABYTE})
  --max-body-total MB   of all requests that are being read, wait or run (${DEFAULT_LIMITS.bodyTotal / MEGABYTE}), twice --max-body at least;
                        one peer has at most half. More get 503 with Retry-After, or close code 1013
  --max-queue N         requests that wait (${DEFAULT_LIMITS.queue}); more get 503 with Retry-After, or the error -32003
  --max-batch N         requests in one batch (${DEFAULT_LIMITS.batch})
  --max-cells N         cells that are open (${DEFAULT_LIMITS.cells})
  --max-connections N   connections that have shown that they may ask (${DEFAULT_LIMITS.connections}); more get 503
  --max-per-peer N      of these from one address, or one IPv6 network of 64 bits (${DEFAULT_LIMITS.perPeer}); more get 503.
                        0: no limit for each peer; give it behind a proxy, whose address all clients share
  --max-strangers N     connections whose first request has not come, or that send no token (${DEFAULT_LIMITS.strangers}); for
                        one more, the oldest is closed
  --socket-idle S       seconds after which a WebSocket without messages is closed (${DEFAULT_LIMITS.socketIdle_ms / SECONDS})
  --max-memory MB       of each worker (${DEFAULT_LIMITS.memory_MB})
`,
  run(args) {
    const { values, positionals } = parse('serve', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      folder: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      token: { type: 'string' },
      'allow-origin': { type: 'string', multiple: true },
      'allow-host': { type: 'string', multiple: true },
      stdio: { type: 'boolean' },
      studio: { type: 'boolean' },
      ...LIMIT_OPTIONS,
    });
    const [file, ...others] = positionals;
    if (others.length > 0) throw usageFault('serve', `one CELL at most; found "${others[0]}" too`);
    if (file === undefined) {
      for (const option of [...Object.keys(CELL_OPTIONS), ...Object.keys(ADJUST_OPTIONS)]) {
        if (option === 'no-cache') continue;
        if ((values as Record<string, unknown>)[option] !== undefined) {
          throw usageFault('serve', `--${option} needs a CELL`);
        }
      }
    }
    const { host = '127.0.0.1', stdio = false } = values;
    if (stdio) {
      for (const option of DOOR_OPTIONS) {
        if (values[option] !== undefined) {
          throw usageFault('serve', `--${option} makes no sense beside --stdio`);
        }
      }
    }
    if (host === '') throw usageFault('serve', '--host takes an address or a name');
    const token = tokenFor(host, values.token);
    if (values.studio && token) throw usageFault('serve', '--studio is for a gate without a token');
    const options: GateOptions = {
      ...placesOf(file, values.folder, values),
      ...{ host, port: whole('port', values.port, 0, 65_535) ?? 0, token: token?.value },
      ...{ allowHosts: values['allow-host'], allowOrigins: values['allow-origin'] },
      ...{ workers: whole('workers', values.workers, 1, 256), limits: limitsOf(values) },
      program: program(),
      compiled: cacheOf(values),
      ...(values.studio ? { page: studioPages(file, values) } : {}),
      ...(stdio ? { stdio: { input: process.stdin, output: process.stdout } } : {}),
    };
    return startGate(options).then((gate) => {
      announce(gate, token?.isMade ? token.value : null, values.studio === true);
      return 0;
    });
  },
};

const DOOR_OPTIONS = ['port', 'host', 'token', 'allow-origin', 'allow-host', 'studio'] as const;
const STUDIO = '/studio/';

/** The studio's page, which finds its gate one folder up. */
function studioPages(file: string | undefined, args: CellArguments): GateOptions['page'] {
  const cell = file === undefined ? null : sessionCell(file, args, []);
  return pagesBelow(buildSite(packageFolders(), cell, '../ws'), STUDIO);
}

const LIMIT_OPTIONS = {
  workers: { type: 'string' },
  'max-time': { type: 'string' },
  'max-body': { type: 'string' },
  'max-body-total': { type: 'string' },
  'max-queue': { type: 'string' },
  'max-batch': { type: 'string' },
  'max-cells': { type: 'string' },
  'max-connections': { type: 'string' },
  'max-per-peer': { type: 'string' },
  'max-strangers': { type: 'string' },
  'socket-idle': { type: 'string' },
  'max-memory': { type: 'string' },
} as const;

type LimitValues = { readonly [K in keyof typeof LIMIT_OPTIONS]?: string | undefined };

function limitsOf(values: LimitValues): Partial<GateLimits> {
  const seconds = (option: 'max-time' | 'socket-idle'): number | undefined => {
    const text = values[option];
    return text === undefined
      ? undefined
      : SECONDS * numberIn('serve', option, text, 0.001, 86_400);
  };
  const given: { [K in keyof GateLimits]?: GateLimits[K] | undefined } = {
    time_ms: seconds('max-time'),
    socketIdle_ms: seconds('socket-idle'),
    body: times(MEGABYTE, whole('max-body', values['max-body'], 1, 512)),
    bodyTotal: times(MEGABYTE, whole('max-body-total', values['max-body-total'], 2, 65_536)),
    queue: whole('max-queue', values['max-queue'], 1, 1_000_000),
    batch: whole('max-batch', values['max-batch'], 1, 100_000),
    cells: whole('max-cells', values['max-cells'], 1, 10_000),
    connections: whole('max-connections', values['max-connections'], 1, 100_000),
    perPeer: whole('max-per-peer', values['max-per-peer'], 0, 100_000),
    strangers: whole('max-strangers', values['max-strangers'], 1, 100_000),
    memory_MB: whole('max-memory', values['max-memory'], 16, 1_000_000),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function whole(
  option: string,
  text: string | undefined,
  low: number,
  high: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = numberIn('serve', option, text, low, high);
  if (Number.isInteger(value)) return value;
  throw usageFault('serve', `--${option} takes a whole number; found "${text}"`);
}

function times(factor: number, value: number | undefined): number | undefined {
  return value === undefined ? undefined : factor * value;
}

/** Beyond this machine there must be a token. */
function tokenFor(
  host: string,
  given: string | undefined,
): { readonly value: string; readonly isMade: boolean } | null {
  const value = given ?? process.env.SUREPATH_TOKEN;
  if (value !== undefined) {
    // What a header and a subprotocol can carry.
    if (/^[\w.~+-]{8,200}$/.test(value)) return { value, isMade: false };
    throw usageFault('serve', 'a token has 8 to 200 letters, digits, or any of . _ ~ + -');
  }
  return isLoopback(host) ? null : { value: randomBytes(24).toString('hex'), isMade: true };
}

/** The folders that may be read, and the cell in them. */
function placesOf(
  file: string | undefined,
  folder: string | undefined,
  args: CellArguments,
): Pick<GateOptions, 'folders' | 'cell'> {
  const root = folder ?? (file === undefined ? undefined : dirname(file));
  const folders = root === undefined ? [] : [root];
  if (root === undefined || file === undefined) return { folders };
  const inside = (path: string): string => {
    const way = relative(resolve(root), resolve(path));
    if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return way;
    folders.push(dirname(path));
    return resolve(path);
  };
  const { packages: named, packageRoots } = packageArguments(args);
  const all: [string, string][] = [
    ...packageRoots.flatMap((each) => [...packagesBelow(resolve(each))]),
    ...Object.entries(named),
  ];
  folders.push(...packageRoots, ...Object.values(named));
  const packages = Object.fromEntries(all.map(([name, path]) => [name, resolve(path)]));
  const { robot, srdf, clearance, 'self-clearance': self } = args;
  const pairs = pairChoice('serve', args.pairs);
  const cell: Params<'open'> = {
    file: inside(file),
    ...(robot === undefined ? {} : { robot: inside(robot) }),
    ...(srdf === undefined ? {} : { srdf: inside(srdf) }),
    packages,
    xacro: xacroArguments('serve', args),
    joints: Object.fromEntries(jointValues('serve', args.joints ?? [])),
    ...(pairs && { pairs }),
    visuals: args.visuals === true,
    recheckNever: args['recheck-never'] === true,
    allowNothing: args['allow-nothing'] === true,
    ...(clearance === undefined
      ? {}
      : { clearance: numberIn('serve', 'clearance', clearance, 0, 100) }),
    ...(self === undefined
      ? {}
      : { selfClearance: numberIn('serve', 'self-clearance', self, 0, 100) }),
  };
  return { folders, cell };
}

function announce(gate: RunningGate, madeToken: string | null, hasStudio: boolean): void {
  if (gate.opened) printNotes(gate.opened.notes);
  if (gate.url !== '') {
    process.stdout.write(`gate: ${gate.url} (Ctrl-C ends it)\n`);
    if (hasStudio) process.stdout.write(`studio: ${gate.url}${STUDIO}\n`);
    if (madeToken !== null) process.stdout.write(`token: ${madeToken}\n`);
  }
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Who cannot wait for what is under way says so twice.
      if (isEnding) process.exit(130);
      isEnding = true;
      void gate.close();
    });
  }
  // What reads standard input, and listens to signals, would keep the process.
  void gate.closed.then(() => process.exit());
}
