/**
 * Motions of several robots, each with its own timing: `{"tracks": [...]}`. Every track is a path of
 * its own joints, with times: written out in any form that a path may have, or in a file of its own,
 * `{"file": "left.yaml"}`.
 */
import { decode, readDocument } from './document.ts';
import type { TrackRules } from './pathRows.ts';
import { type PathFile, readPath, readPathValue } from './paths.ts';
import { type Resolver, resolve } from './resolver.ts';
import { quote, type Value } from './value.ts';

const RULES: TrackRules = { extraKeys: ['robot', 'offset'] };
/** In a file of its own a path knows nothing of tracks. */
const ELSEWHERE: TrackRules = { extraKeys: [] };

/** The motion of one robot among several, as its file describes it. */
export interface TrackFile {
  /** Its joints are scoped by the track's robot, if it names one. */
  readonly path: PathFile & { readonly times: readonly number[] };
  /** Seconds by which it begins later. */
  readonly offset: number;
  /** Where it stands: the file, or one that it refers to. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface TracksFile {
  readonly tracks: readonly TrackFile[];
}

export interface ReadMotionOptions {
  readonly file: string;
  /** For files that tracks refer to. */
  readonly resolver: Resolver;
}

/** Reads a path, or tracks. Throws InputError with file, line and column. */
export function readMotion(bytes: Uint8Array, options: ReadMotionOptions): PathFile | TracksFile {
  const { file } = options;
  if (!mentionsTracks(decode(bytes, file))) return readPath(bytes, { file });
  const root = readDocument(bytes, file);
  if (!root.entries('a path').has('tracks')) return readPath(bytes, { file });
  const list = root.mapping('a file of tracks', ['tracks']).need('tracks');
  const items = list.list('tracks');
  if (items.length === 0) throw list.error('path/empty', 'there are no tracks');
  const owners = new Map<string, number>();
  const tracks = items.map((item, i) => {
    const { joints, ...track } = readTrack(item, bytes, options);
    track.path.joints.forEach((name, k) => {
      const other = owners.get(name);
      if (other !== undefined) {
        const message = `the joint ${quote(name)} is in track ${other} and in track ${i}`;
        const hint = 'say which robot a track is for: "robot": NAME';
        throw joints(k).error('path/joint-twice', message, hint);
      }
      owners.set(name, i);
    });
    return track;
  });
  return { tracks };
}

/** Cheap: paths of a million numbers are not read twice. */
function mentionsTracks(text: string): boolean {
  return /["']?tracks["']?\s*:/.test(text);
}

/** Also where its joints stand. */
function readTrack(
  item: Value,
  bytes: Uint8Array,
  options: ReadMotionOptions,
): TrackFile & { joints: (k: number) => Value } {
  const keys = item.entries('a track');
  const robot = keys.get('robot')?.value.text('robot');
  const offset = keys.get('offset')?.value.number('offset') ?? 0;
  const reference = keys.get('file')?.value;
  const source = reference
    ? readReference(item, reference, options)
    : { file: options.file, bytes, path: readPathValue(item, RULES) };
  const { times } = source.path;
  if (!times) {
    throw item.error(
      'path/no-times',
      'a track needs times',
      'robots with their own timing need to say when they are where',
    );
  }
  const names = (keys.get('joints') ?? keys.get('joint_names'))?.value;
  const scoped = (name: string) =>
    robot === undefined || name.startsWith(`${robot}/`) ? name : `${robot}/${name}`;
  return {
    path: { ...source.path, times, joints: source.path.joints.map(scoped) },
    offset,
    file: source.file,
    bytes: source.bytes,
    joints: (k) => names?.list('joints')[k] ?? reference ?? item,
  };
}

function readReference(item: Value, reference: Value, { file, resolver }: ReadMotionOptions) {
  item.mapping('a track with a file', ['file', ...RULES.extraKeys]);
  const name = reference.text('file');
  const { path, bytes } = resolve(resolver, name, file);
  if (!bytes) {
    throw reference.error('file/unreadable', `there is no file ${quote(path)}`);
  }
  if (mentionsTracks(decode(bytes, path))) {
    throw reference.error(
      'path/tracks',
      `${quote(path)} has tracks itself`,
      'name the paths of each robot here',
    );
  }
  return { file: path, bytes, path: readPath(bytes, { file: path }, ELSEWHERE) };
}
