/** What all commands of batches take: where the batch is, and what this program is. */
import { statSync } from 'node:fs';
import {
  type BatchRecord,
  type BatchVersion,
  DEFAULT_FOLDER,
  METHOD_VERSION,
  needRecord,
  openSite,
  type Site,
} from '../../batch/index.ts';
import { formatFault, InputError } from '../../math/index.ts';
import { numberIn, usageFault } from '../command.ts';
import { Submitted } from '../submitted.ts';
import { version } from '../version.ts';

/** For parseArgs. */
export const SITE_OPTIONS = {
  url: { type: 'string' },
  store: { type: 'string' },
} as const;

export const SITE_HELP = `  --url URL             the server: redis://host:6379 or postgres://user@host/database; by default the
                        variable SUREPATH_BATCH_URL; without one all is on this machine
  --store DIR           folder of results: of the batch without a server (default surepath-batch), or
                        shared by all machines instead of the server
`;

export interface SiteArguments {
  readonly url?: string | undefined;
  readonly store?: string | undefined;
}

/** The URL of the server, if there is one. */
export function urlOf({ url }: SiteArguments): string | undefined {
  return url ?? (process.env.SUREPATH_BATCH_URL || undefined);
}

/** Does something at a site, and closes it. Warnings about the server go to stderr. */
export async function atSite<T>(
  args: SiteArguments,
  act: (site: Site) => Promise<T>,
  isReadOnly = false,
): Promise<T> {
  const onStarting = (message: string) => void process.stderr.write(`surepath: ${message}\n`);
  const site = await openSite({ url: urlOf(args), store: args.store, isReadOnly, onStarting });
  try {
    for (const warning of site.warnings) {
      process.stderr.write(`surepath: warning: ${formatFault(warning)}\n`);
    }
    return await act(site);
  } finally {
    await site.close();
  }
}

/** The same where batches were before: a folder that is not there was mistyped, and is not made. */
export async function atKnownSite<T>(
  args: SiteArguments,
  act: (site: Site) => Promise<T>,
  isReadOnly = false,
): Promise<T> {
  const folder = urlOf(args) === undefined ? (args.store ?? DEFAULT_FOLDER) : args.store;
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })) {
    throw new InputError({
      code: 'batch/no-folder',
      message: `there are no batches in ${folder}: there is no such folder`,
      hint: '--store names the folder that they were submitted to, --url the server',
    });
  }
  return atSite(args, act, isReadOnly);
}

/** What was submitted from this folder to the server of a site; nothing where there is no server. */
export function submittedTo(args: SiteArguments, { where }: Site): Submitted | null {
  return urlOf(args) === undefined ? null : new Submitted(where);
}

/** A batch by its name; of one that the server lost it is said so. */
export async function recordNamed(
  args: SiteArguments,
  site: Site,
  name: string,
): Promise<BatchRecord> {
  try {
    return await needRecord(site.store, name);
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== 'batch/unknown') throw error;
    const submitted = submittedTo(args, site);
    const lost = submitted?.find(name) ?? null;
    throw lost === null ? error : submitted!.lostFault(lost);
  }
}

/** Of this program. */
export function ownVersion(): BatchVersion {
  return { package: version(), method: METHOD_VERSION };
}

/** A whole number. */
export function wholeIn(option: string, text: string, low: number, high: number): number {
  const value = numberIn('batch', option, text, low, high);
  if (Number.isInteger(value)) return value;
  throw usageFault('batch', `--${option} takes a whole number; found "${text}"`);
}

/** Just one name. */
export function onePositional(command: string, positionals: readonly string[]): string {
  if (positionals.length === 1) return positionals[0];
  throw usageFault(
    'batch',
    `batch ${command} needs the name of one batch; surepath batch status lists them`,
  );
}
