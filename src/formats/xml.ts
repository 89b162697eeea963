/**
 * XML as a tree of elements that know where they stand. Readers of XML formats take their values
 * through it, so that every fault has a file, a line and a column.
 *
 * The whole document is kept as one string; elements store offsets into it, and lines and columns
 * are worked out only when somebody asks. Namespaces are not resolved: `name` has the prefix,
 * `local` does not. Only the five standard entities and character references are expanded.
 */

import { SaxesParser } from 'saxes';
import { Growing } from '../arrays/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { decodeXml } from './xmlEncoding.ts';

/** Real files stay far below these; hostile ones are stopped before they fill the memory. */
export const MAX_XML_DEPTH = 200;
export const MAX_XML_ELEMENTS = 3_000_000;

export interface ReadXmlOptions {
  readonly file?: string | undefined;
  /** Begins the codes of faults that the element methods report, such as `urdf`. */
  readonly format: string;
}

interface XmlInput extends ReadXmlOptions {
  readonly source: string;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NO_CHILDREN: readonly XmlElement[] = [];

/** An element. Its methods that return a value throw an InputError when it is not as expected. */
export class XmlElement {
  /** As written, with prefix. */
  readonly name: string;
  readonly parent: XmlElement | undefined;
  attributes: ReadonlyMap<string, string> = NO_ATTRIBUTES;
  children: readonly XmlElement[] = NO_CHILDREN;
  /** The text directly inside, without runs of pure white space. */
  text = '';
  private readonly input: XmlInput;
  /** Offset of the opening `<` in the decoded text. */
  readonly start: number;
  /** Where the text starts, or -1 if there is none or it has more than one run. */
  private textStart = -1;
  /** Length of the name in the file: a copy may have another. */
  private nameLength: number;

  constructor(input: XmlInput, parent: XmlElement | undefined, name: string, start: number) {
    this.input = input;
    this.parent = parent;
    this.name = name;
    this.start = start;
    this.nameLength = name.length;
  }

  /** One without attributes, text and children, for another tree; it knows where this one was written. */
  copy(parent: XmlElement | undefined, format: string, name = this.name): XmlElement {
    const { input } = this;
    const own = input.format === format ? input : { ...input, format };
    const copy = new XmlElement(own, parent, name, this.start);
    copy.nameLength = this.nameLength;
    return copy;
  }

  /** The file that it was written in. */
  get file(): string | undefined {
    return this.input.file;
  }

  /** Where it was written, for a sentence about something in `other`. */
  lineSeenFrom(other: XmlElement): string {
    return this.file === other.file ? `line ${this.line}` : `line ${this.line} of ${this.file}`;
  }

  /** The name without prefix. */
  get local(): string {
    return this.name.slice(this.name.indexOf(':') + 1);
  }

  /** 1-based line of the opening `<`. */
  get line(): number {
    return place(this.input.source, this.start).line;
  }

  /** 1-based column of the opening `<`. */
  get column(): number {
    return place(this.input.source, this.start).column;
  }

  /** The first child with this name (without prefix). */
  child(local: string): XmlElement | undefined {
    return this.children.find((child) => child.local === local);
  }

  /** All children with this name (without prefix). */
  childrenNamed(local: string): XmlElement[] {
    return this.children.filter((child) => child.local === local);
  }

  requireChild(local: string): XmlElement {
    const child = this.child(local);
    if (child) return child;
    throw this.error('missing-element', `<${this.name}> needs an element <${local}>`);
  }

  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }

  requireAttribute(name: string): string {
    const value = this.attributes.get(name);
    if (value !== undefined) return value;
    throw this.error('missing-attribute', `<${this.name}> needs an attribute "${name}"`);
  }

  /** One finite number; `fallback` if the attribute is missing, which is an error without one. */
  numberAttribute(name: string, fallback?: number): number {
    if (fallback !== undefined && !this.attributes.has(name)) return fallback;
    return this.numbersAttribute(name, 1)[0];
  }

  /** Exactly `count` finite numbers, any number of them if `count` is undefined. */
  numbersAttribute(name: string, count?: number): Float64Array {
    const text = this.requireAttribute(name);
    return this.numbersFrom(text, `"${name}" of <${this.name}>`, count, () =>
      this.attributeStart(name),
    );
  }

  /** The numbers in the text. */
  numbers(count?: number): Float64Array {
    return this.numbersFrom(this.text, `the text of <${this.name}>`, count, (at) =>
      this.textStart < 0 ? this.start : this.textStart + at,
    );
  }

  /** What is wrong, at this element or at one of its attributes. */
  fault(code: string, message: string, hint?: string, attribute?: string): Fault {
    const at = attribute === undefined ? this.start : this.attributeStart(attribute);
    return this.faultAt(at, code, message, hint);
  }

  error(code: string, message: string, hint?: string, attribute?: string): InputError {
    return new InputError(this.fault(code, message, hint, attribute));
  }

  /** @internal For the builder. */
  addText(text: string, start: number): void {
    if (!/\S/.test(text)) return;
    this.textStart = this.text === '' ? start : -1;
    this.text += text;
  }

  /** @internal Where the text stands, as far as that is known. */
  get textAt(): number {
    return this.textStart < 0 ? this.start : this.textStart;
  }

  private faultAt(at: number, code: string, message: string, hint?: string): Fault {
    const { file, format, source } = this.input;
    return { code: `${format}/${code}`, message, file, ...place(source, at), hint };
  }

