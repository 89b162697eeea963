// @ts-check
// Closed loops as a cell: a crank that drives a rocker, a wheel that drives a piston, and a valve on a cam of the
// wheel. Bars lie in layers above a plate, so that they pass over each other. Metres; all turns are about z.

/** @typedef {{ name: string, parent: string, at: [number, number], slides?: string, range?: [number, number], box: [number, number, number], middle: [number, number, number] }} BarFacts */

export const linkagesFolder = 'linkages';

const BAR = 0.02;

/** A bar along x from its joint, in a layer. @type {(length: number, layer: number) => Pick<BarFacts, 'box' | 'middle'>} */
function along(length, layer) {
  return {
    box: [length + 0.03, 0.03, BAR],
    middle: [length / 2, 0, 0.01 + 0.025 * layer],
  };
}

/** @type {BarFacts[]} */
const bars = [
  { name: 'crank', parent: 'plate', at: [0, 0], ...along(0.12, 0) },
  { name: 'coupler', parent: 'crank', at: [0.12, 0], ...along(0.4, 1) },
  { name: 'rocker', parent: 'plate', at: [0.4, 0], ...along(0.42, 2) },
  { name: 'wheel', parent: 'plate', at: [0, 0.8], ...along(0.1, 0) },
  { name: 'rod', parent: 'wheel', at: [0.1, 0], ...along(0.3, 1) },
  {
    ...{ name: 'piston', parent: 'plate', at: [0, 0.8], slides: '1 0 0', range: [0, 0.6] },
    ...{ box: [0.1, 0.08, BAR], middle: [0.02, 0, 0.06] },
  },
  {
    ...{ name: 'valve', parent: 'plate', at: [-0.25, 0.8], slides: '0 1 0', range: [-0.1, 0.1] },
    ...{ box: [0.03, 0.12, BAR], middle: [0, 0, 0.06] },
  },
];

/** @type {(bar: BarFacts) => string} */
function barText({ name, parent, at, slides, range, box, middle }) {
  const geometry = `<origin xyz="${middle.map(digits).join(' ')}"/><geometry><box size="${box.map(digits).join(' ')}"/></geometry>`;
  const limits = range
    ? `\n    <limit lower="${range[0]}" upper="${range[1]}" velocity="1" effort="0"/>`
    : '';
  return `  <link name="${name}">
    <visual>${geometry}</visual>
    <collision>${geometry}</collision>
  </link>
  <joint name="${name}" type="${slides ? 'prismatic' : 'continuous'}">
    <parent link="${parent}"/><child link="${name}"/>
    <origin xyz="${at[0]} ${at[1]} 0"/>
    <axis xyz="${slides ?? '0 0 1'}"/>${limits}
  </joint>
`;
}

/** @type {(x: number) => number} */
function digits(x) {
  return Math.round(x * 1e6) / 1e6;
}

function urdf() {
  const plate = '<origin xyz="0.2 0.4 -0.02"/><geometry><box size="1.2 1.4 0.02"/></geometry>';
  return `<?xml version="1.0"?>
<!-- A tree: the cell file closes its two loops. -->
<robot name="linkages">
  <link name="plate">
    <visual>${plate}</visual>
    <collision>${plate}</collision>
  </link>
${bars.map(barText).join('')}</robot>
`;
}

const CELL = `# Closed loops: a crank drives a rocker, a wheel a piston, and by a cam a valve.
surepath: 1
robots:
  - urdf: linkages.urdf
    loops:
      - name: four-bar
        driver: crank
        followers: [coupler, rocker]
        pin: {link: coupler, point: [0.4, 0, 0]}
        to: {link: rocker, point: [0.28, 0, 0]}
        at: {coupler: 0.775193, rocker: 1.550387}
      - name: slider-crank
        driver: wheel
        connect: {body1: rod, body2: piston, anchor: [0.3, 0, 0]}
        at: {piston: 0.4}
    couplings:
      # Measured at six places; between them the cam lifts by at most 3 cm per radian.
      valve: {joint: wheel, periodic: true, rate: 0.03, points: [[0, 0], [1, 0.01], [2, 0.03], [3, 0.04], [4, 0.03], [5, 0.01]]}
obstacles:
  - {name: post, shape: {cylinder: {radius: 0.02, length: 0.15}}, pose: {xyz: [POST, 0.125]}}
  - {name: stop, shape: {box: [0.05, 0.2, 0.1]}, pose: {xyz: [0.48, 0.8, 0.06]}}
  - {name: guide, shape: {box: [0.06, 0.02, 0.06]}, pose: {xyz: [-0.25, 0.94, 0.06]}}
`;

/** Where the post stands, a few millimetres beyond the rocker's end. */
const POST = '0.482, 0.289';

const JOINTS = '"crank", "wheel"';
const PATHS = {
  // A whole turn of the crank; the wheel keeps the piston away from the stop.
  free: [
    [0, 1],
    [3.2, 3],
    [6.283185, 5],
  ],
  // The wheel takes the piston into the stop; both ends are free.
  colliding: [
    [0, 1],
    [1, -1],
  ],
};

/** Files by path below the folder `cells`. @returns {Map<string, Uint8Array>} */
export function linkageFiles() {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  const text = (/** @type {string} */ path, /** @type {string} */ content) =>
    files.set(`${linkagesFolder}/${path}`, new TextEncoder().encode(content));
  text('linkages.urdf', urdf());
  text('cell.yaml', CELL.replace('POST', POST));
  for (const [name, rows] of Object.entries(PATHS)) {
    const lines = rows.map((row) => `    [${row.join(', ')}]`).join(',\n');
    text(`paths/${name}.json`, `{\n  "joints": [${JOINTS}],\n  "waypoints": [\n${lines}\n  ]\n}\n`);
  }
  return files;
}
