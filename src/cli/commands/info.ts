/** `surepath info CELL|MESH|BAG`: what is in it. */
import { isFolder, robotFolderOf } from '../../node/index.ts';
import { isBag } from '../bag.ts';
import { type Command, numberIn, parse, usageFault } from '../command.ts';
import { CELL_HELP, CELL_OPTIONS, loadCell, looksLikeMesh, printNotes } from '../loadCell.ts';
import { infoBag } from './infoBag.ts';
import { infoCell } from './infoCell.ts';
import { infoMesh } from './infoMesh.ts';
import { printAudit, suggestSrdf } from './infoPairs.ts';
import { type DivisionSettings, infoDivision } from './infoShells.ts';
import { declaredArguments } from './infoXacro.ts';

export const infoCommand: Command = {
  help: `usage: surepath info CELL [options]
       surepath info BAG [--json]
       surepath info MESH [--shells | --pieces] [--draw FILE] [--json]

Of a mesh file (STL, OBJ, PLY, COLLADA, glTF): triangles, size, connected components with solid or
surface, defects, and where it is open. A component is a solid when it is closed: something wholly
inside it is in collision with it. Triangles that run the wrong way are turned round; a shell that runs
inward inside a solid is a cavity of it. Every other component is a surface: only touching counts.

  --shells              the shells of a mesh: triangles joined across edges that two of them share. Each
                        with its boundaries, holes and branch edges (more than two triangles), the concave
                        vertices of its boundary, and the pieces that it is divided into there
  --pieces              the nearly convex pieces of a mesh: its shells divided as above, and what is bent or
                        hollow at its deepest notches
  --tolerance M         metres by which a piece may be concave (default 0.02 of the mesh's size)
  --draw FILE           draws them in colours: FILE.svg or FILE.png
  --shell N             the shell that is drawn by itself, with its pieces (default: the first)
  --from X,Y,Z          the direction to look from (default: what suits the mesh)

Of a bag (MCAP): its topics with counts and times, and what each is good for; with --pairs, --suggest or
--audit its cell is looked at.

Of a cell: robots, joints with their limits, bodies with triangles and solid or surface, every pair
of bodies with tested or the reason why not, and how far each body reaches from its joints. Of a xacro
file also the arguments that it takes.

${CELL_HELP}
  --pairs [WHICH]       list every pair, not only the counts; WHICH as above
  --suggest             print an SRDF for the robot: groups of its arms and hands, a home state, and the
                        pairs of links that need no test. "Never" stands only where it is proven, "Always"
                        is proven where that can be. What an SRDF of --srdf says stays
  --out FILE            with --suggest: writes it there
  --audit               look for configurations in which pairs that the SRDF disables as "Never"
                        collide
  --samples N           configurations to try for --suggest and --audit (default 2000)
  --seed N              of the random generator (default 1)
  --json                one JSON object on stdout
`,
  run(args) {
    const { values, positionals } = parse('info', withPairChoice(args), {
      ...CELL_OPTIONS,
      out: { type: 'string' },
      suggest: { type: 'boolean' },
      audit: { type: 'boolean' },
      samples: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean' },
      shells: { type: 'boolean' },
      pieces: { type: 'boolean' },
      tolerance: { type: 'string' },
      draw: { type: 'string' },
      shell: { type: 'string' },
      from: { type: 'string' },
    });
    if (positionals.length !== 1) throw usageFault('info', 'info takes one cell or mesh file');
    const [file] = positionals;
    const json = values.json ?? false;
    const division = divisionSettings(values);
    if (isBag(file) && !values.pairs && !values.suggest && !values.audit) {
      if (division)
        throw usageFault('info', `--${division.what} takes a mesh file; found "${file}"`);
      infoBag(file, json);
      return 0;
    }
    if (looksLikeMesh(file)) {
      const asked = ROBOT_OPTIONS.find((name) => values[name]);
      if (asked) throw usageFault('info', `--${asked} takes a robot or a cell; found "${file}"`);
      if (division) infoDivision(file, division);
      else infoMesh(file, json);
      return 0;
    }
    if (division) throw usageFault('info', `--${division.what} takes a mesh file; found "${file}"`);
    const samples = numberIn('info', 'samples', values.samples, 1, 1e8);
    const seed = numberIn('info', 'seed', values.seed, 0, 2 ** 31);
    const { suggest = false, out } = values;
    if (out !== undefined && !suggest) throw usageFault('info', '--out goes with --suggest');
    const listed = values.pairs !== undefined;
    const pairs = suggest ? 'all' : values.pairs === LISTED ? undefined : values.pairs;
    const { cell } = loadCell('info', file, { ...values, pairs }, { visuals: true });
    if (!json) printNotes(cell.notes);
    if (suggest) suggestSrdf(cell, { samples, seed, json, out, cellFile: file });
    else if (values.audit) return printAudit(cell, samples, seed, json);
    else {
      const declared = declaredArguments(file, { ...values, pairs });
      const folder = isFolder(file) ? robotFolderOf(file, values.srdf !== undefined) : null;
      infoCell(file, cell, { everyPair: listed, json, declared, folder });
    }
    return 0;
  },
};

