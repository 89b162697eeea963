/** An SRDF for every robot of the data folder: it reads back without a fault to the same pairs, and what it calls Never is not seen to collide. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  buildCell,
  type Cell,
  listedPairs,
  PairProbe,
  sampleInto,
  suggestPairs,
} from '../../src/cell/index.ts';
import {
  cellFromUrdf,
  groupJoints,
  readSrdf,
  suggestSemantics,
  writeSrdf,
} from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import { COLLIDING } from '../../src/proximity/index.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

const FOLDERS = ['mbm', 'robots'].map((name) => join(DATA_FOLDER, name));
const ROBOTS = haveData('robots')
  ? FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.urdf'))
        .map((name) => join(folder, name)),
    ).sort()
  : [];

/** Packages are folders beside each other, or the robot's own folder. */
function load(file: string): Cell {
  const packages = Object.fromEntries(
    readdirSync(FOLDERS[1]).map((name) => [name, join(FOLDERS[1], name)]),
  );
  const meshes = join(file, '..', 'meshes');
  const files = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
  const resolver = { files, packages: { ...packages, ...(existsSync(meshes) && { meshes }) } };
  const description = cellFromUrdf(readFileSync(file), { file, resolver });
  return buildCell({ ...description, allowNothing: true });
}

describe.runIf(ROBOTS.length > 0)('a suggested SRDF', () => {
  it.each(ROBOTS.map((file) => [file.slice(DATA_FOLDER.length + 1), file]))('of %s', (_, file) => {
    const cell = load(file);
    // Maps of large meshes take seconds, and were looked at once.
    const maps = !/mbm|bolt|pr2/.test(file);
    const [{ robot }] = cell.description.robots;
    const found = suggestPairs(cell, { samples: 40, random: new Random(1), maps });
    const semantics = suggestSemantics(
      robot,
      found.map(({ link1, link2, reason }) => ({ link1, link2, reason })),
    );
    const text = writeSrdf(semantics, ['a remark -- with hyphens -']);
    const back = readSrdf(new TextEncoder().encode(text), { file: 'made.srdf', robot });
    expect(back.notes).toEqual([]);
    expect(back.semantics).toEqual(semantics);
    // The same pairs, in the cell that it makes.
    const description = {
      ...cell.description,
      robots: [{ ...cell.description.robots[0], semantics: back.semantics }],
    };
    const excluded = [...listedPairs(buildCell(description).pairs)].filter(
      ({ reason }) => reason !== null,
    );
    const key = (a: string, b: string) => JSON.stringify([a, b].sort());
    const names = new Set(
      excluded.map(({ a, b }) => key(cell.bodies[a].name, cell.bodies[b].name)),
    );
    for (const { link1, link2 } of found) expect(names).toContain(key(link1, link2));
    // All joints that move are in the group of all of them.
    const moving = robot.joints.filter(({ kind }) => kind !== 'fixed');
    if (moving.length > 0) {
      const own = new Set(groupJoints(robot, back.semantics, 'all').joints);
      for (const { name, mimic } of moving) expect(own.has(name)).toBe(mimic === undefined);
    }
    const probe = new PairProbe(cell);
    const random = new Random(7);
    const q = new Float64Array(cell.tree.dofs.length);
    const proven = found.filter(({ reason }) => reason === 'Never');
    const pairs = [...listedPairs(cell.pairs)].filter(({ a, b }) =>
      proven.some(
        ({ link1, link2 }) => key(link1, link2) === key(cell.bodies[a].name, cell.bodies[b].name),
      ),
    );
    expect(pairs.length).toBe(proven.length);
    for (let i = 0; i < 25; i++) {
      sampleInto(cell, random, q);
      for (const pair of pairs) expect(probe.settleAt(pair, q)).not.toBe(COLLIDING);
    }
  });
});
