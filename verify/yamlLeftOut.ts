/** In the place of what writes YAML in the library that reads it: the page reads, and never asks for it. */
function write(): never {
  throw new Error('this page writes no YAML');
}

export const createStringifyContext = write;
export const stringify = write;
export const stringifyCollection = write;
export const stringifyDocument = write;
export const stringifyPair = write;
export const stringifyString = write;
