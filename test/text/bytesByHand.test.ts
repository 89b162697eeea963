/** Text becomes bytes, and bytes text, in src/math/utf8.ts alone: code that does it by hand is found. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Code that makes bytes of text or text of bytes, or digests something. */
const BY_HAND =
  /\bText(?:En|De)coder\b|\bcreateHash\(|\btoString\(['"]utf-?8|\bBuffer\.from\([^)\n]*['"]utf|, ['"]utf-?8['"]\)|crypto\.subtle\.digest/;

const ALLOWED: Readonly<Record<string, string>> = {
  'src/math/utf8.ts': 'the one place',
  'src/formats/xmlEncoding.ts': 'asks whether an encoding is known',
  'src/client/eventStream.ts': 'text that comes in pieces; fatal',
  'src/serve/body.ts': 'says what is wrong in words of the gate; fatal',
  'src/parallel/lines.ts': 'JSON.stringify escapes lone surrogates',
  'src/serve/guard.ts': 'Node has the digest; text through encodeUtf8',
  'src/cli/programDigest.ts': 'Node has the digest; text through encodeUtf8',
  'src/cli/journal.ts': 'Node has the digest; text through encodeUtf8',
  'src/batch/digest.ts': 'Node has the digest; text through encodeUtf8',
  'src/batch/manifest.ts': 'Node has the digest; text through encodeUtf8',
  'src/cli/resultsFile.ts': 'a digest of bytes; lines are read for their verdict only',
  'src/batch/collect.ts': 'a digest of bytes',
  'src/batch/queue/folderQueue.ts': 'the reason why a task failed, for people',
  'src/cli/version.ts': 'the package.json of this package',
  'src/cli/studio/site.ts': 'files of this package',
  'src/cli/studio/gallery.ts': 'files of this package',
  'src/cli/commands/checkReport.ts': 'files of this package',
};

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(\*|\/\/|\/\*)/.test(line) && BY_HAND.test(line));

describe('bytes of text made by hand', () => {
  const files = ['src', 'studio', 'verify'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );

  it('are found', () => {
    for (const line of [
      'new TextEncoder().encode(name)',
      'const text = new TextDecoder().decode(bytes);',
      "createHash('sha256').update(name)",
      "bytes.toString('utf8')",
      "readFileSync(file, 'utf8')",
    ]) {
      expect(linesOf(line), line).toEqual([line]);
    }
    expect(linesOf('encodeUtf8(name)')).toEqual([]);
  });

  it('are nowhere but in src/math/utf8.ts, and where a reason is given', () => {
    expect(files).toContain('src/math/utf8.ts');
    for (const file of files) {
      if (file in ALLOWED) continue;
      expect(linesOf(readFileSync(join(ROOT, file), 'utf8')), file).toEqual([]);
    }
    for (const file of Object.keys(ALLOWED)) {
      expect(linesOf(readFileSync(join(ROOT, file), 'utf8')), file).not.toEqual([]);
    }
  });

  it('enter a digest of Node through encodeUtf8 where they are text', () => {
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      for (const [found] of text.matchAll(
        /\.update\((?:[`'"]|framed|JSON|called|token|name|text\))/g,
      )) {
        expect(found, file).toBe('');
      }
    }
  });
});
