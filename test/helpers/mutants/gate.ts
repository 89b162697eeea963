/** Faults of the gate's state: records, desks, files of the first opening, runs. */
import type { Mutant } from './mutant.ts';

const VERSIONS = 'gate/versions';

export const GATE_MUTANTS: readonly Mutant[] = [
  {
    row: 'gate',
    fault: 'edits that are brought carry the last version',
    file: 'gate/records.ts',
    text: 'edits: withoutOvertaken([...record.edits, ...edits]) };',
    becomes:
      'edits: withoutOvertaken([...record.edits, ...edits.map((each) => ({ ...each, version }))]) };',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'a worker answers whatever digest its cell has',
    file: 'gate/desk.ts',
    text: 'if (digestOf(open, held) === record.digest) return open;',
    becomes: 'if (record.digest) return open;',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'a desk takes an earlier version for the one that was asked for',
    file: 'gate/desk.ts',
    text: 'const open = held.versions.get(record.digest)?.open ?? this.made',
    becomes: 'const open = [...held.versions.values()][0]?.open ?? this.made',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'every opening reads the disk',
    file: 'gate/desk.ts',
    text: 'open: openSource(record.source, closed) };',
    becomes: 'open: openSource(record.source, context) };',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'the disk comes before the files that were brought',
    file: 'gate/openingReader.ts',
    text: 'const bytes = own?.bytes ?? this.found.get(key);',
    becomes: 'const bytes = this.context.readFile?.(path) ?? own?.bytes ?? this.found.get(key);',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'brought files are found by one spelling only',
    file: 'gate/openingReader.ts',
    text: 'const plain = normalPath(path);',
    becomes: 'const plain = path;',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'files that nothing asks for are left out',
    file: 'gate/methods/cells.ts',
    text: 'if (unused) {',
    becomes: 'if (unused && desk === null) {',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'requests of another run are answered',
    file: 'gate/records.ts',
    text: 'if (gate === undefined ? version !== undefined : gate !== this.gate) {',
    becomes: 'if (gate === undefined && version !== undefined) {',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'a pinned version needs no run',
    file: 'gate/records.ts',
    text: 'if (gate === undefined ? version !== undefined : gate !== this.gate) {',
    becomes: 'if (gate !== undefined && gate !== this.gate) {',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'allowed pairs lose their clearance',
    file: 'jobs/edit/declared.ts',
    text: 'return { ...cell, allow: [...cell.allow, { between: [a, b], reason }] };',
    becomes:
      'return { ...withPairClearance(cell, a, b, null), allow: [...cell.allow, { between: [a, b], reason }] };',
    test: VERSIONS,
  },
  {
    row: 'gate',
    fault: 'own frames of attached objects are no part of a digest',
    file: 'gate/digest.ts',
    text: 'contentsDigest([listed, read, rest, joints, frames])',
    becomes: 'contentsDigest([listed, read, rest, joints])',
    test: VERSIONS,
  },
];
