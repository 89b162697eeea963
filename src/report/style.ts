/** How a report looks: light or dark as the reader's system or the switch says, and on paper. */

/** Colours that stay apart for colour-blind readers (Okabe and Ito), in light and in dark. */
const LIGHT = `--back: #ffffff; --text: #1b1f24; --soft: #57606b; --rule: #d5dae0; --shade: #f3f6f9;
  --scene: #eef2f6; --free: #0072b2; --bad: #b54800; --warn: #8a5a00; --seen: #1b1f24; --onfill: #ffffff; --area: #9cc8e6;`;
const DARK = `--back: #14181d; --text: #e6eaee; --soft: #a3adb8; --rule: #38414c; --shade: #1c222a;
  --scene: #1a2027; --free: #56b4e9; --bad: #ff7f2a; --warn: #e69f00; --seen: #f2f4f6; --onfill: #101317; --area: #245a7d;`;

export const STYLE = `
:root { color-scheme: light; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; ${DARK} } }
:root[data-theme="light"] { color-scheme: light; ${LIGHT} }
:root[data-theme="dark"] { color-scheme: dark; ${DARK} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.2rem 0 0.4rem; }
h2 { font-size: 1.1rem; line-height: 1.3; margin: 2.2rem 0 0.6rem; }
p { margin: 0.35rem 0; }
code, .digest { font: 0.86em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--free); outline-offset: 2px; }
.top { display: flex; gap: 1rem; align-items: flex-start; justify-content: space-between; }
.soft { color: var(--soft); }
.verdict { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; align-items: center; margin: 1rem 0; padding: 0.9rem 1.1rem; border-left: 6px solid var(--tone); background: var(--shade); border-radius: 0 8px 8px 0; }
.verdict .word { display: inline-flex; gap: 0.5rem; align-items: center; font-size: 1.5rem; font-weight: 650; color: var(--tone); }
.verdict svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.verdict .said { font-size: 1.02rem; overflow-wrap: anywhere; }
.tone-free { --tone: var(--free); }
.tone-bad { --tone: var(--bad); }
.tone-warn { --tone: var(--warn); }
.columns { display: grid; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); gap: 1.5rem; align-items: start; }
@media (max-width: 860px) { .columns { grid-template-columns: minmax(0, 1fr); } }
@media screen and (max-width: 560px) {
  .top { flex-direction: column-reverse; gap: 0.5rem; align-items: stretch; }
  .top button { align-self: flex-end; }
  .verdict { grid-template-columns: minmax(0, 1fr); }
}
.view { position: relative; height: 460px; background: var(--scene); border: 1px solid var(--rule); border-radius: 8px; overflow: hidden; }
.view img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
.view p { padding: 1rem; }
.controls { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-top: 0.6rem; }
.controls[hidden], .filter[hidden], button[hidden] { display: none; }
button, select, input[type="search"] { font: inherit; color: var(--text); background: var(--back); border: 1px solid var(--soft); border-radius: 6px; padding: 0.3rem 0.7rem; min-height: 2.2rem; }
button { cursor: pointer; white-space: nowrap; }
button:hover { background: var(--shade); }
.controls input[type="range"] { flex: 1 1 12rem; min-width: 8rem; min-height: 2.2rem; accent-color: var(--free); }
.readout { min-width: 10.5rem; font-variant-numeric: tabular-nums; color: var(--soft); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.2rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
ul.plain { margin: 0.2rem 0; padding-left: 1.2rem; }
.limits { border-left: 4px solid var(--warn); padding: 0.1rem 0 0.1rem 0.8rem; margin: 0.6rem 0 1rem; overflow-wrap: anywhere; }
.limits strong { color: var(--warn); }
.side h2:first-child { margin-top: 0; }
.witness { border-left: 4px solid var(--bad); padding: 0.1rem 0 0.1rem 0.8rem; margin: 0.6rem 0; }
.witness button { margin-top: 0.35rem; }
figure { margin: 0; }
.pictures { overflow-x: auto; }
svg.along { display: block; width: 100%; min-width: 640px; height: auto; }
svg.along text { fill: var(--soft); font-size: 12px; }
.tick { stroke: var(--rule); }
.axis, .frame { stroke: var(--soft); fill: none; }
.piece.free rect { fill: var(--free); }
.piece.open rect { fill: url(#hatch); }
.piece.sampled rect { fill: none; stroke: var(--soft); stroke-dasharray: 3 3; }
svg.along .piece.free text { fill: var(--onfill); font-weight: 600; }
svg.along .piece.open text { fill: var(--bad); font-weight: 600; }
.piece.open rect.plate { fill: var(--back); }
.hatch-back { fill: var(--back); }
.hatch-line { stroke: var(--bad); stroke-width: 4; }
.mark path { fill: var(--bad); stroke: var(--back); }
.mark line { stroke: var(--bad); stroke-width: 2; }
.slab { fill: var(--free); }
.slab.d0 { fill: color-mix(in srgb, var(--free) 28%, var(--back)); }
.slab.d1 { fill: color-mix(in srgb, var(--free) 46%, var(--back)); }
.slab.d2 { fill: color-mix(in srgb, var(--free) 64%, var(--back)); }
.slab.d3 { fill: color-mix(in srgb, var(--free) 82%, var(--back)); }
.lane .unproven { fill: url(#hatch); }
.sample { fill: var(--back); stroke: var(--text); stroke-width: 0.8; pointer-events: none; }
.proven { fill: var(--area); stroke: var(--free); stroke-width: 1.2; }
.seen { fill: var(--seen); }
.proven-self { fill: none; stroke: var(--warn); stroke-width: 1.6; }
.seen-self { fill: var(--warn); }
.minimum { fill: var(--scene); stroke: var(--seen); stroke-width: 2; }
.minimum-self { stroke: var(--warn); }
svg.along .minimum-text { fill: var(--seen); paint-order: stroke; stroke: var(--scene); stroke-width: 3px; }
.asked { stroke: var(--bad); stroke-width: 1.6; stroke-dasharray: 7 4; }
svg.along .asked-text { fill: var(--bad); }
.cursor { stroke: var(--text); stroke-width: 1.4; pointer-events: none; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; list-style: none; padding: 0; margin: 0.3rem 0 0; font-size: 0.88rem; color: var(--soft); }
.legend svg { width: 1.1em; height: 1.1em; vertical-align: -0.2em; margin-right: 0.4em; }
.scroll { overflow: auto; max-height: 32rem; border: 1px solid var(--rule); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 0.88rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; background: var(--shade); position: sticky; top: 0; }
th, td { padding: 0.28rem 0.7rem; vertical-align: top; }
tbody tr + tr td { border-top: 1px solid var(--rule); }
td.number, th.number { text-align: right; white-space: nowrap; }
td.state { white-space: nowrap; }
td.name { overflow-wrap: anywhere; min-width: 8.5rem; }
#pairs td:nth-child(4) { min-width: 10rem; }
.state-tested { color: var(--free); }
.state-assumed { color: var(--warn); font-weight: 600; }
.state-excluded { color: var(--soft); }
.filter { display: flex; gap: 0.6rem; align-items: center; margin: 0 0 0.6rem; }
.command { display: block; white-space: pre-wrap; }
.blank { border-bottom: 1px solid var(--soft); min-height: 1.9rem; }
.review dl { gap: 0.6rem 1rem; }
.sign { margin-top: 1.2rem; table-layout: fixed; }
.sign th[scope="row"] { background: none; position: static; width: 8rem; }
.sign td { height: 2.6rem; border-bottom: 1px solid var(--soft); }
.remarks { border: 1px solid var(--rule); min-height: 5rem; }
details { margin-top: 0.6rem; }
summary { cursor: pointer; }
.pointed { min-height: 1.5em; overflow-wrap: anywhere; }
@media (max-width: 860px) {
  th, td { padding-inline: 0.4rem; }
  th.number { white-space: normal; }
  td.name { min-width: 5rem; }
}
@media (min-width: 700px) { svg.along { touch-action: pan-y; } }
@media (pointer: coarse) {
  button, select, input[type="search"], .controls input[type="range"] { min-height: 44px; font-size: 16px; }
  summary { padding-block: 0.7rem; }
}
@media print {
  :root, :root[data-theme] { color-scheme: light; ${LIGHT} }
  html { font-size: 11px; }
  body { font-size: 1rem; }
  main { max-width: none; padding: 0; }
  .controls, .filter, .noprint, .cursor, .pointed, button { display: none; }
  .columns { grid-template-columns: minmax(0, 1.4fr) minmax(0, 1fr); }
  .view { height: 300px; break-inside: avoid; }
  .scroll, .pictures { overflow: visible; max-height: none; border: none; }
  th { position: static; }
  th, td { padding: 0.1rem 0.5rem; }
  td.name { min-width: 5rem; }
  tr, figure, .whole, .witness, .review, .verdict { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; }
  .digest, code { font-size: 8.5pt; }
  .files .digest { font-size: 7pt; white-space: nowrap; }
  .files .name { overflow-wrap: anywhere; }
  dl > dd, dl > dt { break-inside: avoid; }
  svg.along text { font-size: 10.5px; }
  .blank { min-height: 8mm; }
  .sign td { height: 13mm; }
  .sign th[scope="row"] { vertical-align: bottom; }
  .remarks { min-height: 30mm; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
