/**
 * Evaluates the texts of a xacro file: attributes and what stands between elements. Whatever is wrong gets the place of the element
 * that the text was written in, and of the call that led there.
 */
import { type InputError, LONE_SURROGATE_FAULT, loneSurrogateAt } from '../../math/index.ts';
import type { XmlElement } from '../xml.ts';
import { type Documents, faultAt } from './documents.ts';
import { evaluateText, type Names } from './evaluate.ts';
import type { Lazy, Scope } from './scope.ts';
import { condition, evaluate } from './text.ts';
import { ExpressionError, type PyValue, str, truth } from './values.ts';

/** A call that is being expanded. */
interface Call {
  readonly name: string;
  readonly element: XmlElement;
  readonly depth: number;
}

/** Nested calls; loops are written as macros that call themselves. */
const MOST_CALLS = 300;
/** What a call costs: robots have thousands, not millions. */
const CALL = 50;

export class Texts {
  private readonly documents: Documents;
  private call: Call | null = null;

  constructor(documents: Documents) {
    this.documents = documents;
  }

  /** Counts what is done about an element. */
  spend(element: XmlElement, steps = 1): void {
    this.within(element, undefined, () => this.documents.budget.spend(steps));
  }

  deeper(name: string, element: XmlElement, expand: () => void): void {
    const before = this.call;
    const depth = (before?.depth ?? 0) + 1;
    if (depth > MOST_CALLS) {
      const message = `macros call each other more than ${MOST_CALLS} deep`;
      throw this.fault(element, { code: 'recursion', message, hint: 'does a loop have its end?' });
    }
    this.spend(element, CALL);
    this.call = { name, element, depth };
    expand();
    this.call = before;
  }

  /** The value of a property, when it is first asked for. */
  property({ text, element }: Lazy, scope: Scope): PyValue {
    return this.text(element, element.attributes.has('value') ? 'value' : 'default', text, scope);
  }

  text(element: XmlElement, attribute: string | undefined, text: string, scope: Scope): PyValue {
    const { documents } = this;
    this.spend(element, 1 + text.length / 100);
    const names: Names = {
      find: (name) => {
        const value = scope.find(name);
        return value === undefined ? documents.global(name) : value;
      },
      all: () => scope.all(),
    };
    const value = this.within(element, attribute, () =>
      evaluate(text, {
        expression: (inner) => {
          try {
            return evaluateText(inner, names, documents.budget);
          } catch (error) {
            if (!(error instanceof ExpressionError)) throw error;
            const { code, hint, message } = error;
            const shown = inner.length > 80 ? `${inner.slice(0, 80)}...` : inner;
            throw new ExpressionError(`\${${shown}}: ${message}`, { code, hint });
          }
        },
        substitution: (inner) => documents.substitution(inner, names),
      }),
    );
    if (typeof value !== 'string' || loneSurrogateAt(value) < 0) return value;
    throw this.fault(element, { code: 'lone-surrogate', ...LONE_SURROGATE_FAULT }, attribute);
  }

  /** Gives what is wrong with an expression its place. */
  within<T>(element: XmlElement, attribute: string | undefined, act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw this.fault(element, error, attribute);
    }
  }

  holds(element: XmlElement, attribute: string, text: string, scope: Scope): boolean {
    const value = this.text(element, attribute, text, scope);
    return this.within(element, attribute, () => condition(value, truth));
  }

  /** The text of an attribute that must be there, and not be empty. */
  required(element: XmlElement, name: string, scope: Scope, mayBeEmpty = false): string {
    const text = element.attribute(name);
    if (text === undefined) throw this.missing(element, name);
    const value = str(this.text(element, name, text, scope));
    if (value !== '' || mayBeEmpty) return value;
    const message = `"${name}" of <${element.name}> is empty`;
    throw this.fault(element, { code: 'missing-attribute', message }, name);
  }

  missing(element: XmlElement, name: string): InputError {
    const message = `<${element.name}> needs an attribute "${name}"`;
    return this.fault(element, { code: 'missing-attribute', message });
  }

  fault(
    element: XmlElement,
    { code, message, hint }: { code: string; message: string; hint?: string | undefined },
    attribute?: string,
  ): InputError {
    const called = this.call && `in ${this.call.name}, from ${placeOf(this.call.element)}`;
    const both = [hint, called].filter((each) => each).join('; ') || undefined;
    return faultAt(element, { code, message, hint: both }, attribute);
  }
}

function placeOf(element: XmlElement): string {
  return `${element.file ?? 'line'}:${element.line}`;
}
