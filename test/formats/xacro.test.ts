// biome-ignore-all lint/suspicious/noTemplateCurlyInString: xacro writes expressions this way
/** xacro files, expanded: what comes out is written down by hand, from what xacro's documentation says. */
import { describe, expect, test } from 'vitest';
import { readSrdf, readUrdf } from '../../src/formats/index.ts';
import { expandXacro } from '../../src/formats/xacro/index.ts';
import type { XmlElement } from '../../src/formats/xml.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';

type Texts = Record<string, string>;

const bytesOf = (files: Texts) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, utf8(text)]));

const robot = (body: string) =>
  `<robot xmlns:xacro="http://ros.org/wiki/xacro" name="r">${body}</robot>`;

function expand(body: string, files: Texts = {}, args: Texts = {}, packages: Texts = {}) {
  const resolver = {
    files: bytesOf(files),
    packages,
    environment: (name: string) => (name === 'SIDE' ? 'left' : undefined),
  };
  const given = { file: 'pkg/r.urdf.xacro', format: 'urdf', resolver, args };
  return expandXacro(utf8(robot(body)), given);
}

/** The elements as text. */
function written(element: XmlElement): string {
  const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${value}"`).join('');
  const inner = element.text.trim() + element.children.map(written).join('');
  return inner === ''
    ? `<${element.name}${attributes}/>`
    : `<${element.name}${attributes}>${inner}</${element.name}>`;
}

const inside = (body: string, files?: Texts, args?: Texts) =>
  expand(body, files, args).root.children.map(written).join('');

const fault = (body: string, files?: Texts, args?: Texts) =>
  faultOf(() => expand(body, files, args));

describe('properties', () => {
  test.each([
    ['<xacro:property name="x" value="2"/><a v="${x*3} ${x/4}"/>', '<a v="6 0.5"/>'],
    ['<xacro:property name="x" value="0.10"/><a v="${x}"/>', '<a v="0.1"/>'],
    // A text is evaluated when it is asked for.
    [
      '<xacro:property name="y" value="${x+1}"/><xacro:property name="x" value="1"/><a v="${y}"/>',
      '<a v="2"/>',
    ],
    [
      '<xacro:property name="x" value="1"/><xacro:property name="y" value="${x}" lazy_eval="false"/>' +
        '<xacro:property name="x" value="5"/><a v="${y}"/>',
      '<a v="1"/>',
    ],
    [
      '<xacro:property name="x" value="1"/><xacro:property name="x" default="2"/><a v="${x}"/>',
      '<a v="1"/>',
    ],
    ['<xacro:property name="x" default="2"/><a v="${x}"/>', '<a v="2"/>'],
    ['<xacro:property name="t" value="true"/><a v="${t} ${not t}"/>', '<a v="True False"/>'],
    ['<xacro:property name="t" value="\'42\'"/><a v="${t + \'x\'}"/>', '<a v="42x"/>'],
    ['<xacro:property name="l" value="${[1,2,3]}"/><a v="${l[1]} ${len(l)}"/>', '<a v="2 3"/>'],
    ['<a v="$${x} $$(arg y) $5"/>', '<a v="${x} $(arg y) $5"/>'],
    ['<a>${1+1} and text</a>', '<a>2 and text</a>'],
    // Blocks that are properties are evaluated where they are inserted.
    [
      '<xacro:property name="b"><o xyz="${z}"/><p/></xacro:property><xacro:property name="z" value="9"/>' +
        '<a><xacro:insert_block name="b"/></a>',
      '<a><o xyz="9"/><p/></a>',
    ],
  ])('%s', (body, want) => expect(inside(body)).toBe(want));
});

