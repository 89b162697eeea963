/** Experiments import the product by its name; in tests that is the source. */
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('./src', import.meta.url));

export const SUREPATH_IS_SRC = [
  { find: /^surepath$/, replacement: `${SRC}/index.ts` },
  { find: /^surepath\/(\w+)$/, replacement: `${SRC}/$1/index.ts` },
];
