/**
 * In the place of the reader of MJCF models in the page that verifies, a tenth of which it would be: a cell with such a
 * robot is verified by the command line, or there from the exported model.
 */
import { InputError } from '../../math/index.ts';

export function cellFromMjcf(_: Uint8Array, { file }: { readonly file: string }): never {
  throw new InputError({
    code: 'verify/mjcf',
    message: 'this page does not read MJCF models',
    file,
    hint: 'export the cell with "surepath verify --export" and drop that, or use "surepath verify"',
  });
}