describe('macros', () => {
  test.each([
    // Parameters, defaults, and defaults that are quoted or expressions.
    [
      `<xacro:macro name="m" params="a b:=2 c:='x y' d:=\${1+1}"><l v="\${a} \${b} \${c} \${d}"/></xacro:macro>` +
        '<xacro:m a="1"/><xacro:m a="1" b="${3*3}"/>',
      '<l v="1 2 x y 2"/><l v="1 9 x y 2"/>',
    ],
    // One element, and the content of one.
    [
      '<xacro:macro name="m" params="*o **c n"><l n="${n}"><xacro:insert_block name="o"/><xacro:insert_block name="c"/></l></xacro:macro>' +
        '<xacro:m n="1"><origin xyz="${1+1}"/><any><p/><q/></any></xacro:m>',
      '<l n="1"><origin xyz="2"/><p/><q/></l>',
    ],
    // ^ takes the value of the caller's scope, ^| has a default.
    [
      '<xacro:property name="p" value="7"/><xacro:macro name="m" params="p:=^ q:=^|5"><l v="${p} ${q}"/></xacro:macro><xacro:m/>' +
        '<xacro:property name="q" value="8"/><xacro:m p="1"/>',
      '<l v="7 5"/><l v="1 8"/>',
    ],
    // A loop is a macro that calls itself.
    [
      '<xacro:macro name="loop" params="n"><xacro:if value="${n}"><j n="j${n}"/><xacro:loop n="${n-1}"/></xacro:if></xacro:macro><xacro:loop n="3"/>',
      '<j n="j3"/><j n="j2"/><j n="j1"/>',
    ],
    // Properties of a macro are its own, unless they are for its caller or for all.
    [
      '<xacro:property name="x" value="0"/><xacro:macro name="m" params=""><xacro:property name="x" value="1"/>' +
        '<xacro:property name="y" value="${x}" scope="parent"/><xacro:property name="z" value="${x+1}" scope="global"/></xacro:macro>' +
        '<xacro:m/><a v="${x} ${y} ${z}"/>',
      '<a v="0 1 2"/>',
    ],
    // Grippers are written so: a length for all, other values said to be local, a list of words that stays a text.
    [
      '<xacro:macro name="m" params="side tip"><xacro:property name="s" value="${side[0]}" scope="local"/>' +
        '<xacro:property name="length" value="0.1" scope="global"/><xacro:property name="no" value="[none, empty]" scope="local"/>' +
        '<xacro:if value="${tip in no}"><xacro:property name="tip" value="bare" scope="local"/></xacro:if><l n="${s}_${tip}"/></xacro:macro>' +
        '<xacro:m side="left" tip="empty"/><xacro:m side="right" tip="round"/><a v="${length}"/>',
      '<l n="l_bare"/><l n="r_round"/><a v="0.1"/>',
    ],
    // A macro sees the properties of its caller, and names can be computed.
    [
      '<xacro:macro name="inner"><l v="${side}"/></xacro:macro><xacro:macro name="outer" params="side"><xacro:call macro="in${str(\'ner\')}"/></xacro:macro>' +
        '<xacro:outer side="left"/>',
      '<l v="left"/>',
    ],
    // Macros may be redefined, and call macros that come later.
    [
      '<xacro:macro name="a"><xacro:b/></xacro:macro><xacro:macro name="b"><x/></xacro:macro><xacro:a/>' +
        '<xacro:macro name="b"><y/></xacro:macro><xacro:a/>',
      '<x/><y/>',
    ],
    [
      '<xacro:element xacro:name="li${str(\'nk\')}" name="a"><xacro:attribute name="b" value="${1+1}"/></xacro:element>',
      '<link name="a" b="2"/>',
    ],
    [
      '<xacro:macro name="m" params="**c"><w><xacro:insert_block name="c"/></w></xacro:macro>' +
        '<xacro:macro name="n" params="*e"><xacro:m><c><xacro:insert_block name="e"/></c></xacro:m></xacro:macro><xacro:n><o/></xacro:n>',
      '<w><o/></w>',
    ],
  ])('%s', (body, want) => expect(inside(body)).toBe(want));

  test.each([
    ['true', 'y'],
    ['False', 'n'],
    ['1', 'y'],
    ['0', 'n'],
    ['${1 > 2}', 'n'],
    ['${[]}', 'n'],
    ["${'a' in 'abc' and not False}", 'y'],
    ['$(arg flag)', 'y'],
  ])('a condition %s: %s', (value, want) => {
    const body = `<xacro:arg name="flag" default="true"/><xacro:if value="${value}"><y/></xacro:if><xacro:unless value="${value}"><n/></xacro:unless>`;
    expect(inside(body)).toBe(`<${want}/>`);
  });
});

