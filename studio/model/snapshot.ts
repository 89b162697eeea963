/**
 * A state that can be opened again: in a link, for embedded cells, or in a file that holds the
 * cell's files too. Whatever is read is checked before it is used: links come from anywhere.
 */
import { decodeUtf8, encodeUtf8, type Fault, headOf, InputError } from '../../src/math/index.ts';
import type { PlannerName } from '../../src/plan/index.ts';
import { fromBase64, toBase64 } from '../../src/text/index.ts';
import type { Change, PartSize, PathData, TrackData } from '../engine/protocol.ts';
import { isSized, SIZE_NAMES } from '../engine/sizes.ts';
import { PLANNERS } from './planners.ts';
import type { Layers, Settings, State } from './state.ts';

/** Where the camera stands and what it looks at. */
export interface Camera {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

export interface Snapshot {
  /** Name of an embedded cell, or null: the files are beside it. */
  readonly cell: string | null;
  readonly entry: string | null;
  /** The cell was opened with links tested by their visuals. */
  readonly testVisuals?: true;
  readonly edits: readonly Change[];
  readonly configuration: readonly number[];
  readonly path: PathData | null;
  readonly start: readonly number[] | null;
  readonly goal: readonly number[] | null;
  readonly time: number;
  readonly layers: Partial<Layers>;
  readonly camera: Camera | null;
  /** Settings of checks that are numbers or words; panels take what they know. */
  readonly check: Readonly<Record<string, number | string | boolean>>;
  /** The others; those that are not said stay as they are. */
  readonly settings?: Partial<Omit<Settings, 'check' | 'keepChecking'>>;
}

export function takeSnapshot(state: Readonly<State>, camera: Camera | null): Snapshot {
  const { cell, source, edits, configuration, path, start, goal, time, layers, settings } = state;
  const check: Record<string, number | string | boolean> = {};
  for (const [name, value] of Object.entries(settings.check)) {
    if (value !== undefined) check[name] = value as number | string | boolean;
  }
  const { check: _, keepChecking: __, ...others } = settings;
  return {
    // What joined an embedded cell is not in the gallery.
    cell: source.kind === 'gallery' && !cell?.worlds && !cell?.scenes ? source.name : null,
    entry: cell?.entry ?? null,
    ...(cell?.testVisuals && { testVisuals: true as const }),
    edits,
    configuration: [...configuration],
    path,
    start: start && [...start],
    goal: goal && [...goal],
    time,
    layers,
    camera,
    check,
    settings: others,
  };
}

/** Whether a link can say all of it: meshes that were added cannot be in a link. */
export function fitsLink(snapshot: Snapshot): boolean {
  return (
    snapshot.cell !== null &&
    snapshot.edits.every((edit) => !(edit.kind === 'add' && edit.shape.kind === 'mesh'))
  );
}

/** Browsers and chat programs cut longer ones. */
const MAX_LINK = 60_000;

/** `#state=...`, or null if it would be too long. */
export function linkOf(snapshot: Snapshot): string | null {
  // Not even written: two characters a number are more.
  const { waypoints = [] } = snapshot.path ?? {};
  if (2 * waypoints.length * (waypoints[0]?.length ?? 1) > MAX_LINK) return null;
  const text = `#state=${forLink(toBase64(encodeUtf8(JSON.stringify(snapshot, asLists))))}`;
  return text.length <= MAX_LINK ? text : null;
}

/** What a location's hash says; null if it says nothing of a state. Throws InputError. */
export function snapshotOfHash(hash: string): Snapshot | null {
  const found = /^#state=([A-Za-z0-9_-]*)$/.exec(hash);
  if (!found) {
    if (hash.startsWith('#state=')) throw refusal('it has characters that no link has');
    return null;
  }
  return readSnapshot(parse(decodeUtf8(bytesOf(found[1]), ENCODING)));
}

/** For the browser's own storage: all of it, with meshes that were added. */
export function snapshotText(value: unknown): string {
  return JSON.stringify(value, asLists);
}

const KIND = 'surepath-studio';
const ENCODING = { code: 'studio/state' };

/** A file with the state and all files of the cell. */
export function writeStateFile(snapshot: Snapshot, files: ReadonlyMap<string, Uint8Array>): string {
  const contents: Record<string, string> = {};
  for (const [path, bytes] of files) contents[path] = toBase64(bytes);
  const state = { ...snapshot, cell: null, edits: [] };
  const all = { kind: KIND, version: 1, ...state, files: contents };
  return `${JSON.stringify(all, asLists)}\n`;
}

export function looksLikeStateFile(name: string, bytes: Uint8Array): boolean {
  if (!name.endsWith('.json')) return false;
  return headOf(bytes, 60).includes(`"${KIND}"`);
}

export function readStateFile(bytes: Uint8Array): {
  snapshot: Snapshot;
  files: Map<string, Uint8Array>;
} {
  const root = recordOf(parse(decodeUtf8(bytes, ENCODING)), 'the file');
  if (root.kind !== KIND || root.version !== 1) {
    throw refusal('it is not a state of this version of the studio');
  }
  const files = new Map<string, Uint8Array>();
  for (const [path, text] of Object.entries(recordOf(root.files, 'files'))) {
    if (typeof text !== 'string') throw refusal('the contents of a file are not text');
    files.set(path, bytesOf(text));
  }
  return { snapshot: readSnapshot(root), files };
}

const MAX_NUMBERS = 10_000;
const MAX_WAYPOINTS = 1_000_000;
const MAX_EDITS = 5000;
const MAX_TRACKS = 100;
const MAX_ASSUMPTIONS = 100;

/** Checks a value from outside, field by field. */
export function readSnapshot(value: unknown): Snapshot {
  const root = recordOf(value, 'the state');
  const configuration = numbersOf(root.configuration, 'configuration');
  return {
    cell: root.cell === null ? null : wordOf(root.cell, 'cell', /^[\w.-]{1,80}$/),
    entry: root.entry === null ? null : wordOf(root.entry, 'entry'),
    ...(root.testVisuals === true && { testVisuals: true as const }),
    edits: listOf(root.edits ?? [], 'edits', MAX_EDITS).map(readChange),
    configuration,
    path: root.path ? readPathData(root.path, configuration.length) : null,
    start: root.start ? numbersOf(root.start, 'start', configuration.length) : null,
    goal: root.goal ? numbersOf(root.goal, 'goal', configuration.length) : null,
    time: root.time === undefined ? 0 : numberOf(root.time, 'time'),
    layers: readLayers(root.layers),
    camera: root.camera ? readCamera(root.camera) : null,
    check: readCheck(root.check),
    ...(root.settings === undefined ? {} : { settings: readSettings(root.settings) }),
  };
}

function readPathData(value: unknown, size: number): PathData {
  const root = recordOf(value, 'path');
  const rows = listOf(root.waypoints, 'waypoints', MAX_WAYPOINTS);
  if (rows.length === 0) throw refusal('its path has no waypoints');
  const waypoints = rows.map((row) => Float64Array.from(numbersOf(row, 'a waypoint', size)));
  const path: { -readonly [K in keyof PathData]: PathData[K] } = {
    name: wordOf(root.name ?? 'path', 'name'),
    waypoints,
  };
  if (root.times) path.times = numbersOf(root.times, 'times', waypoints.length);
  if (root.vias) path.vias = readVias(root.vias, waypoints.length, size);
  for (const key of ['velocities', 'accelerations'] as const) {
    if (!root[key]) continue;
    const list = listOf(root[key], key, MAX_WAYPOINTS);
    if (list.length !== waypoints.length) throw refusal(`${key} has another number of waypoints`);
    path[key] = list.map((row) =>
      row === null ? null : Float64Array.from(numbersOf(row, key, size)),
    );
  }
  if (root.blend !== undefined) path.blend = numberOf(root.blend, 'blend');
  if (root.interpolation !== undefined) {
    const kind = root.interpolation;
    if (kind !== 'straight' && kind !== 'arcs' && kind !== 'controller' && kind !== 'blend') {
      throw refusal('its interpolation is unknown');
    }
    path.interpolation = kind;
  }
  if (root.labels) {
    path.labels = listOf(root.labels, 'labels', MAX_WAYPOINTS).map((label) =>
      typeof label === 'string' ? label.slice(0, 200) : '',
    );
  }
  if (root.assumptions) {
    const list = listOf(root.assumptions, 'assumptions', MAX_ASSUMPTIONS);
    path.assumptions = list.map((text) => wordOf(text, 'an assumption', /^[\s\S]{1,100000}$/));
  }
  if (root.file !== undefined) path.file = wordOf(root.file, 'file');
  if (root.tracks) {
    path.tracks = listOf(root.tracks, 'tracks', MAX_TRACKS).map((each) => readTrack(each, size));
  }
  if (root.standing) {
    path.standing = Float64Array.from(numbersOf(root.standing, 'standing', size));
  }
  return path;
}

/** Configurations on the way of arcs, by waypoint. */
function readVias(value: unknown, count: number, size: number): NonNullable<PathData['vias']> {
  const list = listOf(value, 'vias', MAX_WAYPOINTS);
  if (list.length !== count) throw refusal('vias has another number of waypoints');
  return list.map((via) =>
    via === null
      ? null
      : listOf(via, 'a via', 2).map((row) => Float64Array.from(numbersOf(row, 'a via', size))),
  );
}

function readTrack(value: unknown, size: number): TrackData {
  const root = recordOf(value, 'a track');
  const dofs = numbersOf(root.dofs, 'dofs');
  const known = dofs.every((dof) => Number.isInteger(dof) && dof >= 0 && dof < size);
  if (!known || new Set(dofs).size !== dofs.length) {
    throw refusal('a track moves joints that are not there');
  }
  const motion = recordOf(root.motion, 'the motion of a track');
  if (motion.tracks) throw refusal('a track has tracks');
  return {
    name: wordOf(root.name, 'name'),
    dofs,
    offset: numberOf(root.offset, 'offset'),
    motion: readPathData(motion, dofs.length),
  };
}

/** The edits that a link may have: all but those that need files or an earlier session. */
function readChange(value: unknown): Change {
  const root = recordOf(value, 'an edit');
  switch (root.kind) {
    case 'move':
      return {
        kind: 'move',
        obstacle: indexOf(root.obstacle),
        pose: numbersOf(root.pose, 'pose', 12),
      };
    case 'shape':
      return {
        kind: 'shape',
        obstacle: indexOf(root.obstacle),
        part: indexOf(root.part, 'part'),
        size: readSize(root.size),
      };
    case 'remove':
      return { kind: 'remove', obstacle: indexOf(root.obstacle) };
    case 'rename':
      return { kind: 'rename', obstacle: indexOf(root.obstacle), name: wordOf(root.name, 'name') };
    case 'solid':
      return { kind: 'solid', obstacle: indexOf(root.obstacle), solid: root.solid === true };
    case 'allow':
      return {
        kind: 'allow',
        a: wordOf(root.a, 'a'),
        b: wordOf(root.b, 'b'),
        reason: wordOf(root.reason, 'reason'),
      };
    case 'forbid':
      return { kind: 'forbid', a: wordOf(root.a, 'a'), b: wordOf(root.b, 'b') };
    case 'clearance':
      return { kind: 'clearance', distance: numberOf(root.distance, 'distance') };
    case 'pair-clearance':
      return {
        kind: 'pair-clearance',
        a: wordOf(root.a, 'a'),
        b: wordOf(root.b, 'b'),
        distance: root.distance === null ? null : numberOf(root.distance, 'distance'),
      };
    case 'tracking':
      return { kind: 'tracking', tolerance: numberOf(root.tolerance, 'tolerance') };
    case 'add':
      return {
        kind: 'add',
        name: wordOf(root.name, 'name'),
        shape: readShape(root.shape),
        pose: numbersOf(root.pose, 'pose', 12),
      };
    default:
      throw refusal('it has an edit of an unknown kind');
  }
}

function readShape(value: unknown): Extract<Change, { kind: 'add' }>['shape'] {
  const root = recordOf(value, 'shape');
  switch (root.kind) {
    case 'box': {
      const [x, y, z] = numbersOf(root.size, 'size', 3);
      return { kind: 'box', size: [x, y, z] };
    }
    case 'sphere':
      return { kind: 'sphere', radius: numberOf(root.radius, 'radius') };
    case 'cylinder':
      return {
        kind: 'cylinder',
        radius: numberOf(root.radius, 'radius'),
        length: numberOf(root.length, 'length'),
      };
    case 'mesh':
      if (typeof root.bytes !== 'string') throw refusal('it has a shape without its mesh');
      return {
        kind: 'mesh',
        file: wordOf(root.file, 'file'),
        bytes: bytesOf(root.bytes),
        scale: positiveOf(root.scale, 'scale'),
      };
    default:
      throw refusal('it has a shape of an unknown kind');
  }
}

function readSize(value: unknown): PartSize {
  const root = recordOf(value, 'size');
  const kind = wordOf(root.kind, 'kind');
  if (!isSized(kind)) throw refusal('it has a size of an unknown kind');
  return { kind, sizes: numbersOf(root.sizes, 'sizes', SIZE_NAMES[kind].length) };
}

function readLayers(value: unknown): Partial<Layers> {
  const layers: { -readonly [K in keyof Layers]?: boolean } = {};
  if (value === undefined) return layers;
  const root = recordOf(value, 'layers');
  for (const key of ['visual', 'collision', 'frames', 'grid', 'obstacles', 'trail'] as const) {
    if (typeof root[key] === 'boolean') layers[key] = root[key];
  }
  return layers;
}

function readCamera(value: unknown): Camera {
  const root = recordOf(value, 'camera');
  const [x, y, z] = numbersOf(root.position, 'position', 3);
  const [u, v, w] = numbersOf(root.target, 'target', 3);
  return { position: [x, y, z], target: [u, v, w] };
}

const CHECK_NUMBERS = ['clearance', 'delta', 'budget', 'timeLimit', 'tracking'];
const CHECK_WORDS: Readonly<Record<string, readonly string[]>> = {
  method: ['ladder', 'adaptive', 'refined'],
  wrap: ['literal', 'short'],
};

function readCheck(value: unknown): Record<string, number | string | boolean> {
  const check: Record<string, number | string | boolean> = {};
  if (value === undefined) return check;
  for (const [name, entry] of Object.entries(recordOf(value, 'check'))) {
    if (CHECK_NUMBERS.includes(name)) check[name] = numberOf(entry, name);
    else if (CHECK_WORDS[name]?.includes(String(entry))) check[name] = String(entry);
    else if (name === 'all') check.all = entry === true;
  }
  return check;
}

/** What it does not know is left out, as another version may have more. */
function readSettings(value: unknown): NonNullable<Snapshot['settings']> {
  const { resolution, traced, angles, plan } = recordOf(value, 'settings');
  return {
    ...(resolution === undefined ? {} : { resolution: positiveOf(resolution, 'resolution') }),
    ...(traced === undefined ? {} : { traced: traced === null ? null : wordOf(traced, 'traced') }),
    ...(angles === 'degrees' || angles === 'radians' ? { angles } : {}),
    ...(plan === undefined ? {} : { plan: readPlan(recordOf(plan, 'plan')) }),
  };
}

function readPlan({
  planner,
  seed,
  timeLimit,
  smooth,
  timed,
}: Record<string, unknown>): Settings['plan'] {
  return {
    ...(Object.hasOwn(PLANNERS, String(planner)) ? { planner: planner as PlannerName } : {}),
    ...(seed === undefined ? {} : { seed: numberOf(seed, 'seed') }),
    ...(timeLimit === undefined ? {} : { timeLimit: positiveOf(timeLimit, 'timeLimit') }),
    ...(typeof smooth === 'boolean' ? { smooth } : {}),
    ...(typeof timed === 'boolean' || timed === 'stops' || timed === 'blends' ? { timed } : {}),
  };
}

// ------------------------------------------------------------------------------------ plain values

function refusal(why: string): InputError {
  const fault: Fault = {
    code: 'studio/state',
    message: `this saved state cannot be opened: ${why}`,
    hint: 'Ask for a new link or file, or open the cell itself.',
  };
  return new InputError(fault);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('it is not complete');
  }
}

function recordOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal(`${what} is missing`);
  }
  return value as Record<string, unknown>;
}

function listOf(value: unknown, what: string, most: number): unknown[] {
  // What the browser kept has its numbers as they are in memory.
  if (value instanceof Float64Array) return listOf([...value], what, most);
  if (!Array.isArray(value)) throw refusal(`${what} is not a list`);
  if (value.length > most) throw refusal(`${what} is too long`);
  return value;
}

function numberOf(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw refusal(`${what} is not a number`);
  }
  return value;
}

function positiveOf(value: unknown, what: string): number {
  const number = numberOf(value, what);
  if (!(number > 0)) throw refusal(`${what} is not above 0`);
  return number;
}

function indexOf(value: unknown, what = 'obstacle'): number {
  const index = numberOf(value, what);
  if (!Number.isInteger(index) || index < 0) throw refusal(`${what} is not a number of one`);
  return index;
}

function numbersOf(value: unknown, what: string, length?: number): number[] {
  const list = listOf(value, what, MAX_WAYPOINTS).map((entry) => numberOf(entry, what));
  if (length === undefined ? list.length > MAX_NUMBERS : list.length !== length) {
    throw refusal(`${what} has ${list.length} numbers${length ? ` instead of ${length}` : ''}`);
  }
  return list;
}

function wordOf(value: unknown, what: string, pattern = /^[\s\S]{0,500}$/): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw refusal(`${what} is not a name`);
  return value;
}

/** Typed arrays as lists and bytes as text, for JSON. Numbers keep every bit: JSON writes the shortest that does. */
function asLists(_: string, entry: unknown): unknown {
  if (entry instanceof Uint8Array) return toBase64(entry);
  return entry instanceof Float64Array ? [...entry] : entry;
}

/** For links without the signs that mean something in them, and without padding. */
function forLink(coded: string): string {
  return coded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Bytes from a link or a file; white space does not count. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const coded = text
    .replaceAll(/[\t\n\f\r ]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const bytes = fromBase64(coded);
  if (bytes === undefined) throw refusal('it is not complete');
  return bytes;
}
