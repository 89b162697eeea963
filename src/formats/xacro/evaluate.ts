/**
 * Values of Python expressions. Only what parse.ts knows can be evaluated, only functions of builtins.ts can be called, and
 * what is spent is counted: an expression cannot reach anything of JavaScript, nor run on.
 */
import { nameHint } from '../../math/index.ts';
import { binary, index, slice, unary } from './arithmetic.ts';
import { methodOf } from './methods.ts';
import { type Clause, type Comparison, type Expression, parseExpression } from './parse.ts';
import {
  ExpressionError,
  equal,
  isScope,
  iterate,
  order,
  PyDict,
  PyFunction,
  PyList,
  type PyValue,
  truth,
  typeName,
} from './values.ts';

/** What the names of an expression stand for. */
export interface Names {
  /** Undefined for a name that means nothing. */
  find(name: string): PyValue | undefined;
  /** For hints. */
  all(): Iterable<string>;
}

/** How much all expressions of a file may spend together. */
export class Budget {
  private left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  spend(steps = 1): void {
    this.left -= steps;
    if (this.left < 0) {
      throw new ExpressionError('the file computes without end, or far more than a robot needs', {
        code: 'too-large',
      });
    }
  }
}

/** The value of an expression. Throws an ExpressionError that says why it has none. */
export function evaluateText(text: string, names: Names, budget: Budget): PyValue {
  return new Evaluation(names, budget).value(parseExpression(text));
}

class Evaluation {
  private readonly names: Names;
  private readonly budget: Budget;

  constructor(names: Names, budget: Budget) {
    this.names = names;
    this.budget = budget;
  }

  value(of: Expression): PyValue {
    this.budget.spend();
    switch (of.kind) {
      case 'value':
        return of.value;
      case 'name':
        return this.named(of.name);
      case 'list':
      case 'tuple':
        return new PyList(this.values(of.items), of.kind === 'tuple');
      case 'dict':
        return new PyDict(of.entries.map(([key, value]) => [this.value(key), this.value(value)]));
      case 'unary':
        return unary(of.operator, this.value(of.of));
      case 'binary':
        return binary(of.operator, this.value(of.left), this.value(of.right));
      case 'and': {
        const left = this.value(of.left);
        return truth(left) ? this.value(of.right) : left;
      }
      case 'or': {
        const left = this.value(of.left);
        return truth(left) ? left : this.value(of.right);
      }
      case 'compare':
        return this.compare(of.first, of.rest);
      case 'if':
        return truth(this.value(of.test)) ? this.value(of.then) : this.value(of.else);
      case 'member':
        return member(this.value(of.of), of.name);
      case 'index':
        return index(this.value(of.of), this.value(of.index));
      case 'slice':
        return slice(
          this.value(of.of),
          of.bounds.map((bound) => (bound ? this.value(bound) : null)),
        );
      case 'call':
        return this.call(of);
      case 'each':
        return new PyList(this.each(of.item, of.clauses));
    }
  }

  private values(items: readonly Expression[]): PyValue[] {
    return items.map((item) => this.value(item));
  }

  private named(name: string): PyValue {
    const value = this.names.find(name);
    if (value !== undefined) return value;
    throw new ExpressionError(`there is no property ${JSON.stringify(name)}`, {
      code: 'unknown-name',
      hint: nameHint(name, [...this.names.all()]),
    });
  }

  private call(of: Extract<Expression, { kind: 'call' }>): PyValue {
    const called = this.value(of.of);
    if (!(called instanceof PyFunction)) {
      throw new ExpressionError(`a ${typeName(called)} cannot be called`);
    }
    const named = new Map(of.named.map(([name, value]) => [name, this.value(value)]));
    const result = called.call(this.values(of.args), named);
    // What a function makes is paid for.
    if (result instanceof PyList) this.budget.spend(result.items.length);
    return result;
  }

  private compare(first: Expression, rest: readonly Comparison[]): boolean {
    let left = this.value(first);
    for (const { operator, right: expression } of rest) {
      const right = this.value(expression);
      if (!holds(operator, left, right)) return false;
      left = right;
    }
    return true;
  }

  private each(item: Expression, [clause, ...rest]: readonly Clause[]): PyValue[] {
    const { names: bound, list, tests } = clause;
    const made: PyValue[] = [];
    for (const element of iterate(this.value(list))) {
      const values = bound.length === 1 ? [element] : iterate(element);
      if (values.length !== bound.length) {
        throw new ExpressionError(`${values.length} values are given to ${bound.length} names`);
      }
      const own = new Map(bound.map((name, i) => [name, values[i]]));
      const outer = this.names;
      const inner = new Evaluation(
        {
          find: (name) => (own.has(name) ? own.get(name) : outer.find(name)),
          all: () => [...own.keys(), ...outer.all()],
        },
        this.budget,
      );
      this.budget.spend(bound.length);
      if (!tests.every((test) => truth(inner.value(test)))) continue;
      if (rest.length > 0) made.push(...inner.each(item, rest));
      else made.push(inner.value(item));
    }
    return made;
  }
}

function holds(operator: string, left: PyValue, right: PyValue): boolean {
  switch (operator) {
    case '==':
      return equal(left, right);
    case '!=':
      return !equal(left, right);
    case 'is':
      return left === right;
    case 'is not':
      return left !== right;
    case 'in':
      return contains(right, left);
    case 'not in':
      return !contains(right, left);
    case '<':
      return order(left, right) < 0;
    case '<=':
      return order(left, right) <= 0;
    case '>':
      return order(left, right) > 0;
    default:
      return order(left, right) >= 0;
  }
}

function contains(holder: PyValue, value: PyValue): boolean {
  if (holder instanceof PyDict) return holder.get(value) !== undefined;
  if (isScope(holder)) return typeof value === 'string' && holder.member(value) !== undefined;
  if (typeof holder === 'string') {
    if (typeof value === 'string') return holder.includes(value);
    throw new ExpressionError(`a string holds no ${typeName(value)}`);
  }
  return iterate(holder).some((item) => equal(item, value));
}

/** `value.name`: a member of a namespace, an entry of a dict, or a method. */
function member(value: PyValue, name: string): PyValue {
  if (isScope(value)) {
    const found = value.member(name);
    if (found !== undefined) return found;
    const hint = nameHint(name, [...value.members()]);
    throw new ExpressionError(`there is no ${JSON.stringify(name)} in it`, {
      code: 'unknown-name',
      hint,
    });
  }
  const entry = value instanceof PyDict ? value.get(name) : undefined;
  return entry !== undefined ? entry : methodOf(value, name);
}