describe('what comes from outside', () => {
  const files = {
    'pkg/package.xml': '<package><name>my_pkg</name></package>',
    'pkg/parts/wheel.xacro': robot(
      '<xacro:macro name="wheel" params="n"><link name="${n}_wheel" r="${radius}"/></xacro:macro><xacro:property name="radius" value="0.3"/>',
    ),
    'pkg/config/c.yaml':
      'arm:\n  length: 0.5\n  angle: !degrees 180\n  turn: !radians 0.5*pi\n  small: !millimeters 5\n  y: no\n  names: [a, b]\n  1: one\n  e: 1e-5\nbase: &b {m: 2}\nother: {<<: *b, k: 010}\n',
  };

  test('includes, relative and of a package', () => {
    const call = '<xacro:wheel n="l"/>';
    const want = '<link name="l_wheel" r="0.3"/>';
    for (const name of [
      'parts/wheel.xacro',
      '$(find my_pkg)/parts/wheel.xacro',
      'package://my_pkg/parts/wheel.xacro',
    ]) {
      const { root, files: read } = expand(`<xacro:include filename="${name}"/>${call}`, files);
      expect(root.children.map(written).join('')).toBe(want);
      expect([...read.keys()]).toEqual(['pkg/parts/wheel.xacro']);
      // Where it was written.
      expect(root.children[0].file).toBe('pkg/parts/wheel.xacro');
    }
    expect(
      inside(
        `<xacro:include filename="parts/wheel.xacro" ns="w"/><xacro:w.wheel n="l"/><a v="\${w.radius}"/>`,
        files,
      ),
    ).toBe(`${want}<a v="0.3"/>`);
    expect(inside('<xacro:include filename="parts/none.xacro" optional="true"/><a/>', files)).toBe(
      '<a/>',
    );
  });

  test('YAML, as Python reads it, with units', () => {
    const load =
      '<xacro:property name="c" value="${xacro.load_yaml(\'$(find my_pkg)/config/c.yaml\')}"/>';
    const cases = [
      ["c['arm']['length']", '0.5'],
      ['c.arm.length * 2', '1.0'],
      ['c.arm.angle', '3.141592653589793'],
      ['c.arm.turn', '1.5707963267948966'],
      ['c.arm.small', '0.005'],
      ['c.arm.y', 'False'],
      ['c.arm.names[1]', 'b'],
      ['c.arm[1]', 'one'],
      ["'y' in c.arm", 'True'],
      // PyYAML wants a point in a float: this is a text.
      ["c.arm.e + 'x'", '1e-5x'],
      ['c.other', "{'m': 2, 'k': 8}"],
    ];
    for (const [text, want] of cases)
      expect(inside(`${load}<a v="\${${text}}"/>`, files)).toBe(`<a v="${want}"/>`);
    expect([...expand(`${load}<a v="\${c}"/>`, files).files.keys()]).toEqual(['pkg/config/c.yaml']);
  });

  test('arguments, given or by default, and the environment', () => {
    const body =
      '<xacro:arg name="side" default="left"/><xacro:arg name="n" default="${1+1}"/><xacro:arg name="file" default="$(arg side).yaml"/>' +
      '<a v="$(arg side) ${$(arg n)+1} $(arg file) ${xacro.arg(\'n\')} $(optenv SIDE x) $(optenv NONE a b)"/>';
    expect(inside(body)).toBe('<a v="left 3 left.yaml 2 left a b"/>');
    expect(inside(body, {}, { side: 'right', n: '5' })).toBe(
      '<a v="right 6 right.yaml 5 left a b"/>',
    );
    const { args, used } = expand(body, {}, { side: 'right', other: '1' });
    expect(args.map(({ name, fallback, line }) => [name, fallback, line])).toEqual([
      ['side', 'left', 1],
      ['n', '${1+1}', 1],
      ['file', '$(arg side).yaml', 1],
    ]);
    expect([...used]).toEqual(['side']);
    expect(inside('<a v="$(find some_pkg)/x $(cwd)/y $(dirname)/z"/>')).toBe(
      '<a v="package://some_pkg/x file://./y file://pkg/z"/>',
    );
  });

  test('the root may use what it holds', () => {
    const text =
      '<robot xmlns:xacro="x" name="$(arg name)"><xacro:arg name="name" default="ur"/><link name="a"/></robot>';
    const { robot: read } = readUrdf(utf8(text), { file: 'r.xacro', resolver: { files: {} } });
    expect(read.name).toBe('ur');
  });
});

