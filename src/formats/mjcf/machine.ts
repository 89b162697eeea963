/**
 * From the bodies of an MJCF model to what moves and what stands: the bodies of all trees with joints are links of one
 * robot whose root is the world; all others are obstacles.
 *
 * A link's frame is that of its body. Where a body has several joints, or one that does not turn about its origin, links
 * without geometry stand between it and its parent.
 */
import type { ObstacleDescription } from '../../cell/index.ts';
import type { Triple } from '../../geometry/index.ts';
import type { JointDescription, LinkDescription, Part } from '../../kinematics/index.ts';
import { composePoses, type Fault, identityPose } from '../../math/index.ts';
import { type Body, bodiesBelow, WORLD } from './bodies.ts';
import { type Geom, isVisual } from './geoms.ts';
import type { Joint } from './joints.ts';
import { rotation, translation } from './placement.ts';

export interface Machine {
  readonly links: readonly LinkDescription[];
  /** One for each link but the root, in the same order. */
  readonly joints: readonly JointDescription[];
  readonly obstacles: readonly ObstacleDescription[];
  /** Which obstacles a body became; none for links. */
  readonly obstaclesOf: ReadonlyMap<Body, readonly Standing[]>;
  /** Where floating bodies are placed, by the name of their joint. */
  readonly floats: ReadonlyMap<string, Float64Array>;
}

/** An obstacle and the geoms that it is made of. */
export interface Standing {
  readonly name: string;
  readonly geoms: readonly Geom[];
}

export interface MachineReading {
  /** Links without collision geometry are tested by what is seen of them. */
  readonly testVisuals: (link: string) => boolean;
  readonly visuals: boolean;
  readonly notes: Fault[];
}

export function makeMachine(world: Body, reading: MachineReading): Machine {
  const maker = new Maker(reading);
  const moves = (body: Body) => [...bodiesBelow(body)].some(({ joints }) => joints.some(isDriven));
  // A drone has no joints but the one that lets it fly.
  const anyMoves = world.children.some(moves);
  const isRobot = (body: Body) => (anyMoves ? moves(body) : body.joints.length > 0);
  maker.stands(world, identityPose());
  for (const body of world.children) {
    if (isRobot(body)) maker.moves(body, WORLD);
    else maker.allStand(body, identityPose());
  }
  return maker;
}

function isDriven({ type }: Joint): boolean {
  return type !== 'free';
}

class Maker implements Machine {
  readonly links: LinkDescription[] = [{ name: WORLD, collisions: [], visuals: [] }];
  readonly joints: JointDescription[] = [];
  readonly obstacles: ObstacleDescription[] = [];
  readonly obstaclesOf = new Map<Body, Standing[]>();
  readonly floats = new Map<string, Float64Array>();
  private readonly reading: MachineReading;

  constructor(reading: MachineReading) {
    this.reading = reading;
  }

  /** A body and all below it as links, hung on one that is there. */
  moves(body: Body, parent: string): void {
    this.hang(body, parent);
    for (const child of body.children) this.moves(child, body.name);
  }

  private hang(body: Body, above: string): void {
    let parent = above;
    // Where the next joint stands in the last link, apart from its own point.
    let at = body.pose;
    for (const joint of body.joints) {
      if (joint.type === 'free') {
        // Its values are where the body is in the world.
        this.floats.set(joint.name, body.pose);
        this.joints.push({
          ...{ name: joint.name, kind: 'floating', parent, child: body.name },
          ...{ origin: identityPose(), axis: Z },
        });
        this.links.push(this.link(body));
        return;
      }
      const [x, y, z] = joint.at;
      const origin = composePoses(at, translation(x, y, z));
      const isLast = joint === body.joints.at(-1);
      const isCentred = x === 0 && y === 0 && z === 0;
      parent = this.turn(joint, origin, parent, isLast && isCentred ? body : null);
      at = translation(-x, -y, -z);
      if (isLast && isCentred) return;
    }
    const name = body.joints.length === 0 ? `${body.name}.fixed` : `${body.name}.frame`;
    this.joints.push({ name, kind: 'fixed', parent, child: body.name, origin: at, axis: Z });
    this.links.push(this.link(body));
  }

