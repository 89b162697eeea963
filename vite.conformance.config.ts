/**
 * Bundles the conformance suite into dist/conformance/suite.js: its checks and the oracles, and nothing of the program, which it
 * imports from the files beside it. So what is judged is what is installed.
 *
 *   vite build -c vite.conformance.config.ts
 */
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const SRC = join(ROOT, 'src');

/** What stands in src is imported from dist, where it is compiled file by file. */
function program(): Plugin {
  return {
    name: 'surepath-program',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!importer || !id.startsWith('.')) return null;
      const file = relative(SRC, resolve(importer, '..', id));
      if (file.startsWith('..') || isAbsolute(file)) return null;
      return { id: `../${file.replaceAll('\\', '/').replace(/\.ts$/, '.js')}`, external: true };
    },
  };
}

export default defineConfig({
  root: ROOT,
  publicDir: false,
  cacheDir: join(ROOT, 'node_modules/.cache/vite-conformance'),
  plugins: [program()],
  build: {
    outDir: join(ROOT, 'dist/conformance'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: join(ROOT, 'conformance/suite.ts'),
      formats: ['es'],
      fileName: () => 'suite.js',
    },
    rolldownOptions: { external: [/^node:/], checks: { pluginTimings: false } },
  },
});
