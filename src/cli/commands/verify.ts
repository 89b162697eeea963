/** `surepath verify CERTIFICATE CELL`: is the proof of a free path a proof? Also writes the model of a cell as a file. */

import { type CellDescription, isNever, modelAssumptions } from '../../cell/index.ts';
import {
  type Certificate,
  type DelayCertificate,
  fileDigests,
  isAboutDelays,
  modelDigest,
  writeModel,
} from '../../certificate/index.ts';
import {
  firstOfKind,
  OpenCell,
  readCertificate,
  type VerifyAnswer,
  verify,
} from '../../jobs/index.ts';
import {
  BY_VISUALS,
  certifiedPath,
  certifiedTracks,
  checkedText,
  exportedText,
  isSuggested,
  readingTexts,
  rejectedText,
  verifiedText,
} from '../../words/index.ts';
import { type Command, oneOf, parse, printJson, readBytes, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  jointValues,
  loadDescription,
  loadRequired,
  printNotes,
} from '../loadCell.ts';
import { interpolationFrom, loadPath } from '../loadPath.ts';
import { delaysFrom } from './checkDelays.ts';
import { requireWritable, WRAPS, writeText } from './checkSettings.ts';

/** Assumptions listed for people; --json has them all. */
const LISTED = 10;

export const verifyCommand: Command = {
  help: `usage: surepath verify CERTIFICATE CELL [--path PATH] [options]
       surepath verify CELL --export FILE [options]

Verifies a certificate that "surepath check --certificate" wrote. Nothing that the certificate says
is believed: the cell is read anew, every pair of bodies is derived from it, every step of the proof
is computed again, and nothing may be left uncovered. A certificate for another cell is rejected.
What the cell's files ask for is the least: a certificate that shows more is accepted, as of a plan,
which keeps 5 mm where nothing else is asked; one that shows less is rejected. The answer says what
is shown.

${CELL_HELP}
Options that ask for more than the cell's files do:
${ADJUST_HELP}
  --path PATH           the path that the certificate must be about; without it the answer is about
                        the path in the certificate, number by number. How PATH is read is said here
                        and in the answer, never taken from the certificate
  --wrap WORD           for PATH: joints without limits turn as the numbers say (literal, the default)
                        or the short way (short), as for "surepath check"
  --interpolation WORD  for PATH: straight or controller, if the check was asked for it
  --delay [NAME=]S      for PATH, if the check was asked about delays: the same ones
  --export FILE         write the model that was read from the cell as JSON, with its digest: all that
                        a verifier needs to know of the cell. FILE is a CELL itself. Without a
                        certificate nothing is verified
  --json                one JSON object on stdout: {"verified", "reason"?: {"code", "message",
                        "pair"?, "segment"?, "slab"?}, "shows"?: {"clearance", "self"?,
                        "exceptions"?, "tracking"}, "slabs", "glances", "pairs", "segments",
                        "sweeps", "assumptions", "path"?: {"name", "wrap", "interpolation"?, "blend"?,
                        "standing", "tracks"?}, "delays"?, "notes"?, "milliseconds", "export"?: {"file", "model"}}

Exit code: 0 verified, 1 rejected, 2 bad input.
`,
  run(args) {
    const { values, positionals } = parse('verify', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      path: { type: 'string' },
      wrap: { type: 'string' },
      interpolation: { type: 'string' },
      delay: { type: 'string', multiple: true },
      export: { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length === 1 && values.export !== undefined) {
      if (values.path !== undefined || ruleOf(values) !== undefined) {
        throw usageFault(
          'verify',
          '--path and how it is read are for a certificate; none is given',
        );
      }
      const read = loadDescription('verify', positionals[0], values);
      if (!values.json) printNotes(read.notes);
      const exported = exportModel(read, values.export);
      if (values.json) printJson({ export: exported });
      else process.stdout.write(`${exportedText(exported.file, exported.model)}\n`);
      return 0;
    }
    if (positionals.length !== 2) {
      throw usageFault('verify', 'verify takes a certificate and a cell');
    }
    const [file, cellFile] = positionals;
    const bytes = readBytes(file);
    const delayed = isAboutDelays(bytes);
    if (values.delay && !delayed) {
      throw usageFault(
        'verify',
        `--delay is for certificates of delays; ${file} is about one timing`,
      );
    }
    if (delayed && values.path !== undefined && !values.delay) {
      throw usageFault('verify', '--path of a certificate of delays needs --delay as well');
    }
    const rule = ruleOf(values);
    if (rule !== undefined && values.path === undefined) {
      throw usageFault('verify', `${rule} needs --path: the path that it is about`);
    }
    const certificate = readCertificate(bytes, file);
    const required = loadRequired('verify', cellFile, values);
    const { description } = required;
    if (!values.json) printNotes(description.notes);
    const exported =
      values.export === undefined ? undefined : exportModel(description, values.export);
    const joints = jointValues('verify', values.joints ?? []);
    const open = new OpenCell({ file: cellFile, ...required, joints });
    const start = performance.now();
    const wanted = values.path === undefined ? undefined : wantedOf(open, values.path, values);
    if (wanted && !values.json) printNotes(wanted.notes);
    const answer = verify(open, { certificate, file, ...wanted?.request });
    const milliseconds = performance.now() - start;
    const notes = firstOfKind(wanted?.notes ?? []);
    if (values.json) {
      const told = notes.length > 0 ? { notes } : {};
      printJson({ ...toJson(answer, milliseconds), ...told, export: exported });
    } else {
      process.stdout.write(toText({ ...answer, milliseconds }, certificate, description, file));
    }
    if (exported && !values.json) {
      process.stdout.write(`${exportedText(exported.file, exported.model)}\n`);
    }
    return answer.verified ? 0 : 1;
  },
};

/** Writes the model of a cell. */
function exportModel(description: CellDescription, file: string) {
  requireWritable(file);
  writeText(file, writeModel(description));
  return { file, model: modelDigest(description) };
}

interface RuleArguments {
  readonly wrap?: string | undefined;
  readonly interpolation?: string | undefined;
  readonly delay?: string[] | undefined;
}

/** An option that says how a path is read; undefined if none is given. */
function ruleOf(values: RuleArguments): string | undefined {
  const option = (['wrap', 'interpolation', 'delay'] as const).find((each) => values[each]);
  return option && `--${option}`;
}

/** The motion that the certificate must be about, by the rules of the request alone. */
function wantedOf(open: OpenCell, file: string, values: RuleArguments) {
  const wrap = oneOf('verify', 'wrap', values.wrap ?? 'literal', WRAPS);
  const interpolation = interpolationFrom('verify', values.interpolation);
  const loaded = loadPath(open, file, { wrap, interpolation });
  const delays = values.delay && delaysFrom(loaded, values.delay, file);
  return { request: { motion: loaded.motion, wrap, delays }, notes: loaded.notes };
}

function toJson(
  { verified, reason, checked, assumptions, path, delays, shows }: VerifyAnswer,
  milliseconds: number,
) {
  return {
    verified,
    ...(reason && { reason }),
    ...(shows && { shows }),
    ...checked,
    ...{ assumptions, ...(path && { path }), ...(delays && { delays }), milliseconds },
  };
}

/** What is free, in words. */
function subjectOf(certificate: Certificate | DelayCertificate, file: string): string {
  if (!('parts' in certificate)) return certifiedPath(certificate.waypoints.length, file);
  const names = certificate.tracks.map(({ name }, k) => name || `track ${k}`);
  return certifiedTracks(names, certificate.delays, file);
}

function toText(
  { verified, reason, checked, assumptions, path, shows, milliseconds }: VerifyAnswer,
  certificate: Certificate | DelayCertificate,
  description: CellDescription,
  file: string,
): string {
  const lines: string[] = [];
  const read = (path ? readingTexts(path) : []).map((text) => `  ${text}`);
  if (verified) {
    lines.push(verifiedText(subjectOf(certificate, file), shows!), ...read);
    if (assumptions.length > 0) lines.push(`  assuming (${assumptions.length}):`);
    lines.push(...assumptions.slice(0, LISTED).map((text) => `    ${text}`));
    if (assumptions.length > LISTED) {
      lines.push(`    and ${assumptions.length - LISTED} more; --json has all`);
    }
  } else {
    lines.push(rejectedText(shortened(reason?.message ?? '')));
    const { pair, segment, slab } = reason ?? {};
    if (pair) lines.push(`  pair ${pair.join(' and ')}`);
    if (segment !== undefined) {
      lines.push(`  segment ${segment}${slab === undefined ? '' : `, slab ${slab}`}`);
    }
    const one = 'parts' in certificate ? certificate.parts[0]?.certificate : certificate;
    if (one) lines.push(...advice(reason?.code, one, description));
    if (reason?.code === 'path') {
      lines.push(...read);
      if (one && path && one.wrap !== path.wrap) {
        lines.push(
          `  it says that its path was made with --wrap ${one.wrap}: give that if it is meant`,
        );
      }
    }
  }
  lines.push(checkedText(checked, milliseconds));
  return `${lines.join('\n')}\n`;
}

/** Where the files are the same and what was asked of them is not. */
function advice(
  code: string | undefined,
  { files, pairs, assumptions }: Certificate,
  description: CellDescription,
): string[] {
  if (code !== 'model') return [];
  // Visual meshes are files as well: said before files are compared.
  const byVisuals = (list: readonly string[]) => list.some((text) => text.includes(BY_VISUALS));
  const mine = modelAssumptions(description, []);
  if (byVisuals(assumptions) && !byVisuals(mine)) {
    return ['  it was made with links tested by their visuals: give --visuals'];
  }
  if (byVisuals(mine) && !byVisuals(assumptions)) {
    return ['  it was made without links tested by their visuals: leave out --visuals'];
  }
  const theirs = pairs.some(({ detail }) => isSuggested(detail));
  if (theirs && !description.allow.some(({ reason }) => isSuggested(reason))) {
    return [
      '  it takes pairs for harmless that no SRDF declares: give --pairs suggested, and no --srdf',
    ];
  }
  const digests = (list: readonly (readonly [string, string])[]) =>
    JSON.stringify(list.map(([, digest]) => digest).sort());
  const baseOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  const own = new Set([...description.files.keys()].map(baseOf));
  if (files.some(([name]) => !own.has(baseOf(name)))) {
    return ['  files missing here that joined the cell are given with --scene or --world'];
  }
  if (digests(files) !== digests(fileDigests(description))) return [];
  const leaves = pairs.some(({ excluded, detail }) => excluded === 'disabled' && isNever(detail));
  return leaves
    ? ['  the files are the same, but it does not test the pairs that the SRDF calls "Never"']
    : ['  the files are the same: give the same options as to "surepath check"'];
}

/** A rejection may list every file of a cell. */
function shortened(text: string): string {
  return text.length > 240 ? `${text.slice(0, 240)}...; --json has all` : text;
}
