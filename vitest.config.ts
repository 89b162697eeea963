import { defineConfig } from 'vitest/config';
import { SUREPATH_IS_SRC } from './vitest.names.ts';

/** Tests of functions without a page, a process or a server. */
const FLOORS = [
  'arrays,bounds,bvh,broadphase,cell,certificate,check,formats,gate,geometry,jobs,kernel,kinematics',
  'math,model,monitor,motion,plan,proximity,schedule,text,words',
].map((names) => `test/{${names}}/**/*.test.ts`);

interface Part {
  readonly include: string[];
  readonly exclude?: string[];
}

function part(name: string, test: Part) {
  return { extends: true as const, test: { name, ...test } };
}

export default defineConfig({
  resolve: { alias: SUREPATH_IS_SRC },
  test: {
    projects: [
      part('floors', { include: FLOORS }),
      // Campaigns of minutes: `npm run test:campaign`.
      part('all else', {
        include: ['test/**/*.test.ts'],
        exclude: [...FLOORS, 'test/campaign/**'],
      }),
    ],
    testTimeout: 120_000,
    // Modules are kept from one file to the next: loading them anew took a third of the time.
    isolate: false,
    // All cores: nothing else runs meanwhile.
    maxWorkers: '100%',
    reporters: ['default'],
    // What one run leaves behind does not change the next: tests that want a folder name one.
    env: { SUREPATH_CACHE: 'off' },
  },
});
