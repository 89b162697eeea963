/** Oracles again, without WebAssembly: the TypeScript that does the same gives the same answers. */
import { defineConfig } from 'vitest/config';
import { SUREPATH_IS_SRC } from './vitest.names.ts';

export default defineConfig({
  resolve: { alias: SUREPATH_IS_SRC },
  test: {
    include: [
      'test/{kernel,kinematics,proximity,cell}/**/*.test.ts',
      'test/check/{cover,ladder*,campaign,motion*,frameMotions,adaptive,refined,crowd,followers,clearance}.test.ts',
      'test/campaign/{meshOracle,staticOracle,oracleEdges}.test.ts',
    ],
    testTimeout: 1_200_000,
    isolate: false,
    maxWorkers: '100%',
    reporters: ['default'],
    env: { SUREPATH_CACHE: 'off', SUREPATH_SCALAR: '1' },
  },
});
