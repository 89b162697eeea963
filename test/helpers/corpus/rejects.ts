/**
 * Changes of certificates for the corpus: each makes any certificate wrong, for whatever verifier. One that proves more
 * from a glance than another needs fewer slabs; so glances go where slabs do.
 */
import type { Certificate } from '../../../src/certificate/index.ts';
import { SLAB_AFTER, SLAB_N, SLAB_SIZE } from '../../../src/verifier/format.ts';

/** What becomes of a certificate, or of the text of its file. */
export type CorpusChange = (certificate: Certificate, text: string) => Certificate | string;

/** Changes the longest list of slabs, and takes the glances away. */
function longest(
  { glances: _, ...c }: Certificate,
  change: (list: Float64Array) => Float64Array,
): Certificate {
  const most = Math.max(...c.slabs.flat().map((list) => list.length));
  return {
    ...c,
    slabs: c.slabs.map((lists) =>
      lists.map((list) => (list.length === most ? change(list) : list)),
    ),
  };
}

/** Changes of what a certificate says. */
export const CHANGES = {
  'slabs-removed': (c) => longest(c, () => new Float64Array(0)),
  'slab-cut': (c) =>
    longest(c, (list) => list.map((x, i) => (i % SLAB_SIZE === SLAB_AFTER ? 0.99 * x : x))),
  'direction-turned': (c) =>
    longest(c, (list) => list.map((x, i) => (i % SLAB_SIZE >= SLAB_N ? -x : x))),
  'no-slabs': ({ glances: _, ...c }) => ({
    ...c,
    slabs: c.slabs.map((lists) => lists.map(() => new Float64Array(0))),
  }),
  'no-glances': ({ glances: _, ...c }) => c,
  'glance-cut': (c) => ({
    ...c,
    glances: c.glances!.map((list) => list.map((x, i) => (i % 3 === 2 ? 0.9 * x : x))),
  }),
  'waypoint-moved': (c) => ({
    ...c,
    waypoints: c.waypoints.map((w, i) => (i === 1 ? w.map((x) => x + 0.5) : w)),
  }),
  'box-too-small': (c) => ({ ...c, upper: c.upper.map((_, d) => c.waypoints[0][d] + 1e-9) }),
  'pair-excluded': (c) => {
    const k = c.pairs.findIndex(({ excluded }) => excluded === null);
    return {
      ...c,
      pairs: c.pairs.map((p, i) =>
        i === k ? { ...p, excluded: 'rigid' as const, clearance: 0, tracking: 0 } : p,
      ),
      slabs: c.slabs.map((lists) => lists.slice(1)),
    };
  },
  'clearance-changed': (c) => ({
    ...c,
    pairs: c.pairs.map((p) =>
      p.excluded === null ? { ...p, clearance: p.clearance / 2 + 1e-6 } : p,
    ),
  }),
  'another-model': (c) => ({ ...c, model: c.model.replace(/^./, (x) => (x === '0' ? '1' : '0')) }),
  'another-body': (c) => ({ ...c, bodies: [...c.bodies].reverse() }),
} satisfies Record<string, CorpusChange>;

/** Changes of the file: what is no certificate of version 1 is refused. */
export const FILE_CHANGES = {
  'version-2': (_, text) => text.replace('certificate": 1', 'certificate": 2'),
  'unknown-key': (_, text) => text.replace('"program"', '"note": "as agreed",\n"program"'),
  'key-twice': (_, text) => text.replace('"program"', '"method": "by hand",\n"program"'),
  'version-not-first': (_, text) =>
    text
      .replace('"surepath-certificate": 1,\n', '')
      .replace('"method"', '"surepath-certificate": 1,\n"method"'),
  'key-missing': (_, text) => text.replace(/"tolerances": .*\n/, ''),
  'cut-off': (_, text) => text.slice(0, Math.floor(0.8 * text.length)),
  'something-after': (_, text) => `${text}{}\n`,
  'word-unknown': (_, text) => text.replace('"straight"', '"cubic"'),
} satisfies Record<string, CorpusChange>;
