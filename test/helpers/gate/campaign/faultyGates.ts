/**
 * Gates that are wrong on purpose, for tests of the campaign: faults between clients and the gate, where requests and answers
 * are changed on their way, and faults in workers, whose desks make another cell than the record says.
 */
import { buildCell } from '../../../../src/cell/index.ts';
import { GateEditor } from '../../../../src/gate/edits.ts';
import {
  type CellRecord,
  errorObjectOf,
  GateDesk,
  type OpenVersion,
} from '../../../../src/gate/index.ts';
import { type JobContext, OpenCell, openCell } from '../../../../src/jobs/index.ts';
import { readerIn } from '../../../../src/serve/folder.ts';
import { GateHandler } from '../../../../src/serve/gateHandler.ts';
import { CELL_FILE, PART_FILE } from './cellFiles.ts';
import type { GateSetting } from './gateCampaign.ts';
import { inlineGate } from './inlineGate.ts';
import type { Reply, TestedGate } from './testedGate.ts';

type Params = Readonly<Record<string, unknown>>;
type Ask = (method: string, params: Params) => Promise<Reply>;
type Start = (setting: GateSetting) => Promise<TestedGate>;

// -------------------------------------------------------------------------------- between the two

/** A gate whose requests pass through `change`, which asks the true gate. One for each run of the gate. */
export function changed(
  make: () => (ask: Ask, method: string, params: Params) => Promise<Reply>,
): Start {
  return async (setting) => {
    const gate = await inlineGate(setting);
    const change = make();
    return {
      ...gate,
      client(kind) {
        const { call } = gate.client(kind);
        return { call: (method, params) => change(call, method, params) };
      },
    };
  };
}

const CHANGES = ['open', 'edit', 'close'];

/** Questions without a version are answered about the one before the last, under the name of the last. */
export const olderVersion = changed(() => {
  const last = new Map<unknown, Params>();
  return async (ask, method, params) => {
    const known = last.get(params.cell);
    if (CHANGES.includes(method) || !known || params.version !== undefined) {
      const reply = await ask(method, params);
      if (method === 'edit' && reply.result) last.set(params.cell, reply.result);
      return reply;
    }
    const { gate, version, digest } = known;
    const reply = await ask(method, { ...params, gate, version: (version as number) - 1 });
    return reply.result ? { result: { ...reply.result, version, digest } } : reply;
  };
});

/** Brought files are left out where the disk has a file of that name. */
export const diskFirst = changed(() => (ask, method, params) => {
  if (method !== 'open') return ask(method, params);
  const { [CELL_FILE]: _, [PART_FILE]: _part, ...files } = params.files as Params;
  return ask(method, { ...params, files });
});

/** Brought files whose names are spelled otherwise are left out. */
export const spelledOtherwise = changed(() => (ask, method, params) => {
  if (method !== 'open') return ask(method, params);
  const files = Object.entries(params.files as Params).filter(([name]) =>
    [CELL_FILE, PART_FILE].includes(name),
  );
  return ask(method, { ...params, files: Object.fromEntries(files) });
});

/** To allow a pair forgets its clearance. */
export const forgottenClearance = changed(() => (ask, method, params) => {
  if (method !== 'edit') return ask(method, params);
  const edits = (params.edits as Params[]).flatMap((edit) => {
    if (edit.kind !== 'allow') return [edit];
    const { a, b } = edit;
    return [{ kind: 'pair-clearance', a, b, distance: null }, edit];
  });
  return ask(method, { ...params, edits });
});

/** Requests that name another run are answered by this one. */
export const otherRunAnswers = changed(() => async (ask, method, params) => {
  const reply = await ask(method, params);
  if (reply.error?.code !== -32007) return reply;
  const { gate, version: _, ...rest } = params;
  const { result } = await ask(method, rest);
  return result ? { result: { ...result, gate } } : reply;
});

// -------------------------------------------------------------------------------------- in workers

/** What a desk takes a record for. `readFile` reads the folder that is served. */
type Mistake = (
  record: CellRecord,
  readFile: (path: string) => Uint8Array | undefined,
) => CellRecord;

/** Workers that make another cell of a record; `isChecked`: compared with the digest of the record, as the gate does. */
export function mistaken(mistake: Mistake, isChecked: boolean): Start {
  return (setting) =>
    inlineGate({
      ...setting,
      handler: (settings) => {
        const handler = new GateHandler(settings);
        const readFile = readerIn(settings.folders);
        const desk = isChecked ? new CheckedDesk(mistake, readFile) : new Desk(mistake, readFile);
        // Refusals are what is looked for: nothing is logged.
        return Object.assign(handler, { desk, refusalOf: errorObjectOf });
      },
    });
}

class CheckedDesk extends GateDesk {
  protected readonly mistake: Mistake;
  protected readonly readFile: (path: string) => Uint8Array | undefined;
  private isEditing = false;

  constructor(mistake: Mistake, readFile: (path: string) => Uint8Array | undefined) {
    super();
    this.mistake = mistake;
    this.readFile = readFile;
  }

  override edit(...given: Parameters<GateDesk['edit']>): ReturnType<GateDesk['edit']> {
    this.isEditing = true;
    try {
      return super.edit(...given);
    } finally {
      this.isEditing = false;
    }
  }

  override at(record: CellRecord, context: JobContext): OpenVersion {
    return this.isEditing ? super.at(record, context) : this.wrong(record, context);
  }

  protected wrong(record: CellRecord, context: JobContext): OpenVersion {
    return { ...super.at(this.mistake(record, this.readFile), context), record };
  }
}

class Desk extends CheckedDesk {
  private readonly anew = new Map<string, OpenCell>();

  /** From the files and all edits, whatever its digest. */
  protected override wrong(record: CellRecord, context: JobContext): OpenVersion {
    const { source, edits } = this.mistake(record, this.readFile);
    const { visuals, ...request } = source.request;
    const { gate, cell, version } = record;
    const key = `${gate} ${cell} ${version}`;
    let open = this.anew.get(key);
    if (!open) {
      const { readFile: _, ...closed } = context;
      const first = openCell({ ...request, files: source.files, testVisuals: visuals }, closed);
      const list = edits.map(({ edit }) => edit);
      const description = new GateEditor().apply(first, list);
      const { file, joints } = first;
      open = new OpenCell({ file, joints, description }, buildCell(description));
      this.anew.set(key, open);
    }
    return { record, open };
  }
}

/** The record as it is. */
export const noMistake: Mistake = (record) => record;

/** The edits of the version are left out. */
export const withoutLast: Mistake = (record) => ({
  ...record,
  edits: record.edits.filter(({ version }) => version < record.version),
});

/** The edits of the version are made twice. */
export const twice: Mistake = (record) => ({
  ...record,
  edits: [...record.edits, ...record.edits.filter(({ version }) => version === record.version)],
});

/** Files of the disk stand in for those that were recorded. */
export const diskAgain: Mistake = (record, readFile) => {
  const files = new Map(
    [...record.source.files].map(([name, bytes]) => [name, readFile(name) ?? bytes] as const),
  );
  return { ...record, source: { ...record.source, files } };
};
