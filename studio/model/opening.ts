/**
 * Opening what people give the page: cells, robots and scenes with their files, paths and meshes for
 * the cell that is open, saved states, links. Files that do not make a cell yet are kept until the
 * missing ones arrive.
 */
import { isSceneDifference, kindOfWorld, looksLikeWorld } from '../../src/formats/index.ts';
import { kindOfText } from '../../src/jobs/index.ts';
import { headOf, InputError } from '../../src/math/index.ts';
import type {
  Change,
  Files,
  OpenedCell,
  OpenRequest,
  ReadPathAnswer,
  Unopened,
} from '../engine/protocol.ts';
import type { Editor } from './editing.ts';
import { includesMissing, joined } from './fileSets.ts';
import { type FirstCell, fetchCell, fetchFiles, loadGallery } from './gallery.ts';
import { type Host, isCancelled } from './host.ts';
import type { KeptWork } from './keptWork.ts';
import { markSaved } from './saved.ts';
import { looksLikeStateFile, readStateFile, type Snapshot } from './snapshot.ts';
import { NO_RESULTS, type Settings, type Source } from './state.ts';
import { withUnzipped } from './unzip.ts';

/** What shows that a cell cannot be opened yet. */
export interface Asking {
  /** Shows what is missing or broken; gives back the request to try next, or null to leave it. */
  ask(unopened: Unopened, request: OpenRequest): Promise<OpenRequest | null>;
  /** While it is shown, files that are dropped are for it. */
  offer(files: Files): boolean;
}

const MESH = /\.(stl|obj|ply|dae|gltf|glb)$/i;
const TEXT = /\.(json|ya?ml|csv)$/i;

/** Bags, also of kinds that are not read. */
export function isBag(name: string): boolean {
  return /\.(mcap|bag|db3)$/i.test(name);
}

export class Opener {
  private readonly app: Host;
  private readonly editor: Editor;
  private readonly asking: Asking;
  /** Counts what is drawn: a cell that was opened meanwhile has its own. */
  private dressing = 0;
  /** How the open cell was asked for, but for its files. */
  asked: Omit<OpenRequest, 'files'> = {};
  /** A mesh file was given for the open cell. */
  onMesh: (file: string, bytes: Uint8Array) => void = () => undefined;
  /** A bag is among the files. */
  onBag: (files: Files) => Promise<void> = async () => undefined;
  /** Archives replaced by what they hold: the page has a worker do it. */
  unpack: (files: Files) => Promise<Files> = withUnzipped;

  constructor(app: Host, editor: Editor, asking: Asking) {
    this.app = app;
    this.editor = editor;
    this.asking = asking;
  }

  /** Whatever was dropped or chosen. */
  async give(given: Files): Promise<void> {
    try {
      const files = await this.unpack(given);
      if (files.size === 0) {
        this.app.dialogs.say('There is no file in it.', 'bad');
        return;
      }
      if (this.asking.offer(files)) return;
      if ([...files.keys()].some(isBag)) {
        await this.onBag(files);
        return;
      }
      if (await this.complete(files)) return;
      if (files.size === 1) {
        const [[name, bytes]] = files;
        if (looksLikeStateFile(name, bytes)) {
          await this.openState(bytes);
          return;
        }
        if (this.app.store.state.cell && (await this.useInCell(name, bytes))) return;
      }
      await this.open({ files }, { kind: 'files' });
    } catch (error) {
      this.app.dialogs.fault(error, 'This cannot be opened');
    }
  }

  async openGallery(name: string): Promise<OpenedCell | null> {
    const { cells } = await loadGallery();
    const cell = cells.find((each) => each.name === name);
    if (!cell) {
      throw new InputError({
        code: 'studio/gallery',
        message: `there is no embedded cell "${name}"`,
        hint: 'choose one from the gallery',
      });
    }
    const files = await fetchCell(cell);
    return this.open({ files, entry: cell.entry }, { kind: 'gallery', name });
  }

