/** The page: one file, no scripts, nothing from elsewhere; light or dark as the reader's system is. */

import { escaped, legendOf, sourceName, svgOf } from './plots.ts';
import { type Column, repeats, shown, type Table } from './table.ts';

export interface PageFacts {
  readonly version: string;
  readonly machine: string;
  readonly node: string;
  readonly quick: boolean;
  readonly seconds: number;
  /** Experiments that were asked for and are not done: the page was written on the way. */
  readonly open: readonly string[];
  readonly heading: PageHeading;
}

/** Text and HTML that stand at the top. */
export interface PageHeading {
  readonly title: string;
  readonly subtitle: string;
  readonly introduction: string;
}

export function pageOf(tables: readonly Table[], facts: PageFacts): string {
  const contents = tables.map(
    ({ id, title }) => `<li><a href="#t-${escaped(id)}">${escaped(title)}</a></li>`,
  );
  const open =
    facts.open.length > 0
      ? `<p class="open">Not done yet: ${escaped(facts.open.join(', '))}.</p>`
      : '';
  const { heading } = facts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading.subtitle}</h1>
${heading.introduction}
<dl class="facts">
<dt>Version</dt><dd>surepath ${escaped(facts.version)}</dd>
<dt>Machine</dt><dd>${escaped(facts.machine)}, Node ${escaped(facts.node)}</dd>
<dt>Samples</dt><dd>${facts.quick ? 'few (--quick)' : 'all'}; each table says how many</dd>
<dt>Time</dt><dd>${facts.seconds.toFixed(0)} s. Times in tables are CPU time of this machine, counts are the same on every machine</dd>
</dl>
${open}<nav><ol>
${contents.join('\n')}
</ol></nav>
${tables.map(section).join('\n')}
</main>
</body>
</html>
`;
}

function section(table: Table): string {
  const notes = table.notes.map((note) => `<p>${escaped(note)}</p>`).join('\n');
  return `<section id="t-${escaped(table.id)}">
<h2>${escaped(table.title)}</h2>
<div class="scroll"><table>
<caption>${escaped(table.samples)}</caption>
<thead>
${groupRow(table.columns)}
<tr>${table.columns.map((c, i) => `<th scope="col" class="${kindOf(table.columns, i)}">${escaped(c.title)}</th>`).join('')}</tr>
</thead>
<tbody>
${table.rows.map((_, r) => rowOf(table, r)).join('\n')}
</tbody>
</table></div>
<div class="notes">
${notes}
</div>
${table.plots.map(figureOf).join('\n')}
</section>`;
}

function groupRow(columns: readonly Column[]): string {
  const cells: string[] = [];
  for (let c = 0; c < columns.length; ) {
    const { source } = columns[c];
    let span = 1;
    while (c + span < columns.length && columns[c + span].source === source) span++;
    const name = source ? sourceName(source) : '';
    cells.push(
      `<th colspan="${span}" class="${source ? `begins from${source}` : ''}">${name}</th>`,
    );
    c += span;
  }
  return `<tr class="groups">${cells.join('')}</tr>`;
}

function kindOf(columns: readonly Column[], c: number): string {
  const { source, format } = columns[c];
  const kinds = [format === 'text' ? 'words' : 'number'];
  if (source) kinds.push(`from${source}`);
  if (source !== columns[c - 1]?.source && c > 0) kinds.push('begins');
  return kinds.join(' ');
}

function rowOf(table: Table, r: number): string {
  const { columns, rows } = table;
  const cells = columns.map(({ key, format }, c) => {
    const value = repeats(table, r, c) ? '' : shown(rows[r][key], format);
    return `<td class="${kindOf(columns, c)}">${escaped(value)}</td>`;
  });
  return `<tr${repeats(table, r, 0) ? '' : ' class="first"'}>${cells.join('')}</tr>`;
}

function figureOf(plot: Table['plots'][number]): string {
  const legend = legendOf(plot).map(
    ({ name, paint, shape }) =>
      `<li><svg class="key" viewBox="0 0 14 14" aria-hidden="true">${keyOf(paint, shape)}</svg>${escaped(name)}</li>`,
  );
  const list = legend.length > 0 ? `<ul class="legend">${legend.join('')}</ul>` : '';
  return `<figure>
