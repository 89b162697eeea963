/** `surepath verify CERTIFICATE CELL`: is the proof of a free path a proof? Also writes the model of a cell as a file. */

import {
  type CellDescription,
  keptClearance,
  modelAssumptions,
  ownersOf,
  selfClearanceOf,
} from '../../cell/index.ts';
import {
  type Certificate,
  type DelayCertificate,
  fileDigests,
  isAboutDelays,
  modelDigest,
  writeModel,
} from '../../certificate/index.ts';
import { OpenCell, readCertificate, type VerifyAnswer, verify } from '../../jobs/index.ts';
import {
  BY_VISUALS,
  certifiedPath,
  certifiedTracks,
  checkedText,
  exportedText,
  isSuggested,
  rejectedText,
  verifiedText,
  visibleName,
} from '../../words/index.ts';
import { type Command, parse, readBytes, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  jointValues,
  loadDescription,
  printNotes,
} from '../loadCell.ts';
import { interpolationFrom, loadPath } from '../loadPath.ts';
import { printJson, printText } from '../out.ts';
import { delaysFrom } from './checkDelays.ts';
import { requireWritable, writeText } from './checkSettings.ts';

/** Assumptions listed for people; --json has them all. */
const LISTED = 10;

export const verifyCommand: Command = {
  help: `usage: surepath verify CERTIFICATE CELL [--path PATH] [options]
       surepath verify CELL --export FILE [options]

Verifies a certificate that "surepath check --certificate" wrote. Nothing that the certificate says
is believed: the cell is read anew, every pair of bodies is derived from it, every step of the proof
is computed again, and nothing may be left uncovered. A certificate for another cell is rejected.

${CELL_HELP}
Whoever asked for a clearance, or for "Never" to be tested, says so here as well:
${ADJUST_HELP}
  --path PATH           the path that the certificate must be about; without it the answer is about
                        the path in the certificate
  --interpolation WORD  straight or controller, if the check was asked for it
  --delay [NAME=]S      with --path, if the check was asked about delays: the same ones
  --export FILE         write the model that was read from the cell as JSON, with its digest: all that
                        a verifier needs to know of the cell. FILE is a CELL itself. Without a
                        certificate nothing is verified
  --json                one JSON object on stdout: {"verified", "reason"?: {"code", "message",
                        "pair"?, "segment"?, "slab"?}, "slabs", "glances", "pairs", "segments",
                        "sweeps", "assumptions", "milliseconds", "export"?: {"file", "model"}}

Exit code: 0 verified, 1 rejected, 2 bad input.
`,
  run(args) {
    const { values, positionals } = parse('verify', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      path: { type: 'string' },
      interpolation: { type: 'string' },
      delay: { type: 'string', multiple: true },
      export: { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length === 1 && values.export !== undefined) {
      if (values.path !== undefined || values.delay) {
        throw usageFault('verify', '--path and --delay are for a certificate; none is given');
      }
      const read = loadDescription('verify', positionals[0], values);
      if (!values.json) printNotes(read.notes);
      const exported = exportModel(read, values.export);
      if (values.json) printJson({ export: exported });
      else printText(`${exportedText(exported.file, exported.model)}\n`);
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
    if (values.delay && values.path === undefined) {
      throw usageFault('verify', '--delay needs --path: the tracks that it is about');
    }
    const certificate = readCertificate(bytes, file);
    const description = loadDescription('verify', cellFile, values);
    if (!values.json) printNotes(description.notes);
    const exported =
      values.export === undefined ? undefined : exportModel(description, values.export);
    const joints = jointValues('verify', values.joints ?? []);
    const open = new OpenCell({ file: cellFile, description, joints });
    const start = performance.now();
    const wanted = values.path === undefined ? undefined : wantedOf(open, values.path, values);
    const answer = verify(open, { certificate, file, ...wanted });
    const milliseconds = performance.now() - start;
    if (values.json) printJson({ ...toJson(answer, milliseconds), export: exported });
    else printText(toText({ ...answer, milliseconds }, certificate, description, file));
    if (exported && !values.json) {
      printText(`${exportedText(exported.file, exported.model)}\n`);
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

/** The motion that the certificate must be about. */
function wantedOf(
  open: OpenCell,
  file: string,
  { interpolation, delay }: { interpolation?: string | undefined; delay?: string[] | undefined },
) {
  const options = { interpolation: interpolationFrom('verify', interpolation) };
  const loaded = loadPath(open, file, { wrap: 'literal', ...options });
  return { motion: loaded.motion, delays: delay && delaysFrom(loaded, delay, file) };
}

function toJson({ verified, reason, checked, assumptions }: VerifyAnswer, milliseconds: number) {
  return { verified, ...(reason ? { reason } : {}), ...checked, assumptions, milliseconds };
}

/** What is free, in words. */
function subjectOf(certificate: Certificate | DelayCertificate, file: string): string {
  if (!('parts' in certificate)) return certifiedPath(certificate.waypoints.length, file);
  const names = certificate.tracks.map(({ name }, k) => name || `track ${k}`);
  return certifiedTracks(names, certificate.delays, file);
}

function toText(
  { verified, reason, checked, assumptions, milliseconds }: VerifyAnswer,
  certificate: Certificate | DelayCertificate,
  description: CellDescription,
  file: string,
): string {
  const lines: string[] = [];
  if (verified) {
    lines.push(verifiedText(subjectOf(certificate, file), keptClearance(description)));
    if (assumptions.length > 0) lines.push(`  assuming (${assumptions.length}):`);
    lines.push(...assumptions.slice(0, LISTED).map((text) => `    ${visibleName(text)}`));
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
  }
  lines.push(checkedText(checked, milliseconds));
  return `${lines.join('\n')}\n`;
}

/** Where the files are the same and what was asked of them is not. */
function advice(
  code: string | undefined,
  { settings, files, pairs, bodies, assumptions }: Certificate,
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
  if (theirs !== description.allow.some(({ reason }) => isSuggested(reason))) {
    return [
      theirs
        ? '  it takes pairs for harmless that no SRDF declares: give --pairs suggested, and no --srdf'
        : '  it takes no pair for harmless that no SRDF declares: give --pairs all, or its --srdf',
    ];
  }
  const digests = (list: readonly (readonly [string, string])[]) =>
    JSON.stringify(list.map(([, digest]) => digest).sort());
  if (digests(files) !== digests(fileDigests(description))) return [];
  const asked = settings.clearance;
  if (typeof asked === 'number' && asked !== description.clearance.default) {
    return [`  the files are the same, but it was made with --clearance ${asked}`];
  }
  const own = ownClearance(pairs, bodies, description);
  if (own !== null && own !== selfClearanceOf(description)) {
    return [`  the files are the same, but it was made with --self-clearance ${own}`];
  }
  return ['  the files are the same: give the same options as to "surepath check"'];
}

/** What most pairs of links of one robot keep in a certificate; null where there are none. */
function ownClearance(
  pairs: Certificate['pairs'],
  bodies: Certificate['bodies'],
  description: CellDescription,
): number | null {
  const owners = ownersOf(description);
  const ownerOf = (body: number) => owners.get(bodies[body]) ?? -1;
  const counts = new Map<number, number>();
  for (const { a, b, excluded, clearance } of pairs) {
    if (excluded !== null || ownerOf(a) < 0 || ownerOf(a) !== ownerOf(b)) continue;
    counts.set(clearance, (counts.get(clearance) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, x], [, y]) => y - x);
  return most ? most[0] : null;
}

/** A rejection may list every file of a cell. */
function shortened(text: string): string {
  return text.length > 240 ? `${text.slice(0, 240)}...; --json has all` : text;
}
