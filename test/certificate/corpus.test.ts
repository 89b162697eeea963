/** The corpus of certificates that every release must verify, or reject: both verifiers on all of it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCell } from '../../src/formats/index.ts';
import { modelDigest, parseModel } from '../../src/verifier/index.ts';
import { askPython, NO_PYTHON, unsupported } from '../helpers/certificate/pythonVerifier.ts';
import { type CorpusEntry, type CorpusFile, NAMES, verdictOf } from '../helpers/corpus/make.ts';

const FOLDER = fileURLToPath(new URL('../corpus/certificates', import.meta.url));
const bytesOf = (file: string) => new Uint8Array(readFileSync(join(FOLDER, file)));
const ENTRIES: readonly CorpusEntry[] = JSON.parse(
  readFileSync(join(FOLDER, 'manifest.json'), 'utf8'),
);
const filesOf = ({ model, cell, certificate, rejected }: CorpusEntry): CorpusFile[] => [
  ...[model, ...cell, certificate, ...rejected],
  ...rejected.flatMap((each) => each.model ?? []),
];

/** Every certificate with the model that it is put to. */
const ALL = ENTRIES.flatMap(({ model, certificate, rejected }) => [
  { ...certificate, model: model.file },
  ...rejected.map((each) => ({ ...each, model: (each.model ?? model).file })),
]);

describe('the corpus', () => {
  it('has what its manifest says, byte by byte, and all that recipes make', () => {
    const listed = ENTRIES.flatMap(filesOf);
    for (const { file, sha256 } of listed) {
      expect(createHash('sha256').update(bytesOf(file)).digest('hex'), file).toBe(sha256);
    }
    const found = readdirSync(FOLDER, { recursive: true, encoding: 'utf8', withFileTypes: true });
    const files = found.filter((each) => each.isFile() && each.name !== 'manifest.json');
    expect(files.length).toBe(new Set(listed.map(({ file }) => file)).size);
    expect(ENTRIES.map(({ name }) => name)).toEqual(expect.arrayContaining([...NAMES]));
    const size = files.reduce(
      (sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name)).length,
      0,
    );
    expect(size).toBeLessThan(1e6);
  });

  it.each(ENTRIES.map((entry) => [entry.name, entry] as const))('is verified: %s', (_, entry) => {
    const { model, certificate, rejected } = entry;
    const description = parseModel(bytesOf(model.file), model.file);
    expect(modelDigest(description)).toBe(model.digest);
    expect(verdictOf(bytesOf(certificate.file), description)).toBe('verified');
    for (const each of rejected) {
      const other = each.model ? parseModel(bytesOf(each.model.file)) : description;
      expect(verdictOf(bytesOf(each.file), other), each.file).toBe(each.code);
    }
  });

  it.each(ENTRIES.map((entry) => [entry.name, entry] as const))(
    'is about the model that its files are read as: %s',
    (_, { name, cell: [file], model }) => {
      const files = (path: string) => bytesOf(`${name}/${path}`);
      const description = readCell(bytesOf(file.file), { file: 'cell.yaml', resolver: { files } });
      expect(modelDigest(description)).toBe(model.digest);
    },
  );

  it('is verified and rejected by the verifier in Python alike', (context) => {
    if (NO_PYTHON) {
      console.log(NO_PYTHON);
      return context.skip();
    }
    const questions = ALL.map(({ file, model }) => ({
      certificate: join(FOLDER, file),
      cell: join(FOLDER, model),
    }));
    const answers = askPython(questions);
    const without = unsupported(answers);
    if (without) console.log(`the verifier in Python: ${without}`);
    const differing = ALL.flatMap(({ file, code }, i) => {
      const { verdict, why } = answers[i];
      if (verdict === 'not supported') return [];
      return (verdict === 'verified') === (code === undefined)
        ? []
        : [`${file}: ${verdict} ${why}`];
    });
    expect(differing).toEqual([]);
  });
});
