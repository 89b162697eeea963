/**
 * What the page answers about given files: for every certificate among them whether it is a proof, why not, or what is
 * missing to say so. Plain data in words; runs in a worker and in Node.
 */
import {
  type CellDescription,
  type Certificate,
  type DelayCertificate,
  fileDigests,
  InputError,
  isAboutDelays,
  modelDigest,
  parseCertificate,
  parseDelayCertificate,
  type RequiredVerification,
  RequiredVerifier,
  sha256,
  type Verification,
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
import { cellOf, type FoundCell } from './cell.ts';
import { type Files, type NeededFile, neededFiles, pathsOf } from './files.ts';

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
  const read = readOnce(files);
  if (certificates.length > 0) return certificates.map((file) => answerAbout(files, file, read));
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

interface CellAtHand extends FoundCell {
  readonly verifier: RequiredVerifier;
}

/** The cell for all certificates: read when first asked for; what is wrong with it is thrown each time. */
function readOnce(files: Files): () => CellAtHand | null {
  let made: (() => CellAtHand | null) | null = null;
  const make = () => {
    try {
      const cell = cellOf(files);
      const found = cell && { ...cell, verifier: new RequiredVerifier(cell.required) };
      return () => found;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  };
  return () => {
    made ??= make();
    return made();
  };
}

function answerAbout(files: Files, file: string, read: () => CellAtHand | null): Answer {
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
  // One of delays has none where nothing is tested.
  const one = 'parts' in certificate ? certificate.parts[0]?.certificate : certificate;
  const facts: [string, string][] = [['certificate', `SHA-256 ${sha256(bytes)}`]];
  if (one) {
    facts.push(['about the model', `SHA-256 ${one.model}`]);
    facts.push(['written by', `${one.program}, ${one.method}`]);
  }
  const needed = neededFiles(files, one?.files ?? []);
  const missing = needed.filter(({ state }) => state === 'missing').map(({ name }) => name);
  const lacking = (detail: string): Answer => {
    const headline = missingText(missing);
    return { ...NOTHING, file, status: 'missing', headline, details: [detail], facts, needed };
  };
  const started = performance.now();
  let cell: CellAtHand | null;
  let result: RequiredVerification;
  try {
    cell = read();
    if (!cell) return lacking(EXPORTED);
    const { verifier } = cell;
    result =
      'parts' in certificate ? verifier.verifyDelays(certificate) : verifier.verify(certificate);
  } catch (error) {
    const isMissing = error instanceof InputError && /missing/.test(error.fault.code);
    if (isMissing && missing.length > 0) return lacking(error.message);
    return refused(error, { facts, needed });
  }
  const { description, assumptions } = result;
  facts.push(
    ['cell', cell.files.join(', ')],
    ['model as read here', `SHA-256 ${modelDigest(description)}`],
  );
  for (const [name, digest] of fileDigests(description)) facts.push([name, `SHA-256 ${digest}`]);
  const checked = checkedText(result.checked, performance.now() - started);
  if (result.verified) {
    const headline = verifiedText(subjectOf(certificate, file), result.shows!);
    const details = [...claimOf(one), checked];
    return { file, status: 'verified', headline, details, assumptions, facts, needed: [] };
  }
  const unfounded = one ? notAssumed(one, cell.required.description, result) : [];
  const details = [...whereOf(result), ...unfounded, checked];
  const headline = rejectedText(result.reason!.message);
  return { file, status: 'rejected', headline, details, assumptions: [], facts, needed };
}

/** Pairs that the certificate takes for harmless, and that this page does not find to be so. */
function notAssumed(
  { pairs, bodies }: Certificate,
  { allow }: CellDescription,
  { reason }: Verification,
): string[] {
  const known = new Set(allow.map(({ between, reason: why }) => JSON.stringify([between, why])));
  const found = pairs.find(
    ({ a, b, detail }) =>
      isSuggested(detail) && !known.has(JSON.stringify([[bodies[a], bodies[b]], detail])),
  );
  if (!found || reason!.code !== 'model') return [];
  const names = `"${bodies[found.a]}" and "${bodies[found.b]}"`;
  return [
    `The certificate does not test ${names} (${found.detail}). Of a robot without an SRDF this page assumes that adjacent links are harmless, and nothing else: give the SRDF, or the model that "surepath verify CELL --export FILE" writes, or use "surepath verify".`,
  ];
}

function subjectOf(certificate: Certificate | DelayCertificate, file: string): string {
  if (!('parts' in certificate)) return certifiedPath(certificate.waypoints.length, file);
  const names = certificate.tracks.map(({ name }, k) => name || `track ${k}`);
  return certifiedTracks(names, certificate.delays, file);
}

/** What is claimed, beyond the headline. */
function claimOf(one: Certificate | undefined): string[] {
  const motion = one ? `, of ${one.dofs.join(', ')}` : '';
  return [
    'Every two bodies that are tested stay apart at every moment of the motion, and none begins inside another.',
    `The motion is the one in the certificate, number by number${motion}. Whether it is the one of a path file is for "surepath verify --path".`,
  ];
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
