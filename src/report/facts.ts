/** What was asked, of what, by which program: the lower part of a report. */

import { count, mm, secondsText } from '../words/index.ts';
import type { ReportData } from './data.ts';
import { escaped } from './markup.ts';
import { settingRows } from './recordHtml.ts';

/** Files that are listed. */
const FILES = 400;

export function factSection(data: ReportData): string {
  const { cell, path, settings, stats } = data;
  const rows: [string, string][] = [
    ['Path', `${path.name}: ${count(path.waypoints, 'waypoint')}`],
    ['Motion', `${path.summary ?? 'straight segments'} (${path.interpolation})`],
    ...(path.seconds === null ? [] : [['Takes', secondsText(path.seconds)] as [string, string]]),
    [
      'Turns without limits',
      path.wrap === 'short' ? 'the short way' : 'as the numbers say (literal)',
    ],
    [
      'Cell',
      `${cell.name}: ${cell.robots.join(', ') || 'no robot'}; ${cell.bodies} ${cell.bodies === 1 ? 'body' : 'bodies'}`,
    ],
    ['Clearance', `${mm(cell.clearance)}, unless a pair has its own`],
    ...settingRows(data),
    ['Delta', mm(settings.delta)],
    [
      'Method',
      settings.resolution === null
        ? data.method
        : `${data.method}, every ${settings.resolution} rad`,
    ],
    ...(settings.budget === null
      ? []
      : [['Budget', count(settings.budget, 'test')] as [string, string]]),
    ...(settings.timeLimit_ms === null
      ? []
      : [['Time limit', `${settings.timeLimit_ms / 1000} s`] as [string, string]]),
    ['Work', `${count(stats.configurations, 'configuration')}, ${count(stats.tests, 'test')}`],
    ['Written by', [data.program, data.platform].filter((x) => x !== null).join(', ')],
    ...(data.date === null ? [] : [['Date', data.date] as [string, string]]),
  ];
  const facts = rows.map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`);
  return `<section>
<h2>Settings and versions</h2>
<dl>${facts.join('')}</dl>
</section>`;
}

/** Digests: what ties the report to files. */
export function fileSection({ cell, certificate, record }: ReportData): string {
  const { digest } = cell;
  const files = [...record.inputs, ...cell.files];
  const shown = files.slice(0, FILES);
  const items = shown.map(
    ([name, sha256]) =>
      `<tr><td class="name">${escaped(name)}</td><td class="digest">${escaped(sha256)}</td></tr>`,
  );
  const more =
    files.length > FILES ? `<p class="soft">and ${files.length - FILES} more files</p>` : '';
  const list =
    files.length === 0
      ? ''
      : `<h3>Files that were read</h3>
<table class="files"><thead><tr><th scope="col">File</th><th scope="col">SHA-256</th></tr></thead><tbody>
${items.join('\n')}
</tbody></table>${more}`;
  const proof = certificate
    ? `<dt>Certificate</dt><dd>${certificate.file === undefined ? '' : `${escaped(certificate.file)}<br>`}<span class="digest">${escaped(certificate.sha256)}</span>${verifiedText(certificate)}</dd>`
    : '<dt>Certificate</dt><dd>none was written</dd>';
  return `<section>
<h2>Digests (SHA-256)</h2>
<dl><dt>Model of the cell</dt><dd class="digest" data-testid="digest">${escaped(digest)}</dd>${digestRow('Path as it was checked', record.motion)}${proof}${digestRow('Files of the program', record.program)}</dl>
${list}
</section>`;
}

/** What the verifier said of a certificate. */
function verifiedText({ verified, said }: NonNullable<ReportData['certificate']>): string {
  if (verified === undefined) return '';
  const words = verified ? 'verified when this report was made' : 'rejected by the verifier';
  return `<br><span data-testid="verified">${words}${said === undefined ? '' : `: ${escaped(said)}`}</span>`;
}

function digestRow(name: string, digest: string | null): string {
  return digest === null ? '' : `<dt>${name}</dt><dd class="digest">${escaped(digest)}</dd>`;
}
