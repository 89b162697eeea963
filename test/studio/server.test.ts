/** The studio's server: it serves what it should, as it should, and nothing else. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportSite } from '../../src/cli/studio/exportSite.ts';
import { makeGallery } from '../../src/cli/studio/gallery.ts';
import { type RunningServer, startServer } from '../../src/cli/studio/server.ts';
import { sessionCell, sessionJson } from '../../src/cli/studio/session.ts';
import { buildSite } from '../../src/cli/studio/site.ts';
import { isLoopback } from '../../src/serve/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');
const SECRET = 'nobody may read this';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surepath-studio-')));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes files below the folder; returns where they are. */
function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const URDF = `<robot name="r"><link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision>
<visual><geometry><mesh filename="package://kit/meshes/a.stl"/></geometry></visual></link>
<link name="b"><collision><geometry><mesh filename="package://kit/meshes/b b.stl"/></geometry></collision></link>
<joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
<limit lower="0" upper="9" effort="1" velocity="1"/></joint></robot>`;
const STL = `solid s
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
endsolid s
`;
const ONE = '# One "<b>box</b>".\nsurepath: 1\nrobots:\n  - urdf: ../robots/r.urdf\n    name: r\n';
const PATH = JSON.stringify({ joints: ['j'], waypoints: [[2], [3]] });

put({
  'page/index.html': '<!doctype html><title>page</title>',
  'page/assets/index.js': 'export {};',
  'page/assets/style.css': 'body {}',
  'secret.txt': SECRET,
  'ws/secret.txt': SECRET,
  'ws/kit/urdf/robot.urdf': URDF,
  'ws/kit/urdf/robot.yaml': SECRET,
  'ws/kit/urdf/paths/there.json': PATH,
  'ws/kit/urdf/paths/notes.txt': SECRET,
  'ws/kit/meshes/a.stl': STL,
  'ws/kit/meshes/b b.stl': STL,
  'ws/kit/meshes/unused.stl': SECRET,
  'ws/given/path.json': PATH,
  'cells/one/cell.yaml': ONE,
  'cells/one/unused.yaml': SECRET,
  'cells/robots/r.urdf': URDF.replaceAll('package://kit/', ''),
  'cells/robots/meshes/a.stl': STL,
  'cells/robots/meshes/b b.stl': STL,
});
symlinkSync(join(folder, 'secret.txt'), join(folder, 'page/link.txt'));
symlinkSync(join(folder, 'secret.txt'), join(folder, 'ws/kit/urdf/paths/link.json'));

const FOLDERS = { page: join(folder, 'page'), cells: join(folder, 'cells') };
put({ 'page/cells/gallery.json': JSON.stringify(makeGallery(FOLDERS.cells)) });
const CELL = join(folder, 'ws/kit/urdf/robot.urdf');
const cell = sessionCell(CELL, {}, [join(folder, 'ws/given/path.json')]);

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request as it is written: fetch would tidy the path up. */
function ask(
  server: RunningServer,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((done, fail) => {
    const options = { host: '127.0.0.1', port: server.port, path, method, headers, agent: false };
    request(options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text) => {
        body += text;
      });
      response.on('end', () =>
        done({ status: response.statusCode!, headers: response.headers, body }),
      );
    })
      .on('error', fail)
      .end();
  });
}

/** The first that is answered to these bytes. */
async function raw(server: RunningServer, text: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.end(text);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}