  /** A joint, with a link of its own unless `body` is what it moves; the name of that link. */
  private turn(joint: Joint, origin: Float64Array, above: string, body: Body | null): string {
    const { name, type, axis, ref, limits } = joint;
    const parts: { name: string; axis: Triple }[] =
      type === 'ball'
        ? AXES.map(([end, each]) => ({ name: `${name}.${end}`, axis: each }))
        : [joint];
    if (type === 'ball') {
      const hint = `${parts.map((part) => `"${part.name}"`).join(', ')}: about x, then y, then z`;
      const message = `the ball joint "${name}" has become three joints that turn on and on`;
      this.reading.notes.push(joint.element.fault('ball', message, hint));
    }
    let parent = above;
    let place = origin;
    if (type === 'hinge' && ref !== 0) place = composePoses(origin, rotation(axis, -ref));
    if (type === 'slide' && ref !== 0) {
      const [x, y, z] = axis;
      place = composePoses(origin, translation(-ref * x, -ref * y, -ref * z));
    }
    const kind = type === 'slide' ? 'prismatic' : limits ? 'revolute' : 'continuous';
    for (const part of parts) {
      const isLast = part === parts.at(-1);
      const child = isLast && body ? body.name : `${part.name}.link`;
      this.joints.push({
        ...{ name: part.name, kind, parent, child, origin: place, axis: part.axis },
        ...(limits && { limits }),
      });
      this.links.push(
        isLast && body ? this.link(body) : { name: child, collisions: [], visuals: [] },
      );
      parent = child;
      place = identityPose();
    }
    return parent;
  }

  private link({ name, geoms }: Body): LinkDescription {
    const tested = geoms.filter((geom) => !isVisual(geom));
    const seen = geoms.filter(isVisual);
    const isVisualOnly = tested.length === 0 && seen.length > 0;
    const isTested = isVisualOnly && this.reading.testVisuals(name);
    const collisions = partsOf(isTested ? seen : tested);
    return {
      ...{ name, collisions, visuals: this.seen(name, seen) },
      ...(isVisualOnly && { visualOnly: isTested ? 'tested' : 'ignored' }),
    };
  }

  /** What is only drawn: a fault of it is a note. */
  private seen(name: string, geoms: readonly Geom[]): Part[] {
    if (!this.reading.visuals) return [];
    for (const { error } of geoms) {
      if (!error) continue;
      const message = `a visual of "${name}" is left out: ${error.fault.message}`;
      this.reading.notes.push({ ...error.fault, message });
    }
    return geoms.flatMap(({ part }) => (part ? [part] : []));
  }

  /** A body and all below it as obstacles. `around` places the parent in the world. */
  allStand(body: Body, around: Float64Array): void {
    const pose = composePoses(around, body.pose);
    this.stands(body, pose);
    if (body.joints.length > 0) {
      const message = `"${body.name}" is free to move; it is taken to stand where the file puts it`;
      this.reading.notes.push(body.element.fault('loose-body', message));
    }
    for (const child of body.children) this.allStand(child, pose);
  }

  /** The geoms of a body as obstacles: each one of the world, those of another body together. */
  stands(body: Body, pose: Float64Array): void {
    const seen = body.geoms.filter(isVisual);
    const isVisualOnly = seen.length > 0 && seen.length === body.geoms.length;
    // What a program moves about to show something is no thing.
    const isMark = body.element.attribute('mocap') === 'true';
    const isTested = isVisualOnly && !isMark && this.reading.testVisuals(body.name);
    if (isVisualOnly && !isTested) {
      const what = body.parent ? `"${body.name}"` : 'what is in <worldbody> itself';
      const message = `${what} stands there to be seen only (contype and conaffinity 0); it is not tested`;
      const hint = isMark ? undefined : 'with its visuals tested (--visuals) it is an obstacle';
      this.reading.notes.push(body.element.fault('only-seen', message, hint));
    }
    const tested = isTested ? seen : body.geoms.filter((geom) => !isVisual(geom));
    const isWorld = body.parent === null;
    const standing: Standing[] = isWorld
      ? tested.map((geom, i) => ({ name: geom.name ?? `${WORLD}.geom${i}`, geoms: [geom] }))
      : tested.length > 0
        ? [{ name: body.name, geoms: tested }]
        : [];
    this.obstaclesOf.set(body, standing);
    for (const { name, geoms } of standing) {
      this.obstacles.push({ name, pose, parts: partsOf(geoms), solid: true });
    }
  }
}

const Z: Triple = [0, 0, 1];
const AXES: readonly (readonly [string, Triple])[] = [
  ['x', [1, 0, 0]],
  ['y', [0, 1, 0]],
  ['z', Z],
];

/** The geometry of geoms that are tested: what cannot be read is an error. */
function partsOf(geoms: readonly Geom[]): Part[] {
  return geoms.map(({ part, error }) => {
    if (part) return part;
    throw error ?? new Error('a geom that is tested was not read');
  });
}
