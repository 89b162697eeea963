import { describe, expect, test } from 'vitest';
import { MAX_XML_DEPTH, readXml } from '../../src/formats/xml.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';

const read = (text: string) => readXml(utf8(text), { file: 'a.xml', format: 'test' });

describe('the tree', () => {
  test('names, attributes, children, text and places', () => {
    const root = read(
      '<?xml version="1.0"?>\n<!-- c -->\n<a>\n  <p:b\n    x="1 &amp; 2"\n    y=\'2\'/>\n  <c>one<!-- - -->two<![CDATA[<3>]]></c>\n</a>\n',
    );
    expect([root.name, root.line, root.column]).toEqual(['a', 3, 1]);
    const [b, c] = root.children;
    expect([b.name, b.local, b.line, b.column]).toEqual(['p:b', 'b', 4, 3]);
    expect([...b.attributes]).toEqual([
      ['x', '1 & 2'],
      ['y', '2'],
    ]);
    expect(c.text).toBe('onetwo<3>');
    expect(root.text).toBe('');
    expect(root.child('b')).toBe(b);
    expect(root.childrenNamed('c')).toEqual([c]);
    expect(c.parent).toBe(root);
    expect(b.fault('z', 'm', 'h', 'y')).toMatchObject({ code: 'test/z', line: 6, column: 5 });
    expect(b.fault('z', 'm', 'h', 'none')).toMatchObject({ line: 4, column: 3 });
  });

  test('lines end with LF, CR LF or CR', () => {
    expect(read('<a>\r\n<b/></a>').children[0].line).toBe(2);
    expect(read('<a>\r<b/></a>').children[0].line).toBe(2);
    expect(read('<a>\n\n<b\n/></a>').children[0].line).toBe(3);
  });

  test('a byte order mark, UTF-16 and a declared encoding', () => {
    const { length } = '<a>';
    expect(read('\ufeff<a>é</a>').text).toBe('é');
    const utf16 = Uint8Array.from(
      [...'\ufeff<a>é</a>'].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
    );
    expect(readXml(utf16, { format: 'test' }).text).toBe('é');
    const latin = utf8('<?xml version="1.0" encoding="ISO-8859-1"?><a>?</a>');
    latin[latin.length - length - 2] = 0xe9;
    expect(readXml(latin, { format: 'test' }).text).toBe('é');
  });

  test('a version that there is not, as robots are published with', () => {
    const root = read('<?xml version="0.0" encoding="utf-8"?>\n<a><b x="1"/></a>');
    expect([root.name, root.line, root.children[0].numberAttribute('x')]).toEqual(['a', 2, 1]);
  });

  test('a declaration below empty lines, as robots are published with; and not elsewhere', () => {
    const root = read('\n \n<?xml version="1.0" encoding="utf-8"?>\n<a/>');
    expect([root.name, root.line]).toEqual(['a', 4]);
    const latin = utf8('\n<?xml version="1.0" encoding="ISO-8859-1"?><a>?</a>');
    latin[latin.length - 5] = 0xe9;
    expect(readXml(latin, { format: 'test' }).text).toBe('\u00e9');
    for (const text of ['<!-- c --><?xml version="1.0"?><a/>', '<a><?xml version="1.0"?></a>']) {
      expect(() => read(text)).toThrow(/XML declaration must be at the start/);
    }
  });

  test('numbers, one by one and many', () => {
    const root = read('<a one="-1.5e-3" three=" 1 .5\n2. "><b>1 2\n 3</b></a>');
    expect(root.numberAttribute('one')).toBe(-1.5e-3);
    expect(root.numberAttribute('none', 7)).toBe(7);
    expect([...root.numbersAttribute('three', 3)]).toEqual([1, 0.5, 2]);
    expect([...root.children[0].numbers()]).toEqual([1, 2, 3]);
    expect([...root.numbers()]).toEqual([]);
  });

  test('a long text costs little', () => {
    const root = read(`<a>${'0.125 -3e2\n'.repeat(200_000)}</a>`);
    const numbers = root.numbers(400_000);
    expect([numbers[0], numbers[399_999]]).toEqual([0.125, -300]);
  });
});

describe('faults', () => {
  test.each([
    ['', 'xml/empty', undefined, undefined],
    ['text', 'xml/syntax', 1, 5],
    ['<!-- no element -->', 'xml/syntax', 1, 19],
    ['<a>\n<b>\n</a>', 'xml/syntax', 3, 4],
    ['<a>\n  <b>', 'xml/unclosed', 2, 3],
    ['<a>\n  <b x="1', 'xml/unclosed', 2, 3],
    ['<a x="1" x="2"/>', 'xml/syntax', 1, 16],
    ['<a x=1/>', 'xml/syntax', 1, 6],
    ['<a/>\n<b/>', 'xml/syntax', 2, 3],
    ['<a>&nbsp;</a>', 'xml/syntax', 1, 9],
    ['<a>&constructor;</a>', 'xml/syntax', 1, 16],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'xml/syntax', 1, 36],
    ['<a>'.repeat(MAX_XML_DEPTH + 1), 'xml/too-deep', 1, 3 * MAX_XML_DEPTH + 1],
  ])('%j', (text, code, line, column) => {
    const fault = faultOf(() => read(text));
    expect(fault).toMatchObject({ code, file: 'a.xml' });
    expect([fault.line, fault.column]).toEqual([line, column]);
  });

  test('bytes that are not text', () => {
    const bytes = Uint8Array.of(60, 97, 62, 0xff, 60, 47, 97, 62);
    expect(faultOf(() => readXml(bytes, { format: 'test' })).code).toBe('xml/encoding');
    const unknown = utf8('<?xml version="1.0" encoding="klingon"?><a/>');
    expect(faultOf(() => readXml(unknown, { format: 'test' })).code).toBe('xml/encoding');
  });

  test.each([
    ['1.0abc', 'test/bad-number'],
    ['0x10', 'test/bad-number'],
    ['1,5', 'test/bad-number'],
    ['nan', 'test/non-finite'],
    ['-inf', 'test/non-finite'],
    ['1e999', 'test/non-finite'],
    ['', 'test/number-count'],
    ['1 2', 'test/number-count'],
  ])('the number %j', (value, code) => {
    const element = read(`<a>\n <b c="${value}"/></a>`).children[0];
    expect(faultOf(() => element.numberAttribute('c'))).toMatchObject({ code, line: 2, column: 5 });
  });

  test('a word in a text has its own place', () => {
    const element = read('<a>1 2\n 3 x</a>');
    expect(faultOf(() => element.numbers())).toMatchObject({ line: 2, column: 4 });
  });

  test('what is missing', () => {
    const root = read('<a/>');
    expect(faultOf(() => root.requireAttribute('b')).code).toBe('test/missing-attribute');
    expect(faultOf(() => root.requireChild('b')).code).toBe('test/missing-element');
    expect(faultOf(() => root.numberAttribute('b')).code).toBe('test/missing-attribute');
  });
});
