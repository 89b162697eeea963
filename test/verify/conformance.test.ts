/**
 * All that verifies gives one answer: the command, the library, a gate, the page and, where it knows the files, the verifier in
 * Python. Honest certificates, cells that ask for more, forgeries, and folders that have something else beside the cell.
 */
import { describe, expect, it } from 'vitest';
import { type CellAdjustments, type CellSource, certify, openCell } from '../../src/jobs/index.ts';
import { modelDigest, writeModel } from '../../src/verifier/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { PYTHON } from '../helpers/client/python.ts';
import {
  byCommand,
  byGate,
  byJob,
  byPage,
  byPython,
  DOORS,
  type Door,
  type Outcome,
  type Question,
  type Told,
} from '../helpers/verify/doors.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const { run, folder } = cliFolder();

const box = (size: string, at: string) =>
  `<origin xyz="${at}"/><geometry><box size="${size}"/></geometry>`;
/** Two links in the plane, and a cover on the second one that has no collision geometry. */
const URDF = `<robot name="arm">
<link name="base"><collision>${box('0.2 0.2 0.2', '0 0 -0.5')}</collision></link>
<link name="upper"><collision>${box('0.8 0.1 0.1', '0.5 0 0')}</collision></link>
<link name="tool"><collision>${box('0.4 0.05 0.05', '0.3 0 0')}</collision></link>
<link name="cover"><visual>${box('0.05 0.05 0.05', '0 0 0')}</visual></link>
<joint name="a" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="b" type="revolute"><parent link="upper"/><child link="tool"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="c" type="fixed"><parent link="tool"/><child link="cover"/><origin xyz="0 0 0.2"/></joint>
</robot>`;
const SRDF =
  '<robot name="arm"><disable_collisions link1="base" link2="tool" reason="Never"/></robot>';
/** A mesh: a slab of 0.1 m that begins at x. */
function partAt(x: number): Uint8Array {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [
    x + (k & 1 ? 0.1 : 0),
    k & 2 ? 1 : -1,
    k & 4 ? 0.5 : -0.5,
  ]);
  const faces = ['0 2 1', '1 2 3', '4 5 6', '5 7 6', '0 1 4', '1 5 4'];
  faces.push('2 6 3', '3 6 7', '0 4 2', '2 4 6', '1 3 5', '3 7 5');
  const facet = (face: string) => {
    const vertices = face.split(' ').map((k) => `vertex ${corners[Number(k)].join(' ')}`);
    return `facet normal 0 0 0\nouter loop\n${vertices.join('\n')}\nendloop\nendfacet`;
  };
  return utf8(`solid part\n${faces.map(facet).join('\n')}\nendsolid part\n`);
}

interface CellChanges {
  readonly clearance?: object;
  readonly allow?: readonly object[];
  readonly robot?: object;
}

function cellText({ clearance, allow, robot }: CellChanges = {}): Uint8Array {
  const cell = {
    surepath: 1,
    robots: [{ name: 'arm', urdf: 'arm.urdf', srdf: 'arm.srdf', ...robot }],
    obstacles: [{ name: 'part', shape: { mesh: 'part.stl' } }],
    ...(clearance && { clearance }),
    ...(allow && { allow }),
  };
  return utf8(JSON.stringify(cell));
}

type Files = Map<string, Uint8Array>;

const plain = (changes: CellChanges = {}, x = 1.6): Files =>
  new Map([
    ['cell.json', cellText(changes)],
    ['arm.urdf', utf8(URDF)],
    ['arm.srdf', utf8(SRDF)],
    ['part.stl', partAt(x)],
  ]);

const MOTION = {
  name: 'path',
  waypoints: [Float64Array.of(-0.3, 0.2), Float64Array.of(0.3, 0.1)],
};

/** A certificate of the motion in a cell. */
function made(
  files: Files,
  asked: CellAdjustments = {},
  source: Partial<CellSource> = {},
): Uint8Array {
  const open = openCell({ file: 'cell.json', files, ...source });
  const answer = certify(open, { motion: MOTION, program: 'test', ...asked });
  if (!answer.written) throw new Error(answer.reason);
  return utf8(answer.text);
}

