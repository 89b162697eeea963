/**
 * Certificates as text: JSON, the same certificate always the same bytes, one list of slabs per line,
 * so that two certificates can be compared by eye and by `diff`. Doubles are written so that reading
 * them gives the same bits.
 */
import { ARC_NUMBERS, COEFFICIENTS } from '../motion/index.ts';
import { linesText, numbersText, numberText, objectText } from '../text/index.ts';
import {
  CERTIFICATE_VERSION,
  type Certificate,
  type Order,
  type PairEntry,
  type SweepList,
} from '../verifier/index.ts';
import {
  CIRCULAR,
  GLANCE_SIZE,
  POLYNOMIAL,
  ROTATIONS,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  SLAB_T,
  STRAIGHT,
  SWEEP_SIZE,
  WHOLE,
} from '../verifier/inside.ts';

/** The certificate as JSON text, ending with a newline. */
export function writeCertificate(certificate: Certificate): string {
  return `${certificateText(certificate)}\n`;
}

/** The same without the newline, to stand inside of something. */
export function certificateText(c: Certificate): string {
  const curved = c.coefficients?.some((segment) => segment !== null) ?? false;
  const circular = c.arcs?.some((segment) => segment !== null) ?? false;
  const interpolation = circular ? CIRCULAR : curved ? POLYNOMIAL : STRAIGHT;
  const tested = c.pairs.filter((pair) => pair.excluded === null);
  const members: [string, string][] = [
    ['surepath-certificate', String(CERTIFICATE_VERSION)],
    ['program', JSON.stringify(c.program)],
    ['method', JSON.stringify(c.method)],
    ['settings', settings(c.settings)],
    ['files', linesText(c.files.map((file) => JSON.stringify(file)))],
    ['model', JSON.stringify(c.model)],
    ['dofs', JSON.stringify(c.dofs)],
    ['interpolation', JSON.stringify(interpolation)],
    ['rotations', JSON.stringify(ROTATIONS)],
    ['wrap', JSON.stringify(c.wrap)],
    ['waypoints', linesText(c.waypoints.map(numbersText))],
    ...(curved ? [coefficients(c.coefficients!)] : []),
    ...(circular ? [arcsText(c.arcs!)] : []),
    ['lower', numbersText(c.lower)],
    ['upper', numbersText(c.upper)],
    ['tolerances', numbersText(c.tolerances)],
    ['bodies', JSON.stringify(c.bodies)],
    ...(c.crowd === undefined ? [] : [['crowd', String(c.crowd)] as [string, string]]),
    ['pairs', linesText(c.pairs.map(pairText))],
    ['assumptions', linesText(c.assumptions.map((text) => JSON.stringify(text)))],
    ['orders', linesText(c.orders.map(orderText))],
    [
      'slabs',
      linesText(c.slabs.map((lists) => linesText(lists.map((s, k) => slabList(tested[k], s))))),
    ],
    ...(c.glances ? [glancesText(c.glances)] : []),
    ...(c.sweeps ? [sweepsText(c.sweeps)] : []),
  ];
  return objectText(members);
}

function settings(record: Certificate['settings']): string {
  const keys = Object.keys(record).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${JSON.stringify(record[key])}`).join(', ')}}`;
}

/** One list per segment, of lists of six; null for a straight segment. */
export function coefficients(segments: readonly (Float64Array | null)[]): [string, string] {
  return ['coefficients', groups(segments, COEFFICIENTS)];
}

/** One list per segment, of lists of five; null for a segment without arcs. */
export function arcsText(segments: readonly (Float64Array | null)[]): [string, string] {
  return ['arcs', groups(segments, ARC_NUMBERS)];
}

function groups(segments: readonly (Float64Array | null)[], size: number): string {
  const texts = segments.map((all) => {
    if (all === null) return 'null';
    const own: string[] = [];
    for (let o = 0; o < all.length; o += size) own.push(numbersText(all.subarray(o, o + size)));
    return `[${own.join(',')}]`;
  });
  return linesText(texts);
}

function pairText({ a, b, excluded, detail, clearance, tracking }: PairEntry): string {
  if (excluded === null)
    return `[${a},${b},"tested",${numberText(clearance)},${numberText(tracking)}]`;
  return `[${a},${b},${JSON.stringify(excluded)},${JSON.stringify(detail)}]`;
}

function orderText({ body, piece, triangles }: Order): string {
  return `[${body},${piece},[${triangles.join(',')}]]`;
}

function slabList({ a, b }: PairEntry, slabs: Float64Array): string {
  const items = [String(a), String(b)];
  for (let o = 0; o < slabs.length; o += SLAB_SIZE) {
    const n = slabs.subarray(o + SLAB_N, o + SLAB_N + 3);
    const head = [SLAB_T, SLAB_BEFORE, SLAB_AFTER].map((k) => numberText(slabs[o + k]));
    const sections = [SLAB_A, SLAB_B].map((k) => sectionText(slabs, o + k));
    items.push(`[${[...head, ...sections, ...Array.from(n, numberText)].join(',')}]`);
  }
  return `[${items.join(',')}]`;
}

/** One list per segment, of lists of three. */
function glancesText(segments: readonly Float64Array[]): [string, string] {
  return ['glances', groups(segments, GLANCE_SIZE)];
}

/** One list per segment, of lists per body. */
function sweepsText(segments: readonly (readonly SweepList[])[]): [string, string] {
  const texts = segments.map((lists) =>
    linesText(
      lists.map(({ body, sweeps }) => {
        const items = [String(body)];
        for (let o = 0; o < sweeps.length; o += SWEEP_SIZE) {
          items.push(numbersText(sweeps.subarray(o, o + SWEEP_SIZE)));
        }
        return `[${items.join(',')}]`;
      }),
    ),
  );
  return ['sweeps', linesText(texts)];
}

/** `-1` for the whole body, `3` for the whole of piece 3, `[3,from,to]` for a part of it. */
function sectionText(slabs: Float64Array, o: number): string {
  if (slabs[o] === WHOLE || slabs[o + 1] === WHOLE) return String(slabs[o]);
  return `[${slabs[o]},${slabs[o + 1]},${slabs[o + 2]}]`;
}
