/** URDF and SRDF files as trees of elements: as they are, or, if they are written with macros, expanded. */
import { type Fault, InputError, nameHint } from '../math/index.ts';
import type { Resolver } from './resolver.ts';
import { expandXacro, isXacro, type XacroArgument } from './xacro/index.ts';
import { readXml, type XmlElement } from './xml.ts';

export interface RobotXmlOptions {
  readonly file: string;
  /** Begins the codes of faults: `urdf` or `srdf`. */
  readonly format: string;
  /** Where included files come from. */
  readonly resolver: Resolver;
  /** Values of xacro arguments by name. */
  readonly xacro?: Readonly<Record<string, string>> | undefined;
}

/** What a robot file says of xacro arguments. */
export interface XacroUse {
  /** Those that it declares, with those of the files that it includes. */
  readonly declared: readonly XacroArgument[];
  /** Names of those that were given and had a meaning. */
  readonly used: ReadonlySet<string>;
}

export interface RobotXml {
  readonly root: XmlElement;
  readonly notes: readonly Fault[];
  /** Every file that was read, by path, this one included. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly xacro: XacroUse;
}

const NONE: XacroUse = { declared: [], used: new Set() };

/** Throws InputError with the file and line that a thing was written in. */
export function readRobotXml(bytes: Uint8Array, options: RobotXmlOptions): RobotXml {
  const { file, format, resolver, xacro: args = {} } = options;
  const own = [[file, bytes]] as const;
  if (!/\.xacro$/i.test(file)) {
    const root = readXml(bytes, { file, format });
    if (!isXacro(root)) return { root, notes: [], files: new Map(own), xacro: NONE };
  }
  const expanded = expandXacro(bytes, { file, format, resolver, args });
  const { root, args: declared, used, files, notes } = expanded;
  return { root, notes, files: new Map([...own, ...files]), xacro: { declared, used } };
}

/** Arguments that no file of a robot has: a slip in a name, most likely. */
export function refuseUnusedArguments(
  given: Readonly<Record<string, string>> | undefined,
  file: string,
  uses: readonly (XacroUse | undefined)[],
): void {
  for (const name of Object.keys(given ?? {})) {
    if (uses.some((use) => use?.used.has(name))) continue;
    const known = uses.flatMap((use) => use?.declared ?? []).map((each) => each.name);
    const hint =
      nameHint(name, known) ??
      (known.length > 0 ? `the arguments are ${[...new Set(known)].join(', ')}` : undefined);
    const message =
      known.length > 0
        ? `there is no xacro argument ${JSON.stringify(name)}`
        : `the xacro argument ${JSON.stringify(name)} is given, but the file has none`;
    throw new InputError({ code: 'xacro/unknown-argument', message, file, hint });
  }
}
