/** `surepath info CELL|MESH`: what is in it. */
import { type Command, numberIn, parse, usageFault } from '../command.ts';
import { CELL_HELP, CELL_OPTIONS, loadCell, looksLikeMesh, printNotes } from '../loadCell.ts';
import { infoCell } from './infoCell.ts';
import { infoMesh } from './infoMesh.ts';
import { printAudit, printSuggestions } from './infoPairs.ts';

export const infoCommand: Command = {
  name: 'info',
  summary: 'what is in a cell (robots, joints, bodies, pairs) or in a mesh file',
  help: `usage: surepath info CELL [options]
       surepath info MESH [--json]

Of a mesh file (STL, OBJ, PLY, COLLADA, glTF): triangles, size, connected components with solid or
surface, defects, and where it is open. A component is a solid when it is closed: something wholly
inside it is in collision with it. Triangles that run the wrong way are turned round; a shell that runs
inward inside a solid is a cavity of it. Every other component is a surface: only touching counts.

Of a cell: robots, joints with their limits, bodies with triangles and solid or surface, every pair
of bodies with tested or the reason why not, and how far each body reaches from its joints.

${CELL_HELP}
  --pairs               list every pair, not only the counts
  --suggest             propose the disabled pairs of an SRDF. "Never" is proposed only where it is
                        proven by swept spheres
  --audit               look for configurations in which pairs that the SRDF disables as "Never"
                        collide
  --samples N           configurations to try for --suggest and --audit (default 2000)
  --seed N              of the random generator (default 1)
  --json                one JSON object on stdout
`,
  run(args) {
    const { values, positionals } = parse('info', args, {
      ...CELL_OPTIONS,
      pairs: { type: 'boolean' },
      suggest: { type: 'boolean' },
      audit: { type: 'boolean' },
      samples: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 1) throw usageFault('info', 'info takes one cell or mesh file');
    const [file] = positionals;
    const json = values.json ?? false;
    if (looksLikeMesh(file)) {
      infoMesh(file, json);
      return 0;
    }
    const samples = numberIn('info', 'samples', values.samples, 1, 1e8);
    const seed = numberIn('info', 'seed', values.seed, 0, 2 ** 31);
    const { cell } = loadCell('info', file, values, { visuals: true });
    if (!json) printNotes(cell.notes);
    if (values.suggest) printSuggestions(cell, samples, seed, json);
    else if (values.audit) return printAudit(cell, samples, seed, json);
    else infoCell(file, cell, values.pairs ?? false, json);
    return 0;
  },
};
