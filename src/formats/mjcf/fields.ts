/**
 * The attributes of an MJCF element, its own and those that its default class gives it. Each knows the element that
 * wrote it, so that a fault in a default is reported where the default stands.
 */
import { closestName, type InputError, nameHint } from '../../math/index.ts';
import { quote, type XmlElement } from '../xml.ts';

/** By name of an attribute: the element that writes it. */
export type Givers = ReadonlyMap<string, XmlElement>;

export class Fields {
  readonly element: XmlElement;
  private readonly givers: Givers;

  /** `defaults` are those of the element's class; its own attributes come first. */
  constructor(element: XmlElement, defaults: Givers = new Map()) {
    this.element = element;
    const givers = new Map(defaults);
    for (const name of element.attributes.keys()) givers.set(name, element);
    this.givers = givers;
  }

  has(name: string): boolean {
    return this.givers.has(name);
  }

  text(name: string): string | undefined {
    return this.givers.get(name)?.attribute(name);
  }

  number(name: string, fallback: number): number {
    return this.givers.get(name)?.numberAttribute(name) ?? fallback;
  }

  /** Exactly `count` numbers; undefined if nobody gives any. */
  numbers(name: string, count: number): Float64Array | undefined {
    return this.givers.get(name)?.numbersAttribute(name, count);
  }

  /** Any number of them from `least` to `most`; undefined if nobody gives any. */
  someNumbers(name: string, least: number, most: number): Float64Array | undefined {
    const giver = this.givers.get(name);
    if (!giver) return undefined;
    const values = giver.numbersAttribute(name);
    if (values.length >= least && values.length <= most) return values;
    const expected = least === most ? `${least}` : `${least} to ${most}`;
    throw this.error(
      'number-count',
      `"${name}" of <${giver.name}> must be ${expected} numbers, found ${values.length}`,
      undefined,
      name,
    );
  }

  /** One of a few words. */
  word<T extends string>(name: string, words: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const found = words.find((each) => each === text);
    if (found !== undefined) return found;
    throw this.error(
      'unknown-word',
      `"${name}" of <${this.element.name}> cannot be ${quote(text)}`,
      nameHint(text, words),
      name,
    );
  }

  flag(name: string, fallback: boolean): boolean {
    return this.word(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
  }

  /** Throws for an attribute that looks like a misspelt one of `known`: it would be ignored. */
  refuseMisspelt(known: readonly string[]): void {
    for (const name of this.element.attributes.keys()) {
      if (known.includes(name)) continue;
      const meant = closestName(name, known, 1);
      if (meant === undefined || this.element.attributes.has(meant)) continue;
      throw this.error(
        'misspelt-attribute',
        `<${this.element.name}> has an attribute "${name}", which would be ignored`,
        `did you mean "${meant}"?`,
        name,
      );
    }
  }

  /** At the attribute where it is written, else at the element. */
  error(code: string, message: string, hint?: string, attribute?: string): InputError {
    const giver = attribute === undefined ? undefined : this.givers.get(attribute);
    return (giver ?? this.element).error(code, message, hint, attribute);
  }
}
