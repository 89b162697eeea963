/** Names read as what they are, at every door: what is not seen or looks like something else is escaped. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCell } from '../../src/jobs/index.ts';
import { formatFault, InputError } from '../../src/math/index.ts';
import { escaped } from '../../src/report/markup.ts';
import { assumingText, visible, visibleJson, visibleName } from '../../src/words/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('what is shown of a text', () => {
  it('has escapes for what nobody sees and for what turns the direction', () => {
    for (const [text, shown] of [
      ['a\u202eb', 'a\\u202eb'],
      ['a\u200bb\u2060c\ufeffd\u00ade', 'a\\u200bb\\u2060c\\ufeffd\\u00ade'],
      ['a\u00a0b\u2003c\u2028d\u3000e', 'a\\u00a0b\\u2003c\\u2028d\\u3000e'],
      ['a\u0000b\u001b[2Jc\u0085d\u007fe\rf', 'a\\u0000b\\u001b[2Jc\\u0085d\\u007fe\\u000df'],
      ['a\u{e0041}b\ufe0fc\u{e0100}d', 'a\\u{e0041}b\\ufe0fc\\u{e0100}d'],
      ['a\u034fb\u3164c\u2800d\u180ee', 'a\\u034fb\\u3164c\\u2800d\\u180ee'],
      ['a\ue000b\u0378c\ud800d', 'a\\ue000b\\u0378c\\ud800d'],
    ]) {
      expect(visible(text)).toBe(shown);
      expect(visible(shown)).toBe(shown);
    }
    expect(visible('a\n\tb')).toBe('a\n\tb');
    expect(visibleName('a\n\tb')).toBe('a\\u000a\\u0009b');
  });

  it('has escapes for look-alikes, and leaves whole words of another script', () => {
    expect(visible('\u0430rm')).toBe('\\u0430rm');
    expect(visible('\u0441\u043e\u0440')).toBe('\\u0441\\u043e\\u0440');
    expect(visible('gro\u0308\u00dfe')).toBe('gro\\u0308\\u00dfe');
    expect(visible('\uff41rm \u{1d41a}rm \ufb01t a\u2010b a\u2215b')).toBe(
      '\\uff41rm \\u{1d41a}rm \\ufb01t a\\u2010b a\\u2215b',
    );
    for (const text of ['größe', 'рука 1', 'ρομπότ', '関節', '로봇', '🦾', '20 µm … – × ≤ 3 m²']) {
      expect(visible(text)).toBe(text);
    }
  });

  /** An oracle that knows nothing of the code: what characters look like. */
  const LOOKS: Readonly<Record<string, string>> = {
    ...{ '\u0430': 'a', '\u0435': 'e', '\u043e': 'o', '\u03bf': 'o', '\u0440': 'p', '\u0441': 'c' },
    ...{ '\u0410': 'A', '\u0391': 'A', '\u13aa': 'A', '\u0585': 'o', '\u2010': '-', '\uff0d': '-' },
    ...{ '\u200b': '', '\u202e': '', '\u2060': '', '\ufe0f': '', '\u00ad': '', '\u{e0041}': '' },
    ...{ '\u00a0': ' ', '\u2003': ' ', '\u3000': ' ', '\u0131': 'i', '\uff41': 'a', '\u2044': '/' },
  };
  const lookOf = (text: string) =>
    [...text.normalize('NFKD')].map((c) => LOOKS[c] ?? c.normalize('NFKD')).join('');
  const letter = fc.constantFrom(...Object.keys(LOOKS), ...'aeopcAi -/o\u0308\u00f6_1', 'б', 'ж');
  const name = fc.array(letter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join(''));

  it('looks different where texts differ', () => {
    let alike = 0;
    const ofLook = new Map<string, string>();
    fc.assert(
      fc.property(name, (text) => {
        const shown = visible(text);
        const before = ofLook.get(lookOf(shown));
        if (before !== undefined && before !== text) expect([before, text]).toEqual([]);
        ofLook.set(lookOf(shown), text);
        if (lookOf(text) !== text) alike++;
        expect(visible(shown)).toBe(shown);
      }),
      { seed: 9, numRuns: 20_000 },
    );
    expect(alike).toBeGreaterThan(5000);
  });

  it('is the same data in JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = visibleJson(JSON.stringify({ [text]: text }));
        expect(JSON.parse(json)).toEqual({ [text]: text });
        expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { seed: 9, numRuns: 2000 },
    );
  });

  it('is in faults, assumptions and markup', () => {
    expect(formatFault({ code: 'x', message: 'no "a\u202eb"', file: 'f\u200b.urdf' })).toBe(
      'f\\u200b.urdf: no "a\\u202eb"',
    );
    expect(assumingText(['a\u202eb', 'c\nfree'])).toBe('assuming a\\u202eb; c\\u000afree');
    expect(escaped('<a\u00a0\u202e>\nb')).toBe('&lt;a\\u00a0\\u202e&gt; b');
  });
});

