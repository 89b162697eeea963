/** `surepath info FILE.xacro`: the arguments that it takes, with their defaults. */
import { readRobotXml, type XacroArgument } from '../../formats/index.ts';
import { DISK, readReferred } from '../../node/index.ts';
import { type CellArguments, cellSource } from '../loadCell.ts';

/** The arguments of a robot's file; none for what is no xacro file. */
export function declaredArguments(given: string, args: CellArguments): readonly XacroArgument[] {
  const { file, robot, files, kind, ...source } = cellSource('info', given, args);
  const urdf = kind === 'scene' ? robot : file;
  const bytes = urdf === undefined ? undefined : files.get(urdf);
  if (!bytes || (kind !== 'urdf' && kind !== 'scene')) return [];
  const { packages = {}, packageRoots = [], xacro } = source;
  const resolver = {
    files: (path: string) => readReferred(path),
    packages,
    findPackage: (name: string, from: string) => DISK.findPackage!(name, from, packageRoots),
    environment: DISK.environment,
  };
  return readRobotXml(bytes, { file: urdf!, format: 'urdf', resolver, xacro }).xacro.declared;
}

/** For a person. */
export function argumentsText(declared: readonly XacroArgument[]): string {
  if (declared.length === 0) return '';
  const lines = declared.map(({ name, fallback }) =>
    fallback === undefined ? `  ${name}  (required)\n` : `  ${name}=${fallback}\n`,
  );
  return `xacro arguments, for --xacro-arg NAME=VALUE, with their defaults:\n${lines.join('')}`;
}
