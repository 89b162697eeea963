/** The studio in a browser, as its tests use it: what people do with it, by the names of its parts. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PerspectiveCamera, Vector3 } from 'three';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type RunningServer, startServer } from '../../../src/cli/studio/server.ts';
import type { SessionCell } from '../../../src/cli/studio/session.ts';
import { buildSite, packageFolders } from '../../../src/cli/studio/site.ts';
import { launch, type WatchedPage, watchedPage } from './browser.ts';

/** Software drawing on two busy cores is slow; nothing here depends on how slow. */
const PATIENCE = 90_000;

/** A folder of files for one test file; it is removed at the end. */
export function tempFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'surepath-page-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    /** Where they are, by name. */
    put(files: Record<string, string | Uint8Array>): string[] {
      return Object.entries(files).map(([name, contents]) => {
        const path = join(folder, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, contents);
        return path;
      });
    },
  };
}

/** The built studio, as `surepath studio` serves it. */
export function serveStudio(cell: SessionCell | null = null): Promise<RunningServer> {
  return startServer(buildSite(packageFolders(), cell), { host: '127.0.0.1', port: 0 });
}

/** A browser and the studio for one test file; the page of a test is closed, and judged, after it. */
export function inBrowser() {
  let browser: Browser | null = null;
  let server: RunningServer | null = null;
  let studio: StudioPage | null = null;
  beforeAll(async () => {
    browser = await launch();
    server = await serveStudio();
  });
  afterEach(async () => {
    const last = studio;
    studio = null;
    await last?.end(server!);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get browser(): Browser {
      return browser!;
    },
    get server(): RunningServer {
      return server!;
    },
    /** A new page, in the place of the one before; `hash`: a link. */
    async open(options: BrowserContextOptions = {}, hash = ''): Promise<StudioPage> {
      const before = studio;
      studio = null;
      await before?.end(server!);
      // What the page opens on by itself plays; tests begin with a cell at rest.
      studio = await StudioPage.open(browser!, `${server!.url}?story=no${hash}`, options);
      return studio;
    },
  };
}

/** A ball on a rail along x, a box beside it. */
export const RAIL = `<robot name="rail"><link name="base"><collision><origin xyz="0 0 -1"/>
<geometry><box size="0.4 0.4 0.1"/></geometry></collision>
<visual><origin xyz="0 0 -1"/><geometry><box size="0.4 0.4 0.1"/></geometry>
<material name="red"><color rgba="0.8 0 0 1"/></material></visual></link>
<link name="ball"><collision><geometry><mesh filename="package://rail/meshes/ball.stl"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="base"/><child link="ball"/><axis xyz="1 0 0"/>
<limit lower="-2" upper="2" effort="1" velocity="1"/></joint></robot>`;
export const RAIL_CELL = `surepath: 1
robots:
  - urdf: rail.urdf
obstacles:
  - {name: box, shape: {box: [0.3, 0.3, 0.3]}, pose: {xyz: [0, 0.5, 0]}}
`;
export const RAIL_PATH = JSON.stringify({ joints: ['slide'], waypoints: [[-1], [1]] });

/** A closed tetrahedron around the origin. */
export const BALL = (() => {
  const corners = [
    [0.1, 0.1, 0.1],
    [-0.1, -0.1, 0.1],
    [-0.1, 0.1, -0.1],
    [0.1, -0.1, -0.1],
  ];
  const faces = [
    [0, 1, 3],
    [0, 2, 1],
    [0, 3, 2],
    [1, 2, 3],
  ];
  const facet = (face: number[]) =>
    `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${corners[i].join(' ')}\n`).join('')}endloop\nendfacet\n`;
  return `solid ball\n${faces.map(facet).join('')}endsolid ball\n`;
})();

/** All of it as a folder. */
export const RAIL_FOLDER = {
  'rail/cell.yaml': RAIL_CELL,
  'rail/rail.urdf': RAIL,
  'rail/meshes/ball.stl': BALL,
  'rail/paths/along.json': RAIL_PATH,
};

export class StudioPage {
  readonly page: Page;
  readonly watched: WatchedPage;

  private constructor(watched: WatchedPage) {
    this.watched = watched;
    this.page = watched.page;
    this.page.setDefaultTimeout(PATIENCE);
  }

  /** Opens the page and waits for its first cell. */
  static async open(
    browser: Browser,
    url: string,
    options: BrowserContextOptions = {},
  ): Promise<StudioPage> {
    const studio = new StudioPage(await watchedPage(browser, options));
    await studio.page.goto(url);
    await studio.ready();
    return studio;
  }

  /** Until a cell is shown as it looks and its closest pair is known. */
  async ready(name?: string): Promise<void> {
    const shown = name === undefined ? /^(?!No cell)./ : new RegExp(`^${name}( |$)`);
    await this.part('cell-name').filter({ hasText: shown }).waitFor();
    await this.page.locator('[data-testid="closest"]:not(.waiting) .distance').waitFor();
    await this.page.locator('.view[aria-busy="false"]').waitFor();
  }

  part(testid: string) {
    return this.page.getByTestId(testid);
  }

  async tab(
    name: 'Joints' | 'Obstacles' | 'Pairs' | 'Live' | 'Notes' | 'Motion' | 'Check',
  ): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  /** What is written beside the collision vectors that are drawn. */
  labels(): Promise<string[]> {
    return this.page.locator('[data-label^="vector-"]:visible').allTextContents();
  }

  async openGallery(name: string): Promise<void> {
    await this.part('gallery').click();
    await this.part(`gallery-${name}`).click();
    await this.ready(name);
  }

  /** One of the cell's own paths. */
  async choosePath(file: string): Promise<void> {
    await this.tab('Motion');
    await this.part('path-file').selectOption(file);
    await this.tab('Check');
    await this.page.locator('[data-testid="run-check"]:enabled').waitFor();
  }

  /** Checks the path; the verdict. */
  async check(): Promise<string> {
    await this.tab('Check');
    await this.part('run-check').click();
    return this.verdict();
  }

  /** The verdict, once there is one and no work is under way. */
  async verdict(): Promise<string> {
    const settled = '[data-testid="verdict"]:not([data-verdict="not-checked"])';
    await this.page.locator(settled).waitFor({ state: 'attached' });
    await this.page.locator('[data-testid="run-check"]:enabled').waitFor({ state: 'attached' });
    return (await this.part('verdict').getAttribute('data-verdict'))!;
  }

  /** What a click downloads: its name and its text. */
  async download(click: () => Promise<void>): Promise<{ name: string; text: string }> {
    const { name, bytes } = await this.downloaded(click);
    return { name, text: new TextDecoder().decode(bytes) };
  }

  /** An entry of the menu Save. */
  save(testid: string): Promise<{ name: string; text: string }> {
    return this.download(() => this.chooseSave(testid));
  }

  saveBytes(testid: string): Promise<{ name: string; bytes: Uint8Array }> {
    return this.downloaded(() => this.chooseSave(testid));
  }

  private async chooseSave(testid: string): Promise<void> {
    await this.part('save').click();
    await this.part(testid).click();
  }

  private async downloaded(click: () => Promise<void>) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), click()]);
    const bytes = new Uint8Array(readFileSync(await download.path()));
    return { name: download.suggestedFilename(), bytes };
  }

  /** Files and folders of this machine, dropped by hand on the middle of the page. */
  async drop(...paths: string[]): Promise<void> {
    const { width, height } = this.page.viewportSize()!;
    const session = await this.page.context().newCDPSession(this.page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', {
        type,
        x: width / 2,
        y: height / 2,
        data: { items: [], files: paths, dragOperationsMask: 1 },
      });
    }
    await session.detach();
  }

  /** Where points of the world are on the page, and where the camera looks, by a saved state. */
  async camera(): Promise<{
    at(point: readonly [number, number, number]): [number, number];
    forward: [number, number, number];
    position: [number, number, number];
  }> {
    const { camera } = JSON.parse((await this.save('save-state')).text);
    const box = (await this.page.locator('.scene canvas').first().boundingBox())!;
    const eye = new PerspectiveCamera(38, box.width / box.height, 0.01, 1000);
    eye.up.set(0, 0, 1);
    eye.position.fromArray(camera.position);
    eye.lookAt(new Vector3().fromArray(camera.target));
    eye.updateMatrixWorld();
    return {
      at: (point) => {
        const { x, y } = new Vector3().fromArray(point).project(eye);
        return [box.x + ((x + 1) / 2) * box.width, box.y + ((1 - y) / 2) * box.height];
      },
      forward: eye.getWorldDirection(new Vector3()).toArray(),
      position: eye.position.toArray(),
    };
  }

  /** Presses at one place, moves in steps, releases at another. */
  async drag(from: [number, number], to: [number, number]): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from[0] - 2, from[1] - 2);
    await mouse.move(...from);
    await mouse.down();
    for (let i = 1; i <= 8; i++) {
      await mouse.move(
        from[0] + ((to[0] - from[0]) * i) / 8,
        from[1] + ((to[1] - from[1]) * i) / 8,
      );
    }
    await mouse.up();
  }

  /** How many different colours the scene shows: one if nothing is drawn. */
  async colours(selector = '.scene canvas'): Promise<number> {
    const count = `(() => {
      const canvas = document.querySelector('${selector}');
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [160, 90];
      const context = copy.getContext('2d');
      return new Promise((done) => requestAnimationFrame(() => {
        context.drawImage(canvas, 0, 0, 160, 90);
        done(new Set(new Uint32Array(context.getImageData(0, 0, 160, 90).data.buffer)).size);
      }));
    })()`;
    return this.page.evaluate<number>(count);
  }

  /** Closes the page; it must not have complained, nor asked anybody else for anything. */
  async end(server: RunningServer): Promise<void> {
    const elsewhere = this.watched.requests.filter(
      (url) => !url.startsWith(server.url) && !/^(blob|data):/.test(url),
    );
    await this.watched.end();
    expect(elsewhere).toEqual([]);
  }
}