const URDF = `<robot name="r"><link name="base"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<link name="to\u202eol"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<joint name="j\u200b" type="revolute"><parent link="base"/><child link="to\u202eol"/><axis xyz="0 0 1"/>
<limit lower="-3" upper="3" velocity="1" effort="1"/></joint></robot>`;
const cell = (names: readonly string[], reason = 're\u202eason') =>
  JSON.stringify({
    surepath: 1,
    robots: [{ urdf: 'r.urdf' }],
    obstacles: names.map((name, i) => ({
      ...{ name, shape: { box: [0.1, 0.1, 0.1] } },
      pose: { xyz: [i === 0 ? 0.3 : 5, i, 0] },
    })),
    allow: [{ between: ['to\u202eol', 'base'], reason }],
  });
const NAMES = ['bo\u0445', 'box', 'b\u200box', 'gro\u0308sse', 'e\u2061[31m'];
/** All that must not stand in an answer, the names as they are included. */
const RAW = /\p{Cf}|(?!\n)\p{Cc}|bo\u0445|gro\u0308/u;

describe('every door of the command line', () => {
  const { run, file, read } = cliFolder();
  file('r.urdf', URDF);
  file('cell.json', cell(NAMES));
  file('free.json', { joints: ['j\u200b'], waypoints: [[1], [2]] });
  file('hit.json', { joints: ['j\u200b'], waypoints: [[-1], [1]] });
  const doors: Record<string, readonly string[]> = {
    'check, colliding': ['check', 'cell.json', 'hit.json'],
    'check, free': ['check', 'cell.json', 'free.json', '--certificate', 'c.json'],
    'check, all': ['check', 'cell.json', 'hit.json', '--all', '--clearances'],
    'check, JSON': ['check', 'cell.json', 'hit.json', '--all', '--json'],
    verify: ['verify', 'c.json', 'cell.json'],
    'verify, JSON': ['verify', 'c.json', 'cell.json', '--json'],
    info: ['info', 'cell.json', '--pairs'],
    'info, JSON': ['info', 'cell.json', '--json'],
    diff: ['diff', 'cell.json', 'cell.json'],
    'a state': ['check', 'cell.json', '--at', '[0.3]'],
    'a joint that is not there': ['check', 'cell.json', 'other.json'],
    plan: ['plan', 'cell.json', '--from', '[1]', '--to', '[2]', '--seed', '1'],
    'JUnit and report': [
      'check',
      'cell.json',
      'hit.json',
      '--all',
      '--junit',
      'j.xml',
      '--report',
      'r.html',
    ],
  };
  file('other.json', { joints: ['j\u202e'], waypoints: [[1], [2]] });

  it.each(Object.keys(doors))('shows names escaped: %s', (door) => {
    const { stdout, stderr } = run(...doors[door]);
    expect(stdout + stderr).not.toMatch(RAW);
    if (door === 'check, colliding') expect(stdout).toContain('bo\\u0445');
    if (door.includes('JSON') && stdout !== '') JSON.parse(stdout);
    if (door !== 'JUnit and report') return;
    expect(read('j.xml')).not.toMatch(RAW);
    expect(read('j.xml')).toContain('bo\\u0445');
    const html = read('r.html').replace(/<script[\s\S]*?<\/script>/g, '');
    expect(html).not.toMatch(RAW);
    expect(html).toContain('bo\\u0445');
  });

  it('keeps names as they are in JSON', () => {
    const { stdout } = run('check', 'cell.json', 'hit.json', '--all', '--json');
    expect(JSON.stringify(JSON.parse(stdout))).toContain('bo\u0445');
  });
});

