/** Campaigns that take minutes: the same kind of tests, with fixed seeds, only many more cases. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/campaign/**/*.test.ts'],
    testTimeout: 1_200_000,
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
