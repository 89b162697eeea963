/**
 * Packages that only bags need: they are not installed with surepath, and loaded when a bag is read or written. How a
 * package is loaded is up to the caller: Node requires it at once, a page brings those that it has.
 */
import { InputError } from '../math/index.ts';

/** What a package exports, by its name. Throws where it is not there. */
export type LoadPackage = (name: string) => unknown;

type Mcap = typeof import('@mcap/core');
type RosMessages = typeof import('@foxglove/rosmsg');
type Ros1 = typeof import('@foxglove/rosmsg-serialization');
type Ros2 = typeof import('@foxglove/rosmsg2-serialization');
type Zstd = typeof import('fzstd');
/** JSON schemas of foxglove.* by the last part of their names. */
type FoxgloveSchemas = Readonly<Record<string, object>>;

/** The packages, each loaded when it is first used. */
export interface BagLibraries {
  mcap(): Mcap;
  messages(): RosMessages;
  ros1(): Ros1;
  ros2(): Ros2;
  zstd(): Zstd;
  schemas(): FoxgloveSchemas;
}

/** All packages that bags need, as they are installed. */
const INSTALL =
  'npm install @mcap/core @foxglove/rosmsg @foxglove/rosmsg-serialization @foxglove/rosmsg2-serialization @foxglove/schemas fzstd';

/** Says how to install what is missing. */
export function bagLibraries(load: LoadPackage): BagLibraries {
  const kept = new Map<string, unknown>();
  const get = <T>(name: string): T => {
    if (!kept.has(name)) kept.set(name, loaded(name, load));
    return kept.get(name) as T;
  };
  return {
    mcap: () => get<Mcap>('@mcap/core'),
    messages: () => get<RosMessages>('@foxglove/rosmsg'),
    ros1: () => get<Ros1>('@foxglove/rosmsg-serialization'),
    ros2: () => get<Ros2>('@foxglove/rosmsg2-serialization'),
    zstd: () => get<Zstd>('fzstd'),
    schemas: () => get<FoxgloveSchemas>('@foxglove/schemas/jsonschema'),
  };
}

function loaded(name: string, load: LoadPackage): unknown {
  try {
    return load(name);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError({
      code: 'bag/missing-package',
      message: `the package ${name} is needed for bags, and is not installed`,
      hint: INSTALL,
    });
  }
}
