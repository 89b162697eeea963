/** `surepath info BAG`: its topics, and what each is good for. */

import { ROLE_TEXT } from '../../bags/index.ts';
import { column, count } from '../../words/index.ts';
import { loadBag } from '../bag.ts';
import { printNotes } from '../loadCell.ts';
import { printJson, printText } from '../out.ts';

export function infoBag(file: string, json: boolean): void {
  const bag = loadBag(file);
  const { topics, scenes, notes, states } = bag;
  const { versions, fault } = scenes;
  if (json) {
    printJson({
      file,
      topics,
      scenes: versions.map(({ from }) => ({ from })),
      ...(fault ? { sceneFault: fault.fault } : {}),
      notes,
    });
    return;
  }
  printNotes([...notes, ...(fault ? [fault.fault] : [])]);
  const rows = topics.map(({ topic, type, count: n, first, last, role }) => [
    ...[topic, type || '(no schema)', String(n), column(first, 3), column(last, 3)],
    role === null ? '' : ROLE_TEXT[role],
  ]);
  const heads = ['topic', 'type', 'messages', 'first s', 'last s', 'good for'];
  const widths = heads.map((head, k) => Math.max(head.length, ...rows.map((row) => row[k].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, k) => (k >= 2 && k <= 4 ? cell.padStart(widths[k]) : cell.padEnd(widths[k])))
      .join('  ')
      .trimEnd();
  const total = topics.reduce((n, topic) => n + topic.count, 0);
  const lines = [
    `${file}: ${count(total, 'message')} on ${count(topics.length, 'topic')}`,
    line(heads),
    ...rows.map(line),
  ];
  if (versions.length > 1) {
    const from = versions.slice(0, 5).map((each) => `${column(each.from, 3)} s`);
    const more = versions.length > 5 ? ', ...' : '';
    lines.push(`${versions.length} versions of the planning scene, from ${from.join(', ')}${more}`);
  }
  lines.push(...nextLines(file, bag.robot !== null, states.length > 0 || bag.sent.length > 0));
  printText(`${lines.join('\n')}\n`);
}

/** What to do now. */
function nextLines(file: string, hasRobot: boolean, hasMotion: boolean): string[] {
  if (!hasMotion) return [];
  return [`next: surepath check ${hasRobot ? '' : 'CELL '}${file}`];
}
