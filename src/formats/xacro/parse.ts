/**
 * Python expressions as trees: numbers, strings, names, lists, dicts, arithmetic, comparisons, conditions, calls, indices,
 * slices and list comprehensions. No statements, no lambdas, no assignments. Nesting is bounded.
 */
import { type Token, tokens } from './tokens.ts';
import { ExpressionError, type PyValue } from './values.ts';

export type Expression =
  | { readonly kind: 'value'; readonly value: PyValue }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list' | 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'compare'; readonly first: Expression; readonly rest: readonly Comparison[] }
  | {
      readonly kind: 'if';
      readonly test: Expression;
      readonly then: Expression;
      readonly else: Expression;
    }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
  | {
      readonly kind: 'slice';
      readonly of: Expression;
      readonly bounds: readonly (Expression | null)[];
    }
  | {
      readonly kind: 'call';
      readonly of: Expression;
      readonly args: readonly Expression[];
      readonly named: readonly Named[];
    }
  | { readonly kind: 'each'; readonly item: Expression; readonly clauses: readonly Clause[] };

export interface Comparison {
  readonly operator: string;
  readonly right: Expression;
}

export type Named = readonly [name: string, value: Expression];

/** `for names in list if tests`. */
export interface Clause {
  readonly names: readonly string[];
  readonly list: Expression;
  readonly tests: readonly Expression[];
}

const CONSTANTS = new Map<string, PyValue>([
  ['True', true],
  ['False', false],
  ['None', null],
]);
const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'for', 'lambda']);
const BINARY: readonly (readonly string[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%'],
];
const MOST_NESTED = 100;
const MOST_TOKENS = 2000;

/** Whether a name can stand for a property. */
export function isName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) && !KEYWORDS.has(text) && !CONSTANTS.has(text);
}

/** Throws an ExpressionError for what is not an expression. */
export function parseExpression(text: string): Expression {
  const list = tokens(text);
  // Trees lean to one side as far as the expression is long, and are walked by recursion.
  if (list.length > MOST_TOKENS) {
    throw new ExpressionError(`the expression has more than ${MOST_TOKENS} words`, {
      code: 'too-large',
    });
  }
  return new Parser(list).whole();
}

class Parser {
  private readonly list: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(list: readonly Token[]) {
    this.list = list;
  }

  whole(): Expression {
    if (this.list[0].kind === 'end') throw new ExpressionError('the expression is empty');
    const expression = this.items('end');
    if (this.next.kind !== 'end') throw this.unexpected();
    return expression;
  }

  private get next(): Token {
    return this.list[this.at];
  }

  private is(text: string): boolean {
    const { kind, text: own } = this.next;
    return own === text && (kind === 'operator' || (kind === 'name' && KEYWORDS.has(text)));
  }

  private skip(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  private need(text: string): void {
    if (!this.skip(text)) throw this.unexpected(text);
  }

  private unexpected(expected?: string): ExpressionError {
    const { kind, text } = this.next;
    const found = kind === 'end' ? 'the expression ends' : `${JSON.stringify(text)} stands`;
    return new ExpressionError(
      expected === undefined
        ? `${found} where a value was expected`
        : `${found} where ${JSON.stringify(expected)} was expected`,
    );
  }

  /** One expression, or a tuple of several with commas. */
  private items(end: string): Expression {
    const first = this.expression();
    if (!this.is(',')) return first;
    const items = [first];
    while (this.skip(',')) {
      if (this.is(end) || this.next.kind === 'end') break;
      items.push(this.expression());
    }
    return { kind: 'tuple', items };
  }

  private expression(): Expression {
    if (++this.depth > MOST_NESTED)
      throw new ExpressionError('the expression is nested too deeply');
    const then = this.or();
    let whole = then;
    if (this.skip('if')) {
      const test = this.or();
      this.need('else');
      whole = { kind: 'if', test, then, else: this.expression() };
    }
    this.depth--;
    return whole;
  }

  private or(): Expression {
    let left = this.and();
    while (this.skip('or')) left = { kind: 'or', left, right: this.and() };
    return left;
  }

  private and(): Expression {
    let left = this.not();
    while (this.skip('and')) left = { kind: 'and', left, right: this.not() };
    return left;
  }

  private not(): Expression {
    let count = 0;
    while (this.skip('not')) count++;
    let whole = this.comparison();
    for (; count > 0; count--) whole = { kind: 'unary', operator: 'not', of: whole };
    return whole;
  }

  private comparison(): Expression {
    const first = this.binary(0);
    const rest: Comparison[] = [];
    for (let operator = this.comparator(); operator; operator = this.comparator()) {
      rest.push({ operator, right: this.binary(0) });
    }
    return rest.length === 0 ? first : { kind: 'compare', first, rest };
  }

  private comparator(): string | null {
    for (const each of ['==', '!=', '<=', '>=', '<', '>', 'in']) if (this.skip(each)) return each;
    if (this.skip('is')) return this.skip('not') ? 'is not' : 'is';
    if (!this.is('not')) return null;
    this.at++;
    this.need('in');
    return 'not in';
  }

  private binary(level: number): Expression {
    if (level === BINARY.length) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = BINARY[level].find((each) => this.is(each));
      if (operator === undefined) return left;
      this.at++;
      left = { kind: 'binary', operator, left, right: this.binary(level + 1) };
    }
  }

