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
import type { GateDesk, OpenVersion } from '../desk.ts';
import type { Params, Result } from '../protocol/index.ts';
import type { CellRecord, RecordedSource } from '../records.ts';
import { bytesOf } from '../values.ts';
import type { GateContext, Outcome } from './context.ts';

/** Opens a cell. Every file that is read is recorded: any worker can open it again, and the disk is not asked twice. */
export function open(
  desk: GateDesk,
  cell: string,
  params: Params<'open'>,
  context: GateContext,
): Outcome<'open'> {
  const { files: given = {}, budget_ms: _, supersede: _word, ...request } = params;
  const files = new Map<string, Uint8Array>();
  for (const [name, contents] of Object.entries(given)) files.set(name, bytesOf(contents, name));
  const readFile = (path: string) => {
    const known = files.get(path);
    if (known) return known;
    const read = context.readFile?.(path);
    if (read) files.set(path, read);
    return read;
  };
  for (const name of [request.file, request.robot, request.srdf]) {
    if (name !== undefined && !readFile(name)) throw unreadable(name);
  }
  const source: RecordedSource = { request, files };
  const version = desk.open(cell, source, { ...context, readFile });
  const { file } = version.open;
  return {
    result: { ...openedJson(version), file },
    change: { kind: 'opened', cell, source },
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
  const version = desk.edit(record, edits, context);
  const { cell } = record;
  return {
    result: openedJson(version),
    change: { kind: 'edited', cell, version: version.record.version, edits },
  };
}

/** What is said of a cell that was opened or edited. */
function openedJson({ record: { cell, version }, open }: OpenVersion): Result<'edit'> {
  const { tree, bodies, description, notes } = open.cell;
  const { assumptions, testedPairs } = cellFacts(open.cell);
  return {
    ...{ cell, version, testedPairs, assumptions, notes },
    joints: tree.dofs.map(({ name }) => name),
    bodies: bodies.map(({ name }) => name),
    clearance: description.clearance.default,
  };
}

export function info({ record: { cell: id, version }, open }: OpenVersion): Result<'info'> {
  const { cell } = open;
  const { description } = cell;
  return {
    ...{ cell: id, version, file: open.file },
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
    digest: modelDigest(description),
  };
}

/** Where joints stand that nobody mentions; those that no file gives a value are left out. */
function standing({ cell: { tree, description }, joints }: OpenCell): Record<string, number> {
  const { q } = configurationFrom(tree, joints, description.state);
  const known = tree.dofs.flatMap(({ name }, d) => (Number.isNaN(q[d]) ? [] : [[name, q[d]]]));
  return Object.fromEntries(known);
}
