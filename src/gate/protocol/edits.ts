/**
 * Edits of a cell. The edits of one request are all made, or none is. Poses of obstacles are in the world, those of
 * parts in their obstacle. A configuration `q` in an edit says where links are in that moment; nothing remembers it.
 */
import {
  flag,
  type Infer,
  list,
  named,
  number,
  object,
  orNull,
  text,
  variants,
  word,
} from '../schema/index.ts';
import { CONFIGURATION, FULL_NAME, POSE } from './common.ts';
import { LIMITS } from './limits.ts';

const SIZE = number({ above: 0, most: 2 * LIMITS.coordinate });
const AMOUNT = number({ least: 0, most: LIMITS.coordinate });

/** Geometry that needs no other file. */
export const SHAPE = named(
  'Shape',
  variants('kind', {
    box: object({ kind: word(['box']), size: list(SIZE, { least: 3, most: 3 }) }),
    sphere: object({ kind: word(['sphere']), radius: SIZE }),
    cylinder: object({ kind: word(['cylinder']), radius: SIZE, length: SIZE }),
    capsule: object({ kind: word(['capsule']), radius: SIZE, length: SIZE }),
    cone: object({ kind: word(['cone']), radius: SIZE, length: SIZE }),
    mesh: object(
      {
        kind: word(['mesh']),
        file: text({
          least: 1,
          most: LIMITS.name,
          description: 'Its name; the extension tells the format: stl, obj, ply, dae, gltf, glb.',
        }),
        base64: text({ most: LIMITS.file }),
      },
      { optional: { scale: SIZE } },
    ),
  }),
  'Metres. Cylinders, capsules and cones stand along z about their middle; the length of a capsule is that of its axis.',
);
/** A shape as requests say it. */
export type ShapeValue = Infer<typeof SHAPE>;

const PART = object({ shape: SHAPE }, { optional: { pose: POSE } });
const OBSTACLE = { obstacle: FULL_NAME };
const BODIES = { a: FULL_NAME, b: FULL_NAME };
const PLACED = { optional: { q: CONFIGURATION, pose: POSE }, exactlyOne: [['q', 'pose']] } as const;

export const EDIT = named(
  'Edit',
  variants('kind', {
    'add-obstacle': object(
      { kind: word(['add-obstacle']), name: FULL_NAME },
      {
        optional: {
          shape: SHAPE,
          parts: list(PART, { least: 1, most: LIMITS.parts }),
          pose: POSE,
          solid: flag('false makes closed meshes surfaces. Default true.'),
        },
        exactlyOne: [['shape', 'parts']],
        description: 'An obstacle of one shape, or of several parts.',
      },
    ),
    'move-obstacle': object(
      { kind: word(['move-obstacle']), ...OBSTACLE, pose: POSE },
      { description: 'It stands elsewhere.' },
    ),
    'remove-obstacle': object(
      { kind: word(['remove-obstacle']), ...OBSTACLE },
      { description: 'It is gone, with what was declared about it.' },
    ),
    attach: object(
      { kind: word(['attach']), ...OBSTACLE, link: FULL_NAME },
      {
        ...PLACED,
        optional: {
          ...PLACED.optional,
          touching: list(FULL_NAME, { most: LIMITS.parts }),
        },
        description:
          'An obstacle is grasped: from now on it moves with a link. It keeps its place at the configuration q, or has this pose in the link’s frame. It may touch the link and those in `touching`.',
      },
    ),
    detach: object(
      { kind: word(['detach']), object: FULL_NAME },
      {
        ...PLACED,
        description:
          'An attached object is put down, and is an obstacle again: where it is at the configuration q, or at this pose in the world.',
      },
    ),
    'remove-attached': object(
      { kind: word(['remove-attached']), object: FULL_NAME },
      { description: 'An attached object is gone.' },
    ),
    allow: object(
      { kind: word(['allow']), ...BODIES },
      {
        optional: { reason: text({ most: LIMITS.sentence }) },
        description: 'Two bodies may touch: assumed, not tested. Every answer says so.',
      },
    ),
    forbid: object(
      { kind: word(['forbid']), ...BODIES },
      { description: 'Takes back whatever was declared about two bodies.' },
    ),
    clearance: object(
      { kind: word(['clearance']), distance: AMOUNT },
      { description: 'Metres that bodies must keep apart.' },
    ),
    'pair-clearance': object(
      { kind: word(['pair-clearance']), ...BODIES, distance: orNull(AMOUNT) },
      { description: 'The same for two bodies; null: as all others.' },
    ),
    tracking: object(
      { kind: word(['tracking']), tolerance: AMOUNT },
      {
        description:
          'Radians or metres by which joints that have no tolerance of their own may stray.',
      },
    ),
  }),
  'One change of a cell.',
);
/** One change of a cell. */
export type Edit = Infer<typeof EDIT>;
export const EDITS = list(EDIT, { least: 1, most: LIMITS.edits });
