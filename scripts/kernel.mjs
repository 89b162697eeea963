/**
 * Compiles assembly/ to src/kernel/module.ts: WebAssembly as base64, with its digest. The same sources give the same
 * bytes everywhere: the compiler is pinned. `--check` compiles and compares, and fails where bytes differ.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULE = join(ROOT, 'src/kernel/module.ts');

const folder = mkdtempSync(join(tmpdir(), 'surepath-kernel-'));
const bytes = await compile(folder).finally(() => {
  if (!process.argv.includes('--keep')) rmSync(folder, { recursive: true });
  else console.log(folder);
});
const digest = createHash('sha256').update(bytes).digest('hex');
const text = moduleText(bytes, digest);
if (process.argv.includes('--check')) {
  if (readFileSync(MODULE, 'utf8') !== text) {
    console.error(
      'src/kernel/module.ts is not what assembly/ compiles to: run `npm run kernel` and commit it',
    );
    process.exitCode = 1;
  } else console.log(`src/kernel/module.ts is what assembly/ compiles to: ${digest}`);
} else {
  writeFileSync(MODULE, text);
  console.log(`${bytes.length} bytes, sha256 ${digest}`);
}

async function compile(into) {
  const wasm = join(into, 'kernel.wasm');
  const wat = join(into, 'kernel.wat');
  const { error, stderr } = await asc.main([
    ...[join(ROOT, 'assembly/index.ts'), '--outFile', wasm, '--textFile', wat],
    ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert'],
    ...['--runtime', 'stub', '--enable', 'simd', '--enable', 'threads', '--memoryBase', '1024'],
    ...['--importMemory', '--sharedMemory', '--initialMemory', '16', '--maximumMemory', '65536'],
  ]);
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  // What relaxed instructions give differs from one processor to the next.
  const relaxed = /relaxed\w*/.exec(readFileSync(wat, 'utf8'));
  if (relaxed) throw new Error(`a relaxed instruction: ${relaxed[0]}`);
  return readFileSync(wasm);
}

function moduleText(wasm, sha256) {
  return `/** Compiled from assembly/ by scripts/kernel.mjs: do not edit. */

/** SHA-256 of the bytes. */
export const KERNEL_DIGEST = '${sha256}';

/** The module, WebAssembly, as base64. */
export const KERNEL_MODULE =
  '${wasm.toString('base64')}';
`;
}
