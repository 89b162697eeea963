import { defineConfig } from 'vitest/config';
import { SUREPATH_IS_SRC } from './vitest.names.ts';

export default defineConfig({
  resolve: { alias: SUREPATH_IS_SRC },
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
