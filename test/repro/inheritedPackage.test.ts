/** A package was looked for among what every object has: `package://constructor/` was in the folder of a function. */
import { expect, it } from 'vitest';
import { resolve } from '../../src/formats/resolver.ts';

it.each(['constructor', '__proto__', 'toString'])(
  'package://%s/ is a folder like any other',
  (name) => {
    const files = { [`robot/${name}/part.stl`]: new Uint8Array(1) };
    const found = resolve({ files, packages: {} }, `package://${name}/part.stl`, 'robot/arm.urdf');
    expect(found.path).toBe(`robot/${name}/part.stl`);
    expect(found.bytes).toBeDefined();
    expect(found.tried.join()).not.toContain('[native code]');
  },
);
