/** `surepath diff CELL CELL`: what changed, and which proofs still hold. */

import {
  type CheckAnswer,
  type DifferenceAnswer,
  difference,
  OpenCell,
  type ProofAnswer,
  witnessJson,
} from '../../jobs/index.ts';
import {
  asideText,
  changeText,
  fileChangeText,
  listedTexts,
  pairChangeText,
  pairCountText,
  proofText,
  sameCellsText,
  stillFreeText,
} from '../../words/index.ts';
import { type Command, parse, readBytes, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  cellSource,
  DISK,
  jointValues,
  loadDescription,
  printNotes,
} from '../loadCell.ts';
import { type LoadedPath, loadPath } from '../loadPath.ts';
import { printJson, printText } from '../out.ts';
import { witnessDetails, witnessLine } from './checkWitness.ts';

/** Lines of a kind for people; --json has all. */
const LISTED = 20;

export const diffCommand: Command = {
  help: `usage: surepath diff CELL CELL [--path PATH] [--certificate FILE ...] [options]

Says what changed from the first cell to the second: bodies that are new, gone, moved and turned (and
by how much), other shapes and meshes, joints and their ranges, tolerances, paddings, clearances, pairs
that are tested now or no longer and why, files. All that a proof depends on is compared to the bit: what
is said to be the same has the same digest, and every proof of the one is a proof of the other.

${CELL_HELP}
The options are meant of both cells:
${ADJUST_HELP}
  --path PATH           is this path free in the second cell? Certificates must be of it
  --certificate FILE    is this a proof in the second cell? Of one about the first cell: what do its steps
                        still prove? May be repeated
  --json                one JSON object on stdout: {"same", "digests", "changes", "pairs", "files",
                        "aside", "notes", "proofs"?, "path"?}

Exit code, as of diff: 0 the cells are the same, and what was given besides holds; 1 they differ, or a
certificate is rejected, or the path is not shown to be free; 2 bad input.
`,
  run(args) {
    const { values, positionals } = parse('diff', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      path: { type: 'string' },
      certificate: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 2) {
      throw usageFault('diff', 'diff takes two cells: the one before and the one after a change');
    }
    const [before, file] = positionals;
    const certificates = (values.certificate ?? []).map((name) => ({
      file: name,
      bytes: readBytes(name),
    }));
    const joints = jointValues('diff', values.joints ?? []);
    const description = loadDescription('diff', file, values);
    const open = new OpenCell({ file, description, joints });
    const loaded =
      values.path === undefined ? null : loadPath(open, values.path, { wrap: 'literal' });
    const request = { before: cellSource('diff', before, values), certificates };
    const answer = difference(open, { ...request, motion: loaded?.motion }, DISK);
    if (!values.json) printNotes(answer.notes);
    if (values.json) printJson(toJson(answer, loaded));
    else printText(toText(answer, [before, file], loaded, values.path));
    const holds =
      answer.proofs.every(({ verified }) => verified) &&
      (answer.check === null || answer.check.verdict === 'free');
    return answer.same && holds ? 0 : 1;
  },
};

function toText(
  { same, digests, changes, pairs, files, aside, proofs, check }: DifferenceAnswer,
  names: readonly [string, string],
  loaded: LoadedPath | null,
  path: string | undefined,
): string {
  const lines = [sameCellsText(same, names, digests)];
  const list = (title: string, texts: readonly string[]) => {
    if (texts.length === 0) return;
    lines.push(`${title}:`, ...listedTexts(texts, LISTED).map((text) => `  ${text}`));
  };
  list('changed', changes.map(changeText));
  if (!same) {
    list('pairs', [pairCountText(pairs), ...pairs.changed.map(pairChangeText)]);
  }
  list('files', files.map(fileChangeText));
  list('no proof depends on these', aside.map(asideText));
  list('proofs', proofs.map(proofText));
  if (check && loaded && path !== undefined) lines.push(...pathLines(check, loaded, path));
  return `${lines.join('\n')}\n`;
}

function pathLines(check: CheckAnswer, { cell, order }: LoadedPath, path: string): string[] {
  const lines = [stillFreeText(path, check)];
  const { witness, delta } = check;
  if (witness) {
    const place = { cell, order, delta };
    lines.push(`  segment ${witness.segment}: ${witnessLine(witness, place)}`);
    lines.push(...witnessDetails(witness, place).map((line) => `  ${line}`));
  }
  return lines;
}

function toJson(answer: DifferenceAnswer, loaded: LoadedPath | null) {
  const { same, digests, changes, pairs, files, aside, notes, proofs, check } = answer;
  return {
    ...{ same, digests, changes, pairs, files, aside, notes },
    ...(proofs.length > 0 && { proofs: proofs.map(proofJson) }),
    ...(check && loaded && { path: checkJson(check, loaded) }),
  };
}

function proofJson({ file, verified, reason, carried, checked, milliseconds }: ProofAnswer) {
  const why = { ...(reason && { reason }), ...(carried && { carried }) };
  return { file, verified, ...why, ...checked, milliseconds };
}

function checkJson({ verdict, witness, delta, milliseconds }: CheckAnswer, loaded: LoadedPath) {
  const { cell, order } = loaded;
  const where = witness ? witnessJson(witness, { cell, order, delta }) : {};
  return { verdict, ...where, milliseconds };
}