describe('faults have a place', () => {
  const at = (body: string, files?: Texts, args?: Texts) => {
    const { code, message, file, line, column, hint } = fault(body, files, args);
    return { code, message, at: `${file}:${line}:${column}`, hint };
  };

  test.each([
    ['\n<a v="${lenght}"/>', 'unknown-name', 'there is no property "lenght"', '2:4'],
    [
      '<xacro:property name="x" value="${1/0}"/>\n\n<a v="${x}"/>',
      'expression',
      'division by zero',
      '1:82',
    ],
    ['\n <xacro:nothing/>', 'unknown-macro', 'no macro "nothing"', '2:2'],
    [
      '<xacro:macro name="m" params="a"/>\n<xacro:m b="1"/>',
      'unknown-parameter',
      'no parameter "b"',
      '2:10',
    ],
    [
      '<xacro:macro name="m" params="a b"/>\n<xacro:m a="1"/>',
      'missing-parameter',
      'needs b',
      '2:1',
    ],
    ['<xacro:macro name="m" params="*o"/>\n<xacro:m/>', 'missing-block', 'block "o"', '2:1'],
    [
      '<xacro:macro name="m"/>\n<xacro:m><x/></xacro:m>',
      'unused-block',
      'no block for <x>',
      '2:10',
    ],
    ['\n<xacro:insert_block name="o"/>', 'unknown-block', 'no block "o"', '2:21'],
    ['\n<xacro:if value="maybe"/>', 'expression', 'neither true nor false', '2:11'],
    ['\n<xacro:include filename="no.xacro"/>', 'missing-file', '"no.xacro" was not found', '2:16'],
    ['\n<a v="$(arg ur_type)"/>', 'missing-argument', 'no argument "ur_type"', '2:4'],
    ['\n<a v="$(env NOTHING)"/>', 'expression', 'no variable "NOTHING"', '2:4'],
    ['\n<a v="$(foo x)"/>', 'expression', '$(foo) is not known', '2:4'],
    ['\n<a v="${1"/>', 'expression', 'never closed', '2:4'],
    [
      '<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${a}"/><c v="${a}"/>',
      'recursion',
      'defined by itself',
      '1:121',
    ],
    ['<xacro:property name="if" value="1"/>', 'name', 'cannot be called "if"', '1:73'],
    ['\n<property name="a" value="1"/>', 'unprefixed', 'without "xacro:"', '2:1'],
    ['\n<xacro:property value="1"/>', 'missing-attribute', 'needs an attribute "name"', '2:1'],
    ['\n<a v="${xacro.fatal(\'no\')}"/>', 'fatal', 'the file says: no', '2:4'],
  ])('%s', (body, code, message, place) => {
    const found = at(body);
    expect(found.code).toBe(`xacro/${code}`);
    expect(found.message).toContain(message);
    expect(found.at).toBe(`pkg/r.urdf.xacro:${place}`);
  });

  test('in included files, with the call that led there', () => {
    const part = robot(
      '\n<xacro:macro name="m" params="n">\n<link name="${n + 1}"/></xacro:macro>',
    );
    const {
      code,
      at: place,
      hint,
    } = at('<xacro:include filename="p.xacro"/>\n<xacro:m n="x"/>', { 'pkg/p.xacro': part });
    expect([code, place]).toEqual(['xacro/expression', 'pkg/p.xacro:3:7']);
    expect(hint).toContain('in m, from pkg/r.urdf.xacro:2');
    const yaml = at('<a v="${load_yaml(\'c.yaml\')}"/>', {
      'pkg/c.yaml': 'a: 1\nb: !degrees ninety\n',
    });
    expect([yaml.code, yaml.at]).toEqual(['xacro/unknown-name', 'pkg/c.yaml:2:13']);
  });

  test('a missing argument lists those that there are', () => {
    const body =
      '<xacro:arg name="ur_type"/><xacro:arg name="prefix" default="x_"/><a v="$(arg ur_type)"/>';
    const { hint, message } = fault(body);
    expect(message).toContain('"ur_type" has no default and no value is given');
    expect(hint).toContain('--xacro-arg ur_type=VALUE');
    expect(hint).toContain('ur_type (required), prefix=x_');
  });

  test('what is wrong with the URDF names the xacro file', () => {
    const part = robot(
      '\n<xacro:macro name="m" params="n">\n<link name="${n}"/>\n<joint name="j" type="fixed">\n<parent link="none"/><child link="${n}"/></joint></xacro:macro>',
    );
    const files = bytesOf({ 'pkg/p.xacro': part });
    const text = robot('<xacro:include filename="p.xacro"/><link name="root"/><xacro:m n="x"/>');
    const { code, file, line } = faultOf(() =>
      readUrdf(utf8(text), { file: 'pkg/r.xacro', resolver: { files } }),
    );
    expect([code, file, line]).toEqual(['urdf/unknown-link', 'pkg/p.xacro', 5]);
  });
});

