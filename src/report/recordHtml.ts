/** The part of a report for a technical file: what it promises, what it assumes, how to repeat it, and room for people. */
import { asGiven, mm, promiseTexts } from '../words/index.ts';
import type { ReportData } from './data.ts';
import { escaped } from './markup.ts';

/** What is promised, and what is not. */
export function promiseSection({ verdict, cell, certificate }: ReportData): string {
  const facts = { verdict, tracking: cell.tracking, certified: certificate !== null };
  const items = promiseTexts(facts).map((text) => `<li>${escaped(text)}</li>`);
  return `<section data-testid="promise">
<h2>What this promises, and what not</h2>
<ul class="plain">${items.join('')}</ul>
</section>`;
}

/** Every pair that somebody declared, one by one. */
export function assumedSection({ record: { assumed, moreAssumed } }: ReportData): string {
  if (assumed.length === 0) return '';
  const rows = assumed.map(
    ({ pair, why }) =>
      `<tr><td class="name">${escaped(pair[0])}</td><td class="name">${escaped(pair[1])}</td><td>${escaped(why)}</td></tr>`,
  );
  const more =
    moreAssumed > 0 ? `<p class="soft">and ${moreAssumed} more; the certificate has all</p>` : '';
  return `<section data-testid="assumed">
<h2>Pairs that are assumed and not tested</h2>
<table><thead><tr><th scope="col">Body</th><th scope="col">Body</th><th scope="col">Why</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>${more}
</section>`;
}

/** Settings of single pairs, links and joints: rows of the list of settings. */
export function settingRows({ record }: ReportData): [string, string][] {
  const { clearances, paddings, scales, tolerances } = record;
  const rows: [string, readonly string[]][] = [
    ['Clearances of pairs', clearances.map(({ name, amount }) => `${name}: ${mm(amount)}`)],
    [
      'Tracking tolerances',
      tolerances.map(({ name, amount, unit }) => `${name}: ${asGiven(amount)} ${unit}`),
    ],
    ['Paddings', paddings.map(({ name, amount }) => `${name}: ${mm(amount)}`)],
    ['Scales', scales.map(({ name, amount }) => `${name}: ${asGiven(amount)}`)],
  ];
  return rows.map(([name, texts]) => [name, texts.length === 0 ? 'none' : texts.join('; ')]);
}

/** The commands that repeat the check and verify its proof. */
export function repeatSection({ record: { repeat, verify }, certificate }: ReportData): string {
  const rows: [string, string | null][] = [
    ['Repeat the check', repeat],
    ['Verify the certificate', certificate ? verify : null],
  ];
  const known = rows.filter(([, command]) => command !== null);
  if (known.length === 0) return '';
  const items = known.map(
    ([name, command]) =>
      `<dt>${name}</dt><dd><code class="command">${escaped(command!)}</code></dd>`,
  );
  return `<section data-testid="repeat">
<h2>To repeat it</h2>
<p class="soft">In the folder where this report was made, with files of the same digests and the same version.</p>
<dl>${items.join('')}</dl>
</section>`;
}

const FIELDS = ['Organisation', 'Machine or project', 'Document number', 'Revision'];
const PEOPLE = ['Prepared by', 'Reviewed by', 'Approved by'];

/** Lines that people fill in by hand. */
export function reviewSection(): string {
  const fields = FIELDS.map((name) => `<dt>${name}</dt><dd class="blank"></dd>`);
  const rows = PEOPLE.map(
    (name) =>
      `<tr><th scope="row">${name}</th><td class="blank"></td><td class="blank"></td><td class="blank"></td></tr>`,
  );
  return `<section class="review" data-testid="review">
<h2>Review</h2>
<dl>${fields.join('')}</dl>
<table class="sign"><thead><tr><th scope="col"></th><th scope="col">Name</th><th scope="col">Date</th><th scope="col">Signature</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
<p class="soft">Remarks</p>
<div class="remarks"></div>
</section>`;
}

/** What stands at the foot of every printed page: what it belongs to, and its number. */
export function pageStyle({ title, cell, date }: ReportData): string {
  const about = [title, `model ${cell.digest.slice(0, 12)}`, ...(date === null ? [] : [date])];
  return `@page { size: A4; margin: 14mm 14mm 18mm;
  @bottom-left { content: ${cssText(about.join('  ·  '))}; font: 8pt sans-serif; color: #57606b; }
  @bottom-right { content: "page " counter(page) " of " counter(pages); font: 8pt sans-serif; color: #57606b; } }`;
}

/** Text inside a style: letters and digits as they are, all else by its number. */
function cssText(text: string): string {
  const plain = text.replace(/[^\w .,-]/gu, (c) => `\\${c.codePointAt(0)!.toString(16)} `);
  return `"${plain}"`;
}
