/**
 * The report as one HTML file: nothing is loaded from elsewhere, and all of it but the picture in space
 * is there without scripts. A policy inside the file allows its own script and style and nothing else.
 */

import { Sha256 } from '../certificate/index.ts';
import { encodeUtf8 } from '../math/index.ts';
import { toBase64 } from '../text/index.ts';
import {
  apartText,
  BY_VISUALS,
  boundText,
  contactText,
  count,
  coveredText,
  coverText,
  foundText,
  mm,
  mmUpper,
  NO_ASSUMPTIONS,
  pointsText,
  tallyText,
  untestedText,
  valueText,
} from '../words/index.ts';
import { clearanceSvg } from './clearancePlot.ts';
import type { ReportData, ReportPair, ReportWitness } from './data.ts';
import { factSection, fileSection } from './facts.ts';
import { escaped, jsonText, scriptText } from './markup.ts';
import { nearestItems } from './nearestHtml.ts';
import type { PackedSet } from './packedSets.ts';
import {
  assumedSection,
  pageStyle,
  promiseSection,
  repeatSection,
  reviewSection,
} from './recordHtml.ts';
import { STYLE } from './style.ts';
import { timelineSvg } from './timeline.ts';
import { valueSection } from './values.ts';
import { sentence, sentenceOf, toneOf, whereOf } from './verdictText.ts';
import type { PairState } from './words.ts';

/** The element that holds the data for the viewer. */
export const DATA_ID = 'report-data';

/** What the viewer needs; the rest is on the page. */
export type ViewerData = Pick<
  ReportData,
  'verdict' | 'axis' | 'witnesses' | 'scene' | 'motion' | 'witnessPoses'
>;

/** What the button that changes between the two says. */
export const LOOKS = 'Show how robots look';
/** What the same button says while robots are shown as they look. */
export const CHECKED = 'Show what was checked';

/** Shown where no viewer was built into the page. */
export const VIEWER_MISSING = 'This report was written without its viewer: there is no picture.';

/** Rows of the table of pairs that a page has room for. */
const ROWS = 1500;
/** Witnesses that are listed beside the picture. */
const LISTED = 6;
/** Limits that are left, of which a page has room beneath the verdict. */
const LIMITS = 12;
/** Notes that are shown without being asked for. */
const FEW_NOTES = 3;