/** What a mesh has none of. */
const ROBOT_OPTIONS = ['suggest', 'audit', 'pairs'] as const;

/** Of `--pairs` alone: the pairs are listed, and are those that they are by default. */
const LISTED = 'listed';

/** `--pairs` with or without a word behind it, as parseArgs can read it. */
function withPairChoice(args: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] !== '--pairs') words.push(args[i]);
    else if (args[i + 1] === 'all' || args[i + 1] === 'suggested')
      words.push(`--pairs=${args[++i]}`);
    else words.push(`--pairs=${LISTED}`);
  }
  return words;
}

interface DivisionValues {
  readonly shells?: boolean | undefined;
  readonly pieces?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly tolerance?: string | undefined;
  readonly draw?: string | undefined;
  readonly shell?: string | undefined;
  readonly from?: string | undefined;
}

/** What is asked of the shells or pieces of a mesh; null: nothing. */
function divisionSettings(values: DivisionValues): DivisionSettings | null {
  const { shells = false, pieces = false, draw } = values;
  if (shells && pieces) throw usageFault('info', 'either --shells or --pieces');
  if (!shells && !pieces) {
    const alone = (['tolerance', 'draw', 'shell', 'from'] as const).find(
      (name) => values[name] !== undefined,
    );
    if (alone) throw usageFault('info', `--${alone} goes with --shells or --pieces`);
    return null;
  }
  if (pieces && values.shell !== undefined) throw usageFault('info', '--shell goes with --shells');
  for (const name of ['shell', 'from'] as const) {
    if (values[name] === undefined || draw !== undefined) continue;
    throw usageFault('info', `--${name} goes with --draw`);
  }
  const number = (name: 'tolerance' | 'shell', low: number) =>
    values[name] === undefined ? undefined : numberIn('info', name, values[name], low, 1e12);
  return {
    what: shells ? 'shells' : 'pieces',
    json: values.json ?? false,
    tolerance: number('tolerance', 0),
    draw,
    shell: wholeNumber(number('shell', 1) ?? 1),
    from: values.from === undefined ? undefined : directionOf(values.from),
  };
}

function wholeNumber(n: number): number {
  if (Number.isInteger(n)) return n;
  throw usageFault('info', `--shell takes the number of a shell; found "${n}"`);
}

function directionOf(text: string): readonly number[] {
  const parts = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  const isDirection =
    parts.length === 3 && parts.every(Number.isFinite) && parts.some((x) => x !== 0);
  if (isDirection) return parts;
  throw usageFault('info', `--from takes a direction as three numbers X,Y,Z; found "${text}"`);
}
