/** `surepath check --edges` and `--junit`, as a user runs them. */
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { CAGE, cliFolder, pathThrough } from '../helpers/cli/runCli.ts';

const { run, file, read } = cliFolder();
const { joints, waypoints } = pathThrough(CAGE, 'home', 'inside', 'outside');
const [home, inside, outside] = waypoints;
file('edges.json', {
  joints,
  edges: [
    { from: home, to: inside },
    { from: inside, to: outside },
    { from: home, to: outside },
    { from: home, to: home },
  ],
});

describe('surepath check --edges', () => {
  it('answers each edge on its own, in order', () => {
    const { status, stdout, stderr } = run('check', CAGE, '--edges', 'edges.json', '--json');
    expect(status).toBe(1);
    expect(stderr).toBe('');
    const answer = JSON.parse(stdout);
    expect(answer.results.map((r: { verdict: string }) => r.verdict)).toEqual([
      'free',
      'colliding',
      'free',
      'free',
    ]);
    expect(answer.results[0]).toEqual({ verdict: 'free', limits: [] });
    const [, { t, pair, configuration, distance }] = answer.results;
    expect(distance).toBe(0);
    expect(pair.length).toBe(2);
    expect(answer.joints).toEqual(joints);
    configuration.forEach((x: number, d: number) => {
      expect(x).toBeCloseTo(inside[d] + t * (outside[d] - inside[d]), 12);
    });
    expect(answer).toMatchObject({
      ...{ clearance: 0, delta: 1e-4, method: 'ladder', wrap: 'literal' },
      assumptions: ['6 pairs the SRDF disables as Adjacent'],
    });
    expect(answer.stats).toMatchObject({ edges: 4, microsecondsPerEdge: expect.any(Number) });
  });

  it('sums up for people', () => {
    const { stdout } = run('check', CAGE, '--edges', 'edges.json', '--method', 'adaptive');
    expect(stdout).toMatch(/^3 free, 1 colliding\n {2}assuming 6 pairs/);
    expect(stdout).toMatch(/ {2}edge 1: colliding: arm\/\w+ and \w+, at t = 0\.\d+\n/);
    expect(stdout).toMatch(/4 edges, \d+ pairs tested, .* us per edge \(adaptive\)\n$/);
  });

  it('lists every pair with --all', () => {
    const answer = run('check', CAGE, '--edges', 'edges.json', '--all', '--json').stdout;
    const [free, hit] = JSON.parse(answer).results;
    expect(free.violations).toBeUndefined();
    expect(hit.violations.length).toBeGreaterThan(3);
  });

  it('exits with the worst: 1 over 3 over 0', () => {
    const status = (edges: object[], ...options: string[]) => {
      file('some.json', { joints, edges });
      return run('check', CAGE, '--edges', 'some.json', ...options).status;
    };
    const ends = [
      { from: home, to: inside },
      { from: home, to: outside },
    ];
    expect(status(ends)).toBe(0);
    expect(status(ends, '--budget', '1')).toBe(3);
    expect(status([...ends, { from: inside, to: outside }])).toBe(1);
    expect(status([])).toBe(0);
    const undecided = run('check', CAGE, '--edges', 'edges.json', '--budget', '1', '--json');
    const open = JSON.parse(undecided.stdout).results[2];
    expect(open.verdict).toBe('undecided');
    expect(open.open[0]).toMatchObject({ from: expect.any(Number), to: expect.any(Number) });
  });

  it.each([
    ['{"joints": ["arm/joint_1"]}', /e\.json:1:1: a collection of edges needs the key "edges"/],
    ['{"joints": ["arm/joint_1"], "edges": 3}', /e\.json:1:38: edges: expected a list/],
    ['{"joints": ["arm/joint_1"], "edges": [{"from": [0]}]}', /:1:39: an edge needs the key "to"/],
    ['{"joints": ["a"], "edges": [{"from": [0], "to": [0, 1]}]}', /:1:49: to: expected 1 value/],
    ['{"joints": ["a"], "edges": [{"from": [0], "to": ["1"]}]}', /remove the quotes/],
    ['{"joints": ["a"], "edges": [{"from": [0], "too": [1]}]}', /"too" \(did you mean "to"\?\)/],
    ['joints: [a]\nedges:\n  - {from: [.inf], to: [0]}', /e\.json:3:13: .*Infinity/],
    ['{"joints": ["arm/joint_9"], "edges": [{"from": [0], "to": [0]}]}', /:1:13: .*"arm\/joint_9"/],
    [
      '{"joints": ["arm/joint_1"], "edges": [{"from": [0], "to": [0]}]}',
      /no value for arm\/joint_2/,
    ],
  ])('bad input: %s', (text, message) => {
    file('e.json', text);
    const { status, stdout, stderr } = run('check', CAGE, '--edges', 'e.json');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });
});

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  text: string;
}

