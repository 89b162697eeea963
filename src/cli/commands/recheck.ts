/** `surepath recheck CERTIFICATE CELL [PATH]`: is a path still free, and a new certificate of what still holds. */

import { hasStrays, keptClearance } from '../../cell/index.ts';
import {
  addFacts,
  addFound,
  assumedBy,
  certifiedMotion,
  type JobContext,
  type JsonObject,
  type OpenCell,
  type Place,
  pairNotes,
  type RecheckAnswer,
  type RecheckRequest,
  recheck,
} from '../../jobs/index.ts';
import { decodeUtf8 } from '../../math/index.ts';
import {
  assumingText,
  certificateSize,
  certificateText,
  count,
  freeText,
  keptPairText,
  keptStepsText,
  milliseconds,
  noCertificateText,
  notUsedText,
  undecidedText,
  unwrittenText,
} from '../../words/index.ts';
import { type Command, parse, printJson, program, readBytes, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  cellArguments,
  loadCell,
  printNotes,
} from '../loadCell.ts';
import { interpolationFrom, type LoadedPath, loadPath, readAgain } from '../loadPath.ts';
import { Progress } from '../progress.ts';
import { listed, placeOf } from './checkPathText.ts';
import { exitCode, requireWritable, settingsFrom } from './checkSettings.ts';
import { witnessDetails, witnessLine } from './checkWitness.ts';
import { type SavedCertificate, saveCertificate } from './saveCertificate.ts';

