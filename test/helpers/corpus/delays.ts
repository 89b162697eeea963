/** Recipes of the corpus about delays: two arms, each of which may start late. */
import type { Cell } from '../../../src/cell/index.ts';
import { type DelayCertificate, makeDelayCertificate } from '../../../src/certificate/index.ts';
import { checkDelays } from '../../../src/check/index.ts';
import { blendedPath, buildPath, type Track } from '../../../src/motion/index.ts';
import { armUrdf } from '../oracles/cellText.ts';

export interface DelayRecipe {
  readonly name: string;
  readonly shows: string;
  readonly yaml: string;
  readonly files: Readonly<Record<string, string>>;
  readonly make: (cell: Cell) => DelayCertificate;
  readonly rejects: Readonly<
    Record<string, (c: DelayCertificate, text: string) => DelayCertificate | string>
  >;
}

const YAML = `surepath: 1
robots:
  - {name: left, urdf: arm.urdf, base: {xyz: [-0.9, 0, 0]}}
  - {name: right, urdf: arm.urdf, base: {xyz: [0.9, 0, 0.02], rpy: [0, 0, 3.1]}}
allow: [[left/link0, left/link1], [left/link1, left/link2], [right/link0, right/link1], [right/link1, right/link2]]
`;
const FILES = { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) };
const WAYPOINTS = [
  [-0.3, 0.4, -0.4, -0.1],
  [-0.9, 0.6, -0.7, 0.3],
  [-0.5, 0.3, -0.9, 0.2],
].map((values) => Float64Array.from(values));

function certified(cell: Cell, pathOf: (waypoints: Float64Array[]) => Track['path']) {
  const standing = new Float64Array(4);
  const tracks = [0, 2].map((first, i): Track => {
    const own = WAYPOINTS.map((q) => q.map((x, d) => (d === first || d === first + 1 ? x : 0)));
    return { dofs: [first, first + 1], name: ['left', 'right'][i], path: pathOf(own) };
  });
  const delays = [0.05, 0.1];
  const { verdict, proven } = checkDelays(cell, tracks, { delays, standing });
  if (verdict !== 'free') throw new Error(`the tracks are ${verdict}`);
  return makeDelayCertificate(cell.description, cell, { tracks, delays, standing, proven });
}

export const DELAYS: readonly DelayRecipe[] = [
  {
    name: 'delays',
    shows: 'two arms that blend their corners, free whichever of them starts late',
    yaml: YAML,
    files: FILES,
    make: (cell) =>
      certified(cell, (waypoints) =>
        blendedPath(cell.tree, { waypoints, times: [0, 1, 2], blend: 0.2 }),
      ),
    rejects: {
      'part-left-out': (c) => ({ ...c, parts: c.parts.slice(0, -1) }),
      'longer-delays': (c) => ({ ...c, delays: c.delays.map((x) => 2 * x) }),
      'another-time': (c) => ({
        ...c,
        tracks: c.tracks.map((t, i) =>
          i === 0 ? { ...t, times: t.times.map((x) => 1.01 * x) } : t,
        ),
      }),
      'version-2': (_, text) => text.replace('certificate": 1', 'certificate": 2'),
      'unknown-key': (_, text) => text.replace('"standing"', '"note": 1,\n"standing"'),
      // Alone a part says of most pairs that they are shown elsewhere.
      'a-part-alone': (_, text) =>
        `${text.slice(text.indexOf('{\n"surepath-certificate"'), text.indexOf('\n}\n}', text.indexOf('{\n"surepath-certificate"')) + 2)}\n`,
    },
  },
  {
    name: 'delays-circular',
    shows: 'the same with an arc in one track',
    yaml: YAML,
    files: FILES,
    make: (cell) =>
      certified(cell, (waypoints) =>
        buildPath(cell.tree, waypoints, {
          times: [0, 1, 2],
          vias: [
            null,
            null,
            [
              waypoints[1].map(
                (x, d) => 0.5 * (x + waypoints[2][d]) + (x === 0 ? 0 : 0.05 * (d % 2)),
              ),
            ],
          ],
        }),
      ),
    rejects: { 'part-left-out': (c) => ({ ...c, parts: c.parts.slice(1) }) },
  },
];