/** The report as one HTML file, with the viewer's script inside. */
export function reportHtml(data: ReportData, viewerScript: string): string {
  const script = scriptText(viewerScript);
  const { verdict, axis, witnesses, scene, motion, witnessPoses } = data;
  const pages = pageStyle(data);
  const viewer: ViewerData = { verdict, axis, witnesses, scene, motion, witnessPoses };
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(STYLE)} ${hashOf(pages)}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${escaped(data.program)}">
<title>${escaped(`${verdict}: ${data.title}`)}</title>
<style>${STYLE}</style>
<style>${pages}</style>
</head>
<body>
<main>
${headSection(data)}
<div class="columns">
${viewSection(data, viewerScript !== '')}
<div class="side">
${witnessSection(data)}${assumptionSection(data)}${closestSection(data)}${noteSection(data)}</div>
</div>
${alongSection(data)}
${promiseSection(data)}
${assumedSection(data)}
${factSection(data)}
${fileSection(data)}
${repeatSection(data)}
${reviewSection()}
${pairSection(data)}
${valueSection(data)}
</main>
<script type="application/json" id="${DATA_ID}">${jsonText(viewer)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** As a policy names an inline script or style. */
function hashOf(text: string): string {
  const hash = new Sha256();
  hash.update(encodeUtf8(text));
  const hex = hash.hex();
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
  return `'sha256-${toBase64(bytes)}'`;
}

/** A sign beside the colour: a tick, a cross, a question mark. */
const SIGNS = {
  free: '<path d="M4 13l5 5L20 6"/>',
  bad: '<path d="M5 5l14 14M19 5L5 19"/>',
  warn: '<path d="M8 8a4 4 0 1 1 5.5 3.7c-1 .5-1.5 1.2-1.5 2.3M12 18.5v.1"/>',
};

function headSection(data: ReportData): string {
  const tone = toneOf(data.verdict);
  const about = [data.date, data.program].filter((fact) => fact !== null).join(' · ');
  return `<header>
<div class="top">
<div><h1>${escaped(data.title).replaceAll('/', '/<wbr>')}</h1>
<p class="soft">${escaped(about)}</p></div>
<button type="button" id="theme" class="noprint" hidden>Dark or light</button>
</div>
<div class="verdict tone-${tone}" role="status">
<span class="word" data-testid="verdict"><svg viewBox="0 0 24 24" aria-hidden="true">${SIGNS[tone]}</svg>${escaped(data.verdict)}</span>
<span class="said">${escaped(sentenceOf(data))}</span>
</div>
${limitSection(data)}</header>`;
}

/** Beneath the verdict, which is about collisions alone. */
function limitSection({ limits }: ReportData): string {
  if (limits.length === 0) return '';
  const items = limits.slice(0, LIMITS).map((text) => `<li>${escaped(text)}</li>`);
  const more = limits.length > LIMITS ? `<li>and ${limits.length - LIMITS} more</li>` : '';
  return `<div class="limits" role="status" data-testid="limits"><strong>Leaves limits of joints:</strong>
<ul class="plain">${items.join('')}${more}</ul></div>
`;
}

function viewSection(data: ReportData, hasViewer: boolean): string {
  const { triangles, visuals, sets, undrawn = 0 } = data.scene;
  const byVisuals = data.assumptions.some((text) => text.includes(BY_VISUALS));
  const fewer =
    triangles.drawn < triangles.checked
      ? ` Drawn with ${triangles.drawn} of ${triangles.checked} triangles; all of them were checked.`
      : '';
  const far =
    undrawn > 0
      ? ` ${count(undrawn, 'obstacle')} farther away are not drawn; all were checked.`
      : '';
  const thinned = (sets ?? []).map(thinnedText).join('');
  const looks = visuals ? `<button type="button" id="looks">${LOOKS}</button>\n` : '';
  const drawn = visuals
    ? `<p class="soft" id="looks-note" hidden>Robots are shown as they look, with ${visuals.triangles.drawn} of the ${visuals.triangles.read} triangles of their visual geometry, of which ${byVisuals ? 'only that of links without collision geometry' : 'nothing'} was checked.</p>\n`
    : '';
  const placeholder = hasViewer
    ? '<noscript><p>The picture needs scripts; everything else is on this page.</p></noscript>'
    : `<p>${VIEWER_MISSING}</p>`;
  const options = [0.25, 0.5, 1, 2, 4].map(
    (x) => `<option value="${x}"${x === 1 ? ' selected' : ''}>${x}×</option>`,
  );
  return `<div>
<div class="view" id="view">${placeholder}</div>
<div class="controls" id="controls" hidden>
<button type="button" id="play" aria-pressed="false">Play</button>
<input type="range" id="scrub" min="0" max="10000" value="0" step="10" aria-label="Place on the path" data-testid="scrub">
<output class="readout" id="readout" for="scrub"></output>
<label>Speed <select id="speed">${options.join('')}</select></label>
${looks}<button type="button" id="fit">Whole cell</button>
</div>
${drawn}<p class="soft" id="checked-note">What was checked: collision geometry.${fewer}${far}${escaped(thinned)} <span class="noprint">Drag to turn, wheel or two fingers to come nearer; or arrows and plus.</span></p>
</div>`;
}

/** What of a set is not drawn. */
function thinnedText({ name, count: all, left = 0 }: PackedSet): string {
  if (left === 0) return '';
  return ` Of ${name}, ${count(left, 'obstacle')} of ${all} are not drawn: all near robots are, and evenly some of the others; all were checked.`;
}

function witnessSection(data: ReportData): string {
  const { witnesses, contact, moreWitnesses } = data;
  if (witnesses.length === 0 && !contact) return '';
  const begins = contact ? `<p>${escaped(beginsText(contact))}</p>` : '';
  const listed = witnesses.slice(0, LISTED).map((witness, i) => witnessItem(data, witness, i));
  const left = witnesses.length - LISTED;
  const marked =
    left > 0 ? `<p class="soft">and ${count(left, 'more place')}, marked on the timeline</p>` : '';
  const unseen =
    moreWitnesses > 0
      ? `<p class="soft">and ${moreWitnesses} more for which there is no room</p>`
      : '';
  const more = marked + unseen;
  return `<h2>Where and who</h2>
${begins}${listed.join('\n')}${more}
`;
}

/** Where contact begins, and of whom; or how far the path is proven. */
function beginsText(contact: NonNullable<ReportData['contact']>): string {
  const begins = contactText(contact, ` on segment ${contact.segment}`);
  return sentence(contact.to === null ? begins : `${begins}: ${contact.pair.join(' and ')}`);
}

function witnessItem(data: ReportData, witness: ReportWitness, i: number): string {
  const { points, distance } = witness;
  const where = points ? `<p>${sentence(pointsText(points, distance))}</p>` : '';
  const values = data.path.joints.map(
    (name, d) => `<dt>${escaped(name)}</dt><dd>${valueText(witness.values[d])}</dd>`,
  );
  return `<div class="witness"${i === 0 ? ' data-testid="witness"' : ''}>
<p><strong>${escaped(witness.verdict)}</strong>: ${escaped(foundText(witness, data.settings.delta))}, on ${escaped(whereOf(data, witness.segment, witness.t))}.</p>
${where}
<details><summary>Joint values there</summary><dl>${values.join('')}</dl></details>
<button type="button" class="jump" data-witness="${i}" hidden>Show it</button>
</div>`;
}

function assumptionSection({ assumptions }: ReportData): string {
  const list =
    assumptions.length === 0
      ? `<p>${NO_ASSUMPTIONS}</p>`
      : `<ul class="plain">${assumptions.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`;
  return `<h2>Assumptions</h2>
<div data-testid="assumptions">${list}</div>
`;
}

function noteSection({ notes }: ReportData): string {
  if (notes.length === 0) return '';
  const list = `<ul class="plain">${notes.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`;
  if (notes.length <= FEW_NOTES) return `<h2>Notes</h2>\n${list}\n`;
  return `<details><summary>${count(notes.length, 'note')}</summary>${list}</details>\n`;
}

/** Pairs that come closest, in a few lines. */
function closestSection({ pairs, profile, verdict }: ReportData): string {
  if (!profile) return '';
  const near = pairs.filter(({ state, lower }) => state === 'tested' && lower !== null).slice(0, 4);
  if (near.length === 0) return '';
  const items = near.map(({ pair, lower, upper }) => {
    const names = escaped(pair.join(' and '));
    const known = { lower: lower!, upper, apart: verdict === 'free', accuracy: profile.accuracy };
    const seen = upper === null || lower === 0 ? '' : `, seen ${mmUpper(upper)}`;
    return `<li>${names}: ${apartText(known)}${seen}</li>`;
  });
  return `<h2>Closest pairs</h2>
<ul class="plain">${items.join('')}</ul>
`;
}

const KEYS = {
  free: '<rect width="14" height="14" class="slab"/>',
  open: '<rect width="14" height="14" fill="url(#hatch)"/>',
  mark: '<g class="mark"><path d="M7 13L1 2H13Z"/></g>',
  sample: '<circle class="sample" cx="7" cy="7" r="3"/>',
  proven: '<rect width="14" height="14" class="proven"/>',
  seen: '<circle class="seen" cx="7" cy="7" r="3"/>',
  self: '<path class="proven-self" d="M0 7H14"/>',
  minimum: '<circle class="minimum" cx="7" cy="7" r="5"/>',
};

function legend(entries: readonly (readonly [key: keyof typeof KEYS, text: string])[]): string {
  const items = entries.map(
    ([key, text]) =>
      `<li><svg viewBox="0 0 14 14" aria-hidden="true">${KEYS[key]}</svg>${escaped(text)}</li>`,
  );
  return `<ul class="legend">${items.join('')}</ul>`;
}

function alongSection(data: ReportData): string {
  const { cover, profile, pieces, witnesses } = data;
  const has = (state: string) => pieces.some((piece) => piece.state === state);
  const keys = legend([
    ...(has('free') ? [['free', 'proven free'] as const] : []),
    ...(has('open') ? [['open', 'not proven free'] as const] : []),
    ...(witnesses.length > 0 ? [['mark', 'witness'] as const] : []),
    ...(cover ? [['sample', 'sample; stronger bars were halved more often'] as const] : []),
  ]);
  const about = cover
    ? `<p class="soft">${coverText(cover.pairs, cover.slabs, cover.sweeps, data.open.length > 0)} ${coveredSentence(data)}Each bar is an interval that the sample on it proves. ${cover.rest.pairs > 0 ? `${count(cover.rest.pairs, 'more pair')} with ${cover.rest.slabs} or fewer steps each are not drawn.` : ''}</p>`
    : `<p class="soft" data-testid="no-cover">${escaped(noCover(data))}</p>`;
  const clearance = profile
    ? `<div class="whole"><h2>Clearance along the path</h2>
<ul class="plain" data-testid="nearest">${nearestItems(data, profile)}</ul>
<p class="soft">${profile.complete ? '' : 'The search ended early: the true clearance may be larger than what is proven. '}The scale is that of square roots.</p>
<figure class="pictures">${clearanceSvg(data, profile)}</figure>
${legend([
  ...(profile.parts.surroundings
    ? [['proven', 'proven to the surroundings: nothing is nearer'] as const]
    : []),
  ...(profile.parts.self ? [['self', 'proven of robots to themselves'] as const] : []),
  ['seen', 'measured'],
  ['minimum', 'where they come nearest'],
])}</div>`
    : '';
  return `<section>
<h2>Timeline</h2>
${about}
<figure class="pictures" data-testid="timeline">${timelineSvg(data)}</figure>
${keys}
${clearance}
</section>`;
}

/** Why a proof is of more pairs than are tested. */
function coveredSentence({ cover, tally }: ReportData): string {
  const text = cover ? coveredText(tally, cover.pairs) : '';
  return text === '' ? '' : `${sentence(text)} `;
}

/** Why there are no steps of a proof to draw. */
function noCover({ verdict, pairs, morePairs }: ReportData): string {
  if (verdict === 'no collision found') return 'Samples prove nothing: there is no proof to draw.';
  const isTested = pairs.some(({ state }) => state === 'tested') || (morePairs?.tested ?? 0) > 0;
  if (!isTested) return 'No pair is tested.';
  if (verdict === 'undecided') {
    return 'The search ended before any pair of bodies was settled on the whole path: there are no steps of proof to draw.';
  }
  if (verdict === 'free') return 'The steps of the proof are not part of this report.';
  return 'No pair of bodies was shown to stay free all along: there are no steps of proof to draw.';
}

const STATE_SIGNS = { tested: '●', assumed: '▲', excluded: '○' };

function pairSection({ pairs, morePairs, tally, verdict, profile }: ReportData): string {
  const countOf = (list: readonly ReportPair[], state: PairState) =>
    list.filter((pair) => pair.state === state).length + (morePairs?.[state] ?? 0);
  const shown = rowsOf(pairs);
  const listed = new Set(shown);
  const unlisted = pairs.filter((pair) => !listed.has(pair));
  const left = STATES.map((state) => [state, countOf(unlisted, state)] as const);
  const leftCount = left.reduce((sum, [, n]) => sum + n, 0);
  return `<section>
<h2>Pairs of bodies</h2>
<p class="soft" data-testid="tally">${talliedText(tally)} What is assumed was declared by somebody and is not proven; what is excluded cannot meet.</p>
<div class="filter noprint" id="filter" hidden><label for="search">Find</label><input type="search" id="search"></div>
<div class="scroll" tabindex="0" role="region" aria-label="Pairs of bodies"><table id="pairs">
<thead><tr><th scope="col">Body</th><th scope="col">Body</th><th scope="col">State</th><th scope="col">Why</th><th scope="col" class="number">Asked for</th><th scope="col" class="number">Proven at least</th><th scope="col" class="number">Seen</th></tr></thead>
<tbody>
${shown.map((pair) => pairRow(pair, verdict === 'free', profile?.accuracy)).join('\n')}
</tbody>
</table></div>
${leftCount > 0 ? `<p class="soft">and ${leftCount} more, ${leftText(left)}; surepath info CELL --pairs lists ${morePairs ? 'more of them' : 'all'}.</p>` : ''}
</section>`;
}

function talliedText(tally: ReportData['tally']): string {
  const untested = untestedText(tally);
  return `${tallyText(tally)}${untested === '' ? '' : `; ${untested}`}.`;
}

/** As many as there is room for, in order: what is assumed before all else, then what is tested. */
function rowsOf(pairs: readonly ReportPair[]): ReportPair[] {
  const chosen = new Set<ReportPair>();
  for (const state of ['assumed', 'tested', 'excluded'] as const) {
    for (const pair of pairs) {
      if (chosen.size < ROWS && pair.state === state) chosen.add(pair);
    }
  }
  return pairs.filter((pair) => chosen.has(pair));
}

function leftText(counts: readonly (readonly [PairState, number])[]): string {
  return counts.flatMap(([state, n]) => (n > 0 ? `${n} ${state}` : [])).join(', ');
}

const STATES = ['tested', 'assumed', 'excluded'] as const;

function pairRow(row: ReportPair, isFree: boolean, accuracy?: number): string {
  const { pair, state, reason, clearance, lower, upper } = row;
  const apart = isFree && state === 'tested';
  const asked = state === 'tested' ? mm(clearance) : '';
  return `<tr><td class="name">${escaped(pair[0])}</td><td class="name">${escaped(pair[1])}</td><td class="state state-${state}">${STATE_SIGNS[state]} ${state}</td><td>${escaped(reason)}</td><td class="number">${asked}</td><td class="number">${lower === null ? '' : boundText({ lower, upper, apart, ...(accuracy === undefined ? {} : { accuracy }) })}</td><td class="number">${upper === null ? '' : mmUpper(upper)}</td></tr>`;
}
