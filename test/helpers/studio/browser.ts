/**
 * A real Chromium with WebGL for the tests of the studio, and a page in it that may log no error.
 * The browser is an installed one: $SUREPATH_CHROMIUM, or the first of the usual names.
 */
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Drawing is done in software: test machines have no graphics. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Path of the browser, or undefined where there is none. */
function findBrowser(): string | undefined {
  const given = process.env.SUREPATH_CHROMIUM;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return (given ? [given] : NAMES)
    .flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

const executablePath = findBrowser();

/** Whether tests in a browser can run. Where they must, a missing browser is an error. */
export const hasBrowser = executablePath !== undefined;
if (!hasBrowser) {
  const hint = 'install Chromium or set SUREPATH_CHROMIUM to one';
  if (process.env.SUREPATH_REQUIRE_BROWSER) throw new Error(`there is no browser: ${hint}`);
  console.warn(`SKIPPED: the studio is not tested in a browser, as there is none (${hint})`);
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath!, args: FLAGS });
}

export interface WatchedPage {
  readonly page: Page;
  /** Everything the page has complained about. */
  readonly complaints: string[];
  /** Addresses that it asked for. */
  readonly requests: string[];
  /** Closes it; fails if there was a complaint. */
  end(): Promise<void>;
}

/** A new page in a context of its own, of 1280 x 720 unless told otherwise. */
export async function watchedPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || (message.type() === 'warning' && !harmless(message.text()))) {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    // A page that is left, or a worker that is ended, gives up what it was loading.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => requests.push(request.url()));
  return {
    page,
    complaints,
    requests,
    async end() {
      await context.close();
      expect(complaints).toEqual([]);
    },
  };
}

/** What Chromium itself says about drawing in software. */
function harmless(text: string): boolean {
  return /GL Driver Message|swiftshader|software WebGL|GPU stall/i.test(text);
}