// biome-ignore lint/suspicious/noExplicitAny: a certificate as JSON, to be spoilt.
function changed(certificate: Uint8Array, change: (record: any) => void): Uint8Array {
  const record = JSON.parse(new TextDecoder().decode(certificate));
  change(record);
  return utf8(JSON.stringify(record));
}

interface Case extends Partial<Question> {
  readonly name: string;
  readonly files: Files;
  readonly proof: Uint8Array;
  readonly outcome: Outcome;
  /** Metres to the surroundings and within a robot, where that is not 0. */
  readonly shows?: readonly [number, number];
  /** Doors at which the answer is another, each with the reason why. */
  readonly but?: Partial<Record<Door, readonly [outcome: Outcome, why: RegExp]>>;
  /** What all say that reject it. */
  readonly says?: RegExp;
}

const BARE = new Map([
  ['arm.urdf', utf8(URDF)],
  ['arm.srdf', utf8(SRDF)],
]);
const ROBOT: Files = new Map([['arm.urdf', utf8(URDF)]]);
const model = (files: Files, source: Partial<CellSource> = {}) =>
  utf8(writeModel(openCell({ file: 'cell.json', files, ...source }).description));
const asUrdf = { file: 'arm.urdf' };
const withSrdf = { ...asUrdf, srdf: 'arm.srdf' };

const HONEST: readonly Case[] = [
  { name: 'as the cell asks', files: plain(), proof: made(plain()), outcome: 'verified' },
  {
    name: 'of a plan, which keeps 5 mm',
    files: plain(),
    proof: made(plain(), { clearance: 0.005 }),
    outcome: 'verified',
    shows: [0.005, 0],
  },
  {
    name: 'of a plan, where the question asks for 3 mm',
    files: plain(),
    proof: made(plain(), { clearance: 0.005 }),
    clearance: 0.003,
    outcome: 'verified',
    shows: [0.005, 0],
  },
  {
    name: 'with both clearances',
    files: plain(),
    proof: made(plain(), { clearance: 0.004, selfClearance: 0.006 }),
    outcome: 'verified',
    shows: [0.004, 0.006],
  },
  {
    name: 'with the clearances of the cell',
    files: plain({ clearance: { default: 0.01 } }),
    proof: made(plain({ clearance: { default: 0.01 } })),
    outcome: 'verified',
    shows: [0.01, 0.01],
  },
  {
    name: 'with tolerances for tracking',
    files: plain(),
    proof: made(plain(), { tracking: 0.001 }),
    outcome: 'verified',
  },
  {
    name: 'with pairs tested that the SRDF calls Never',
    files: plain(),
    proof: made(plain(), {}, { recheckNever: true }),
    outcome: 'verified',
  },
  {
    name: 'with links tested by their visuals',
    files: plain(),
    proof: made(plain(), {}, { testVisuals: true }),
    outcome: 'verified',
    but: { python: ['rejected', /another cell/] },
  },
  {
    name: 'with the model alone',
    files: new Map([['cell.json', model(plain())]]),
    proof: made(plain(), { clearance: 0.005, selfClearance: 0.001 }),
    outcome: 'verified',
    shows: [0.005, 0.001],
  },
  {
    name: 'of a robot with its SRDF',
    files: BARE,
    proof: made(BARE, {}, { ...withSrdf, allowNothing: true, recheckNever: true }),
    cell: 'arm.urdf',
    srdf: 'arm.srdf',
    outcome: 'verified',
    shows: [0, 0],
  },
  {
    name: 'of a robot without an SRDF: adjacent links are assumed harmless',
    files: ROBOT,
    proof: made(ROBOT, { clearance: 0.002 }, asUrdf),
    cell: 'arm.urdf',
    outcome: 'verified',
    shows: [0.002, 0],
    but: { python: ['rejected', /another cell/] },
  },
  {
    name: 'of the same with all pairs tested',
    files: ROBOT,
    proof: made(ROBOT, {}, { ...asUrdf, pairs: 'all' }),
    cell: 'arm.urdf',
    outcome: 'verified',
  },
];

const far = plain({}, 1.8);
const PAIR = { between: ['arm/tool', 'part'] };

