/** Contents by path, with `/` between folders, relative to whatever was dropped. */
export type Files = ReadonlyMap<string, Uint8Array>;
