/** Small scenes of bodies that fly, and recordings made by hand, for tests of the studio. */
import { poseFromRpy } from '../../../src/math/index.ts';
import { impulseResponse, Rest, type ScheduleSettings } from '../../../src/schedule/index.ts';
import type { FlightScene } from '../../../studio/engine/flights.ts';
import type { FlightAnswer, FlightBody } from '../../../studio/engine/protocol.ts';

export const RADIUS = 0.05;

/** Three balls and a tumbling brick above a table; the third ball is far away from the others. */
export function droppedScene(): FlightScene {
  const ball = (name: string, x: number, z: number, vx: number) => ({
    name,
    pieces: [{ shape: { kind: 'sphere', radius: RADIUS } as const }],
    inertia: [1, 1, 1] as const,
    start: {
      pose: poseFromRpy(0, 0, 0, x, 0, z),
      velocity: [vx, 0, 0] as const,
      angularVelocity: [0, 3, 0] as const,
    },
  });
  const settings: ScheduleSettings = {
    gravity: [0, 0, -9.81],
    response: impulseResponse({ restitution: 0.6 }),
    bodies: [
      {
        name: 'table',
        pieces: [{ shape: { kind: 'box', half: [2, 2, 0.1] } }],
        mass: 1e9,
        start: new Rest(poseFromRpy(0, 0, 0, 0, 0, -0.1)),
      },
      ball('left', -0.2, 0.3, 0.5),
      ball('right', 0.2, 0.35, -0.5),
      ball('apart', 1.6, 0.9, 0),
      {
        name: 'brick',
        pieces: [{ shape: { kind: 'box', half: [0.03, 0.06, 0.1] } }],
        inertia: [5, 4, 2],
        start: {
          pose: poseFromRpy(0.2, 0.4, 0, -1.5, 0, 0.5),
          velocity: [0, 0, 2],
          angularVelocity: [6, 5, 1],
        },
      },
    ],
  };
  return { settings, until: 0.5 };
}

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function standing(name: string, moves: boolean, places: readonly number[][]): FlightBody {
  const times = places.map((_, i) => i);
  return {
    name,
    pieces: [{ geometry: { kind: 'sphere', radius: 0.5 }, pose: poseFromRpy(0, 0, 0, 0, 0, 0) }],
    moves,
    knots: {
      times: Float64Array.from(times),
      poses: Float64Array.from(places.flatMap((place) => [...IDENTITY, ...place])),
      velocities: new Float64Array(3 * times.length),
    },
  };
}

/** Two bodies for two seconds: one goes from x = 0 to 2 and stays, one stands at x = 10. Impacts at 0.5 and 1.5 s. */
export function twoBodies(changes: Partial<FlightAnswer> = {}): FlightAnswer {
  return {
    example: 'coins',
    broadPhase: true,
    begin: 0,
    end: 2,
    tolerance: 1e-4,
    bodies: [
      standing('goer', true, [
        [0, 0, 0],
        [2, 0, 0],
        [2, 0, 0],
      ]),
      standing('stander', false, [[10, 0, 0]]),
    ],
    watch: {
      times: Float64Array.of(0, 1),
      starts: Uint32Array.of(0, 0, 1),
      pairs: Uint16Array.of(0, 1),
      points: Float32Array.of(0.5, 0, 0, -0.5, 0, 0),
      apartFor: Float64Array.of(0.6),
    },
    impacts: [0.5, 1.5].map((hit) => ({
      a: 0,
      b: 1,
      free: hit - 1e-5,
      hit,
      points: [
        [2.5, 0, 0],
        [9.5, 0, 0],
      ],
    })),
    work: { looks: 12, queries: 10, mostWatched: 1 },
    fixed: null,
    sentence: '2 impacts, all that there are until 2 s',
    ...changes,
  };
}
