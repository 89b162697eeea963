/**
 * What of a cell is drawn, and where: a list of pieces, each riding on a frame. Links are drawn by
 * their visual geometry, or by their collision geometry as long as there is no other; collision geometry
 * is a layer of its own. Obstacles are apart, since they can be moved.
 */
import type { CellDescription } from '../../src/cell/index.ts';
import {
  type Colour,
  type KinematicTree,
  type Part,
  scopedName,
} from '../../src/kinematics/index.ts';
import type { BodyInfo, VisualPart, VisualsAnswer } from '../engine/protocol.ts';
import type { AnyGeometry } from './geometryCache.ts';

export interface DrawnPart {
  /** Name of the body or link that it belongs to. */
  readonly name: string;
  /** Number of the body, -1 for a link that is only drawn. */
  readonly body: number;
  readonly kind: 'link' | 'attached' | 'obstacle';
  /** Number of the robot, -1 for obstacles. */
  readonly robot: number;
  readonly frame: number;
  /** Placed in the frame, or in that of the obstacle. */
  readonly pose: Float64Array;
  readonly scale: number;
  readonly geometry: AnyGeometry;
  readonly surface: boolean;
  /** A half-space that one can stand on. */
  readonly floor?: boolean;
  /** As its file has it; null where that says nothing, as for all that is checked. */
  readonly colour: Colour | null;
}

export interface DrawPlan {
  readonly visual: readonly DrawnPart[];
  readonly collision: readonly DrawnPart[];
  /** Per obstacle. */
  readonly obstacles: readonly (readonly DrawnPart[])[];
}

export function drawPlan(
  description: CellDescription,
  bodies: readonly BodyInfo[],
  tree: KinematicTree,
  visuals: VisualsAnswer | null = null,
): DrawPlan {
  const numberOf = new Map(bodies.map(({ name }, i) => [name, i]));
  const visual: DrawnPart[] = [];
  const collision: DrawnPart[] = [];
  const parts = (
    list: readonly (Part | VisualPart)[],
    rest: Omit<DrawnPart, 'pose' | 'geometry' | 'colour' | 'body' | 'surface'> & {
      surface?: boolean;
    },
  ): DrawnPart[] => {
    const body = numberOf.get(rest.name) ?? -1;
    const surface = rest.surface ?? (body >= 0 && !bodies[body].solid);
    return list.map(({ pose, geometry, colour = null }) => ({
      ...rest,
      ...{ surface, body, pose, geometry, colour },
    }));
  };
  description.robots.forEach((instance, robot) => {
    for (const [k, link] of instance.robot.links.entries()) {
      const name = scopedName(instance.name, link.name);
      const frame = tree.frameOf.get(name) as number;
      const scale = instance.scale.get(link.name) ?? instance.scale.get('default') ?? 1;
      const own = parts(link.collisions, { name, kind: 'link', robot, frame, scale });
      collision.push(...own);
      const drawn = visuals?.robots[robot][k] ?? [];
      if (drawn.length === 0) visual.push(...own);
      else {
        // Files leave visual meshes open everywhere; whether one is closed says nothing.
        const rest = { name, kind: 'link', robot, frame, scale: 1, surface: false } as const;
        visual.push(...parts(drawn, rest));
      }
    }
    for (const object of instance.attached) {
      const name = scopedName(instance.name, object.name);
      const frame = tree.frameOf.get(scopedName(instance.name, object.link)) ?? 0;
      const own = parts(object.parts, { name, kind: 'attached', robot, frame, scale: 1 });
      collision.push(...own);
      visual.push(...own);
    }
  });
  const obstacles = description.obstacles.map(({ name, pose, parts: list }) =>
    parts(list, { name, kind: 'obstacle', robot: -1, frame: 0, scale: 1 }).map((part) => ({
      ...part,
      floor: upOf(pose, part) > 0.99,
    })),
  );
  return { visual, collision, obstacles };
}

/** How far up the normal of a half-space points in the world; 0 for all else. */
function upOf(obstacle: ArrayLike<number>, { geometry, pose }: DrawnPart): number {
  if (geometry.kind !== 'half-space') return 0;
  const { normal: n } = geometry;
  let up = 0;
  for (let k = 0; k < 3; k++) {
    const inObstacle = pose[3 * k] * n[0] + pose[3 * k + 1] * n[1] + pose[3 * k + 2] * n[2];
    up += obstacle[6 + k] * inObstacle;
  }
  return up;
}