const STRICTER: readonly Case[] = [
  ...[
    ['a clearance of 300 mm', { clearance: { default: 0.3 } }],
    ['a clearance of 10 mm within a robot', { clearance: { self: 0.01 } }],
    ['a clearance of one pair', { clearance: { pairs: [{ ...PAIR, distance: 0.05 }] } }],
    ['joints that stray', { robot: { tracking: { a: 0.01 } } }],
    ['padding', { robot: { padding: { tool: 0.01 } } }],
  ].map(([name, changes]) => ({
    name: `the cell asks for ${name}`,
    files: plain(changes as CellChanges),
    proof: made(plain()),
    outcome: 'rejected' as const,
    ...(name === 'a clearance of 10 mm within a robot' && {
      // Its reader does not know the key.
      but: { python: ['refused', /self/] as const },
    }),
  })),
  {
    name: 'the cell asks for 300 mm, and the certificate for 5',
    files: plain({ clearance: { default: 0.3 } }),
    proof: made(plain(), { clearance: 0.005 }),
    outcome: 'rejected',
    says: /m apart; 0\.3 m is required/,
  },
  {
    name: 'the cell asks for more than the option that the certificate was made with',
    files: plain({ clearance: { default: 0.01 } }),
    proof: made(plain({ clearance: { default: 0.01 } }), { clearance: 0.005 }),
    outcome: 'rejected',
    says: /m apart; 0\.01 m is required/,
  },
  {
    name: 'an option cannot lower what the cell asks for',
    files: plain({ clearance: { default: 0.01 } }),
    proof: made(plain({ clearance: { default: 0.01 } }), { clearance: 0.005 }),
    clearance: 0.001,
    outcome: 'rejected',
  },
  {
    name: 'a part that stands elsewhere',
    files: plain({}, 1.5),
    proof: made(plain()),
    outcome: 'rejected',
    says: /about another cell/,
  },
];

const FORGED: readonly Case[] = [
  {
    name: 'an obstacle that is "assumed harmless without an SRDF"',
    files: plain({}, 1.2),
    proof: made(
      plain(
        {
          allow: ['arm/tool', 'arm/upper'].map((link) => ({
            between: [link, 'part'],
            reason: 'assumed harmless without an SRDF: adjacent links',
          })),
        },
        1.2,
      ),
    ),
    outcome: 'rejected',
  },
  {
    name: 'links that are not adjacent "assumed harmless without an SRDF"',
    files: ROBOT,
    proof: changed(made(ROBOT, {}, { ...asUrdf, pairs: 'all' }), (record) => {
      const cell = openCell({ file: 'arm.urdf', files: ROBOT, pairs: 'all' }).description;
      const reason = 'assumed harmless without an SRDF: adjacent links';
      const between = ['base', 'tool'] as const;
      record.model = modelDigest({ ...cell, allow: [...cell.allow, { between, reason }] });
      record.assumptions.unshift(`"base" and "tool" are not tested (allowed, ${reason})`);
      const k = record.pairs.findIndex(([a, b]: number[]) => a === 0 && b === 2);
      record.pairs[k] = [0, 2, 'allowed', reason];
      for (const lists of record.slabs) {
        lists.splice(
          lists.findIndex(([a, b]: number[]) => a === 0 && b === 2),
          1,
        );
      }
    }),
    cell: 'arm.urdf',
    outcome: 'rejected',
  },
  {
    name: 'a pair with a smaller clearance than the others',
    files: plain({ clearance: { default: 0.01 } }),
    proof: changed(made(plain({ clearance: { default: 0.01 } })), (record) => {
      record.pairs.find((pair: unknown[]) => pair[2] === 'tested')[3] = 0;
    }),
    outcome: 'rejected',
  },
  {
    name: 'a clearance that is stated and not shown',
    files: plain({ clearance: { default: 0.3 } }),
    proof: changed(made(plain()), (record) => {
      record.settings.clearance = 0.3;
      for (const pair of record.pairs) if (pair[2] === 'tested') pair[3] = 0.3;
      const open = openCell({ file: 'cell.json', files: plain({ clearance: { default: 0.3 } }) });
      record.model = modelDigest(open.description);
    }),
    outcome: 'rejected',
  },
  {
    name: 'a clearance of -0',
    files: plain(),
    proof: utf8(
      new TextDecoder()
        .decode(
          changed(made(plain()), (record) => {
            const { description } = openCell({ file: 'cell.json', files: plain() });
            record.model = modelDigest({ ...description, clearance: { default: -0, pairs: [] } });
          }),
        )
        .replace('"clearance":0', '"clearance":-0'),
    ),
    outcome: 'rejected',
  },
  {
    name: 'a clearance beyond all numbers',
    files: plain(),
    proof: utf8(
      new TextDecoder().decode(made(plain())).replace('"clearance": 0,', '"clearance": 1e400,'),
    ),
    outcome: 'refused',
  },
  {
    name: 'slabs and glances left out',
    files: plain(),
    proof: changed(made(plain()), (record) => {
      record.slabs = record.slabs.map((lists: unknown[][]) =>
        lists.map((list) => list.slice(0, 2)),
      );
      delete record.glances;
    }),
    outcome: 'rejected',
  },
];