  async openFirst(first: FirstCell): Promise<void> {
    if (first.cell.entry !== undefined) await this.openSession(first, first.cell.entry);
    const isOpen = first.cell.entry === undefined || this.app.store.state.cell !== null;
    const bag = first.cell.files.filter((each) => each.bag);
    if (bag.length > 0 && isOpen) await this.onBag(await fetchFiles(bag));
  }

  private async openSession({ cell, files }: FirstCell, entry: string): Promise<void> {
    const { robot, srdf, packages, joints, clearance, visuals } = cell;
    const { xacro, jointLimits, worlds, scenes } = cell;
    const opened = await this.open(
      {
        files: await files,
        entry,
        ...(robot ? { robot } : {}),
        ...(srdf ? { srdf } : {}),
        ...(packages ? { packages } : {}),
        ...(xacro ? { xacro } : {}),
        ...(jointLimits ? { jointLimits } : {}),
        ...(joints ? { joints } : {}),
        ...(visuals ? { testVisuals: true } : {}),
        ...(worlds ? { worlds } : {}),
        ...(scenes ? { scenes } : {}),
      },
      { kind: 'session' },
      () => fetchFiles(cell.files.filter(({ drawn }) => drawn)),
    );
    if (opened && clearance !== undefined) {
      const { settings } = this.app.store.state;
      this.app.store.update({ settings: { ...settings, check: { ...settings.check, clearance } } });
    }
    if (opened && cell.open.length > 0) await this.openPath(cell.open[0]);
  }

  /** Opens until it works or nobody wants to go on. Files that are only `drawn` are fetched afterwards. */
  async open(
    request: OpenRequest,
    source: Source,
    drawn?: () => Promise<Files>,
  ): Promise<OpenedCell | null> {
    let next: OpenRequest | null = request;
    while (next) {
      const answer = await this.app.run('open', next, { label: 'Opening' });
      if (answer.opened) {
        this.show(answer.cell, next, source);
        void this.dress(drawn);
        return answer.cell;
      }
      next = await this.asking.ask(answer.unopened, next);
    }
    return null;
  }

  /** Reads one of the cell's path files, or one with its bytes, and shows it. */
  async openPath(file: string, bytes?: Uint8Array): Promise<void> {
    const request = bytes ? { file, bytes } : { file };
    this.showPath(await this.app.run('readPath', request, { label: 'Reading the path' }));
  }

  /** A path that was read becomes the one of the page, with what is to be said of it. */
  showPath({ path, notes }: ReadPathAnswer): void {
    this.app.store.update(
      { path, pathNotes: { path, notes }, time: 0, configuration: path.waypoints[0] },
      { undoable: `open ${path.name}` },
    );
    markSaved(path);
    if (notes.length > 0) this.app.dialogs.say(notes.map((note) => note.message).join('; '));
  }

  /** A cell of a link, with everything that the link says. */
  async openSnapshot(snapshot: Snapshot): Promise<void> {
    if (snapshot.cell === null) {
      throw new InputError({ code: 'studio/state', message: 'this link does not name a cell' });
    }
    const cell = await this.openGallery(snapshot.cell);
    if (cell) await this.apply(snapshot, cell);
  }

  /** What was kept of a tab, opened as it was. */
  async restore({ snapshot, request, source, digest }: KeptWork): Promise<void> {
    const cell = await this.open(request, source);
    if (!cell) return;
    await this.apply(snapshot, cell);
    if (this.app.store.state.cell?.digest !== digest) {
      this.app.dialogs.say('This is not quite the cell that was kept: look at it again.', 'bad');
    }
  }

  private async openState(bytes: Uint8Array): Promise<void> {
    const { snapshot, files } = readStateFile(bytes);
    const request = {
      files,
      ...(snapshot.entry && { entry: snapshot.entry }),
      ...(snapshot.testVisuals && { testVisuals: true }),
    };
    const cell = await this.open(request, { kind: 'files' });
    if (cell) await this.apply(snapshot, cell);
  }

