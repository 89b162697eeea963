/** Opens an address in the user's browser. */
import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly [program: string, ...before: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** No shell reads the address. Where there is no browser nothing happens: the address is printed. */
export function openBrowser(url: string): void {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...before, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
