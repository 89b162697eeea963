/** Methods that open, edit and describe cells. */
import { modelDigest } from '../../certificate/index.ts';
import {
  bodyJson,
  cellFacts,
  type JobContext,
  type OpenCell,
  pairsJson,
  robotsJson,
} from '../../jobs/index.ts';
import { configurationFrom, scopedName } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import type { GateDesk, MadeVersion, OpenVersion } from '../desk.ts';
import { OpeningReader } from '../openingReader.ts';
import type { Params, Result } from '../protocol/index.ts';
import {
  type CellFacts,
  type CellRecord,
  nameOf,
  type RecordedSource,
  type VersionName,
} from '../records.ts';
import type { GateContext, Outcome } from './context.ts';

/**
 * Opens a cell. Every file that is read is recorded, so that any worker can open the cell again without the disk. Files of
 * the request come first, by their normalised names; one that nothing asks for is an error.
 */
export function open(
  desk: GateDesk,
  { gate, cell }: Pick<VersionName, 'gate' | 'cell'>,
  params: Params<'open'>,
  context: GateContext,
): Outcome<'open'> {
  const { files = {}, budget_ms: _, supersede: _word, gate: _run, ...request } = params;
  const reader = new OpeningReader(files, context);
  const { readFile } = reader;
  for (const name of [request.file, request.robot, request.srdf]) {
    if (name !== undefined && !readFile(name)) throw unreadable(name);
  }
  const source: RecordedSource = { request, files: reader.read };
  const made = desk.open({ gate, cell }, source, { ...context, readFile });
  const unused = reader.unused();
  if (unused) {
    desk.drop(cell);
    throw unused;
  }
  const { version, digest } = made.name;
  const result = openedJson(made);
  return {
    result: { ...result, file: made.open.file },
    change: { kind: 'opened', cell, version, digest, facts: factsOf(result), source },
  };
}

function unreadable(file: string): InputError {
  return new InputError({
    code: 'file/unreadable',
    message: 'there is no such file',
    file,
    hint: 'bring it in "files", or name one of the folder that is served',
  });
}

export function edit(
  desk: GateDesk,
  record: CellRecord,
  { edits }: Params<'edit'>,
  context: JobContext,
): Outcome<'edit'> {
  const made = desk.edit(record, edits, context);
  const { cell, version, digest } = made.name;
  const result = openedJson(made);
  return {
    result,
    change: { kind: 'edited', cell, version, digest, facts: factsOf(result), edits },
  };
}

/** The answer to opening and editing. */
function openedJson({ name, open }: MadeVersion): Result<'edit'> {
  const { tree, bodies, description, notes } = open.cell;
  const { assumptions, testedPairs } = cellFacts(open.cell);
  return {
    ...{ ...name, testedPairs, assumptions, notes },
    joints: tree.dofs.map(({ name: joint }) => joint),
    bodies: bodies.map(({ name: body }) => body),
    clearance: description.clearance.default,
  };
}

function factsOf({ joints, clearance, assumptions }: Result<'edit'>): CellFacts {
  return { joints, clearance, assumptions };
}

export function info({ record, open }: OpenVersion): Result<'info'> {
  const { cell } = open;
  const { description } = cell;
  return {
    ...{ ...nameOf(record), file: open.file },
    ...robotsJson(cell),
    bodies: cell.bodies.map((body) => bodyJson(body, cell)),
    ...pairsJson(cell),
    state: standing(open),
    attached: description.robots.flatMap(({ name, attached }) =>
      attached.map(({ name: object, link, touches }) => ({
        name: scopedName(name, object),
        link: scopedName(name, link),
        touching: touches.map((each) => scopedName(name, each)),
      })),
    ),
    clearance: description.clearance.default,
    model: modelDigest(description),
  };
}

/** Where joints stand that nobody mentions; those that no file gives a value are left out. */
function standing({ cell: { tree, description }, joints }: OpenCell): Record<string, number> {
  const { q } = configurationFrom(tree, joints, description.state);
  const known = tree.dofs.flatMap(({ name }, d) => (Number.isNaN(q[d]) ? [] : [[name, q[d]]]));
  return Object.fromEntries(known);
}