/** All elements of a document in order; throws if it is not well-formed. */
function parseXml(text: string): Element[] {
  const elements: Element[] = [];
  const stack: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    elements.push(element);
    stack.push(element);
  });
  parser.on('text', (content) => {
    const top = stack.at(-1);
    if (top) top.text += content;
  });
  parser.on('closetag', () => stack.pop());
  parser.write(text).close();
  return elements;
}

describe('--junit', () => {
  const named = (elements: Element[], name: string) => elements.filter((e) => e.name === name);

  it('has a test per segment, failures and properties', () => {
    file('path.json', { joints, waypoints: [home, inside, outside, home] });
    const { status } = run('check', CAGE, 'path.json', '--junit', 'j.xml');
    expect(status).toBe(1);
    const elements = parseXml(read('j.xml'));
    expect(named(elements, 'testsuite')[0].attributes).toMatchObject({
      ...{ tests: '3', failures: '1', errors: '0' },
      name: `surepath check ${CAGE} path.json`,
    });
    expect(named(elements, 'testcase').map((e) => e.attributes)).toEqual(
      [0, 1, 2].map((i) => ({
        name: `segment ${i} (waypoint ${i} to ${i + 1})`,
        classname: 'path.json',
      })),
    );
    const [failure] = named(elements, 'failure');
    expect(failure.attributes.type).toBe('colliding');
    expect(failure.attributes.message).toMatch(/^colliding: arm\/\w+ and \w+, at t = 0\.\d+$/);
    expect(failure.text).toMatch(/with arm\/joint_1=/);
    const properties = named(elements, 'property').map(({ attributes }) => attributes);
    expect(properties).toContainEqual({
      name: 'assumption',
      value: '6 pairs the SRDF disables as Adjacent',
    });
    expect(properties).toContainEqual({ name: 'delta', value: '0.0001' });
    expect(properties).toContainEqual({ name: 'clearance', value: '0' });
    expect(properties).toContainEqual({ name: 'method', value: 'ladder' });
  });

  it('calls what is undecided an error, for edges', () => {
    run('check', CAGE, '--edges', 'edges.json', '--budget', '1', '--junit', 'e.xml');
    const elements = parseXml(read('e.xml'));
    expect(named(elements, 'testcase').map((e) => e.attributes.name)).toEqual(
      [0, 1, 2, 3].map((i) => `edge ${i}`),
    );
    const errors = named(elements, 'error');
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0].attributes).toMatchObject({ type: 'undecided' });
    expect(errors[0].text).toMatch(/t from 0 to 1: /);
    expect(named(elements, 'testsuite')[0].attributes.errors).toBe(String(errors.length));
  });

  it('fails what only was sampled', () => {
    file('free.json', { joints, waypoints: [home, inside] });
    run('check', CAGE, 'free.json', '--method', 'fixed', '--junit', 'f.xml');
    const [failure] = named(parseXml(read('f.xml')), 'failure');
    expect(failure.attributes.message).toBe('no collision found: sampling proves nothing');
  });

  it('survives any name', () => {
    const evil = '<b> & "q" \'a\' ]]>\t\u0007\u{1F916}';
    file(
      'r.urdf',
      `<robot name="r"><link name="base"/>
<link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="j" type="prismatic"><parent link="base"/><child link="tip"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`,
    );
    file('r.json', {
      surepath: 1,
      robots: [{ urdf: 'r.urdf' }],
      obstacles: [{ name: evil, shape: { box: [0.1, 1, 1] } }],
    });
    file(' & <x>.json', { joints: ['j'], waypoints: [[-1], [1]] });
    expect(run('check', 'r.json', ' & <x>.json', '--junit', 'x.xml').status).toBe(1);
    const elements = parseXml(read('x.xml'));
    const [failure] = named(elements, 'failure');
    expect(failure.attributes.message).toContain(`tip and ${evil.replace('\u0007', '\\u0007')}`);
    expect(named(elements, 'testcase')[0].attributes.classname).toBe(' & <x>.json');
  });
});