  private async apply(snapshot: Snapshot, opened: OpenedCell): Promise<void> {
    const { store, view } = this.app;
    let cell = opened;
    if (snapshot.edits.length > 0) {
      const changes: readonly Change[] = snapshot.edits;
      cell = await this.app.run('edit', { changes }, { label: 'Opening' });
      this.editor.opened(cell);
    }
    const size = cell.dofs.length;
    if (snapshot.configuration.length !== size) {
      throw new InputError({
        code: 'studio/state',
        message: `this saved state has ${snapshot.configuration.length} joint values, the cell ${size}`,
      });
    }
    store.forget();
    store.update({
      cell,
      edits: snapshot.edits,
      configuration: Float64Array.from(snapshot.configuration),
      path: snapshot.path,
      start: snapshot.start && Float64Array.from(snapshot.start),
      goal: snapshot.goal && Float64Array.from(snapshot.goal),
      layers: { ...store.state.layers, ...snapshot.layers },
      settings: {
        ...store.state.settings,
        ...snapshot.settings,
        check: snapshot.check as Settings['check'],
      },
      time: Math.min(
        Math.max(0, snapshot.time),
        Math.max(0, (snapshot.path?.waypoints.length ?? 1) - 1),
      ),
    });
    if (snapshot.camera) view.setCamera(snapshot.camera);
  }

  private show(cell: OpenedCell, request: OpenRequest, source: Source): void {
    const { store } = this.app;
    const { files: _, ...asked } = request;
    this.asked = asked;
    this.editor.opened(cell);
    store.forget();
    store.update({
      cell,
      visuals: null,
      edits: [],
      files: request.files,
      source,
      configuration: Float64Array.from(cell.home),
      path: null,
      time: 0,
      start: null,
      goal: null,
      selection: null,
      tool: cell.tools[0] ?? null,
      results: NO_RESULTS,
      evidence: null,
    });
    this.app.view.fit();
  }

  /** Reads what robots look like, now that one can see where they are. */
  private async dress(fetched?: () => Promise<Files>): Promise<void> {
    const { store, dialogs } = this.app;
    const serial = ++this.dressing;
    try {
      const files = await fetched?.();
      if (serial !== this.dressing) return;
      if (files) store.update({ files: joined(store.state.files, files) });
      const request = files ? { files } : {};
      const visuals = await this.app.run('visuals', request, { label: 'Reading visuals' });
      if (serial === this.dressing) store.update({ visuals });
    } catch (error) {
      if (!isCancelled(error)) dialogs.fault(error, 'The robots cannot be drawn as they look');
    }
    this.app.prepare();
  }

  /** Files that the open cell is drawn without. False if none of them is missed. */
  private async complete(files: Files): Promise<boolean> {
    const { visuals } = this.app.store.state;
    if (!visuals || !includesMissing(visuals.missing, files)) return false;
    await this.dress(async () => files);
    return true;
  }

  /** An octomap or a point cloud joins the open cell: read anew with it, and with the edits that were made. */
  private async joinWorld(name: string, bytes: Uint8Array): Promise<void> {
    const { cell, files, edits } = this.app.store.state;
    const kind = kindOfWorld(bytes, name);
    if (!cell || !kind) return;
    let radius: number | undefined;
    if (kind === 'cloud') {
      const title = 'How large is a point?';
      const answer = await this.app.dialogs.ask(
        title,
        'Radius of the points of the cloud, in metres',
      );
      if (answer === null) return;
      radius = Number(answer);
    }
    const world = { file: name, kind, ...(radius !== undefined && { radius }) };
    const opened = await this.reopen({
      files: joined(files, new Map([[name, bytes]])),
      worlds: [...(cell.worlds ?? []), world],
    });
    if (!opened || edits.length === 0) return;
    const edited = await this.app.run('edit', { changes: edits }, { label: 'Opening' });
    this.editor.opened(edited);
    this.app.store.update({ cell: edited, edits });
  }

