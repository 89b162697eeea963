/**
 * Packages that only bags need: they are not installed with surepath, and loaded when a bag is read or written. How a
 * package is loaded is up to the caller: Node requires it at once, a page brings those that it has.
 */
import { InputError } from '../math/index.ts';

/** What a package exports, by its name. Throws where it is not there. */
export type LoadPackage = (name: string) => unknown;

// What is used of each, in types of our own: whoever installs none of them can still compile.

/** A record of an MCAP file; of kinds that nobody asks for nothing is known. */
export type McapRecord =
  | {
      readonly type: 'Schema';
      readonly id: number;
      readonly name: string;
      readonly encoding: string;
      readonly data: Uint8Array;
    }
  | {
      readonly type: 'Channel';
      readonly id: number;
      readonly topic: string;
      readonly messageEncoding: string;
      readonly schemaId: number;
    }
  | {
      readonly type: 'Message';
      readonly channelId: number;
      readonly logTime: bigint;
      readonly data: Uint8Array;
    }
  | { readonly type: 'Footer' };

type Decompress = (bytes: Uint8Array, size: bigint) => Uint8Array;

export interface Mcap {
  readonly McapStreamReader: new (options: {
    readonly decompressHandlers: Readonly<Record<string, Decompress>>;
  }) => {
    append(bytes: Uint8Array): void;
    nextRecord(): McapRecord | undefined;
    done(): boolean;
    bytesRemaining(): number;
  };
  readonly McapWriter: new (options: {
    readonly writable: {
      position(): bigint;
      write(bytes: Uint8Array): Promise<unknown>;
    };
  }) => {
    start(header: { readonly profile: string; readonly library: string }): Promise<void>;
    registerSchema(schema: {
      readonly name: string;
      readonly encoding: string;
      readonly data: Uint8Array;
    }): Promise<number>;
    registerChannel(channel: {
      readonly schemaId: number;
      readonly topic: string;
      readonly messageEncoding: string;
      readonly metadata: Map<string, string>;
    }): Promise<number>;
    addMessage(message: {
      readonly channelId: number;
      readonly sequence: number;
      readonly logTime: bigint;
      readonly publishTime: bigint;
      readonly data: Uint8Array;
    }): Promise<void>;
    end(): Promise<void>;
  };
}

/** Message types as the parser gives them to readers and writers. */
type Definitions = readonly object[];

export interface RosMessages {
  parse(text: string, options: { readonly ros2: boolean }): Definitions;
}

export interface Ros2 {
  readonly MessageReader: new (
    definitions: Definitions,
  ) => { readMessage(data: Uint8Array): unknown };
  readonly MessageWriter: new (
    definitions: Definitions,
  ) => { writeMessage(message: unknown): Uint8Array };
}

export interface Zstd {
  readonly Decompress: new (
    take: (piece: Uint8Array) => void,
  ) => { push(chunk: Uint8Array, isLast?: boolean): void };
}

/** JSON schemas of foxglove.* by the last part of their names. */
type FoxgloveSchemas = Readonly<Record<string, object>>;

/** The packages, each loaded when it is first used. */
export interface BagLibraries {
  mcap(): Mcap;
  messages(): RosMessages;
  ros2(): Ros2;
  zstd(): Zstd;
  schemas(): FoxgloveSchemas;
}

/** All packages that bags need, as they are installed. */
const INSTALL =
  'npm install @mcap/core @foxglove/rosmsg @foxglove/rosmsg2-serialization @foxglove/schemas fzstd';

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
