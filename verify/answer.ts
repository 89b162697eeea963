/**
 * What the page answers about given files: for every certificate among them whether it is a proof, why not, or what is
 * missing to say so. Plain data in words; runs in a worker and in Node.
 */
import {
  type CellDescription,
  type Certificate,
  type DelayCertificate,
  fileDigests,
  isAboutDelays,
  keptClearance,
  modelDigest,
  parseCertificate,
  parseDelayCertificate,
  sha256,
  type Verification,
  verify,
  verifyDelays,
} from '../src/verifier/index.ts';
import {
  certifiedPath,
  certifiedTracks,
  checkedText,
  isSuggested,
  missingText,
  rejectedText,
  verifiedText,
} from '../src/words/index.ts';
import { type Files, lookup, type NeededFile, neededFiles, pathsOf } from './files.ts';
import { type Reading, readingsOf } from './readings.ts';

export interface Answer {
  /** The certificate; empty where there is none. */
  readonly file: string;
  readonly status: 'verified' | 'rejected' | 'missing' | 'refused';
  readonly headline: string;
  readonly details: readonly string[];
  readonly assumptions: readonly string[];
  /** What it is about, by digests. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly needed: readonly NeededFile[];
}

const EXPORTED =
  'The model that "surepath verify CELL --export FILE" writes takes the place of all files of the cell.';
const NOTHING = { details: [], assumptions: [], facts: [], needed: [] };

/** An answer for every certificate. */
export function answersAbout(files: Files): Answer[] {
  const certificates = pathsOf(files, 'certificate');
  if (certificates.length > 0) return certificates.map((file) => answerAbout(files, file));
  const details = ['A certificate is the file that "surepath check --certificate FILE" writes.'];
  return [
    {
      ...NOTHING,
      file: '',
      status: 'missing',
      headline: 'no certificate is among the files',
      details,
    },
  ];
}

/** Clearances of pairs besides the default; a file with many says so itself. */
function otherClearances({ pairs, settings }: Certificate): number[] {
  const tested = pairs.filter(({ excluded }) => excluded === null);
  const found = new Set(tested.map(({ clearance }) => clearance));
  return [...found].filter((each) => each !== settings.clearance).slice(0, 3);
}

/** What a certificate takes for harmless because nobody declared anything; its assumptions list all of it. */
function suggestedOf({ pairs, bodies }: Certificate) {
  return pairs
    .filter(({ excluded, detail }) => excluded === 'allowed' && isSuggested(detail))
    .map(({ a, b, detail }) => ({ between: [bodies[a], bodies[b]] as const, reason: detail }));
}

function answerAbout(files: Files, file: string): Answer {
  const bytes = files.get(file)!;
  const refused = (error: unknown, rest: Partial<Answer> = {}): Answer => {
    const message = error instanceof Error ? error.message : String(error);
    return { ...NOTHING, file, status: 'refused', headline: `refused: ${message}`, ...rest };
  };
  let certificate: Certificate | DelayCertificate;
  try {
    certificate = isAboutDelays(bytes)
      ? parseDelayCertificate(bytes, file)
      : parseCertificate(bytes, file);
  } catch (error) {
    return refused(error);
  }
  const one = 'parts' in certificate ? certificate.parts[0]?.certificate : certificate;
  if (!one) return refused('a certificate of delays without parts');
  const { all, read: find } = lookup(files, one.files);
  const facts: [string, string][] = [
    ['certificate', `SHA-256 ${sha256(bytes)}`],
    ['about the model', `SHA-256 ${one.model}`],
    ['written by', `${one.program}, ${one.method}`],
  ];
  const { clearance } = one.settings;
  const readings = readingsOf({
    ...{ files: all, find },
    clearance: typeof clearance === 'number' ? clearance : null,
    others: otherClearances(one),
    suggested: suggestedOf(one),
  });
  const { found, first, fault } = choose(readings, one.model);
  // Who has the model needs no file that it was read from.
  const needed = found ? [] : neededFiles(files, one.files);
  const missing = needed.filter(({ state }) => state === 'missing').map(({ name }) => name);
  if (!found && !first) {
    const details =
      fault === null ? [EXPORTED] : [fault instanceof Error ? fault.message : String(fault)];
    if (fault !== null && missing.length === 0) return refused(fault, { facts, needed });
    const headline = missingText(missing);
    return { ...NOTHING, file, status: 'missing', headline, details, facts, needed };
  }
  const { description, reading } = (found ?? first)!;
  const cell = reading.asked === '' ? reading.file : `${reading.file}, ${reading.asked}`;
  facts.push(['cell', cell], ['model as read here', `SHA-256 ${modelDigest(description)}`]);
  for (const [name, digest] of fileDigests(description)) facts.push([name, `SHA-256 ${digest}`]);
  const started = performance.now();
  let result: Verification;
  try {
    result =
      'parts' in certificate
        ? verifyDelays(certificate, description)
        : verify(certificate, description);
  } catch (error) {
    return refused(error, { facts, needed });
  }
  const checked = checkedText(result.checked, performance.now() - started);
  const { assumptions } = result;
  if (result.verified) {
    const tracking = one.tolerances.some((tolerance) => tolerance > 0);
    const kept = { ...keptClearance(description), tracking };
    const headline = verifiedText(subjectOf(certificate, file), kept);
    const details = [...claimOf(certificate), ...askedText(reading), checked];
    return { file, status: 'verified', headline, details, assumptions, facts, needed };
  }
  // A file that is missing may be why the model is another one.
  if (result.reason!.code === 'model' && missing.length > 0 && !reading.isModel) {
    const headline = missingText(missing);
    return {
      ...NOTHING,
      file,
      status: 'missing',
      headline,
      details: [result.reason!.message],
      facts,
      needed,
    };
  }
  const details = [...whereOf(result), ...askedText(reading), checked];
  const headline = rejectedText(result.reason!.message);
  return { file, status: 'rejected', headline, details, assumptions: [], facts, needed };
}

interface Chosen {
  readonly description: CellDescription;
  readonly reading: Reading;
}

/** The reading that gives the certificate's model; else the first one, or why that cannot be read. */
function choose(
  readings: readonly Reading[],
  model: string,
): { readonly found: Chosen | null; readonly first: Chosen | null; readonly fault: unknown } {
  let first: Chosen | null = null;
  let fault: unknown = null;
  for (const reading of readings) {
    try {
      const description = reading.read();
      if (modelDigest(description) === model) {
        return { found: { description, reading }, first, fault };
      }
      // What comes after a file that cannot be read is not meant, unless it fits.
      if (fault === null) first ??= { description, reading };
    } catch (error) {
      fault ??= error;
    }
  }
  return { found: null, first, fault };
}

function subjectOf(certificate: Certificate | DelayCertificate, file: string): string {
  if (!('parts' in certificate)) return certifiedPath(certificate.waypoints.length, file);
  const names = certificate.tracks.map(({ name }, k) => name || `track ${k}`);
  return certifiedTracks(names, certificate.delays, file);
}

/** What is claimed, beyond the headline. */
function claimOf(certificate: Certificate | DelayCertificate): string[] {
  const one = 'parts' in certificate ? certificate.parts[0].certificate : certificate;
  const joints = one.dofs.join(', ');
  return [
    'Every two bodies that are tested stay apart at every moment of the motion, and none begins inside another.',
    `The motion is the one in the certificate, number by number, of ${joints}.`,
  ];
}

/** What the certificate was made for beyond what the files say: whoever reads the answer must see it. */
function askedText({ file, asked }: Reading): string[] {
  return asked === '' ? [] : [`${file} was taken with ${asked}, as when the certificate was made.`];
}

function whereOf({ reason }: Verification): string[] {
  const { pair, segment, slab } = reason!;
  const lines: string[] = [];
  if (pair) lines.push(`pair ${pair.join(' and ')}`);
  if (segment !== undefined) {
    lines.push(`segment ${segment}${slab === undefined ? '' : `, slab ${slab}`}`);
  }
  return lines;
}
