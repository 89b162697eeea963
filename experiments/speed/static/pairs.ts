/** The pairs of meshes that the static suite measures, with placements and, where known, the truth. */
import { existsSync, readFileSync } from 'node:fs';
import { DATA } from '../../lab/places.ts';
import { bumpyBody, type Mesh, type Placement, placements, torus } from './meshes.ts';

export interface MeshPair {
  readonly name: string;
  readonly meshA: Mesh;
  readonly meshB: Mesh;
  readonly placements: readonly Placement[];
  /** Thresholds of the tolerance query: half the true distance; where the meshes touch, a fifth of a unit. */
  readonly mus: Float64Array;
  /** A length to which errors are compared. */
  readonly size: number;
}

export interface KnownPair extends MeshPair {
  /** Exact distances, 0 where the meshes touch. */
  readonly truth: Float64Array;
  readonly truthFrom: string;
}

interface OracleFile {
  readonly source: string;
  readonly meshA: OracleMesh;
  readonly meshB: OracleMesh;
  readonly placements: readonly (Placement & { collide: boolean; distance: number })[];
}

interface OracleMesh {
  readonly file: string;
  readonly positions: readonly number[];
  readonly indices: readonly number[];
}

const REFERENCE = `${DATA}/oracle/bunny_torus.json`;

/** Whether the reference pair is on this machine. */
export function hasReference(): boolean {
  return existsSync(REFERENCE);
}

/** Names of the pairs, with what they are. */
export const PAIR_NAMES = {
  reference: 'bunny and torus with known answers, from SUREPATH_DATA',
  made: 'a bumpy body and a torus of the same size, made by the benchmark',
  fine: 'the same shapes with 35,000 triangles each',
};

/** With the truth where it is known beforehand. */
export function loadPair(name: string): MeshPair | KnownPair {
  if (name === 'reference') return reference();
  if (name === 'made') return unknownPair(name, bumpyBody(), torus(), placements());
  if (name === 'fine') {
    const [body, ring] = [bumpyBody(1, 188, 94), torus(0.45, 0.13, 187, 94)];
    return unknownPair(name, body, ring, placements(3, 400));
  }
  throw new Error(`no pair is called ${name}; there are ${Object.keys(PAIR_NAMES).join(', ')}`);
}

function reference(): KnownPair {
  const oracle: OracleFile = JSON.parse(readFileSync(REFERENCE, 'utf8'));
  const mesh = ({ file, positions, indices }: OracleMesh): Mesh => ({
    name: `${file.replace(/^.*\/|\.\w+$/g, '')} of ${indices.length / 3}`,
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
  });
  const pair = unknownPair('reference', mesh(oracle.meshA), mesh(oracle.meshB), oracle.placements);
  const truth = oracle.placements.map((p) => (p.collide ? 0 : p.distance));
  const from = `the oracle (${oracle.source.split(' (')[0]})`;
  return withTruth(pair, Float64Array.from(truth), from);
}

function unknownPair(name: string, meshA: Mesh, meshB: Mesh, list: readonly Placement[]): MeshPair {
  return { name, meshA, meshB, placements: list, mus: new Float64Array(list.length), size: 1 };
}

/** Sets the truth and the thresholds that follow from it. */
export function withTruth(pair: MeshPair, truth: Float64Array, truthFrom: string): KnownPair {
  return { ...pair, truth, truthFrom, mus: truth.map((d) => (d > 0 ? d / 2 : 0.2)) };
}
