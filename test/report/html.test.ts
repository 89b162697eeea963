/** The page of a report: well-formed, complete, closed to the network, and names are text in it. */
import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { DATA_ID, reportHtml, type ViewerData } from '../../src/report/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { readMarkup, reportOf } from '../helpers/report/page.ts';

const SWING = [
  [-1, 0],
  [1, 0],
];

/** The arm before a wall; everything that has a name is called so. */
function armBefore(x: number, name: string, link = 'link2') {
  const urdf = armUrdf('arm', [1, 1, 1]).replaceAll(
    '"link2"',
    `"${link.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`,
  );
  // Cell files allow no slash in a name.
  const quoted = JSON.stringify(name.replaceAll('/', '|'));
  return cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: ${quoted}, shape: {box: [0.1, 4, 1]}, pose: {xyz: [${x}, 0, 0]}}
allow:
  - {between: [link0, link1], reason: ${JSON.stringify(name)}}
  - {between: [link1, ${JSON.stringify(link)}], reason: 'they share a joint'}
`,
    { 'arm.urdf': urdf },
  );
}

const SCRIPT = 'globalThis.found = "</script><!--" + 1;';

describe('a page', () => {
  const { data } = reportOf(armBefore(3.1, 'wall'), SWING, {
    more: {
      date: '2026-01-02 03:04 UTC',
      platform: 'Node 20',
      notes: [{ code: 'note/test', message: 'a note of the test' }],
      certificate: { file: 'proof.json', sha256: 'abcdef0123' },
    },
  });
  const html = reportHtml(data, SCRIPT);
  const markup = readMarkup(html);

  it('says all that a report has to say', () => {
    const { text } = markup;
    for (const part of [
      'free',
      'Proven for every configuration on the path.',
      '2 pairs allowed: by the test',
      'a note of the test',
      data.cell.digest,
      'proof.json',
      'abcdef0123',
      '2026-01-02 03:04 UTC',
      'surepath test, Node 20',
      'Closest pairs',
      'link2',
      'they share a joint',
      'ladder',
      '0.1 mm',
      'path.json in here/cell.yaml',
    ]) {
      expect(text).toContain(part);
    }
    expect(markup.raw.find(({ tag }) => tag.name === 'title')!.text).toBe(
      'free: path.json in here/cell.yaml',
    );
  });

  it('has what a technical file asks for', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf, padding: {default: 0.001, link2: 0.002}, tracking: {joint1: 0.003}}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [4, 0, 0]}}]
clearance: {default: 0.01, pairs: [{between: [link2, wall], distance: 0.02}]}
allow: [{between: [link0, link1], reason: they share a joint}, [link1, link2]]
`,
      { 'arm.urdf': armUrdf('arm', [1, 1, 1]) },
    );
    const { data: full } = reportOf(cell, SWING, {
      more: {
        certificate: { sha256: 'abcdef0123', verified: true, said: '1 segment, 3 pairs, 4 slabs' },
        record: {
          inputs: [['swing.json', 'feed0123']],
          ...{ motion: 'd00d', program: 'c0de', repeat: "surepath check 'a b.yaml'" },
          verify: 'surepath verify proof.json',
        },
      },
    });
    const { text } = readMarkup(reportHtml(full, ''));
    for (const part of [
      'link0 link1 allowed to touch: they share a joint',
      'link2 and wall: 20 mm',
      'joint1: 0.003 rad',
      'all links (default): 1 mm; link2: 2 mm',
      'all joint values within the tracking tolerances listed here',
      'no risk assessment',
      'swing.json feed0123',
      'd00d',
      'c0de',
      "surepath check 'a b.yaml'",
      'surepath verify proof.json',
      'verified when this report was made: 1 segment, 3 pairs, 4 slabs',
      ...['Organisation', 'Document number', 'Prepared by', 'Reviewed by', 'Signature'],
    ]) {
      expect(text).toContain(part);
    }
    const { data: bare } = reportOf(cell, SWING);
    const plain = readMarkup(reportHtml(bare, '')).text;
    expect(plain).not.toContain('To repeat it');
    expect(plain).toContain('there is no certificate that another program could verify');
  });

  it('has a foot for every printed page, in which names are text', () => {
    const { data: odd } = reportOf(armBefore(3.1, 'wall'), SWING, {
      more: { title: '</style> " \\ ; } ü', date: '2026-01-02 03:04 UTC' },
    });
    const { raw } = readMarkup(reportHtml(odd, ''));
    const [, pages] = raw.filter(({ tag }) => tag.name === 'style').map((each) => each.text);
    expect(pages).toContain(
      `content: "\\3c \\2f style\\3e  \\22  \\5c  \\3b  \\7d  \\fc   \\b7   model ${odd.cell.digest.slice(0, 12)}  \\b7   2026-01-02 03\\3a 04 UTC"`,
    );
    expect(pages).toContain('counter(page) " of " counter(pages)');
  });

  it('is the same every time, also without a date', () => {
    expect(reportHtml(data, SCRIPT)).toBe(html);
    expect(reportHtml({ ...data, date: null }, SCRIPT)).not.toContain('2026');
  });

  it('has every name of an element once, and labels on what can be used', () => {
    const ids = markup.tags.map(({ attributes }) => attributes.get('id')).filter(Boolean);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, attributes, inside } of markup.tags) {
      if (name !== 'input' && name !== 'select') continue;
      const labelled =
        attributes.has('aria-label') ||
        inside.includes('label') ||
        markup.tags.some(
          (tag) => tag.name === 'label' && tag.attributes.get('for') === attributes.get('id'),
        );
      expect(labelled, attributes.get('id')).toBe(true);
    }
    for (const { name, attributes } of markup.tags) {
      if (name === 'button') expect(attributes.get('type')).toBe('button');
      if (name === 'svg') {
        expect(attributes.has('aria-label') || attributes.get('aria-hidden') === 'true').toBe(true);
      }
    }
  });

  it('allows its own script and style and nothing else', () => {
    const policy = markup.tags
      .find(({ attributes }) => attributes.get('http-equiv') === 'Content-Security-Policy')!
      .attributes.get('content')!;
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const styles = markup.raw.filter(({ tag }) => tag.name === 'style').map(({ text }) => text);
    const script = markup.raw.find(
      ({ tag }) => tag.name === 'script' && !tag.attributes.has('type'),
    )!.text;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hash(script)};`);
    expect(styles).toHaveLength(2);
    expect(policy).toContain(`style-src ${styles.map(hash).join(' ')};`);
    expect(script).toBe('globalThis.found = "\\x3c/script>\\x3c!--" + 1;');
    expect(runInNewContext(`${script} found`)).toBe('</script><!--1');
    for (const { attributes } of markup.tags) {
      for (const key of attributes.keys()) expect(key).not.toMatch(/^(on|style$|src$|href$)/);
    }
  });

  it('refers to nothing outside', () => {
    expect(html.replace(/<script[\s\S]*?<\/script>/g, '')).not.toMatch(
      /https?:|url\((?!#hatch)|@import/,
    );
  });

  it('has its data for the viewer as JSON', () => {
    const source = markup.raw.find(({ tag }) => tag.attributes.get('id') === DATA_ID)!;
    expect(source.tag.attributes.get('type')).toBe('application/json');
    const read = JSON.parse(source.text) as ViewerData;
    expect(read.scene).toEqual(data.scene);
    expect(read.motion).toEqual(data.motion);
    expect(read.axis).toEqual(data.axis);
  });

  it('lists what is assumed, however many pairs there are', () => {
    const tested = data.pairs.find(({ state }) => state === 'tested')!;
    const many = Array.from({ length: 4000 }, (_, i) => ({
      ...tested,
      pair: [`a${i}`, `b${i}`] as const,
    }));
    const { text, tags } = readMarkup(reportHtml({ ...data, pairs: [...many, ...data.pairs] }, ''));
    expect(text).toContain('they share a joint');
    expect(tags.filter(({ name }) => name === 'tr').length).toBeLessThan(1600);
    expect(text).toMatch(/and \d+ more, \d+ tested/);
  });

  it('says so where the viewer is missing', () => {
    expect(readMarkup(reportHtml(data, '')).text).toContain('written without its viewer');
  });
});

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"onmouseover="alert(1)',
  "' onfocus='alert(1)",
  '<!-- <script>',
  ']]></style><svg onload=alert(1)>',
  '&lt;b&gt;',
  '&amp;amp',
];

describe('names in a page', () => {
  it.each(HOSTILE)('are text: %s', (name) => {
    for (const x of [3.1, 2.9]) {
      const { data } = reportOf(armBefore(x, name, `l${name}`), SWING, {
        more: {
          names: { cell: name, path: name },
          notes: [{ code: 'x', message: name }],
          assumptions: [name],
          title: name,
          program: name,
          platform: name,
          date: name,
          certificate: { file: name, sha256: name },
        },
      });
      expect(data.verdict).toBe(x === 3.1 ? 'free' : 'colliding');
      const page = readMarkup(reportHtml(data, SCRIPT));
      const plain = readMarkup(reportHtml(reportOf(armBefore(x, 'wall', 'lname'), SWING).data, ''));
      // The same elements as with a harmless name, but for notes, platform, certificate and the like.
      const count = (tags: typeof page.tags, tag: string) =>
        tags.filter((each) => each.name === tag).length;
      for (const tag of ['script', 'style', 'svg', 'path', 'rect', 'img', 'b', 'table', 'tr']) {
        expect(count(page.tags, tag), tag).toBe(count(plain.tags, tag));
      }
      expect(page.text).toContain(name);
      for (const { attributes } of page.tags) {
        for (const key of attributes.keys()) expect(key).not.toMatch(/^on/);
      }
    }
  });

  it('cannot turn the direction of writing', () => {
    const name = 'wall\u202egnp.exe\u0007';
    const { data } = reportOf(armBefore(3.1, 'wall'), SWING, { more: { title: name } });
    const html = reportHtml(data, '');
    expect(html).toContain('wall\\u202egnp.exe\\u0007');
    const [page] = html.split('<script');
    for (const letter of ['\u202e', '\u0007']) expect(page.includes(letter)).toBe(false);
  });
});
