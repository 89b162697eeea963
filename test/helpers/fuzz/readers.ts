/**
 * All readers, each with files to damage. A reader goes as far as a user's file goes before anything is
 * computed with it: cells are compiled, motions become paths, certificates are verified. Whatever it throws
 * must be an InputError with a place.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { buildCell, type CellDescription } from '../../../src/cell/index.ts';
import {
  parseCertificate,
  parseDelayCertificate,
  parseModel,
  verify,
  verifyDelays,
  writeModel,
} from '../../../src/certificate/index.ts';
import { pathFrom } from '../../../src/cli/loadPath.ts';
import {
  aboutFile,
  cellFromMjcf,
  cellFromUrdf,
  readBoxes,
  readCell,
  readCollada,
  readConfigurations,
  readEdges,
  readGltf,
  readHeights,
  readMesh,
  readObj,
  readPly,
  readRequest,
  readScene,
  readSrdf,
  readStl,
  readWorld,
} from '../../../src/formats/index.ts';
import { openCompiled } from '../../../src/jobs/index.ts';
import { identityPose, Random } from '../../../src/math/index.ts';
import { readRoadmap } from '../../../src/plan/index.ts';
import { unzip } from '../../../studio/model/unzip.ts';
import { zip } from '../../../studio/model/zip.ts';
import { PRIMITIVES, TWISTED } from '../formats/mjcfModels.ts';
import { pcdFile } from '../worlds/clouds.ts';
import { octomapFile, randomTree } from '../worlds/octrees.ts';
import { pngFile } from '../worlds/pictures.ts';
import { BAGS, readSeed } from './bagSeeds.ts';
import * as cells from './cellSeeds.ts';
import * as meshes from './meshSeeds.ts';
import type { Sample, Structure } from './mutations.ts';
import { XACRO } from './xacroSeed.ts';

export interface FuzzedReader {
  readonly name: string;
  readonly samples: readonly Sample[];
  readonly read: (bytes: Uint8Array) => unknown;
  /** Inputs in a row, of which dearer readers get fewer. */
  readonly share: number;
}

const { utf8 } = meshes;
const { RESOLVER, ROBOT, SEMANTICS, CELL_OF_ARMS } = cells;

const plain = (structure: Structure, ...files: Uint8Array[]): Sample[] =>
  files.map((bytes) => ({ structure, bytes }));
const json = (...trees: unknown[]): Sample[] =>
  trees.map((tree) => ({ structure: 'json', bytes: utf8(JSON.stringify(tree, null, 1)), tree }));
const texts = (...files: string[]): Sample[] =>
  files.map((text) => ({ structure: 'json', bytes: utf8(text), tree: JSON.parse(text) }));
const yaml = (...files: string[]): Sample[] =>
  files.map((text) => ({ structure: 'yaml', bytes: utf8(text), tree: parseYaml(text) }));

const DATA = process.env.SUREPATH_DATA;