export const recheckCommand: Command = {
  help: `usage: surepath recheck CERTIFICATE CELL [PATH] [--certificate FILE] [options]

After a change of the cell or of the path: what an older certificate shows is looked at anew, in the
cell and on the path as they are now; what still holds is kept, only the rest is proven, and the result
is a whole new certificate. Nothing old is believed. Anything may have changed: obstacles, meshes,
waypoints, clearances, tolerances, allowed pairs, the robot's tool. Where the path is not free any more,
the answer is that of "surepath check", with where and why.

PATH is the path as it is now; without it, the path that the certificate is about.

  --certificate FILE    write the new certificate there; it may be the old one's file. Without it
                        nothing is written
  --strict              refuse a certificate that cannot be read or is about another robot; without it
                        all is proven anew, and the answer says so

${CELL_HELP}
${ADJUST_HELP}
  --interpolation WORD  straight or controller: how PATH is meant, whatever it says
  --wrap WORD           literal or short, for PATH, as for "surepath check"
  --delta M             metres beyond the clearance that need not be told apart (0.0001)
  --budget N            most tests of the ordinary check
  --time-limit S        seconds
  --json                one JSON object on stdout, as of "surepath check", with "kept": {"segments":
                        {"kept", "mended", "anew"}, "slabs": {"kept", "anew", "failed", "dropped"},
                        "pairs": [{"bodies", "segments", "kept", "failed", "anew"}]}, or "unused":
                        {"why", "reason"}, and "certificate"

Exit code: 0 free, 1 not free, 2 bad input, 3 undecided.
`,
  run(args) {
    const { values, positionals } = parse('recheck', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      certificate: { type: 'string' },
      strict: { type: 'boolean' },
      interpolation: { type: 'string' },
      wrap: { type: 'string' },
      delta: { type: 'string' },
      budget: { type: 'string' },
      'time-limit': { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length < 2 || positionals.length > 3) {
      throw usageFault(
        'recheck',
        'recheck takes a certificate, a cell, and a path if it is another',
      );
    }
    const [file, cellFile, pathFile] = positionals;
    if (values.certificate !== undefined) requireWritable(values.certificate);
    if (pathFile === undefined && (values.wrap ?? values.interpolation) !== undefined) {
      throw usageFault('recheck', '--wrap and --interpolation are about PATH: give it as well');
    }
    const settings = settingsFrom(values);
    const text = decodeUtf8(readBytes(file), { code: 'certificate/encoding', file });
    const open = loadCell('recheck', cellFile, values, { timeLimit_s: settings.seconds });
    const { wrap, delta, budget, timeLimit_ms } = settings.request;
    const old = {
      certificate: text,
      file,
      strict: values.strict,
      wrap,
      delta,
      budget,
      timeLimit_ms,
    };
    const interpolation = interpolationFrom('recheck', values.interpolation);
    const path =
      pathFile === undefined
        ? certifiedLoaded(open, old)
        : loadPath(open, pathFile, { wrap: settings.wrap, interpolation });
    if (!values.json) printNotes([...path.cell.notes, ...path.notes, ...pairNotes(path)]);
    const progress = new Progress();
    const context: JobContext = { ...settings.context, onProgress: progress.listener };
    const request = { ...old, motion: path.motion, program: program() };
    const answer = recheck(open, request, context);
    progress.end();
    const saved =
      values.certificate === undefined
        ? null
        : saveCertificate(answer.certificate, values.certificate);
    if (values.json) printJson(toJson(path, answer, saved, settings.wrap));
    else {
      const told = { path, answer, saved, isTimed: timeLimit_ms !== undefined };
      const rules = readAgain({ wrap: settings.wrap, interpolation });
      const named = pathFile ? ` --path ${pathFile}${rules}` : '';
      const shown = `${cellArguments(cellFile, values)}${named}`;
      process.stdout.write(toText(told, shown));
    }
    return exitCode([answer.verdict]);
  },
};

/** A path, from a file or from the certificate. */
type CheckedPath = Omit<LoadedPath, 'bytes'>;

/** The path of the certificate, as if it came from a file. */
function certifiedLoaded(open: OpenCell, old: Omit<RecheckRequest, 'program'>): CheckedPath {
  const { motion, notes } = certifiedMotion(open, old);
  const { cell, path } = open.question({ motion, wrap: old.wrap });
  const order = cell.tree.dofs.map((_, d) => d);
  const notesOf = [...notes, ...path.notes];
  return { cell, path, motion, times: path.times, order, named: order, notes: notesOf };
}

interface Told {
  readonly path: CheckedPath;
  readonly answer: RecheckAnswer;
  readonly saved: SavedCertificate | null;
  readonly isTimed: boolean;
}

function toText(told: Told, shown: string): string {
  const { path, answer } = told;
  const place: Place = { cell: path.cell, order: path.order, delta: answer.delta };
  const { old, witness } = answer;
  const assumptions = assumedBy({ ...path, assumptions: path.motion.assumptions });
  const isFree = answer.verdict === 'free';
  const lines = [
    headline(told, place),
    ...(assumptions.length > 0 ? [`  ${assumingText(assumptions)}`] : []),
    ...(witness ? witnessDetails(witness, place) : []),
    old.used ? `  ${keptStepsText(old)}` : `  ${notUsedText(old.reason)}`,
    ...(old.used ? listed(old.pairs, (pair) => `    ${keptPairText(pair, isFree)}`) : []),
    `${count(answer.segments, 'segment')}, ${count(answer.testedPairs, 'pair')} tested, ${milliseconds(answer.milliseconds)}`,
    ...certificateLines(told, shown),
  ];
  return `${lines.join('\n')}\n`;
}

function headline({ path, answer, isTimed }: Told, place: Place): string {
  const { verdict, witness, open } = answer;
  if (witness) {
    const where = placeOf(path, witness.segment, witness.t);
    return `${witnessLine(witness, place)}, on ${where}`;
  }
  if (verdict === 'free') {
    const kept = keptClearance(path.cell.description);
    return `${verdict}: ${freeText({ ...kept, tracking: hasStrays(path.cell) })}`;
  }
  const left = new Set(open.map(({ segment }) => segment)).size;
  return `${verdict}: ${undecidedText(isTimed, left, answer.segments)}`;
}

function certificateLines({ answer, saved }: Told, shown: string): string[] {
  const { certificate } = answer;
  if (!certificate.written) return [noCertificateText(certificate.reason)];
  const { bytes } = certificate;
  if (!saved?.written) return [unwrittenText(certificateSize(bytes, certificate))];
  return [
    `${certificateText(saved.file, bytes, certificate)}; verify it with`,
    `  surepath verify ${saved.file} ${shown}`,
  ];
}

function toJson(
  path: CheckedPath,
  answer: RecheckAnswer,
  saved: SavedCertificate | null,
  wrap: LoadedPath['path']['wrap'],
): JsonObject {
  const { old, certificate } = answer;
  const json: JsonObject = {};
  // What reading the path had to say comes first: joints that it does not name, and where they stand.
  const known = new Set(path.notes.map(({ message }) => message));
  const notes = [...path.notes, ...answer.notes.filter(({ message }) => !known.has(message))];
  const settings = { question: path, order: path.order, all: false, wrap, notes };
  addFound(json, answer.check, settings);
  if (old.used) json.kept = { segments: old.segments, slabs: old.slabs, pairs: old.pairs };
  else json.unused = { why: old.why, reason: old.reason };
  if (saved) json.certificate = saved;
  else if (certificate.written) {
    const { bytes, slabs, sweeps, digest } = certificate;
    json.certificate = {
      written: false,
      reason: 'nobody asked for it',
      bytes,
      slabs,
      sweeps,
      digest,
    };
  } else json.certificate = certificate;
  addFacts(json, answer.check, settings);
  json.milliseconds = answer.milliseconds;
  return json;
}
