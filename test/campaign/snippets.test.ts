/**
 * The code that the pages show works: it is compiled strictly, for Node and for bundlers, and run against the built
 * package. How a page says what a block needs: helpers/snippets/extract.ts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCode, type Snippet } from '../helpers/snippets/extract.ts';
import { CONTEXT, ROOT } from '../helpers/snippets/folder.ts';
import { placeOf, run, snippetFolders, snippets } from '../helpers/snippets/pages.ts';

const newFolder = snippetFolders();

describe('code', () => {
  const code = snippets.filter(isCode);
  const folder = newFolder('cage');
  const nameOf = (snippet: Snippet) => `${placeOf(snippet).replace(/\W+/g, '_')}.ts`;
  writeFileSync(join(folder, 'context.ts'), CONTEXT);
  for (const snippet of code) {
    const { needs } = snippet;
    const context = needs.length > 0 ? `import { ${needs.join(', ')} } from './context.ts';\n` : '';
    writeFileSync(
      join(folder, nameOf(snippet)),
      `${context}${snippet.code.join('\n')}\nexport {};\n`,
    );
  }

  const compile = (name: string, options: object) => {
    const config = `tsconfig.${name}.json`;
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      lib: ['es2023'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      rewriteRelativeImportExtensions: true,
      rootDir: '.',
      outDir: 'compiled',
      ...options,
    };
    writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    return run(folder, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config);
  };

  it('is on the pages', () => {
    expect(code.length).toBeGreaterThanOrEqual(4);
  });

  it.each([
    ['Node', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundlers', { module: 'esnext', moduleResolution: 'bundler', noEmit: true }],
  ])('compiles strictly for %s', (name, options) => {
    expect(compile(name, options)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  const alone = code.filter(({ withGate }) => !withGate);
  it.each(alone.map((snippet) => [placeOf(snippet), snippet] as const))('%s runs', (_, snippet) => {
    const program = join('compiled', nameOf(snippet).replace(/ts$/, 'js'));
    expect(run(folder, program)).toMatchObject({ status: 0, stderr: '' });
  });
});
