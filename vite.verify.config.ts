/**
 * Bundles the page that verifies into dist/verify: static files for any web server and any folder, without the studio.
 *
 *   vite build -c vite.verify.config.ts
 *
 * The worker's script is one classic script, packed: verify/start.ts unpacks it.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipAsync } from '@gfx/zopfli';
import { build, defineConfig, type Plugin } from 'vite';
import { VERIFY_PAGE_POLICY } from './src/cli/studio/policy.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

const common = {
  target: 'es2022',
  sourcemap: false,
  reportCompressedSize: false,
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
} as const;

/** What has no effect of its own is left out where nobody uses it: package.json says the same of the package. */
const treeshake = { moduleSideEffects: (file: string) => /\/verify\/|\.css$/.test(file) };
const rolldownOptions = { checks: { pluginTimings: false }, treeshake };

/**
 * What the page does without. Cell files may name MJCF models, whose reader it leaves out (src/formats/mjcf/leftOut.ts); and it writes
 * no YAML.
 */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  [/\/mjcf\/mjcf\.ts$/, 'src/formats/mjcf/leftOut.ts'],
  [/\/stringify(Collection|Document|Pair|String)?\.js$/, 'verify/yamlLeftOut.ts'],
];

function leavingOut(): Plugin {
  return {
    name: 'surepath-leaving-out',
    enforce: 'pre',
    resolveId: (name: string) => {
      const found = LEFT_OUT.find(([file]) => file.test(name));
      return found ? join(ROOT, found[1]) : null;
    },
  };
}

function packedWorker(): Plugin {
  return {
    name: 'surepath-packed-worker',
    apply: 'build',
    async generateBundle() {
      const made = await build({
        ...{ configFile: false, root: join(ROOT, 'verify'), publicDir: false, logLevel: 'warn' },
        plugins: [leavingOut()],
        build: {
          ...common,
          write: false,
          rolldownOptions,
          lib: {
            entry: join(ROOT, 'verify/worker.ts'),
            formats: ['iife'],
            name: 'SurepathVerifier',
            fileName: () => 'verifier.js',
          },
        },
      });
      const [{ output }] = made as { output: { code?: string }[] }[];
      // Slower and smaller than zlib: what is packed once is fetched often.
      const source = await gzipAsync(new TextEncoder().encode(output[0].code!), {});
      this.emitFile({ type: 'asset', fileName: 'verifier.pack', source });
    },
  };
}

function policy(): Plugin {
  return {
    name: 'surepath-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: VERIFY_PAGE_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  root: join(ROOT, 'verify'),
  base: './',
  publicDir: false,
  cacheDir: join(ROOT, 'node_modules/.cache/vite-verify'),
  plugins: [packedWorker(), policy()],
  build: {
    ...common,
    outDir: join(ROOT, 'dist/verify'),
    emptyOutDir: true,
    rolldownOptions: {
      ...rolldownOptions,
      output: { entryFileNames: 'page.js', assetFileNames: '[name][extname]' },
    },
  },
});
