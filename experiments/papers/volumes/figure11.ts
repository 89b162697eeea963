/** [E figure 11] Boundaries, extracted shells, and one of them with its pieces: the car of case A, and a door panel. */
import { type Cell, surfaceOf } from 'surepath/cell';
import type { Mesh } from 'surepath/geometry';
import { figureSvg, shellFigure, surveyShells } from 'surepath/report';
import type { DrawingPlot, Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';

export const figure11Experiment: Experiment = {
  ids: ['fig11'],
  title: 'shells of the car and of a door panel, their boundaries and pieces',
  run,
};

/** By figure of the cell: what stands there, and where it is looked at from. */
const SHEETS: Readonly<
  Record<string, { readonly name: string; readonly from: readonly number[] }>
> = {
  E10a: { name: 'car', from: [0.7, 1, 0.55] },
  E11: { name: 'door panel', from: [0.45, -1, 0.3] },
};

function run(sampler: Sampler): Table[] {
  const rows: Record<string, Value>[] = [];
  const plots: DrawingPlot[] = [];
  sampler.each(Object.keys(SHEETS), 'figure 11', ({ figure }, cell) => {
    const { name, from } = SHEETS[figure];
    const mesh = sheetOf(cell);
    const { shells, boundaryEdges, branchEdges } = surveyShells(mesh);
    const boundaries = shells.flatMap((shell) => shell.boundaries);
    const pieces = shells.flatMap((shell) => shell.pieces);
    rows.push({
      object: name,
      'ours.triangles': mesh.indices.length / 3,
      'ours.boundaryEdges': boundaryEdges,
      'ours.branchEdges': branchEdges,
      'ours.shells': shells.length,
      'ours.closed': shells.filter((shell) => shell.boundaries.length === 0).length,
      'ours.boundaries': boundaries.length,
      'ours.holes': boundaries.filter(({ hole }) => hole).length,
      'ours.pieces': pieces.length,
      'ours.largest': Math.max(...pieces.map(({ length }) => length)),
    });
    // The shell that is divided the most is the one to look at.
    const chosen = shells.reduce(
      (most, { pieces: own }, i) => (own.length > shells[most].pieces.length ? i : most),
      0,
    );
    plots.push({
      kind: 'drawing',
      title: `Boundaries and shells: ${name}`,
      caption: 'As the paper has it: boundaries, extracted shells, a shell, its pieces.',
      file: `figure11-${name.replaceAll(' ', '-')}.svg`,
      svg: figureSvg(shellFigure({ title: `Shells of the ${name}`, mesh, shells, chosen, from })),
    });
  });
  return [
    {
      id: 'fig11',
      title: 'E figure 11: boundaries and extracted shells',
      samples: 'one mesh each',
      notes: [
        'The paper shows pictures and no numbers. Ours are on the page (--out), and by `surepath info MESH --shells`. holes: boundaries inside of shells. largest: triangles of the largest piece.',
        ...sampler.absent(Object.keys(SHEETS)),
      ],
      columns: [
        { key: 'object', title: 'object', format: 'text' },
        { key: 'ours.triangles', title: 'triangles', source: 'ours', format: 'plain' },
        { key: 'ours.boundaryEdges', title: 'boundary edges', source: 'ours', format: 'plain' },
        { key: 'ours.branchEdges', title: 'branch edges', source: 'ours', format: 'plain' },
        { key: 'ours.shells', title: 'shells', source: 'ours', format: 'plain' },
        { key: 'ours.closed', title: 'closed', source: 'ours', format: 'plain' },
        { key: 'ours.boundaries', title: 'boundaries', source: 'ours', format: 'plain' },
        { key: 'ours.holes', title: 'holes', source: 'ours', format: 'plain' },
        { key: 'ours.pieces', title: 'pieces', source: 'ours', format: 'plain' },
        { key: 'ours.largest', title: 'largest', source: 'ours', format: 'plain' },
      ],
      rows,
      plots,
    },
  ];
}

/** The mesh that stands in the cell: the first obstacle. */
function sheetOf({ bodies }: Cell): Mesh {
  const sheet = bodies.find(({ kind }) => kind === 'obstacle');
  const surface = sheet && surfaceOf(sheet.pieces[0]);
  if (!surface) throw new Error('no mesh stands in this cell');
  return surface.mesh;
}
