/** `surepath info CELL`: robots, joints, bodies, pairs, reach. */

import type { Body, Cell } from '../../cell/index.ts';
import type { XacroArgument } from '../../formats/index.ts';
import { bodyJson, pairsJson, type RobotFolder, robotsJson } from '../../jobs/index.ts';
import { buildChain } from '../../kinematics/index.ts';
import { metresUpper, REASONS } from '../../words/index.ts';
import { printJson, printText } from '../out.ts';

import { wrapped } from './checkWitness.ts';
import { openPartsOf, openPartsText } from './infoMesh.ts';
import { argumentsText } from './infoXacro.ts';

export interface InfoSettings {
  readonly everyPair: boolean;
  readonly json: boolean;
  /** The arguments of a xacro file. */
  readonly declared: readonly XacroArgument[];
  /** Which files of a folder were taken; null for a file. */
  readonly folder: RobotFolder | null;
}

export function infoCell(file: string, cell: Cell, settings: InfoSettings): void {
  const { everyPair, json, declared, folder } = settings;
  const facts = describe(file, cell);
  const xacro = declared.map(({ name, fallback = null }) => ({ name, default: fallback }));
  if (json) printJson({ ...facts, ...(xacro.length > 0 && { xacro }), ...(folder && { folder }) });
  else {
    const files = folder ? folderText(folder) : '';
    printText(files + toText(facts, cell, everyPair) + argumentsText(declared));
  }
}

function folderText({ urdf, srdf, jointLimits, kinematics }: RobotFolder): string {
  const rows = [
    ['robot', urdf],
    ['SRDF', srdf],
    ['joint limits', jointLimits],
    ['kinematics', kinematics && `${kinematics} (poses are solved without its solvers)`],
  ];
  const found = rows.flatMap(([what, file]) => (file ? `  ${what!.padEnd(14)}${file}\n` : []));
  return `files that were taken from the folder\n${found.join('')}`;
}

function describe(file: string, cell: Cell) {
  return {
    file,
    ...robotsJson(cell),
    bodies: cell.bodies.map((body) => {
      const { name, kind, frame, padding, ...geometry } = bodyJson(body, cell);
      return {
        ...{ name, kind, frame },
        ...geometry,
        ...moreGeometry(body),
        padding,
        reach: reachOf(cell, body),
      };
    }),
    ...pairsJson(cell),
  };
}

/** Bodies of a cell with a crowd that are listed for a person. */
const MOST_BODIES = 200;

/** What reading meshes made of them. */
function moreGeometry({ model: { pieces } }: Body) {
  const meshes = pieces.flatMap((p) => (p.kind === 'mesh' ? [p.mesh] : []));
  const components = meshes.flatMap((mesh) => mesh.components);
  return {
    turnedTriangles: components.reduce((n, c) => n + c.turned, 0),
    capTriangles: meshes.reduce((n, mesh) => n + mesh.capTriangles, 0),
    openParts: meshes.flatMap(openPartsOf),
  };
}

/** Farthest that a point of the body can be from each joint axis that moves it, in metres. */
function reachOf({ tree, box }: Cell, body: Body): Record<string, number> {
  if (tree.rigidRoot[body.frame] === 0 || !Number.isFinite(body.ball[3])) return {};
  const chain = buildChain(tree, body, 0, box);
  const reach: Record<string, number> = {};
  chain.dof.forEach((d, t) => {
    if (chain.turns[t] === 1) reach[tree.dofs[d].name] = chain.reach[t];
  });
  return reach;
}

type Facts = ReturnType<typeof describe>;

const MEANING: Readonly<Record<string, string>> = {
  tested: 'tested',
  'same-link': `excluded: ${REASONS['same-link']}`,
  rigid: `excluded: ${REASONS.rigid}`,
  static: `excluded: ${REASONS.static}`,
  disabled: `excluded: ${REASONS.disabled} (assumed)`,
  allowed: `excluded: ${REASONS.allowed} (assumed)`,
  swept: `excluded: ${REASONS.swept}`,
};

function toText(facts: Facts, cell: Cell, everyPair: boolean): string {
  const lines = [facts.file];
  for (const robot of facts.robots) {
    lines.push(`robot ${robot.name}: ${robot.links} links, ${robot.joints} joints`);
    for (const tested of [false, true]) {
      const links = robot.visualOnly.filter((each) => each.tested === tested);
      if (links.length === 0) continue;
      const names = links.map(({ link }, i) => (i + 1 < links.length ? `${link},` : link));
      const what = tested ? 'tested by their visuals' : 'not tested';
      lines.push(...wrapped(`  only visuals, ${what}: `, names));
    }
    if (robot.states.length > 0) lines.push(`  states ${robot.states.join(', ')}`);
  }
  lines.push(`joints (${facts.degreesOfFreedom.length} degrees of freedom)`);
  for (const { name, unit, lower, upper } of facts.degreesOfFreedom) {
    const range = lower === null || upper === null ? 'no limits' : `${lower} to ${upper} ${unit}`;
    lines.push(`  ${name.padEnd(32)} ${range}`);
  }
  lines.push(`bodies (${facts.bodies.length})`);
  const bodies = cell.crowd ? facts.bodies.slice(0, MOST_BODIES) : facts.bodies;
  for (const body of bodies) {
    const geometry = [
      ...(body.triangles > 0 ? [`${body.triangles} triangles`] : []),
      ...body.primitives,
    ].join(', ');
    const kinds = [
      `${body.solids} solid`,
      ...(body.cavities > 0 ? [`${body.cavities} cavity`] : []),
      `${body.surfaces} surface`,
      ...(body.turnedTriangles > 0 ? [`${body.turnedTriangles} turned round`] : []),
      ...(body.capTriangles > 0 ? [`closed by ${body.capTriangles}`] : []),
    ].join(', ');
    const farthest = Math.max(0, ...Object.values(body.reach));
    const reach = farthest > 0 ? `, reaches ${metresUpper(farthest)}` : '';
    lines.push(`  ${body.name.padEnd(32)} ${geometry} (${kinds})${reach}`);
    const nearly = body.openParts.filter((part) => part.nearlyClosed);
    lines.push(...openPartsText(nearly, '    '));
  }
  if (bodies.length < facts.bodies.length) {
    lines.push(`  and ${facts.bodies.length - bodies.length} more; --json lists all`);
  }
  lines.push(`pairs (${cell.pairs.length})`);
  for (const [reason, meaning] of Object.entries(MEANING)) {
    const count = facts.counts[reason];
    if (count) lines.push(`  ${String(count).padStart(6)} ${meaning}`);
  }
  if (everyPair) {
    for (const { pair, reason = 'tested', detail } of facts.pairs) {
      lines.push(`    ${pair[0]} - ${pair[1]}: ${detail ? `${reason} (${detail})` : reason}`);
    }
    if (facts.morePairs !== undefined) {
      lines.push(`    and ${facts.morePairs} more; the numbers above count all of them`);
    }
  } else lines.push('  --pairs lists them');
  return `${lines.join('\n')}\n`;
}
