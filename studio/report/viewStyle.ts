/** The looks of `<surepath-view>`, inside its shadow: nothing of the page gets in but these custom properties. */

export const STYLE = `
:host {
  --_back: var(--surepath-background, #fbfcfd);
  --_text: var(--surepath-text, #1a2029);
  --_soft: var(--surepath-soft, #566071);
  --_line: var(--surepath-line, #d3d9e1);
  --_accent: var(--surepath-accent, #0072b2);
  --_free: #00694d; --_bad: #b03a00; --_warn: #7a5200;
  display: block; min-width: 0; min-height: 16rem; height: 24rem; container-type: inline-size;
  font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
:host([hidden]) { display: none; }
.box[data-theme="dark"] {
  --_back: var(--surepath-background, #14171c);
  --_text: var(--surepath-text, #e7ebf0);
  --_soft: var(--surepath-soft, #a3adba);
  --_line: var(--surepath-line, #303743);
  --_accent: var(--surepath-accent, #56b4e9);
  --_free: #4fd1a5; --_bad: #ff9a66; --_warn: #f0c050;
}
.box {
  position: relative; box-sizing: border-box; height: 100%; display: flex; flex-direction: column; overflow: hidden;
  color: var(--_text); background: var(--_back); border: 1px solid var(--_line); border-radius: 8px;
}
.head { display: flex; gap: 0.75em; align-items: baseline; padding: 0.5em 0.75em; border-bottom: 1px solid var(--_line); }
.word { font-weight: 700; white-space: nowrap; }
.word[data-tone="free"] { color: var(--_free); }
.word[data-tone="bad"] { color: var(--_bad); }
.word[data-tone="warn"] { color: var(--_warn); }
.said { flex: 1; min-width: 0; color: var(--_soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.scene { flex: 1; min-height: 6rem; position: relative; }
.message { position: absolute; inset: 0; display: grid; place-content: center; padding: 1em; text-align: center; overflow: auto; overflow-wrap: anywhere; }
.message[data-kind="fault"] { color: var(--_bad); }
.message small { display: block; margin-top: 0.5em; color: var(--_soft); }
.bar { display: flex; flex-wrap: wrap; gap: 0.5em; align-items: center; padding: 0.5em 0.75em; border-top: 1px solid var(--_line); }
.bar input { flex: 1 1 8em; min-width: 6em; height: 1.75em; accent-color: var(--_accent); margin: 0; }
.where { flex: 0 0 auto; color: var(--_soft); font-variant-numeric: tabular-nums; }
button, select {
  font: inherit; color: inherit; background: transparent; border: 1px solid var(--_line); border-radius: 5px;
  min-height: 2.1em; padding: 0.15em 0.7em; cursor: pointer;
}
option { color: #1a2029; background: #fff; }
button:hover { border-color: var(--_accent); }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
[hidden] { display: none !important; }
@media (pointer: coarse) { button, select { min-height: 44px; min-width: 44px; } }
@container (max-width: 30rem) {
  .head { flex-wrap: wrap; }
  .said { flex-basis: 100%; white-space: normal; }
  .where { flex-basis: 100%; }
}
`;