describe('hostile files end with a fault', () => {
  const deep = (n: number) => '<a>'.repeat(n) + '</a>'.repeat(n);
  test.each([
    ['<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>', 'recursion'],
    ['<xacro:macro name="m"><a><xacro:m/></a></xacro:macro><xacro:m/>', 'too-deep'],
    [
      '<xacro:macro name="m" params="n"><xacro:if value="${n}"><xacro:m n="${n-1}"/><xacro:m n="${n-1}"/><a/></xacro:if></xacro:macro><xacro:m n="60"/>',
      'too-large',
    ],
    [
      `<xacro:macro name="l0"><a/></xacro:macro>${Array.from({ length: 12 }, (_, i) => `<xacro:macro name="l${i + 1}">${`<xacro:l${i}/>`.repeat(10)}</xacro:macro>`).join('')}<xacro:l12/>`,
      'too-large',
    ],
    [
      `<xacro:property name="p0" value="aaaaaaaaaa"/>${Array.from({ length: 12 }, (_, i) => `<xacro:property name="p${i + 1}" value="${`\${p${i}}`.repeat(10)}"/>`).join('')}<a v="\${p12}"/>`,
      'too-large',
    ],
    [
      `${Array.from({ length: 500 }, (_, i) => `<xacro:property name="p${i}" value="\${p${i + 1}}"/>`).join('')}<a v="\${p0}"/>`,
      'recursion',
    ],
    [
      '<xacro:property name="b"><xacro:insert_block name="b"/></xacro:property><xacro:insert_block name="b"/>',
      'recursion',
    ],
    ['<xacro:include filename="r.urdf.xacro"/>', 'include-circle'],
    ['<xacro:include filename="a.xacro"/>', 'include-circle'],
    [
      `<xacro:macro name="m" params="**c"><xacro:insert_block name="c"/></xacro:macro><xacro:m><c>${deep(150)}</c></xacro:m>${deep(150)}<x>${deep(197)}</x>`,
      null,
    ],
  ])('%#', (body, code) => {
    const files = {
      'pkg/a.xacro': robot('<xacro:include filename="b.xacro"/>'),
      'pkg/b.xacro': robot('<xacro:include filename="a.xacro"/>'),
      'pkg/r.urdf.xacro': robot(''),
    };
    if (code === null) expect(expand(body, files).root.children.length).toBe(3);
    else expect(fault(body, files).code).toBe(`xacro/${code}`);
  });
});

describe('SRDF with macros', () => {
  test('is expanded, and its arguments too', () => {
    const { robot: read } = readUrdf(utf8('<robot name="r"><link name="l_a"/></robot>'), {
      file: 'r.urdf',
      resolver: { files: {} },
    });
    const text = robot(
      '<xacro:arg name="p" default=""/><xacro:macro name="g" params="p"><group name="${p}arm"><link name="${p}a"/></group></xacro:macro><xacro:g p="$(arg p)"/>',
    );
    const options = { file: 'r.srdf.xacro', robot: read, xacro: { p: 'l_' } };
    const { semantics, notes, files } = readSrdf(utf8(text), options);
    expect(notes).toEqual([]);
    expect(semantics.groups.map(({ name, links }) => [name, links])).toEqual([['l_arm', ['l_a']]]);
    expect([...files.keys()]).toEqual(['r.srdf.xacro']);
  });
});

test('a scope that is not known is refused with those that are', () => {
  const { code, hint } = fault('<xacro:property name="x" value="1" scope="globl"/>');
  expect([code, hint]).toEqual(['xacro/scope', 'local, parent or global']);
});

test('elements inside an include mean nothing, and plain URDF files can be included', () => {
  const files = { 'pkg/base.urdf': robot('<link name="base"/>') };
  const body =
    '<xacro:arg name="sim" default="false"/><xacro:include filename="base.urdf"><xacro:arg name="sim" value="${sim}"/></xacro:include><a v="$(arg sim)"/>';
  expect(inside(body, files)).toBe('<link name="base"/><a v="false"/>');
});