  /** Where an attribute's name stands; the start of the element if there is no such attribute. */
  private attributeStart(name: string): number {
    const { source } = this.input;
    const pattern = /\s*([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/y;
    pattern.lastIndex = this.start + 1 + this.nameLength;
    for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
      if (match[1] === name) return match.index + match[0].indexOf(name);
    }
    return this.start;
  }

  private numbersFrom(
    text: string,
    what: string,
    count: number | undefined,
    placeOf: (at: number) => number,
  ): Float64Array {
    const values = new Growing(Float64Array);
    const { length } = text;
    for (let at = 0; at < length; ) {
      if (isSpace(text.charCodeAt(at))) {
        at++;
        continue;
      }
      const from = at;
      while (at < length && !isSpace(text.charCodeAt(at))) at++;
      const word = text.slice(from, at);
      const value = parseDecimal(word);
      if (!Number.isFinite(value)) {
        const nonFinite = !Number.isNaN(value) || NON_FINITE.test(word);
        throw new InputError(
          this.faultAt(
            placeOf(from),
            nonFinite ? 'non-finite' : 'bad-number',
            `${what} must be ${nonFinite ? 'finite' : 'decimal'} numbers, found ${quote(word)}`,
          ),
        );
      }
      values.push(value);
    }
    if (count !== undefined && values.length !== count) {
      const expected = count === 1 ? 'one number' : `${count} numbers`;
      throw new InputError(
        this.faultAt(
          placeOf(0),
          'number-count',
          `${what} must be ${expected}, found ${values.length} in ${quote(text)}`,
        ),
      );
    }
    return values.finish();
  }
}

const NON_FINITE = /^[+-]?(?:nan|inf)/i;

/**
 * `1`, `+1`, `1.`, `.5`, `1e-5`, and NaN for everything else: with these characters alone, `Number`
 * reads nothing but decimal numbers.
 */
function parseDecimal(word: string): number {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    const isDigit = code >= 48 && code <= 57;
    // + - . E e
    if (!isDigit && code !== 46 && code !== 45 && code !== 43 && code !== 69 && code !== 101) {
      return Number.NaN;
    }
  }
  return Number(word);
}

/** White space of XML. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Whether nothing but white space stands before the last `<` that was read. */
function isBlank(source: string, at: number): boolean {
  const start = source.lastIndexOf('<', at);
  for (let i = 0; i < start; i++) if (!isSpace(source.charCodeAt(i))) return false;
  return start >= 0;
}

/** Reads a document and returns its root. Throws InputError with codes `xml/...`. */
export function readXml(bytes: Uint8Array, options: ReadXmlOptions): XmlElement {
  const source = decodeXml(bytes, options.file);
  const input = { ...options, source };
  const parser = new SaxesParser();
  let root: XmlElement | undefined;
  let open: XmlElement | undefined;
  const children: XmlElement[][] = [];
  let count = 0;
  let textStart = 0;
  const fail = (code: string, message: string, at: number, hint?: string) =>
    new InputError({
      code: `xml/${code}`,
      message,
      file: options.file,
      ...place(source, at),
      hint,
    });
  const markText = () => {
    textStart = parser.position;
  };
  parser.on('error', (error) => {
    const message = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    // <?xml version="0.0"?>, which robots are published with: nothing in the document hangs on the number.
    if (message.startsWith('version number')) return;
    // So are declarations below empty lines, which what ROS reads XML with passes over.
    if (message.startsWith('an XML declaration must be') && isBlank(source, parser.position)) {
      return;
    }
    const hint = message.startsWith('undefined entity')
      ? 'only &amp; &lt; &gt; &quot; &apos; and character references are known'
      : undefined;
    throw fail('syntax', `not well-formed: ${message}`, Math.max(0, parser.position - 1), hint);
  });
  parser.on('opentagstart', (tag) => {
    const start = source.lastIndexOf('<', parser.position - 1);
    if (children.length >= MAX_XML_DEPTH) {
      throw fail('too-deep', `elements are nested more than ${MAX_XML_DEPTH} deep`, start);
    }
    if (++count > MAX_XML_ELEMENTS) {
      throw fail('too-large', `the file has more than ${MAX_XML_ELEMENTS} elements`, start);
    }
    const element = new XmlElement(input, open, tag.name, start);
    root ??= element;
    children.at(-1)?.push(element);
    children.push([]);
    open = element;
  });
  parser.on('opentag', (tag) => {
    const entries = Object.entries(tag.attributes);
    if (open && entries.length > 0) open.attributes = new Map(entries);
    markText();
  });
  parser.on('closetag', () => {
    const own = children.pop();
    if (open && own && own.length > 0) open.children = own;
    open = open?.parent;
    markText();
  });
  parser.on('text', (text) => open?.addText(text, textStart));
  parser.on('cdata', (text) => {
    open?.addText(text, parser.position - text.length - 3);
    markText();
  });
  parser.on('comment', markText);
  parser.on('processinginstruction', markText);
  parser.write(source);
  if (open) throw fail('unclosed', `<${open.name}> is never closed`, open.start);
  parser.close();
  if (root) return root;
  throw fail('syntax', 'not well-formed: there is no element', source.length);
}

/** The 1-based line and column of an offset; lines end with LF, CR LF or CR. */
function place(source: string, at: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < at; i++) {
    const code = source.charCodeAt(i);
    if (code === 10 || (code === 13 && source.charCodeAt(i + 1) !== 10)) {
      line++;
      lineStart = i + 1;
    }
  }
  return { line, column: at - lineStart + 1 };
}

/** A word or text of the file in quotes, shortened. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
}