  /**
   * A planning scene joins the open cell; a whole one takes the place of the scene that was opened, and of those that joined it
   * and are `replaced`. Null if it was not opened.
   */
  async joinScene(
    name: string,
    bytes: Uint8Array,
    replaced: (scene: string) => boolean = () => false,
  ): Promise<OpenedCell | null> {
    const { cell, files, edits } = this.app.store.state;
    if (!cell) return null;
    const isDifference = isSceneDifference(bytes, name);
    const all = joined(files, new Map([[name, bytes]]));
    const entry = files.get(cell.entry);
    if (!isDifference && entry && kindOfText(headOf(entry)) === 'scene') {
      return this.reopen({ files: all, entry: name });
    }
    if (edits.length > 0) {
      throw new InputError({
        code: 'studio/scene',
        message: 'a planning scene joins a cell as it was opened, and this one was changed since',
        hint: 'save the cell and open what was saved, or undo the changes',
      });
    }
    const kept = (cell.scenes ?? []).filter((scene) => !replaced(scene));
    return this.reopen({ files: all, scenes: [...kept, name] });
  }

  /** Opens the cell anew with something else; what was planned stays, what was found out does not. */
  private async reopen(changed: Partial<OpenRequest> & Pick<OpenRequest, 'files'>) {
    const { store } = this.app;
    const { cell, source, path, start, goal, configuration, time } = store.state;
    if (!cell) return null;
    const opened = await this.open({ ...this.asked, entry: cell.entry, ...changed }, source);
    const names = (each: OpenedCell) => each.dofs.map(({ name }) => name).join('\n');
    if (!opened || names(opened) !== names(cell)) return opened;
    const isMoved = opened.home.some((value, d) => value !== cell.home[d]);
    store.update({ path, start, goal, time, ...(!isMoved && { configuration }) });
    return opened;
  }

  /** A request says where a plan begins, and where it leads. */
  private async useRequest(file: string, bytes: Uint8Array): Promise<void> {
    const { store, dialogs } = this.app;
    const { configuration } = store.state;
    const asked = { file, bytes, configuration };
    const answer = await this.app.run('readRequest', asked, { label: 'Reading the request' });
    const { start, goals, notes } = answer;
    store.update({ start, goal: goals[0] }, { undoable: `start and goal of ${file}` });
    const said = notes.map(({ message }) => message);
    if (goals.length > 1) said.unshift(`The first of ${goals.length} goals is shown.`);
    dialogs.say(['Start and goal are set.', ...said].join(' '), 'good');
  }

  /** A path, a mesh, a world, a planning scene or a request for the open cell; false if the file is for something else. */
  private async useInCell(name: string, bytes: Uint8Array): Promise<boolean> {
    if (MESH.test(name) && !looksLikeWorld(name)) {
      this.onMesh(name, bytes);
      return true;
    }
    const use = this.useOf(name, bytes);
    if (!use) return false;
    try {
      await use.open();
    } catch (error) {
      if (!isCancelled(error)) this.app.dialogs.fault(error, `This ${use.what} cannot be opened`);
    }
    return true;
  }

  private useOf(name: string, bytes: Uint8Array) {
    if (looksLikeWorld(name)) return { what: 'world', open: () => this.joinWorld(name, bytes) };
    if (!TEXT.test(name)) return null;
    const text = headOf(bytes);
    if (/^\s*["']?(surepath|robots|obstacles)["']?\s*:/m.test(text)) return null;
    if (/["']?goal_constraints["']?\s*:/.test(text)) {
      return { what: 'request', open: () => this.useRequest(name, bytes) };
    }
    if (kindOfText(text) === 'scene') {
      return { what: 'planning scene', open: () => this.joinScene(name, bytes) };
    }
    return { what: 'path', open: () => this.openPath(name, bytes) };
  }
}
