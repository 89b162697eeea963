/**
 * What is only drawn of robots: read apart from the cell, after it, so that nobody waits for it, and never
 * part of a verdict.
 */
import type { CellDescription } from '../../src/cell/index.ts';
import type { Part } from '../../src/kinematics/index.ts';
import { creased, groupedByColour } from './creased.ts';
import { missingFile, type ReadCellFiles, readEntry, referenceIn } from './openCell.ts';
import type { Files, MissingFile, VisualPart, VisualsAnswer } from './protocol.ts';

export interface Visuals extends Omit<VisualsAnswer, 'robots'> {
  /** With what is drawn of them. */
  readonly robots: CellDescription['robots'];
  /** Files that were read for drawing, by the names under which they are referred to. */
  readonly files: Files;
}

/** The visuals of a cell that was read. What is not found is listed and left out. */
export function readVisuals(read: ReadCellFiles): Visuals {
  const { table, entry, description, testVisuals } = read;
  for (let round = 0; ; round++) {
    const missing: MissingFile[] = [];
    let found = false;
    const drawn = readEntry(table, entry, { visuals: true, testVisuals });
    for (const note of drawn.notes) {
      const reference = note.code === 'urdf/missing-mesh' ? referenceIn(note) : undefined;
      if (reference === undefined) continue;
      // What the reader asked for first, as its hint says; found by its end it need not be missing.
      const asked = /looked for ([^,;]*)/.exec(note.hint ?? '')?.[1];
      if (round === 0 && asked !== undefined && table.findByEnd(reference, asked)) found = true;
      else if (!missing.some((each) => each.reference === reference)) {
        missing.push(missingFile(note, reference, false));
      }
    }
    if (found) continue;
    const known = new Set(description.notes.map(({ message }) => message));
    const notes = drawn.notes.filter(
      ({ code, message }) => code !== 'urdf/missing-mesh' && !known.has(message),
    );
    return { robots: drawn.robots, missing, notes, files: drawn.files };
  }
}

/** Made ready for drawing; robots of one kind go on sharing what they share. */
export function drawnRobots(robots: CellDescription['robots']): VisualsAnswer['robots'] {
  const made = new Map<object, readonly (readonly VisualPart[])[]>();
  return robots.map(({ robot }) => {
    const links = made.get(robot) ?? robot.links.map((link) => link.visuals.map(drawnPart));
    made.set(robot, links);
    return links;
  });
}

function drawnPart(part: Part): VisualPart {
  const { geometry } = part;
  if (geometry.kind !== 'mesh') return { ...part, geometry };
  const { triangles, colours } = geometry;
  const mesh = creased(triangles.positions, triangles.indices);
  if (!colours) return { ...part, geometry: { kind: 'drawn', mesh } };
  const { palette } = colours;
  return { ...part, geometry: { kind: 'drawn', mesh: groupedByColour(mesh, colours), palette } };
}
