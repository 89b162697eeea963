/** `surepath studio`: the page that shows a cell, its motions and their proofs. */

import { formatFault, InputError } from '../../math/index.ts';
import { isLoopback } from '../../serve/index.ts';
import { isBag } from '../bag.ts';
import { type Command, numberIn, parse, usageFault } from '../command.ts';
import { ADJUST_OPTIONS, CELL_HELP, CELL_OPTIONS } from '../loadCell.ts';
import { printText, tellText } from '../out.ts';
import { exportSite } from '../studio/exportSite.ts';
import { openBrowser } from '../studio/openBrowser.ts';
import { type RunningServer, startServer } from '../studio/server.ts';
import { sessionBag, sessionCell } from '../studio/session.ts';
import { buildSite, packageFolders } from '../studio/site.ts';

export const studioCommand: Command = {
  help: `usage: surepath studio [CELL [PATH...]] [options]
       surepath studio [CELL] BAG [options]

Serves a web page that shows the cell and checks and plans in the browser, and opens it. Without CELL
it begins with an embedded one; more can be dropped on the page. Only this machine can reach it, and it
serves nothing but the page, the embedded cells, the files that loading CELL reads, the PATHs, and the
path files in the folder paths beside CELL. Files are read again when the page is loaded again. Ctrl-C
ends it.

BAG is an MCAP file: the page lists its motions to choose from, in CELL, or without one with the
robot of the bag in its scene.

${CELL_HELP}  --clearance M         metres that bodies must keep apart, default as in the cell file; it stands in
                        the page where it can be changed

  --port N              port to listen on (default: any that is free)
  --host HOST           address to listen on (default 127.0.0.1). Others than this machine's own
                        let everybody in who can reach it: there is no password
  --allow-host NAME     another name of this machine that requests may use, such as a proxy's; may be
                        repeated
  --no-open             do not open a browser
  --export FOLDER       write the page with everything it needs to FOLDER instead: static files for
                        any web server
`,
  run(args) {
    const { values, positionals } = parse('studio', args, {
      ...CELL_OPTIONS,
      clearance: ADJUST_OPTIONS.clearance,
      port: { type: 'string' },
      host: { type: 'string' },
      'allow-host': { type: 'string', multiple: true },
      'no-open': { type: 'boolean' },
      export: { type: 'string' },
    });
    const bags = positionals.filter(isBag);
    const [file, ...paths] = positionals.filter((each) => !isBag(each));
    if (bags.length > 1) throw usageFault('studio', 'name one bag at a time');
    const [bag] = bags;
    if (bag !== undefined && positionals[0] === bag && file !== undefined) {
      throw usageFault('studio', `name the cell first: surepath studio ${file} ${bag}`);
    }
    if (bag !== undefined && paths.length > 0) {
      throw usageFault('studio', 'a path is opened, or a motion of a bag: name one of them');
    }
    if (file === undefined) {
      const needing = [
        ...(['robot', 'srdf', 'packages', 'xacro-arg'] as const),
        ...(['joints', 'visuals', 'world', 'scene', 'clearance'] as const),
      ];
      for (const option of needing) {
        if (values[option] !== undefined) throw usageFault('studio', `--${option} needs a CELL`);
      }
    }
    const port = values.port === undefined ? 0 : numberIn('studio', 'port', values.port, 0, 65_535);
    if (!Number.isInteger(port)) throw usageFault('studio', '--port takes a whole number');
    const host = values.host ?? '127.0.0.1';
    if (host === '') throw usageFault('studio', '--host takes an address or a name');
    const folders = packageFolders();
    const alone = bag === undefined ? null : sessionBag(bag);
    const cell = file === undefined ? alone : sessionCell(file, values, paths, bag);
    const site = buildSite(folders, cell);
    if (values.export !== undefined) {
      for (const option of ['port', 'host', 'allow-host', 'no-open'] as const) {
        if (values[option] !== undefined) {
          throw usageFault('studio', `--${option} makes no sense beside --export`);
        }
      }
      const count = exportSite(site, values.export);
      printText(`${count} files written to ${values.export}\n`);
      return 0;
    }
    startServer(site, { host, port, allowHosts: values['allow-host'] ?? [] }).then(
      (server) => announce(server, host, !values['no-open']),
      fail,
    );
    return 0;
  },
};

function announce(server: RunningServer, host: string, open: boolean): void {
  if (!isLoopback(host)) {
    const who = 'everybody who can reach this machine can see the cell';
    tellText(`surepath: warning: listening on ${host}: ${who}\n`);
  }
  printText(`studio: ${server.url} (Ctrl-C ends it)\n`);
  if (open) openBrowser(server.url);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
}

/** The command has returned long since: the same as its thrown errors come to. */
function fail(error: unknown): void {
  if (!(error instanceof InputError)) throw error;
  tellText(`surepath: ${formatFault(error.fault)}\n`);
  process.exitCode = 2;
}
