/**
 * Measures a gate under load, over loopback: the memory that it takes while many large bodies are sent, and the answers when more
 * connections come than it has places for. Linux: memory is read from /proc.
 *
 *   node scripts/gateLoad.mjs bodies [--count 60] [--megabytes 60] [--main dist/cli/main.js] [-- OPTIONS of serve]
 *   node scripts/gateLoad.mjs connections [--count 512] [--main dist/cli/main.js] [-- OPTIONS of serve]
 *
 * Prints one line of JSON. `--main` measures another build. It ends after two minutes in any case.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';

const MB = 1 << 20;
const CHUNK = Buffer.alloc(1 << 16, 32);
const END_MS = 120_000;

const cut = process.argv.indexOf('--');
const { values, positionals } = parseArgs({
  args: process.argv.slice(2, cut < 0 ? undefined : cut),
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    megabytes: { type: 'string', default: '60' },
    main: { type: 'string', default: 'dist/cli/main.js' },
  },
});
const [kind] = positionals;
const options = cut < 0 ? [] : process.argv.slice(cut + 1);

const cell = 'cells/welding-arm/cell.yaml';
const args = ['serve', cell, '--folder', 'cells', '--workers', '2', ...options];
const gate = spawn(process.execPath, [values.main, ...args]);
gate.stderr.pipe(process.stderr);
setTimeout(() => gate.kill('SIGKILL'), END_MS).unref();
const port = await new Promise((done, fail) => {
  let said = '';
  gate.stdout.on('data', (text) => {
    said += text;
    const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
    if (found) done(Number(found[1]));
  });
  gate.on('exit', (code) => fail(new Error(`the gate ended with ${code}`)));
});

/** Megabytes that the gate's process has, and the most it ever had. */
function memory() {
  const text = readFileSync(`/proc/${gate.pid}/status`, 'utf8');
  const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)[1]) / 1024);
  return { rss_MB: of('VmRSS'), peak_MB: of('VmHWM') };
}

/** A request, and its status or the fault of its connection; `head` may go on into the body, and `body` writes the rest. */
function ask(path, head, body) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const answer = new Promise((done) => {
    socket.on('data', (data) => {
      text += data;
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      const from = text.indexOf('\r\n\r\n') + 4;
      if (status && from > 3 && text.length - from >= Number(length)) {
        done({ status, body: text.slice(from) });
      }
    });
    socket.on('error', ({ code }) => done({ status: code, body: '' }));
    socket.on('close', () => done({ status: 'closed', body: '' }));
  });
  socket.write(`${path} HTTP/1.1\r\nHost: localhost\r\n${head}`);
  const sent = body ? body(socket, answer) : Promise.resolve();
  return { socket, answer, sent };
}

function health() {
  return new Promise((done) => {
    const asked = request({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (reply) => {
      reply.resume();
      done(reply.statusCode);
    });
    asked.on('error', ({ code }) => done(code));
    asked.end();
  });
}

const counted = (list) => {
  const counts = {};
  for (const { status } of list) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Writes spaces until all but the last byte is sent, or the answer has come. */
async function writeSpaces(socket, bytes, answer) {
  let isOver = false;
  void answer.then(() => {
    isOver = true;
  });
  for (let left = bytes; left > 0 && !isOver; left -= CHUNK.length) {
    if (socket.write(left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK)) continue;
    await Promise.race([new Promise((done) => socket.once('drain', done)), answer]);
  }
  if (!isOver) await new Promise((done) => socket.write('', done));
}

async function bodies(count, bytes) {
  const start = '{"q":[0,-0.7,0.785,0,0.7,0]';
  const head = `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n`;
  const before = memory();
  const all = Array.from({ length: count }, () =>
    ask('POST /v1/state', `${head}\r\n${start}`, (socket, answer) =>
      writeSpaces(socket, bytes - start.length - 1, answer),
    ),
  );
  await Promise.all(all.map(({ sent }) => sent));
  const held = memory();
  const healthz = await health();
  for (const { socket } of all) if (socket.writable) socket.write('}');
  const answers = await Promise.all(all.map(({ answer }) => answer));
  return { before, whileHeld: held, healthz, answers: counted(answers), after: memory() };
}

async function connections(count) {
  const before = memory();
  const head = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
  const all = [];
  for (let i = 0; i < count; i++) {
    const each = ask('POST /v1/cells', head);
    all.push({ ...each, got: await each.answer });
  }
  const next = ask('POST /v1/cells', head);
  const { status, body } = await next.answer;
  const code = body.startsWith('{') ? JSON.parse(body).fault?.code : undefined;
  const healthz = await health();
  const result = { answers: counted(all.map(({ got }) => got)), next: { status, code }, healthz };
  return { before, ...result, after: memory() };
}

const run = {
  bodies: () => bodies(Number(values.count ?? 60), Number(values.megabytes) * MB),
  connections: () => connections(Number(values.count ?? 512)),
}[kind];
if (!run) throw new Error('gateLoad: "bodies" or "connections"');
console.log(JSON.stringify(await run()));
gate.kill('SIGKILL');
process.exit();