const BESIDE: readonly Case[] = [
  {
    name: 'the mesh of the certificate in another folder',
    files: new Map([...plain({}, 1.2), ['old/part.stl', partAt(1.8)]]),
    proof: made(far),
    outcome: 'rejected',
    says: /about another cell/,
  },
  {
    name: 'the mesh of the certificate in another folder, and none where the cell says',
    files: new Map([...without(plain(), 'part.stl'), ['old/part.stl', partAt(1.6)]]),
    proof: made(plain()),
    outcome: 'refused',
  },
  {
    name: 'the same mesh under another name',
    files: new Map([...without(plain(), 'part.stl'), ['other.stl', partAt(1.6)]]),
    proof: made(plain()),
    outcome: 'refused',
  },
  {
    name: 'the model of the certificate beside another cell',
    files: new Map([...plain({}, 1.2), ['model.json', model(far)]]),
    proof: made(far),
    outcome: 'rejected',
    // There the cell is not named: which of the two is meant is not guessed.
    but: {
      page: ['refused', /cell\.json .*describe a cell|model\.json and cell\.json describe a cell/],
    },
  },
];

function without(files: Files, name: string): Files {
  return new Map([...files].filter(([each]) => each !== name));
}

const ALL = [
  ...HONEST.map((each) => ['honest', each] as const),
  ...STRICTER.map((each) => ['cells that ask for more', each] as const),
  ...FORGED.map((each) => ['forged', each] as const),
  ...BESIDE.map((each) => ['something else beside the cell', each] as const),
];

const questionOf = ({ files, proof, cell = 'cell.json', srdf, clearance }: Case): Question => ({
  files: new Map([...files, ['certificate.json', proof]]),
  certificate: 'certificate.json',
  cell,
  ...(srdf !== undefined && { srdf }),
  ...(clearance !== undefined && { clearance }),
});

describe('all that verifies', () => {
  const asked = ALL.map(([, each], k) => [`${k}`, questionOf(each)] as const);
  const inPython = PYTHON ? byPython(folder, asked) : [];

  it.each(ALL.map(([kind, each], k) => [kind, each.name, k] as const))(
    'gives one answer: %s: %s',
    (_kind, _name, k) => {
      const [, { outcome, shows, but = {}, says }] = ALL[k];
      const [name, question] = asked[k];
      const told: Record<Door, Told | undefined> = {
        command: byCommand(run, folder, name, question),
        job: byJob(question),
        gate: byGate(question),
        page: byPage(question),
        python: inPython[k],
      };
      for (const door of DOORS) {
        const found = told[door];
        if (!found) continue;
        const [expected, why] = but[door] ?? [outcome, says];
        expect(found.outcome, `${door}: ${found.said}`).toBe(expected);
        if (expected === 'verified') {
          const own = found.shows!.map((x) => Math.round(1e6 * x) / 1e6);
          expect(own, door).toEqual(shows ?? [0, 0]);
        } else if (why && door !== 'python') expect(found.said, door).toMatch(why);
      }
    },
  );
});
