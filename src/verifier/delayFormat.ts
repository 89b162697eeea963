/**
 * Certificates of delays: evidence that tracks are free for every start of each robot within its delay.
 * One certificate per part of the offsets (motion/delayParts.ts), each an ordinary one for the path with
 * the offsets in the middle of the part, with joints that stray, and only for the pairs that the part
 * is about. Docs: docs/certificate.md, "Delays".
 */

import type { KinematicTree } from '../kinematics/tree.ts';
import { headOf } from '../math/utf8.ts';
import { CircularSegment } from '../motion/circular.ts';
import { CurvedSegment } from '../motion/curved.ts';
import type { DelayPart } from '../motion/delayParts.ts';
import type { Path } from '../motion/path.ts';
import type { Track } from '../motion/tracks.ts';
import { JsonReader } from '../text/jsonReader.ts';
import type { Certificate } from './format.ts';
import {
  items,
  numbers,
  readArcs,
  readCertificate,
  readCoefficients,
  requireCoefficients,
} from './parse.ts';
import { recordedSegment } from './path.ts';

export const DELAY_CERTIFICATE_VERSION = 1;
/** The key by which such a file is known. */
export const DELAY_KEY = 'surepath-delay-certificate';
/** As much of a file as is looked at for it. */
const HEAD = 4096;

/** A track as the certificate has it: over all degrees of freedom, of which only `dofs` count. */
export interface TrackRecord {
  readonly name: string;
  readonly dofs: readonly number[];
  readonly times: Float64Array;
  readonly waypoints: readonly Float64Array[];
  /** Per segment; null for a straight one. */
  readonly coefficients: readonly (Float64Array | null)[];
  /** Per segment; null for one that is not circular. Left out if there are none. */
  readonly arcs?: readonly (Float64Array | null)[];
}

/** A part of the offsets with its certificate. */
export interface CertifiedPart extends DelayPart {
  readonly certificate: Certificate;
}

export interface DelayCertificate {
  readonly tracks: readonly TrackRecord[];
  /** Where degrees of freedom stand that are in no track. */
  readonly standing: Float64Array;
  /** Seconds, per track. */
  readonly delays: Float64Array;
  readonly parts: readonly CertifiedPart[];
}

export function recordOf({ name = '', dofs, path }: Track): TrackRecord {
  return {
    ...segmentRecords(path),
    name,
    dofs: [...dofs],
    times: Float64Array.from(path.times ?? []),
    waypoints: path.waypoints.map((q) => q.slice()),
  };
}

/** What certificates say of segments that are not straight; arcs only if there are any. */
export function segmentRecords({
  segments,
}: Pick<Path, 'segments'>): Pick<TrackRecord, 'coefficients' | 'arcs'> {
  const coefficients = segments.map((segment) =>
    segment instanceof CurvedSegment ? segment.coefficients.slice() : null,
  );
  const arcs = segments.map((segment) =>
    segment instanceof CircularSegment ? segment.arcs.slice() : null,
  );
  return { coefficients, ...(arcs.some((own) => own !== null) ? { arcs } : {}) };
}

/** The track that a record stands for. Throws an InputError if it is none. */
export function trackOf(tree: KinematicTree, record: TrackRecord): Track {
  const { name, dofs, times, waypoints } = record;
  const segments = record.coefficients.map((own, i) => {
    const to = waypoints[Math.min(i + 1, waypoints.length - 1)];
    return recordedSegment(tree, own, record.arcs?.[i] ?? null, waypoints[i], to);
  });
  const path: Path = { waypoints, segments, wrap: 'literal', times: [...times], notes: [] };
  return { name, dofs, path };
}

type Writable<T> = { -readonly [K in keyof T]?: T[K] };

/** Whether a certificate is one of delays: a certificate begins with the key that says what it is. */
export function isAboutDelays(bytes: Uint8Array): boolean {
  const head = headOf(bytes, HEAD);
  return new RegExp(`^\\s*\\{\\s*"${DELAY_KEY}"`).test(head);
}

/** Reads such a certificate from the bytes of its file. Throws an InputError for anything else. */
export function parseDelayCertificate(bytes: Uint8Array, file?: string): DelayCertificate {
  const json = new JsonReader(bytes, 'certificate', file);
  const c: Writable<DelayCertificate> = {};
  const members = {
    [DELAY_KEY]: () => {
      const place = json.place();
      const version = json.integer('the version of the certificate');
      if (version === DELAY_CERTIFICATE_VERSION) return;
      const message = `this certificate has version ${version}; version ${DELAY_CERTIFICATE_VERSION} is understood`;
      throw json.fault('version', message, place);
    },
    tracks: () => {
      c.tracks = items(json, 'the tracks', () => readTrack(json));
    },
    standing: () => {
      c.standing = numbers(json, 'the configuration that stands');
    },
    delays: () => {
      c.delays = numbers(json, 'the delays');
    },
    parts: () => {
      c.parts = items(json, 'the parts', () => readPart(json));
    },
  };
  json.object('a certificate of delays', members, {}, DELAY_KEY);
  json.end();
  return c as DelayCertificate;
}

function readTrack(json: JsonReader): TrackRecord {
  const c: Writable<TrackRecord> = {};
  const place = json.place();
  const members = {
    name: () => {
      c.name = json.string('the name of a track');
    },
    dofs: () => {
      c.dofs = items(json, 'its degrees of freedom', () => json.integer('a degree of freedom'));
    },
    times: () => {
      c.times = numbers(json, 'its times');
    },
    waypoints: () => {
      c.waypoints = items(json, 'its waypoints', () => numbers(json, 'a waypoint'));
    },
    coefficients: () => {
      c.coefficients = items(json, 'its coefficients', () => readCoefficients(json));
    },
  };
  json.object('a track', members, {
    arcs: () => {
      c.arcs = items(json, 'its arcs', () => readArcs(json));
    },
  });
  const read = c as TrackRecord;
  const points = read.waypoints.length;
  if (points === 0 || read.coefficients.length !== Math.max(1, points - 1)) {
    const message = `a track of ${points} waypoints has coefficients for ${read.coefficients.length} segments`;
    throw json.fault('segments', message, place);
  }
  if (read.arcs) {
    const { arcs, coefficients } = read;
    if (arcs.length !== coefficients.length || arcs.every((own) => own === null)) {
      throw json.fault('arcs', 'a track has arcs for other segments than its own', place);
    }
    requireCoefficients(json, read, place);
  }
  return read;
}

function readPart(json: JsonReader): CertifiedPart {
  const c: Writable<CertifiedPart> = {};
  json.object('a part', {
    tracks: () => {
      c.tracks = items(json, 'its tracks', () => json.integer('the number of a track'));
    },
    from: () => {
      c.from = [...numbers(json, 'where its offsets begin')];
    },
    to: () => {
      c.to = [...numbers(json, 'where its offsets end')];
    },
    certificate: () => {
      c.certificate = readCertificate(json);
    },
  });
  return c as CertifiedPart;
}
