/**
 * What xacro files get from outside: other files, the folders of packages, arguments, the environment. `$(find name)` stays
 * `package://name`, which every reference understands, so that what comes out is the same on every machine.
 */
import { type Fault, InputError, nameHint } from '../../math/index.ts';
import { lookedFor, type Resolver, resolve } from '../resolver.ts';
import { readXml, type XmlElement } from '../xml.ts';
import { GLOBALS, scopeOf } from './builtins.ts';
import { Budget, evaluateText, type Names } from './evaluate.ts';
import { ExpressionError, PyFunction, type PyScope, type PyValue, str } from './values.ts';
import { readYaml } from './yaml.ts';

/** An argument that a xacro file declares. */
export interface XacroArgument {
  readonly name: string;
  /** None if a value must be given. */
  readonly fallback?: string | undefined;
  readonly file?: string | undefined;
  readonly line: number;
}

export interface XacroInput {
  readonly file: string;
  readonly resolver: Resolver;
  /** Values of arguments by name. */
  readonly args: Readonly<Record<string, string>>;
}

/** Far more than any robot needs; hostile files end here. */
const MOST_STEPS = 3_000_000;
const MOST_FILES = 1000;
const MOST_INCLUDES = 10_000;
const MOST_NESTED_FILES = 40;

export class Documents {
  /** Every file that was read, by path, but for the first. */
  readonly files = new Map<string, Uint8Array>();
  readonly notes: Fault[] = [];
  readonly budget = new Budget(MOST_STEPS);
  /** Arguments that are declared, in the order in which they are met. */
  readonly declared = new Map<string, XacroArgument>();
  /** Arguments that were given and that something asked for. */
  readonly used = new Set<string>();
  /** The `xacro` of expressions. */
  readonly functions: PyScope;
  private readonly input: XacroInput;
  private readonly values: Map<string, string>;
  private readonly trees = new Map<string, XmlElement>();
  private readonly yaml = new Map<string, PyValue>();
  private readonly open: string[];
  private included = 0;

  constructor(input: XacroInput) {
    this.input = input;
    this.values = new Map(Object.entries(input.args));
    this.open = [input.file];
    const load = ([name]: readonly PyValue[]) => this.loadYaml(str(name ?? ''));
    const same = ([value = null]: readonly PyValue[]) => value;
    const say = (args: readonly PyValue[]) => {
      const message = args.map(str).join(' ');
      if (this.notes.length < 100)
        this.notes.push({ code: 'xacro/message', message, file: this.file });
      return '';
    };
    const functions: Record<string, (args: readonly PyValue[]) => PyValue> = {
      load_yaml: load,
      abs_filename: ([name]) => this.absolute(str(name ?? '')),
      dotify: same,
      arg: ([name]) => this.argument(str(name ?? '')),
      message: say,
      warning: say,
      error: say,
      print_location: () => '',
      fatal: (args) => {
        throw new ExpressionError(`the file says: ${args.map(str).join(' ')}`, { code: 'fatal' });
      },
    };
    this.functions = scopeOf(
      new Map(Object.entries(functions).map(([name, call]) => [name, new PyFunction(name, call)])),
    );
  }

  /** The file that is being expanded. */
  get file(): string {
    return this.open[this.open.length - 1];
  }

  /** A name of an expression that belongs to no scope. */
  global(name: string): PyValue | undefined {
    if (name === 'xacro') return this.functions;
    const isOld = name === 'load_yaml' || name === 'abs_filename' || name === 'dotify';
    return isOld ? this.functions.member(name) : undefined;
  }

  declare(argument: XacroArgument, fallback: (() => string) | undefined): void {
    const { name } = argument;
    const isKnown = this.values.has(name);
    this.use(name);
    const value = isKnown || !fallback ? undefined : fallback();
    if (value !== undefined) this.values.set(name, value);
    if (!this.declared.has(name))
      this.declared.set(name, { ...argument, fallback: value ?? argument.fallback });
  }

  /** `$(name rest)`. */
  substitution(text: string, names: Names): PyValue {
    const [, command, rest] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(text)!;
    const [first = ''] = rest.split(/\s+/);
    switch (command) {
      case 'find':
        if (first === '') throw new ExpressionError('$(find) needs the name of a package');
        return `package://${first}`;
      case 'arg':
        return this.argument(first);
      case 'env':
        return this.variable(first);
      case 'optenv':
        return this.environment(first) ?? rest.slice(first.length).trim();
      case 'cwd':
        return 'file://.';
      case 'dirname':
        return this.absolute('').replace(/\/$/, '');
      case 'anon':
        return first;
      case 'eval':
        return evaluateText(rest, names, this.budget);
      default:
        throw new ExpressionError(`$(${command}) is not known`, {
          hint: 'known are $(find), $(arg), $(env), $(optenv), $(cwd), $(dirname) and $(eval)',
        });
    }
  }