describe('names of a cell', () => {
  const open = (names: readonly string[]) =>
    openCell({
      file: 'cell.json',
      files: new Map([
        ['cell.json', Buffer.from(cell(names))],
        ['r.urdf', Buffer.from(URDF)],
      ]),
    });

  it('have no line ends, and no two are shown the same', () => {
    expect(() => open(['box\nfree: proven'])).toThrow('box\\u000afree: proven');
    expect(() => open(['a\nb'])).toThrow(InputError);
    expect(() => open(['a\u202e', 'a\\u202e'])).toThrow('both shown as');
    expect(open(['a\u202e', 'a']).description.obstacles[0].name).toBe('a\u202e');
  });
});

/** Text that leaves by another door than those that escape. */
const BY_HAND =
  /process\.std(?:out|err)\b[^;]*write\(|\.(?:textContent|title|innerText|placeholder|ariaLabel) = (?!'|visible|shown|''|`?\$?\{?visible)|setAttribute\('(?:aria-label|title|alt|placeholder)', (?!'|visible|shown)/;

describe('text that leaves otherwise', () => {
  it('is nowhere in the command line', () => {
    const allowed = ['out.ts', 'main.ts', 'resultsFile.ts', 'collectTarget.ts'];
    const folder = join(ROOT, 'src/cli');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || allowed.some((each) => name.endsWith(each))) continue;
      const lines = readFileSync(join(folder, name), 'utf8').split('\n');
      const found = lines.filter((line) => BY_HAND.test(line) && !line.includes('write(srdf)'));
      expect(found, name).toEqual([]);
    }
    expect(BY_HAND.test('process.stdout.write(name);')).toBe(true);
  });

  /** Files that set a text by hand, of their own words and numbers alone; how many lines. */
  const OWN_WORDS: Readonly<Record<string, number>> = {
    'begin.ts': 1,
    'flight/facts.ts': 3,
    'flight/page.ts': 3,
    'flight/transport.ts': 4,
    'main.ts': 1,
    'model/hint.ts': 2,
    'panels/header.ts': 3,
    'panels/joints.ts': 1,
    'panels/live.ts': 2,
    'panels/obstacleSizes.ts': 1,
    'panels/overlays.ts': 2,
    'panels/pairs.ts': 1,
    'panels/sceneTree.ts': 1,
    'report/along.ts': 1,
    'report/viewControls.ts': 1,
    'report/viewer.ts': 2,
    'timeline/checkPanel.ts': 3,
    'timeline/jointPlot.ts': 1,
    'timeline/planSection.ts': 2,
    'timeline/plot.ts': 1,
    'timeline/sampling.ts': 1,
    'timeline/timelinePanel.ts': 6,
    'timeline/transport.ts': 2,
    'timeline/zoom.ts': 1,
    'view/overlay.ts': 3,
    'view/triad.ts': 1,
  };

  it('is nowhere in the studio but of its own words', () => {
    const found: Record<string, number> = {};
    for (const name of readdirSync(join(ROOT, 'studio'), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const lines = readFileSync(join(ROOT, 'studio', name), 'utf8').split('\n');
      const count = lines.filter((line) => BY_HAND.test(line)).length;
      if (count > 0) found[name] = count;
    }
    expect(found).toEqual(OWN_WORDS);
  });
});
