/** The list `worlds` of a cell file: octomaps, point clouds and height maps, each in a file of its own. */
import type { ObstacleSet } from '../../cell/index.ts';
import { identityPose } from '../../math/index.ts';
import { readName } from '../cellRobot.ts';
import { type CellContext, readReference } from '../cellShape.ts';
import { readPose } from '../poseValue.ts';
import type { Mapping, Value } from '../value.ts';
import { readCloud } from './cloud.ts';
import { rowsGrid } from './heightGrid.ts';
import { type HeightOptions, heightColumns, readHeights } from './heights.ts';
import { readOctomap, type WorldFile } from './octomap.ts';

const KINDS = ['octomap', 'cloud', 'heights'] as const;
type Kind = (typeof KINDS)[number];

/** Keys that are for some kinds alone. */
const OWN = {
  octomap: ['unknown', 'threshold'],
  cloud: ['radius'],
  heights: ['unknown', 'cell_size', 'z', 'surface', 'bottom'],
} as const;
type OwnKey = (typeof OWN)[Kind][number];
const OWN_KEYS: readonly OwnKey[] = [...new Set(Object.values(OWN).flat())];

type World = Mapping<'name' | 'pose' | Kind | OwnKey>;

/** Reads an entry of `worlds`; null if there is nothing in it. Throws an InputError with line and column. */
export function readCellWorld(item: Value, context: CellContext): ObstacleSet | null {
  const world: World = item.mapping('a world', ['name', 'pose', ...KINDS, ...OWN_KEYS]);
  const kinds = KINDS.filter((kind) => world.get(kind) !== undefined);
  if (kinds.length !== 1) {
    const found = kinds.length === 0 ? 'none' : kinds.join(' and ');
    throw item.error('cell/world', `a world has one of ${KINDS.join(', ')}; found ${found}`);
  }
  const [kind] = kinds;
  for (const key of OWN_KEYS) {
    if (!world.get(key) || (OWN[kind] as readonly string[]).includes(key)) continue;
    const message = `${key} says nothing about a world of the kind ${kind}`;
    throw world.keyError(key, 'cell/world', message, `it takes ${OWN[kind].join(', ')}`);
  }
  const { set, notes } = readKind(kind, world, context);
  context.notes.push(...notes);
  return set;
}

function readKind(kind: Kind, world: World, context: CellContext): WorldFile {
  const name = readName(world.need('name'));
  const pose = world.optional('pose', identityPose(), (v) => readPose(v, context.notes));
  const value = world.need(kind);
  const unknown = choice(world.get('unknown'), ['free', 'occupied'] as const);
  if (kind === 'heights') return readMap(world, { name, pose, unknown }, context);
  if (kind === 'cloud' && !world.get('radius')) {
    throw value.error(
      'cloud/radius',
      'points have no size: how much around each is taken for occupied is not said',
      'give a radius in metres, about the distance between neighbouring points: radius: 0.01',
    );
  }
  const { path: file, bytes } = readReference(value, value.text(kind), context);
  if (kind === 'octomap') {
    const threshold = world.get('threshold')?.number('threshold');
    return readOctomap(bytes, { file, name, pose, unknown, threshold });
  }
  const given = world.need('radius');
  const radius = given.number('radius');
  if (!(radius > 0)) {
    throw given.error('cell/amount', `the radius is ${radius}, expected more than 0`);
  }
  return readCloud(bytes, { file, name, pose, radius });
}

function choice<T extends string>(value: Value | undefined, words: readonly T[]): T | undefined {
  const found = words.find((word) => word === value?.data);
  if (found !== undefined || !value) return found;
  throw value.unexpected('this', words.join(' or '));
}

type Common = Pick<HeightOptions, 'name' | 'pose' | 'unknown'>;

function readMap(world: World, common: Common, context: CellContext): WorldFile {
  const value = world.need('heights');
  const z = world.get('z')?.numbers('z', 2);
  const options: Omit<HeightOptions, 'file'> = {
    ...common,
    z: z && [z[0], z[1]],
    cellSize: world.get('cell_size')?.number('cell_size'),
    surface: choice(world.get('surface'), ['cells', 'corners'] as const),
    bottom: world.get('bottom')?.number('bottom'),
  };
  if (Array.isArray(value.data)) {
    if (z) throw world.keyError('z', 'heights/range', 'z is for pictures; these are heights');
    return value.locate(() => heightColumns(rowsGrid(value), options));
  }
  const { path: file, bytes } = readReference(value, value.text('heights'), context);
  return readHeights(bytes, { ...options, file });
}
