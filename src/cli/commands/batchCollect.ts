/** `surepath batch collect`: the results in the order of the input, and a manifest that nothing is missing. */

import { existsSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { collect, needRecord, requireKeeping, type Site, versionText } from '../../batch/index.ts';
import type { Verdict } from '../../check/index.ts';
import { InputError } from '../../math/index.ts';
import { count } from '../../words/index.ts';
import { parse, usageFault } from '../command.ts';
import { printJson, tellText } from '../out.ts';
import { atKnownSite, onePositional, SITE_HELP, SITE_OPTIONS } from './batchSite.ts';
import { exitCode, requireWritable } from './checkSettings.ts';
import { openTarget, orUnwritable, type Target } from './collectTarget.ts';

export const COLLECT_HELP = `usage: surepath batch collect BATCH [options]

Writes a line of JSON for each edge or segment, in the order of the input: the bytes that one process
would have written. Every result is held against its digest, and nothing is written in part: where a
chunk is missing there is an error.

${SITE_HELP}  --out FILE            write lines there and not to stdout; FILE appears when it is complete
  --manifest FILE       write what was asked, by which version, every chunk with the digest of its result,
                        the digest of all lines, and that nothing is missing
  --certificates DIR    write the certificates that lines name, each as DIGEST.json
  --json                with --out: one JSON object on stdout: {"batch", "chunks", "items", "output", "verdicts"}

Exit code: 0 all are free; 1 some are not; 3 some are undecided; 2 something is missing, or bad input.
`;

export async function collectCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse('batch', args, {
    ...SITE_OPTIONS,
    out: { type: 'string' },
    manifest: { type: 'string' },
    certificates: { type: 'string' },
    json: { type: 'boolean' },
  });
  const name = onePositional('collect', positionals);
  const { out, manifest, certificates, json = false } = values;
  if (json && out === undefined)
    throw usageFault('batch', '--json is for --out: without it lines are on stdout');
  if (out !== undefined && manifest !== undefined && resolve(out) === resolve(manifest)) {
    throw usageFault('batch', `--out and --manifest are the same file, ${out}`);
  }
  for (const file of [out, manifest]) if (file !== undefined) requireWritable(file);
  return atKnownSite(values, async (site) => {
    const record = await needRecord(site.store, name);
    requireKeeping(record, site);
    const lines = await openTarget(out);
    let listed: Target | null = null;
    try {
      if (manifest !== undefined) listed = await openTarget(manifest);
      const report = await collect(site, record, {
        write: (bytes) => lines.write(bytes),
        ...(listed && { writeManifest: (text: string) => listed!.write(text) }),
        ...(certificates !== undefined && { onCertificate: certificateWriter(site, certificates) }),
      });
      await lines.finish();
      await listed?.finish();
      const { verdicts, items, chunks, output } = report;
      if (json)
        printJson({
          batch: record.batch,
          version: record.version,
          chunks,
          items,
          output,
          verdicts,
        });
      else {
        const words = Object.entries(verdicts).map(([verdict, n]) => `${n} ${verdict}`);
        tellText(
          `${words.join(', ')}: ${items} ${record.unit} in ${count(chunks, 'chunk')}, nothing is missing (${versionText(record.version)})\n`,
        );
      }
      return exitCode(Object.keys(verdicts) as Verdict[]);
    } catch (error) {
      await lines.drop();
      await listed?.drop();
      throw error;
    }
  });
}

/** Each once, beside what was asked for. */
function certificateWriter(site: Site, folder: string): (digest: string) => Promise<void> {
  try {
    if (!existsSync(folder)) mkdirSync(folder);
  } catch (error) {
    throw new InputError({
      code: 'file/unwritable',
      message: (error as Error).message,
      file: folder,
    });
  }
  const written = new Set<string>();
  return async (digest) => {
    if (written.has(digest)) return;
    written.add(digest);
    const bytes = await site.store.blobs.get(digest);
    const file = join(folder, `${digest}.json`);
    await orUnwritable(file, () => writeFile(file, bytes));
  };
}