  private argument(name: string): string {
    const value = this.values.get(name);
    this.use(name);
    if (value !== undefined) return value;
    const declared = this.declared.get(name);
    const known = [...this.declared.keys()];
    throw new ExpressionError(
      declared
        ? `the argument ${JSON.stringify(name)} has no default and no value is given`
        : `there is no argument ${JSON.stringify(name)}`,
      {
        code: 'missing-argument',
        hint: [
          declared ? undefined : nameHint(name, known),
          `give it with --xacro-arg ${name}=VALUE, or in the cell file with xacro: {${name}: VALUE}`,
          this.listed(),
        ]
          .filter((each) => each !== undefined && each !== '')
          .join('; '),
      },
    );
  }

  private use(name: string): void {
    if (Object.hasOwn(this.input.args, name)) this.used.add(name);
  }

  /** The arguments with their defaults, for messages. */
  listed(): string {
    const all = [...this.declared.values()];
    if (all.length === 0) return '';
    const shown = all.map(({ name, fallback }) => {
      if (fallback === undefined) return `${name} (required)`;
      return `${name}=${fallback.length > 30 ? '...' : fallback}`;
    });
    return `the arguments are ${shown.slice(0, 30).join(', ')}${all.length > 30 ? ', ...' : ''}`;
  }

  private environment(name: string): string | undefined {
    return this.input.resolver.environment?.(name);
  }

  private variable(name: string): string {
    const value = this.environment(name);
    if (value !== undefined) return value;
    throw new ExpressionError(`the environment has no variable ${JSON.stringify(name)}`, {
      hint: '$(optenv NAME DEFAULT) has a default',
    });
  }

  /** A path that is no longer relative to a file. */
  private absolute(name: string): string {
    if (/^([a-z]+:\/\/|\/)/.test(name)) return name;
    const { file } = this;
    const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
    return `file://${folder}/${name}`;
  }

  private loadYaml(name: string): PyValue {
    const { path, bytes } = this.find(name, [this.file], 'the YAML file');
    const known = this.yaml.get(path);
    if (known !== undefined) return known;
    this.files.set(path, bytes);
    const names = { find: (each: string) => GLOBALS.get(each), all: () => GLOBALS.keys() };
    const value = readYaml(bytes, { file: path, names, budget: this.budget });
    this.yaml.set(path, value);
    return value;
  }

  /** Expands an included file; `within` are the files that a relative name may start from. */
  include(name: string, within: readonly string[], expand: (root: XmlElement) => void): void {
    if (/[*?[]/.test(name)) {
      throw new ExpressionError(
        `${JSON.stringify(name)} is a pattern: files are included one by one`,
      );
    }
    const { path, bytes } = this.find(name, within, 'the file');
    if (this.open.includes(path)) {
      throw new ExpressionError(`the file includes itself: ${[...this.open, path].join(' -> ')}`, {
        code: 'include-circle',
      });
    }
    if (this.open.length >= MOST_NESTED_FILES || ++this.included > MOST_INCLUDES) {
      throw new ExpressionError('far too many files are included', { code: 'too-large' });
    }
    let root = this.trees.get(path);
    if (!root) {
      root = readXml(bytes, { file: path, format: 'xacro' });
      this.trees.set(path, root);
      this.files.set(path, bytes);
    }
    this.budget.spend(100);
    this.open.push(path);
    try {
      expand(root);
    } finally {
      this.open.pop();
    }
  }

  has(name: string, within: readonly string[]): boolean {
    return within.some((from) => resolve(this.input.resolver, name, from).bytes !== undefined);
  }

  private find(name: string, within: readonly string[], what: string) {
    const tried: string[] = [];
    const looked = new Set<string>();
    for (const from of within) {
      const found = resolve(this.input.resolver, name, from);
      if (found.bytes && (this.files.size < MOST_FILES || this.files.has(found.path))) {
        return { path: found.path, bytes: found.bytes };
      }
      tried.push(...found.tried);
      for (const place of found.looked) looked.add(place);
    }
    const places = lookedFor({ tried: [...new Set(tried)], looked: [...looked] });
    throw new ExpressionError(`${what} ${JSON.stringify(name)} was not found`, {
      code: 'missing-file',
      hint: [places, this.listed()].filter((each) => each !== '').join('; '),
    });
  }
}

/** Faults of one kind: with the place of an element. */
export function faultAt(
  element: XmlElement,
  { code, message, hint }: { code: string; message: string; hint?: string | undefined },
  attribute?: string,
): InputError {
  const fault = element.fault(code, message, hint, attribute);
  return new InputError({ ...fault, code: `xacro/${code}` });
}