  private unary(): Expression {
    const signs: string[] = [];
    for (let sign = this.sign(); sign; sign = this.sign()) signs.push(sign);
    let whole = this.power();
    for (const operator of signs.reverse()) whole = { kind: 'unary', operator, of: whole };
    return whole;
  }

  private sign(): string | undefined {
    return ['-', '+', '~'].find((each) => this.skip(each));
  }

  /** Binds tighter than a sign to its left, and looser than one to its right. */
  private power(): Expression {
    const left = this.postfix(this.atom());
    if (!this.skip('**')) return left;
    if (++this.depth > MOST_NESTED)
      throw new ExpressionError('the expression is nested too deeply');
    const right = this.unary();
    this.depth--;
    return { kind: 'binary', operator: '**', left, right };
  }

  private postfix(start: Expression): Expression {
    let of = start;
    for (;;) {
      if (this.skip('.')) {
        const { kind, text } = this.next;
        if (kind !== 'name') throw this.unexpected('a name');
        this.at++;
        of = { kind: 'member', of, name: text };
      } else if (this.skip('[')) of = this.index(of);
      else if (this.skip('(')) of = this.call(of);
      else return of;
    }
  }

  private index(of: Expression): Expression {
    const bounds: (Expression | null)[] = [this.is(':') ? null : this.items(']')];
    while (bounds.length < 3 && this.skip(':')) {
      bounds.push(this.is(':') || this.is(']') ? null : this.expression());
    }
    this.need(']');
    if (bounds.length === 1) return { kind: 'index', of, index: bounds[0]! };
    return { kind: 'slice', of, bounds };
  }

  private call(of: Expression): Expression {
    const args: Expression[] = [];
    const named: Named[] = [];
    while (!this.is(')')) {
      const { kind, text } = this.next;
      const after = this.list[this.at + 1];
      if (kind === 'name' && after.kind === 'operator' && after.text === '=') {
        this.at += 2;
        named.push([text, this.expression()]);
      } else {
        const item = this.expression();
        args.push(this.is('for') ? { kind: 'each', item, clauses: this.clauses() } : item);
      }
      if (!this.skip(',')) break;
    }
    this.need(')');
    return { kind: 'call', of, args, named };
  }

  private atom(): Expression {
    const { kind, text } = this.next;
    if (kind === 'int') return this.constant(BigInt(text));
    if (kind === 'float') return this.constant(Number(text));
    if (kind === 'string') {
      let value = '';
      // Strings side by side are one.
      for (; this.next.kind === 'string'; this.at++) value += this.next.text;
      return { kind: 'value', value };
    }
    if (kind === 'name' && CONSTANTS.has(text)) return this.constant(CONSTANTS.get(text)!);
    if (kind === 'name' && !KEYWORDS.has(text)) {
      this.at++;
      return { kind: 'name', name: text };
    }
    if (this.skip('(')) return this.bracketed();
    if (this.skip('[')) return this.listed();
    if (this.skip('{')) return this.mapping();
    throw this.unexpected();
  }

  private constant(value: PyValue): Expression {
    this.at++;
    return { kind: 'value', value };
  }

  private bracketed(): Expression {
    if (this.skip(')')) return { kind: 'tuple', items: [] };
    const inner = this.items(')');
    const clauses = this.clauses();
    this.need(')');
    return clauses.length > 0 ? { kind: 'each', item: inner, clauses } : inner;
  }

  private listed(): Expression {
    const items: Expression[] = [];
    while (!this.is(']')) {
      items.push(this.expression());
      const clauses = items.length === 1 ? this.clauses() : [];
      if (clauses.length > 0) {
        this.need(']');
        return { kind: 'each', item: items[0], clauses };
      }
      if (!this.skip(',')) break;
    }
    this.need(']');
    return { kind: 'list', items };
  }

  private mapping(): Expression {
    const entries: (readonly [Expression, Expression])[] = [];
    while (!this.is('}')) {
      const key = this.expression();
      this.need(':');
      entries.push([key, this.expression()]);
      if (!this.skip(',')) break;
    }
    this.need('}');
    return { kind: 'dict', entries };
  }

  private clauses(): Clause[] {
    const clauses: Clause[] = [];
    while (this.skip('for')) {
      const names: string[] = [];
      const isBracketed = this.skip('(');
      do {
        if (this.next.kind !== 'name') throw this.unexpected('a name');
        names.push(this.next.text);
        this.at++;
      } while (this.skip(','));
      if (isBracketed) this.need(')');
      this.need('in');
      const list = this.or();
      const tests: Expression[] = [];
      while (this.skip('if')) tests.push(this.or());
      clauses.push({ names, list, tests });
    }
    return clauses;
  }
}