<h3>${escaped(plot.title)}</h3>
${list}
${svgOf(plot)}
<figcaption>${escaped(plot.caption)}</figcaption>
</figure>`;
}

function keyOf(paint: string, shape: string): string {
  if (shape === 'ring') return `<circle cx="7" cy="7" r="5" class="ring ${paint}-line"/>`;
  if (shape === 'cross') {
    return `<line x1="3" y1="3" x2="11" y2="11" class="line ${paint}-line"/><line x1="3" y1="11" x2="11" y2="3" class="line ${paint}-line"/>`;
  }
  if (shape === 'dot') return `<rect x="5" y="5" width="4" height="4" class="${paint}"/>`;
  return `<rect x="1" y="1" width="12" height="12" class="${paint}"/>`;
}

/** Colours that stay apart for colour-blind readers, in light and in dark. */
const STYLE = `
:root { color-scheme: light dark; --back: #ffffff; --text: #1b1f24; --soft: #5b6470; --rule: #d5dae0;
  --shade: #f3f6f9; --paperA: #9aa3ad; --paperB: #c9b27c; --paperC: #7fb0a0; --paperE: #b08fb5; --ours0: #1f6fb2; --ours1: #d1651a; --ours2: #2b8a57;
  --mark0: #1b1f24; --mark1: #d1651a; --mark2: #1f6fb2; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14181d; --text: #e4e8ec; --soft: #9aa5b1; --rule: #333b45; --shade: #1c222a;
    --paperA: #7d8792; --paperB: #a08d5c; --paperC: #5f8f80; --paperE: #8f6f95; --ours0: #5aa9e6; --ours1: #f0914f; --ours2: #5cc18a;
    --mark0: #e4e8ec; --mark1: #f0914f; --mark2: #5aa9e6; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 0.75rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 3rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 0 0 0.35rem; }
a { color: var(--ours0); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 1rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.open { background: var(--shade); padding: 0.5rem 0.75rem; border-left: 3px solid var(--ours1); }
nav ol { columns: 2 22rem; column-gap: 2rem; padding-left: 1.4rem; font-size: 0.93rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.87rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: 0.4rem; }
th { font-weight: 600; text-align: left; vertical-align: bottom; }
th, td { padding: 0.16rem 0.55rem; white-space: nowrap; }
thead tr:last-child th { border-bottom: 1px solid var(--soft); }
.number { text-align: right; }
.fromours { background: var(--shade); }
td.fromA, td.fromB, td.fromC, td.fromE { color: var(--soft); }
.begins { border-left: 1px solid var(--rule); }
.groups th { color: var(--soft); font-weight: 500; padding-bottom: 0; }
tbody tr.first td { border-top: 1px solid var(--rule); }
.notes { max-width: 46rem; color: var(--soft); font-size: 0.9rem; margin-top: 0.6rem; }
.notes p { margin: 0.25rem 0; }
figure { margin: 1.75rem 0 0; max-width: 760px; }
figcaption { color: var(--soft); font-size: 0.9rem; }
figure > svg, figure > img { display: block; width: 100%; height: auto; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; padding: 0; margin: 0 0 0.3rem; font-size: 0.88rem; }
.key { width: 0.85em; height: 0.85em; margin-right: 0.4em; vertical-align: -0.06em; }
svg text { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--rule); }
.axis { stroke: var(--soft); }
.one { stroke: var(--text); stroke-dasharray: 4 4; }
.paperA { fill: var(--paperA); }
.paperB { fill: var(--paperB); }
.paperC { fill: var(--paperC); }
.paperE { fill: var(--paperE); }
.ours0 { fill: var(--ours0); }
.ours1 { fill: var(--ours1); }
.ours2 { fill: var(--ours2); }
.line { fill: none; stroke-width: 1.6; }
.ours0-line { stroke: var(--ours0); }
.ours1-line { stroke: var(--ours1); }
.tip { fill: none; stroke: var(--soft); stroke-width: 1; }
.shadow { fill: none; stroke: var(--rule); stroke-width: 2; }
.mark0 { fill: var(--mark0); }
.mark1-line { stroke: var(--mark1); }
.mark2-line { stroke: var(--mark2); }
.ring { fill: none; stroke-width: 2; }
@media print { main { max-width: none; } .scroll { overflow: visible; } }
`;
