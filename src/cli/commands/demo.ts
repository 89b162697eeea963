/** `surepath demo`: every static query on two embedded bodies, with no file at hand. */
import { buildTree } from '../../bvh/index.ts';
import { buildMesh, knot, torus } from '../../geometry/index.ts';
import { poseFromRpy } from '../../math/index.ts';
import {
  approximateDistance,
  collide,
  distance,
  greedyDistance,
  type ProximityResult,
  ProximityWorkspace,
  tolerance,
} from '../../proximity/index.ts';
import { type Command, metres, parse } from '../command.ts';

const STEPS = 13;
const REPEATS = 100;

export const demoCommand: Command = {
  name: 'demo',
  summary: 'static queries on two embedded bodies, a table to look at',
  help: `usage: surepath demo

Draws a ring over a knot, both made by formula, and asks each static query at every step: do they
collide, how far apart are they, what is proven at a lower cost. Prints a table; no files needed.
`,
  run(args) {
    parse('demo', args, {});
    const still = buildMesh(knot(0.3, 0.06, 160, 16));
    const moving = buildMesh(torus(0.32, 0.05, 64, 20));
    const a = buildTree(still);
    const b = buildTree(moving);
    const workspace = new ProximityWorkspace();
    const ask: Record<string, (pose: Float64Array) => ProximityResult> = {
      collide: (pose) => collide(a, b, pose, workspace),
      distance: (pose) => distance(a, b, pose, workspace),
      approximate: (pose) => approximateDistance(a, b, pose, 0.25, workspace),
      greedy: (pose) => greedyDistance(a, b, pose, 0, workspace),
      tolerance: (pose) => tolerance(a, b, pose, 0.05, workspace),
    };
    const poses = Array.from({ length: STEPS }, (_, i) => {
      const s = i / (STEPS - 1);
      return poseFromRpy(1.2 * s, 0.5, 0.9 * s, 0, 0, 0.75 - 0.75 * s);
    });

    const print = (line = '') => process.stdout.write(`${line}\n`);
    print(`A  a knot, ${a.triangleCount} triangles, ${solidity(still.components[0].solid)}`);
    print(`B  a ring, ${b.triangleCount} triangles, ${solidity(moving.components[0].solid)}`);
    print('B comes down on A in steps, turning. Lower bounds are proven, in floating point.');
    print();
    print('step  verdict     distance     within 25 %    greedy bound   5 cm apart?   node pairs');
    poses.forEach((pose, i) => {
      const exact = ask.distance(pose);
      const hit = exact.verdict === 'colliding';
      const length = metres(exact.upper);
      const pairs = exact.nodePairs;
      const near = ask.approximate(pose).lower;
      const greedy = ask.greedy(pose).lower;
      const clear = ask.tolerance(pose).lower >= 0.05;
      const cells = hit
        ? ['colliding', '0', '', '']
        : ['apart', length, `>= ${metres(near)}`, `>= ${metres(greedy)}`];
      print(
        `${String(i).padStart(4)}  ${cells[0].padEnd(10)}  ${cells[1].padEnd(11)}  ${cells[2].padEnd(13)}  ${cells[3].padEnd(13)}  ${(clear ? 'yes' : 'no').padEnd(12)}  ${pairs}`,
      );
    });
    print();
    print('Time per query over all steps:');
    for (const [name, query] of Object.entries(ask)) {
      const repeat = () => {
        for (let k = 0; k < REPEATS; k++) for (const pose of poses) query(pose);
      };
      repeat(); // lets the engine compile
      const start = process.hrtime.bigint();
      repeat();
      const microseconds = Number(process.hrtime.bigint() - start) / 1000 / REPEATS / STEPS;
      print(`  ${name.padEnd(12)} ${microseconds.toFixed(1).padStart(7)} us`);
    }
    print();
    print('Your own meshes: surepath distance A.stl B.stl, surepath info A.stl');
    return 0;
  },
};

function solidity(solid: boolean): string {
  return solid ? 'a closed solid' : 'an open surface';
}
