/** Packages that only a server needs: they are not installed with surepath, and loaded when a gate opens its door. */
import { InputError } from '../math/index.ts';

/** What a package exports. Throws an InputError that says how to install it. */
export async function optional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError({
      code: 'serve/missing-package',
      message: `the package ${name} is needed to serve, and is not installed`,
      hint: 'npm install hono @hono/node-server ws; --stdio needs none of them',
    });
  }
}
