/** Campaigns that take minutes: the same kind of tests, with fixed seeds, only many more cases. */
import { defineConfig } from 'vitest/config';
import { SUREPATH_IS_SRC } from './vitest.names.ts';

export default defineConfig({
  resolve: { alias: SUREPATH_IS_SRC },
  test: {
    include: ['test/campaign/**/*.test.ts'],
    testTimeout: 1_200_000,
    // Pictures of a page may take seconds beside other tests.
    expect: { poll: { timeout: 60_000 } },
    // As in `npm test`.
    isolate: false,
    maxWorkers: '100%',
    reporters: ['default'],
    // What one run leaves behind does not change the next: tests that want a folder name one.
    env: { SUREPATH_CACHE: 'off' },
  },
});
