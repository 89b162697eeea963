/** Makes an entry of the corpus from its recipe: files by name, and what the manifest says of them. */
import { askAbout, buildCell, type CellDescription } from '../../../src/cell/index.ts';
import {
  type Certificate,
  type DelayCertificate,
  makeCertificate,
  writeCertificate,
  writeDelayCertificate,
} from '../../../src/certificate/index.ts';
import { readCell, writeStl } from '../../../src/formats/index.ts';
import { InputError } from '../../../src/math/index.ts';
import {
  isAboutDelays,
  modelDigest,
  parseCertificate,
  parseDelayCertificate,
  parseModel,
  sha256,
  verify,
  verifyDelays,
  writeModel,
} from '../../../src/verifier/index.ts';
import { DELAYS } from './delays.ts';
import { RECIPES, type Recipe } from './recipes.ts';

/** What the manifest says of a certificate that must be verified, or rejected with this code. */
export interface CorpusFile {
  readonly file: string;
  readonly sha256: string;
  /** Of one that is rejected: why, as the verifier of the day said it. */
  readonly code?: string;
  /** Of one that is about another cell: its exported model. */
  readonly model?: CorpusFile;
}

export interface CorpusEntry {
  readonly name: string;
  readonly shows: string;
  /** The exported model, and the digest that certificates name it by. */
  readonly model: CorpusFile & { readonly digest: string };
  /** Files that the model was read from; the first is the cell. */
  readonly cell: readonly CorpusFile[];
  readonly certificate: CorpusFile;
  readonly rejected: readonly CorpusFile[];
}

export interface MadeEntry {
  readonly entry: CorpusEntry;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export const NAMES: readonly string[] = [...RECIPES, ...DELAYS].map(({ name }) => name);

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A verdict about files alone: `verified`, or the code of what is wrong. */
export function verdictOf(certificate: Uint8Array, description: CellDescription): string {
  try {
    const { verified, reason } = isAboutDelays(certificate)
      ? verifyDelays(parseDelayCertificate(certificate), description)
      : verify(parseCertificate(certificate), description);
    return verified ? 'verified' : reason!.code;
  } catch (error) {
    if (error instanceof InputError) return error.fault.code;
    throw error;
  }
}

export function makeEntry(name: string): MadeEntry {
  const delays = DELAYS.find((each) => each.name === name);
  const recipe = delays ?? RECIPES.find((each) => each.name === name)!;
  const files = new Map<string, Uint8Array>();
  const put = (file: string, bytes: Uint8Array): CorpusFile => {
    const path = `${name}/${file}`;
    files.set(path, bytes);
    return { file: path, sha256: sha256(bytes) };
  };
  const cellFiles = [put('cell.yaml', utf8(recipe.yaml))];
  const others: Record<string, Uint8Array> = {};
  for (const [file, content] of Object.entries(recipe.files)) {
    others[file] = typeof content === 'string' ? utf8(content) : writeStl(content);
    cellFiles.push(put(file, others[file]));
  }
  const description = readCell(utf8(recipe.yaml), {
    file: 'cell.yaml',
    resolver: { files: others },
  });
  const model = put('model.json', utf8(writeModel(description)));
  const [certificate, text] = delays
    ? withText(delays.make(buildCell(description)), writeDelayCertificate)
    : withText(certificateOf(recipe as Recipe, description), writeCertificate);
  const own = put('certificate.json', utf8(text));
  const back = parseModel(files.get(model.file)!);
  const verdict = verdictOf(files.get(own.file)!, back);
  if (verdict !== 'verified') throw new Error(`${name} is not verified: ${verdict}`);
  const rejected: CorpusFile[] = Object.entries(recipe.rejects).map(([why, change]) => {
    const changed = change(certificate as never, text);
    const changedText = typeof changed === 'string' ? changed : textOf(changed);
    const file = put(`rejected-${why}.json`, utf8(changedText));
    const code = verdictOf(files.get(file.file)!, back);
    if (code === 'verified' || changedText === text) throw new Error(`${name}: ${why} is verified`);
    return { ...file, code };
  });
  if (!delays) {
    for (const [why, yaml] of Object.entries((recipe as Recipe).otherCells ?? {})) {
      const other = readCell(utf8(yaml), { file: 'cell.yaml', resolver: { files: others } });
      const about = { ...(certificate as Certificate), model: modelDigest(other) };
      const otherModel = put(`model-${why}.json`, utf8(writeModel(other)));
      const file = put(`rejected-${why}.json`, utf8(writeCertificate(about)));
      const code = verdictOf(files.get(file.file)!, other);
      if (code === 'verified') throw new Error(`${name}: ${why} is verified`);
      rejected.push({ ...file, code, model: otherModel });
    }
  }
  const digest = modelDigest(description);
  const { shows } = recipe;
  const entry = {
    name,
    shows,
    model: { ...model, digest },
    cell: cellFiles,
    certificate: own,
    rejected,
  };
  return { entry, files };
}

function withText<T>(certificate: T, write: (c: T) => string): [T, string] {
  return [certificate, write(certificate)];
}

function textOf(c: Certificate | DelayCertificate): string {
  return 'parts' in c ? writeDelayCertificate(c) : writeCertificate(c);
}

function certificateOf(recipe: Recipe, description: CellDescription): Certificate {
  const cell = buildCell(description, recipe.crowd ? { crowdFrom: 0 } : {});
  const asked = askAbout(cell, recipe.path(cell));
  const options = { program: 'surepath 0.1.0', ...recipe.options };
  return makeCertificate(description, asked.cell, asked.motion, options);
}
