import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Campaigns of minutes: `npm run test:campaign`.
    exclude: ['test/campaign/**'],
    testTimeout: 120_000,
    // All cores: nothing else runs meanwhile.
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