/** Files of others, where they are at hand: those of an ending below a folder, small ones. */
function found(folder: string, ending: RegExp, most: number): Uint8Array[] {
  if (DATA === undefined || !existsSync(join(DATA, folder))) return [];
  return readdirSync(join(DATA, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(DATA, folder, name))
    .filter((file) => statSync(file).isFile() && statSync(file).size < 30_000)
    .slice(0, most)
    .map((file) => new Uint8Array(readFileSync(file)));
}

const WORLD = { name: 'world', pose: identityPose(), radius: 0.01 };
const POINTS = [
  [1, 2, 3],
  [4, 5, 6],
  [Number.NaN, 0, 0],
  [1, 2, 3],
  [1, 2, 3],
  [7, 8, 9],
];
const PLY_POINTS =
  'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n4 5 6\n';

const asText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const arms = openCompiled(CELL_OF_ARMS);
const path = (file: string) => (bytes: Uint8Array) =>
  pathFrom(arms, file, bytes, { wrap: 'literal' });
/** A material library that is damaged, beside a mesh that uses it. */
const withMaterials = (bytes: Uint8Array) =>
  readMesh(meshes.OBJ, { file: 'a.obj', colours: true, read: () => bytes });

/** As the command line does it. */
const compiled = (description: CellDescription) =>
  aboutFile('the cell', () => buildCell(description));

const FUZZED_CELL = readCell(utf8(cells.CELL), { file: 'cell.yaml', resolver: RESOLVER });

/** A model whose digest is mended, so that what it says is looked at. */
function modelOf(bytes: Uint8Array): CellDescription {
  try {
    return parseModel(bytes, 'm.json');
  } catch (error) {
    const found = /the digest of this model is (\w+)/.exec((error as Error).message);
    if (!found) throw error;
    const text = asText(bytes).replace(/"digest"\s*:\s*"\w*"/, `"digest": "${found[1]}"`);
    return parseModel(utf8(text), 'm.json');
  }
}

/** Made anew at each call: certificates are computed. */
export function allReaders(): FuzzedReader[] {
  const certificates = texts(...cells.certificateTexts());
  const { description } = CELL_OF_ARMS;
  return [
    {
      name: 'cell',
      share: 60,
      samples: yaml(cells.CELL, cells.ARM_CELL),
      read: (bytes) => compiled(readCell(bytes, { file: 'cell.yaml', resolver: RESOLVER })),
    },
    {
      name: 'urdf',
      share: 200,
      samples: plain('xml', cells.URDF, ...found('robots', /\.urdf$/, 3)),
      read: (bytes) => compiled(cellFromUrdf(bytes, { file: 'r/r.urdf', resolver: RESOLVER })),
    },
    {
      name: 'xacro',
      share: 200,
      samples: plain('xml', XACRO),
      read: (bytes) =>
        compiled(
          cellFromUrdf(bytes, { file: 'r/r.xacro', resolver: { files: () => utf8('a: 1') } }),
        ),
    },
    {
      name: 'xacroYaml',
      share: 200,
      samples: plain(
        'lines',
        utf8('a: {b: !degrees 90, c: [1, 2.5, yes]}\nd: &x {m: 010}\ne: *x\n'),
      ),
      read: (bytes) => cellFromUrdf(XACRO, { file: 'r/r.xacro', resolver: { files: () => bytes } }),
    },
    {
      name: 'mjcf',
      share: 200,
      samples: plain('xml', utf8(PRIMITIVES), utf8(TWISTED), ...found('mjcf', /ur5e\.xml$/, 1)),
      read: (bytes) => compiled(cellFromMjcf(bytes, { file: 'm.xml', resolver: { files: {} } })),
    },
    {
      name: 'srdf',
      share: 200,
      samples: plain('xml', cells.SRDF, ...found('robots', /\.srdf$/, 2)),
      read: (bytes) => readSrdf(bytes, { file: 'r.srdf', robot: ROBOT }),
    },
    {
      name: 'scene',
      share: 60,
      samples: yaml(cells.SCENE),
      read: (bytes) => {
        const options = { file: 's.yaml', robot: ROBOT, semantics: SEMANTICS, resolver: RESOLVER };
        return compiled(readScene(bytes, options));
      },
    },
    {
      name: 'request',
      share: 100,
      samples: yaml(
        cells.REQUEST,
        ...found('mbm/panda/problems', /request0001\.yaml$/, 1).map(asText),
      ),
      read: (bytes) => readRequest(bytes, { file: 'r.yaml' }),
    },
    {
      name: 'path',
      share: 150,
      samples: json(cells.PATH, cells.BLENDED, cells.ARCS),
      read: path('p.json'),
    },
    { name: 'csv', share: 300, samples: plain('lines', cells.CSV), read: path('p.csv') },
    { name: 'trajectory', share: 150, samples: json(cells.TRAJECTORY), read: path('t.yaml') },
    { name: 'tracks', share: 150, samples: json(cells.TRACKS), read: path('tracks.json') },
    {
      name: 'boxes',
      share: 300,
      samples: plain(
        'lines',
        utf8('x,y,z,dx,dy,dz,yaw\n1,2,3,0.1,0.2,0.3,0.5\n-1,0,0.5,1,1e-2,3,0\n'),
        utf8('name,x,y,z,size,qx,qy,qz,qw\n"a, b",1,2,3,0.1,0,0,0,1\nc,4,5,6,0.2,0,0,1,0\n'),
      ),
      read: (bytes) => readBoxes(bytes, { file: 'b.csv', name: 'scan', pose: identityPose() }),
    },
    {
      name: 'octomap',
      share: 300,
      samples: plain(
        'binary',
        octomapFile(randomTree(new Random(1), 16), { kind: 'bt', res: 0.1 }),
        octomapFile(randomTree(new Random(2), 15), { kind: 'ot', res: 0.1 }),
      ),
      read: (bytes) => readWorld(bytes, { ...WORLD, file: 'w.bt', unknown: 'occupied' }),
    },
    {
      name: 'pcd',
      share: 300,
      samples: [
        ...plain('lines', pcdFile(POINTS, { data: 'ascii' })),
        ...plain(
          'binary',
          pcdFile(POINTS, { data: 'binary' }),
          pcdFile(POINTS, { data: 'binary_compressed' }),
        ),
      ],
      read: (bytes) => readWorld(bytes, { ...WORLD, file: 'w.pcd' }),
    },
    {
      name: 'xyz',
      share: 300,
      samples: plain(
        'lines',
        utf8('# scan\nx,y,z,i\n1,2,3,4\n-1,.5,1e-2,9\n'),
        utf8('2\n1 2 3\n4 5 6\n'),
      ),
      read: (bytes) => readWorld(bytes, { ...WORLD, file: 'w.xyz' }),
    },
    {
      name: 'plyPoints',
      share: 300,
      samples: plain('lines', utf8(PLY_POINTS)),
      read: (bytes) => readWorld(bytes, { ...WORLD, file: 'w.ply' }),
    },
    {
      name: 'picture',
      share: 300,
      samples: [
        ...plain(
          'binary',
          pngFile(
            [
              [0, 200, 3],
              [4, 5, 255],
            ],
            8,
          ),
        ),
        ...plain('lines', utf8('P2\n3 2\n10\n0 1 2\n3 4 10\n')),
      ],
      read: (bytes) => readHeights(bytes, { ...WORLD, file: 'w.png', z: [0, 1], cellSize: 0.1 }),
    },
    {
      name: 'grid',
      share: 300,
      samples: [
        ...plain(
          'lines',
          utf8(
            'ncols 2\nnrows 2\nxllcorner 1\nyllcorner 2\ncellsize 0.5\nNODATA_value -9\n1 2\n-9 4\n',
          ),
        ),
      ],
      read: (bytes) => readHeights(bytes, { ...WORLD, file: 'w.asc', unknown: 'occupied' }),
    },
    {
      name: 'heightRows',
      share: 200,
      samples: json([
        [1, 2, null],
        [3, 4, 5],
      ]),
      read: (bytes) => readHeights(bytes, { ...WORLD, file: 'w.json', cellSize: 0.1 }),
    },
    {
      name: 'edges',
      share: 300,
      samples: json(cells.EDGES),
      read: (bytes) => readEdges(bytes, { file: 'e.json' }),
    },
    {
      name: 'configurations',
      share: 200,
      samples: json(cells.CONFIGURATIONS),
      read: (bytes) => readConfigurations(bytes, { file: 'c.json' }),
    },
    {
      name: 'stl',
      share: 800,
      samples: [...plain('binary', meshes.BINARY_STL), ...plain('lines', meshes.TEXT_STL)],
      read: (bytes) => readStl(bytes, 'a.stl'),
    },
    {
      name: 'obj',
      share: 800,
      samples: plain('lines', meshes.OBJ, meshes.PLAIN_OBJ),
      read: (bytes) => readObj(bytes, 'a.obj', () => meshes.MTL),
    },
    { name: 'mtl', share: 400, samples: plain('lines', meshes.MTL), read: withMaterials },
    {
      name: 'ply',
      share: 800,
      samples: [
        ...plain('lines', meshes.TEXT_PLY),
        ...plain('lines', meshes.LITTLE_PLY),
        ...plain('binary', meshes.LITTLE_PLY, meshes.BIG_PLY),
      ],
      read: (bytes) => readPly(bytes, 'a.ply'),
    },
    {
      name: 'collada',
      share: 300,
      samples: plain('xml', meshes.COLLADA),
      read: (bytes) => readCollada(bytes, 'a.dae', true),
    },
    {
      name: 'gltf',
      share: 600,
      samples: json(meshes.GLTF_TREE),
      read: (bytes) => readGltf(bytes, 'a.gltf', () => undefined, true),
    },
    {
      name: 'glb',
      share: 600,
      samples: plain('binary', meshes.GLB),
      read: (bytes) => readGltf(bytes, 'a.glb', () => undefined, true),
    },
    {
      name: 'certificate',
      share: 80,
      samples: certificates,
      read: (bytes) => verify(parseCertificate(bytes, 'c.json'), description),
    },
    {
      name: 'model',
      share: 60,
      samples: texts(writeModel(description), writeModel(FUZZED_CELL)),
      read: (bytes) => compiled(modelOf(bytes)),
    },
    {
      name: 'delays',
      share: 60,
      samples: texts(cells.delayCertificateText()),
      read: (bytes) => verifyDelays(parseDelayCertificate(bytes, 'd.json'), description),
    },
    {
      name: 'roadmap',
      share: 100,
      samples: texts(cells.roadmapText()),
      read: (bytes) => readRoadmap(bytes, cells.SPACE, { file: 'm.json' }),
    },
    { name: 'bag', share: 150, samples: plain('binary', ...BAGS), read: readSeed },
    {
      name: 'echo',
      share: 80,
      samples: plain('lines', utf8(cells.ECHO), utf8(cells.GOAL)),
      read: path('echo.yaml'),
    },
    {
      name: 'zip',
      share: 400,
      samples: plain(
        'binary',
        zip(
          new Map([
            ['cell/cell.yaml', utf8(cells.ARM_CELL)],
            ['cell/meshes/a.stl', meshes.BINARY_STL],
          ]),
        ),
      ),
      read: (bytes) => unzip(bytes, 'a.zip'),
    },
  ];
}
