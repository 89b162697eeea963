/** LZ4 as another library writes it, which has no types. */
import { createRequire } from 'node:module';

const library = createRequire(import.meta.url)('lz4js') as {
  compress(bytes: Uint8Array): Uint8Array;
};

export const compress = (bytes: Uint8Array): Uint8Array => library.compress(bytes);