describe('what is served', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(buildSite(FOLDERS, cell), { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  it('is the page, with types', async () => {
    const types = {
      '/': 'text/html; charset=utf-8',
      '/index.html': 'text/html; charset=utf-8',
      '/?cell=x': 'text/html; charset=utf-8',
      '/assets/index.js': 'text/javascript; charset=utf-8',
      '/assets/style.css': 'text/css; charset=utf-8',
      '/session.json': 'application/json; charset=utf-8',
      '/cells/gallery.json': 'application/json; charset=utf-8',
    };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await ask(server, path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, type]);
    }
    expect((await ask(server, '/')).body).toBe('<!doctype html><title>page</title>');
  });

  it('is every embedded cell with its files, as bytes', async () => {
    const gallery = JSON.parse((await ask(server, '/cells/gallery.json')).body);
    expect(gallery).toMatchObject({ version: 1, default: 'two-arms' });
    expect(gallery.cells).toEqual([
      {
        name: 'one',
        title: 'One "<b>box</b>".',
        entry: 'one/cell.yaml',
        files: [
          { path: 'one/cell.yaml', size: ONE.length },
          { path: 'robots/meshes/a.stl', size: STL.length },
          { path: 'robots/meshes/b b.stl', size: STL.length },
          { path: 'robots/r.urdf', size: URDF.length - 2 * 'package://kit/'.length },
        ],
      },
    ]);
    for (const { path } of gallery.cells[0].files) {
      const { status, headers, body } = await ask(server, `/cells/${encodeURI(path)}`);
      expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream']);
      expect(body).toBe(readFileSync(join(FOLDERS.cells, path), 'utf8'));
    }
  });

  it('is the cell that was named, with exactly what loading it reads, and paths', async () => {
    const session = JSON.parse((await ask(server, '/session.json')).body);
    expect(session).toMatchObject({
      version: 1,
      cell: { name: 'robot', entry: 'kit/urdf/robot.urdf', open: ['given/path.json'] },
    });
    expect(session.cell.files.map(({ path }: { path: string }) => path)).toEqual([
      'given/path.json',
      'kit/meshes/a.stl',
      'kit/meshes/b b.stl',
      'kit/urdf/paths/there.json',
      'kit/urdf/robot.urdf',
    ]);
    for (const { path, url, size } of session.cell.files) {
      const { status, headers, body } = await ask(server, url.slice(1));
      expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream']);
      expect(body).toBe(readFileSync(join(folder, 'ws', path), 'utf8'));
      expect([Number(headers['content-length']), body.length]).toEqual([size, size]);
    }
    expect(sessionJson(cell)).not.toContain(folder);
  });

  it('is read anew each time, and gone when it is gone or has become a link', async () => {
    const file = join(folder, 'ws/kit/urdf/paths/there.json');
    const url = '/files/kit/urdf/paths/there.json';
    writeFileSync(file, '{}');
    expect((await ask(server, url)).body).toBe('{}');
    rmSync(file);
    expect((await ask(server, url)).status).toBe(404);
    symlinkSync(join(folder, 'secret.txt'), file);
    const { status, body } = await ask(server, url);
    expect([status, body.includes(SECRET)]).toEqual([404, false]);
    rmSync(file);
    writeFileSync(file, PATH);
  });

  it('is nothing else: no folders, no way up, no absolute paths, no links', async () => {
    const up = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%5c', '..\\', '....', '..%00'];
    const paths = [
      '/secret.txt',
      '/link.txt',
      '/assets',
      '/assets/',
      '/cells',
      '/cells/',
      '/files/',
      '/cells/one/',
      '/cells/one/unused.yaml',
      '/files/kit/meshes/unused.stl',
      '/files/kit/urdf/robot.yaml',
      '/files/kit/urdf/paths/notes.txt',
      '/files/kit/urdf/paths/link.json',
      `/files${CELL}`,
      CELL,
      `/${CELL}`,
      `/${encodeURIComponent(join(folder, 'secret.txt'))}`,
      `/files/${encodeURIComponent(join(folder, 'secret.txt'))}`,
      '/etc/passwd',
      '//etc/passwd',
      '/%2fetc%2fpasswd',
      '/%',
      '/%ff',
      '/index.html%00',
      '/index.html/',
      '/__proto__',
      '/constructor',
      'http://example.org/secret.txt',
      ...up.flatMap((dots) => [
        `/${dots}/secret.txt`,
        `/${dots}%2fsecret.txt`,
        `/assets/${dots}/${dots}/secret.txt`,
        `/cells/${dots}/${dots}%2fsecret.txt`,
        `/cells/one/${dots}/one/unused.yaml`,
        `/files/${dots}/secret.txt`,
        `/files/kit/${dots}/secret.txt`,
      ]),
    ];
    for (const path of paths) {
      const { status, body } = await ask(server, path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).toBe('there is nothing here\n');
    }
  });

  it('survives what is no HTTP', async () => {
    const wrong = [
      'GET /../secret.txt HTTP/9.9\r\n\r\n',
      'GET secret.txt HTTP/1.1\r\n\r\n',
      '\0\0\0',
    ];
    for (const text of wrong) expect(await raw(server, text)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask(server, '/')).status).toBe(200);
  });

  it('is only for GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, headers } = await ask(server, '/', { method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    const head = await ask(server, '/index.html', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '34', '']);
  });

  it('comes with strict headers, errors too', async () => {
    for (const path of ['/', '/assets/index.js', '/files/kit/urdf/robot.urdf', '/nothing']) {
      const { headers } = await ask(server, path);
      const policy = new Map(
        String(headers['content-security-policy'])
          .split('; ')
          .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
      );
      expect(policy.get('default-src')).toBe("'self'");
      expect(policy.get('script-src')).toBe("'self'");
      expect(policy.get('style-src')).toBe("'self'");
      expect(policy.get('frame-ancestors')).toBe("'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('is for those who call this machine by its own names', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST:1', '[::1]:80', '127.0.0.2:9']) {
      expect([host, (await ask(server, '/', { headers: { host } })).status]).toEqual([host, 200]);
    }
    const foreign = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80'];
    for (const host of [...foreign, '192.168.0.1', '[::2]', 'localhost:80:80', '127.evil:1']) {
      const { status, body } = await ask(server, '/', { headers: { host } });
      expect([host, status]).toEqual([host, 403]);
      expect(body).not.toContain('page');
    }
    expect(await raw(server, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('where it listens', () => {
  it('knows its own addresses', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) {
      expect([host, isLoopback(host)]).toEqual([host, true]);
    }
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.example.org', 'localhost.org']) {
      expect([host, isLoopback(host)]).toEqual([host, false]);
    }
  });

  it('says what is wrong with a port or a host', async () => {
    const site = buildSite(FOLDERS, null);
    const first = await startServer(site, { host: '127.0.0.1', port: 0 });
    expect(first.url).toBe(`http://127.0.0.1:${first.port}/`);
    await expect(startServer(site, { host: '127.0.0.1', port: first.port })).rejects.toThrow(
      `port ${first.port} of 127.0.0.1 is in use (leave --port out to take a free one)`,
    );
    await first.close();
    await expect(startServer(site, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
      '192.0.2.1 is not an address of this machine',
    );
  });
});

describe('what the command line says of a cell', () => {
  it('goes to the page, and is refused before there is one', () => {
    const given = sessionCell(CELL, { joints: ['j=0.25'], clearance: '0.01' }, []);
    expect(given).toMatchObject({ joints: { j: 0.25 }, clearance: 0.01 });
    const { cell: told } = JSON.parse(sessionJson(given));
    expect(told).toMatchObject({ joints: { j: 0.25 }, clearance: 0.01 });
    expect(cell).not.toHaveProperty('joints');
    expect(cell).not.toHaveProperty('clearance');
    expect(() => sessionCell(CELL, { joints: ['k=1'] }, [])).toThrow('no joint "k"');
    expect(() => sessionCell(CELL, { joints: ['j=x'] }, [])).toThrow('a number');
    expect(() => sessionCell(CELL, { clearance: '-1' }, [])).toThrow('--clearance');
  });
});

describe('names of files', () => {
  it('are those of the working folder if that holds everything', () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(sessionCell('ws/kit/urdf/robot.urdf', {}, []).entry).toBe('ws/kit/urdf/robot.urdf');
    } finally {
      process.chdir(before);
    }
  });

  it('keep packages and scenes together', () => {
    put({
      'scene/scene.yaml': 'name: empty\nworld: {collision_objects: []}\nrobot_model_name: r\n',
      'scene/r.srdf': '<robot name="r"/>',
    });
    const session = sessionCell(
      join(folder, 'scene/scene.yaml'),
      {
        robot: CELL,
        srdf: join(folder, 'scene/r.srdf'),
        packages: [`kit=${join(folder, 'ws/kit')}`],
      },
      [],
    );
    expect(session).toMatchObject({
      entry: 'scene/scene.yaml',
      robot: 'ws/kit/urdf/robot.urdf',
      srdf: 'scene/r.srdf',
      packages: { kit: 'ws/kit' },
    });
    expect(session.files.map(({ path }) => path)).toEqual([
      'scene/r.srdf',
      'scene/scene.yaml',
      'ws/kit/meshes/a.stl',
      'ws/kit/meshes/b b.stl',
      'ws/kit/urdf/robot.urdf',
    ]);
  });
});

describe('export', () => {
  it('writes all that is served, once', async () => {
    const out = join(folder, 'out');
    const site = buildSite(FOLDERS, cell);
    expect(exportSite(site, out)).toBe(14);
    for (const [address, entry] of site) {
      if (address === '/') continue;
      const text = 'text' in entry ? entry.text : readFileSync(entry.real, 'utf8');
      expect(readFileSync(join(out, address), 'utf8'), address).toBe(text);
    }
    expect(existsSync(join(out, 'link.txt'))).toBe(false);
    expect(() => exportSite(site, out)).toThrow('the folder is not empty');
    expect(() => exportSite(site, join(folder, 'secret.txt'))).toThrow('not a folder');
  });

  it('needs a page that has been built', () => {
    expect(() => buildSite({ ...FOLDERS, page: join(folder, 'ws') }, null)).toThrow(
      /the studio has not been built: .*index\.html is not there \(run npm run build\)/,
    );
  });
});

describe('surepath studio', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [MAIN, 'studio', ...args], { encoding: 'utf8', cwd: folder });

  it('serves until it is interrupted', async () => {
    const args = [MAIN, 'studio', CELL, '--no-open'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const [, port] = /^studio: http:\/\/127\.0\.0\.1:(\d+)\/ \(Ctrl-C ends it\)\n$/.exec(
      line.toString(),
    )!;
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script type="module"');
    const session = await (await fetch(`http://127.0.0.1:${port}/session.json`)).text();
    expect(JSON.parse(session).cell.entry).toBe('kit/urdf/robot.urdf');
    const { status, stderr } = run('--no-open', '--port', port);
    expect([status, stderr]).toEqual([
      2,
      `surepath: port ${port} of 127.0.0.1 is in use (leave --port out to take a free one)\n`,
    ]);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('says what is wrong', () => {
    const wrong: [string[], string][] = [
      [['missing.yaml'], 'missing.yaml: there is no such file'],
      [['--port', '70000'], '--port takes a number from 0 to 65535'],
      [['--port', '1.5'], '--port takes a whole number'],
      [['--robot', 'x.urdf'], '--robot needs a CELL'],
      [['cell.yaml', 'a.mcap', 'b.mcap'], 'one bag at a time'],
      [['--clearance', '0.1'], '--clearance needs a CELL'],
      [['--joints', 'j=1'], '--joints needs a CELL'],
      [['--export', 'new', '--port', '1'], '--port makes no sense beside --export'],
      [['--export', 'ws'], 'ws: the folder is not empty'],
    ];
    for (const [args, message] of wrong) {
      const { status, stdout, stderr } = run(...args);
      expect([args, status, stdout]).toEqual([args, 2, '']);
      expect(stderr).toContain(message);
    }
  });

  it('exports the whole studio with all embedded cells', () => {
    const { status, stdout } = run('--export', 'site');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+ files written to site\n$/);
    const { cells } = JSON.parse(readFileSync(join(folder, 'site/cells/gallery.json'), 'utf8'));
    expect(cells.length).toBeGreaterThan(1);
    for (const { files } of cells) {
      for (const { path, size } of files) {
        expect(readFileSync(join(folder, 'site/cells', path)).length, path).toBe(size);
      }
    }
    const session = readFileSync(join(folder, 'site/session.json'), 'utf8');
    expect(session).toBe('{"version":1,"cell":null}\n');
    expect(existsSync(join(folder, 'site/report-viewer.js'))).toBe(true);
  });
});
