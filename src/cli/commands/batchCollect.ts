/** `surepath batch collect`: the results in the order of the input, rechecked by a sample, and a manifest that nothing is missing. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type BatchRecord,
  type CollectReport,
  collect,
  NAME,
  requireKeeping,
  requireVersion,
  type Site,
  versionText,
} from '../../batch/index.ts';
import type { Verdict } from '../../check/index.ts';
import { InputError, Random } from '../../math/index.ts';
import { MOST_CHUNK } from '../../parallel/index.ts';
import { count } from '../../words/index.ts';
import { parse, printJson, usageFault } from '../command.ts';
import { workersFrom } from '../workers.ts';
import { TRUST_OPTION, trustFrom } from './batchKeys.ts';
import {
  atKnownSite,
  onePositional,
  ownVersion,
  recordNamed,
  SITE_HELP,
  SITE_OPTIONS,
  submittedTo,
  wholeIn,
} from './batchSite.ts';
import { runnerAt } from './batchWork.ts';
import { exitCode, requireWritable } from './checkSettings.ts';
import { openTarget, orUnwritable, type Target } from './collectTarget.ts';
import { seedFrom } from './seed.ts';

/** Edges of each chunk that are computed again where no number is given. */
const RECHECKED = 3;

export const COLLECT_HELP = `usage: surepath batch collect BATCH [options]

Writes a line of JSON for each edge or segment, in the order of the input: the bytes that one process
would have written. Every result is compared with its digest, and some edges of every chunk are computed
again here. Nothing is written in part: where a chunk is missing, or an edge has another answer, there is
an error.

${SITE_HELP}  --out FILE            write lines there and not to stdout; FILE appears when it is complete
  --manifest FILE       write what was asked, by which version, every chunk with the digest of its result,
                        the digest of all lines, and that nothing is missing
  --certificates DIR    write the certificates that lines name, each as DIGEST.json
  --recheck N           edges of each chunk, drawn at random, that are computed again (default ${RECHECKED}; 0: none;
                        ${MOST_CHUNK}: all). docs/batch.md says what a sample finds and what it misses
  --seed N              of that sample (default: drawn at random, and printed)
  --workers N           threads that compute them (default: all cores)
  --trust KEYS          file of public keys (PEM, one or more); may be given again. Outcomes that none of them
                        signed are refused. BATCH is the whole name then. Without it signatures are not looked at
  --json                with --out: one JSON object on stdout: {"batch", "chunks", "items", "output", "verdicts",
                        "recheck", "signed"}

Exit code: 0 all are free; 1 some are not; 3 some are undecided; 2 something is missing, or bad input.
`;

export async function collectCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse('batch', args, {
    ...SITE_OPTIONS,
    ...TRUST_OPTION,
    recheck: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string' },
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
  const perChunk = wholeIn('recheck', values.recheck ?? `${RECHECKED}`, 0, MOST_CHUNK);
  const seed = values.seed === undefined ? randomInt(2 ** 31) : seedFrom('batch', values.seed);
  const threads = workersFrom('batch', values.workers);
  const trust = trustFrom(values.trust);
  if (trust && name.length !== NAME) {
    const reason = 'the beginning of a name could be that of another batch';
    throw usageFault('batch', `with --trust BATCH is the whole name, ${NAME} letters: ${reason}`);
  }
  const collected = async (site: Site) => {
    const record = await recordNamed(values, site, name);
    requireKeeping(record, site);
    if (perChunk > 0) {
      const hint = `collect with surepath ${record.version.package}; --recheck 0 computes nothing again`;
      requireVersion(record, ownVersion(), hint);
    }
    const runner = perChunk > 0 ? runnerAt(site, threads) : null;
    const recheck = runner && { runner, perChunk, random: new Random(seed), slots: threads + 1 };
    const named = certificates === undefined ? null : new Set<string>();
    if (certificates !== undefined) makeFolder(certificates);
    const lines = await openTarget(out);
    let listed: Target | null = null;
    try {
      if (manifest !== undefined) listed = await openTarget(manifest);
      const report = await collect(site, record, {
        write: (bytes) => lines.write(bytes),
        ...(listed && { writeManifest: (text: string) => listed!.write(text) }),
        ...(named && { onCertificate: (digest: string) => void named.add(digest) }),
        ...{ trust, ...(recheck && { recheck }) },
      });
      if (named) await writeCertificates(site, certificates!, named);
      for (const target of [lines, listed]) await target?.close();
      for (const target of [lines, listed]) await target?.finish();
      submittedTo(values, site)?.forget(record.batch);
      const { verdicts, items, chunks, output, rechecked } = report;
      if (json)
        printJson({
          batch: record.batch,
          version: record.version,
          chunks,
          items,
          output,
          verdicts,
          recheck: { perChunk, seed, ...rechecked },
          signed: trust !== undefined,
        });
      else {
        const words = Object.entries(verdicts).map(([verdict, n]) => `${n} ${verdict}`);
        process.stderr.write(
          `${words.join(', ')}: ${items} ${record.unit} in ${count(chunks, 'chunk')}, nothing is missing (${versionText(record.version)})\n${recheckText(record, report, { perChunk, seed })}`,
        );
        if (trust) process.stderr.write('every outcome is signed by a trusted key\n');
      }
      return exitCode(Object.keys(verdicts) as Verdict[]);
    } catch (error) {
      if (error instanceof InputError && error.fault.code === 'batch/differs') {
        process.stderr.write(`batch ${record.batch}: edges were drawn with --seed ${seed}\n`);
      }
      await lines.drop();
      await listed?.drop();
      throw error;
    } finally {
      await runner?.close();
    }
  };
  return atKnownSite(values, collected, true);
}

/** What was computed again, and what that says. */
function recheckText(
  { unit, batch }: BatchRecord,
  { rechecked }: CollectReport,
  { perChunk, seed }: { readonly perChunk: number; readonly seed: number },
): string {
  const name = `batch ${batch}`;
  if (perChunk === 0) return `${name}: nothing was computed again (--recheck 0)\n`;
  const { items, chunks, whole } = rechecked;
  const all = whole > 0 ? `, ${count(whole, 'chunk')} as a whole` : '';
  return `${name}: ${items} ${unit} of ${count(chunks, 'chunk')} computed again, drawn with --seed ${seed}${all}: the same lines\n`;
}

function makeFolder(folder: string): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder);
  } catch (error) {
    throw new InputError({
      code: 'file/unwritable',
      message: (error as Error).message,
      file: folder,
    });
  }
}

/** When all lines are checked: a line that is refused names nothing. */
async function writeCertificates(
  site: Site,
  folder: string,
  digests: ReadonlySet<string>,
): Promise<void> {
  for (const digest of digests) {
    const bytes = await site.store.blobs.get(digest);
    const file = join(folder, `${digest}.json`);
    await orUnwritable(file, () => writeFile(file, bytes));
  }
}
