/**
 * Bundles the studio into dist/studio, as static files for any web server and any folder.
 *
 *   vite build -c vite.studio.config.ts                 the page and its worker
 *   vite build -c vite.studio.config.ts --mode report   report-viewer.js, the script of reports
 *   vite build -c vite.studio.config.ts --mode view     dist/view: <surepath-view>, for pages of others
 *   vite -c vite.studio.config.ts                       a server for people who work on the studio
 */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { makeGallery } from './src/cli/studio/gallery.ts';
import { PAGE_POLICY } from './src/cli/studio/policy.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const CELLS = join(ROOT, 'cells');
/** Of the embedded cells, made by scripts/galleryPictures.mjs. */
const PICTURES = join(ROOT, 'studio/gallery');
const OUT = join(ROOT, 'dist/studio');

/** No cell was named on a command line; `surepath studio` answers otherwise. */
const NO_SESSION = '{"version":1,"cell":null}\n';

/** The list of embedded cells; their files only while developing, `surepath studio` has them. */
function cells(): Plugin {
  const gallery = () => `${JSON.stringify(makeGallery(CELLS))}\n`;
  return {
    name: 'surepath-cells',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'cells/gallery.json', source: gallery() });
      this.emitFile({ type: 'asset', fileName: 'session.json', source: NO_SESSION });
      for (const name of readdirSync(PICTURES)) {
        const source = readFileSync(join(PICTURES, name));
        this.emitFile({ type: 'asset', fileName: `gallery/${name}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
        if (path === '/cells/gallery.json' || path === '/session.json') {
          response.setHeader('Content-Type', 'application/json');
          response.end(path === '/session.json' ? NO_SESSION : gallery());
          return;
        }
        const file = join(ROOT, path);
        if (!path.startsWith('/cells/') || !file.startsWith(`${CELLS}/`) || !existsSync(file)) {
          next();
          return;
        }
        createReadStream(file).pipe(response);
      });
    },
  };
}

/** The policy also where a web server of somebody else sends no such header. */
function policy(): Plugin {
  return {
    name: 'surepath-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig(({ mode }) => ({
  root: join(ROOT, 'studio'),
  base: './',
  publicDir: false,
  cacheDir: join(ROOT, 'node_modules/.cache/vite-studio'),
  server: { host: '127.0.0.1', fs: { allow: [ROOT] } },
  worker: { format: 'es' },
  ...(mode === 'report'
    ? { build: reportBuild }
    : mode === 'view'
      ? { build: viewBuild, plugins: [viewTypes()] }
      : { build: pageBuild, plugins: [cells(), policy()] }),
}));

const common = {
  outDir: OUT,
  target: 'es2022',
  sourcemap: false,
  reportCompressedSize: false,
  chunkSizeWarningLimit: 4000,
  rolldownOptions: { checks: { pluginTimings: false } },
};

const pageBuild = {
  ...common,
  emptyOutDir: true,
  modulePreload: { polyfill: false },
  // Everything is a file of its own: the policy allows no data: scripts, fonts or workers.
  assetsInlineLimit: 0,
};

/** One classic script without imports, to be put inside a report. */
const reportBuild = {
  ...common,
  emptyOutDir: false,
  lib: {
    entry: join(ROOT, 'studio/report/viewer.ts'),
    formats: ['iife' as const],
    name: 'SurepathReport',
    fileName: () => 'report-viewer.js',
  },
};

/** One module without imports that defines the element, for a script tag or a bundler. */
const viewBuild = {
  ...common,
  outDir: join(ROOT, 'dist/view'),
  emptyOutDir: true,
  // Modules of libraries keep their white space otherwise.
  rolldownOptions: { ...common.rolldownOptions, output: { minify: true } },
  lib: {
    entry: join(ROOT, 'studio/report/surepathView.ts'),
    formats: ['es' as const],
    fileName: () => 'surepath-view.js',
  },
};

/** Its types, which name the package as those who use it do. */
function viewTypes(): Plugin {
  return {
    name: 'surepath-view-types',
    generateBundle() {
      const source = readFileSync(join(ROOT, 'studio/report/surepath-view.d.ts'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'surepath-view.d.ts', source });
    },
  };
}
