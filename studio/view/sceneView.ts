/**
 * The studio's view of a cell: robots and obstacles, what is near and what collides, ghosts of start
 * and goal, where the tool goes, the trees of a planner; obstacles and the tool can be taken by hand.
 * Poses are computed here, from the description; no geometry is queried. Draws when something changes.
 *
 *   const view = new SceneView(container)
 *   view.setCell(cell); view.setConfiguration(q)
 *   view.onMoveObstacle = (index, pose, phase) => ...
 */
import type { Mesh } from 'three';
import { buildKinematics, Kinematics } from '../../src/kinematics/index.ts';
import type {
  ColouringAnswer,
  Finding,
  OpenedCell,
  TreeEdges,
  VisualsAnswer,
} from '../engine/protocol.ts';
import { CellFigures } from './cellFigures.ts';
import { ContactMarks } from './contactMarks.ts';
import { drawPlan } from './drawPlan.ts';
import { CameraFlight, outlookOn } from './flight.ts';
import { GHOSTS, GhostFigures } from './ghosts.ts';
import { Handles, type Snap } from './handles.ts';
import { distanceText, legendOf } from './legend.ts';
import { ClosestMark, Lines, traceLines } from './markers.ts';
import { PALETTE, THEMES } from './materials.ts';
import { Picking } from './picking.ts';
import { poseOfObject } from './poses.ts';
import { drawsInSoftware } from './renderer.ts';
import { Stage } from './stage.ts';
import { MOST_EDGES, MOST_IN_SOFTWARE, TreeMark } from './treeMark.ts';
import {
  type CameraState,
  DEFAULT_LAYERS,
  type Ghosts,
  type HandleMode,
  type Layers,
  type Phase,
  type StandardView,
  type Theme,
  type Touch,
  type Trace,
} from './types.ts';
import { VectorMarks } from './vectorMarks.ts';

export class SceneView {
  /** An obstacle was clicked on; null for a click beside all of them. */
  onSelect: (obstacle: number | null) => void = () => {};
  /** Pose of the obstacle in the world. */
  onMoveObstacle: (obstacle: number, pose: Float64Array, phase: Phase) => void = () => {};
  /** A hand has let go of the handles of an obstacle's size: by what it is larger along x, y and z. */
  onStretchObstacle: (obstacle: number, factors: readonly number[]) => void = () => {};
  /** Where the hand wants the link to be, in the world; whether it turns it, or moves it. */
  onDragTool: (link: string, pose: Float64Array, phase: Phase, turns: boolean) => void = () => {};
  /** Something of a robot was clicked on: the name of its link or attached object. */
  onPick: (name: string) => void = () => {};

  protected readonly stage: Stage;
  protected readonly figures = new CellFigures();
  protected readonly robots = this.figures.robots;
  protected readonly obstacles = this.figures.obstacles;
  private readonly painter = this.figures.painter;
  protected readonly handles: Handles;
  private readonly picking: Picking;
  private readonly closest = new ClosestMark();
  /** What can be pointed at. */
  protected targets: () => Mesh[] = () => this.figures.targets(this.layers);
  /** Where it draws vectors there is no closest pair beside them. */
  readonly vectors: VectorMarks;
  private readonly contacts = new ContactMarks();
  private readonly flight = new CameraFlight((camera) => this.setCamera(camera));
  /** The camera shall go to the next contact that is found. */
  private seeksContact = false;
  private readonly trace = new Lines(3.5, 0xffffff, 6);
  private readonly tree: TreeMark;
  private treeIsProven = true;
  protected readonly ghosts: GhostFigures;
  protected cell: OpenedCell | null = null;
  private visuals: VisualsAnswer | null = null;
  protected kinematics: Kinematics | null = null;
  protected configuration = new Float64Array(0);
  protected layers: Layers = DEFAULT_LAYERS;
  private toolLink: string | null = null;
  protected toolFrame = -1;
  private closestText = '';
  private readonly at = { x: 0, y: 0 };

  /** Not `running`, it draws nothing before `start`. */
  constructor(container: HTMLElement, running = true) {
    this.stage = new Stage(container, running);
    const { scene } = this.stage;
    this.vectors = new VectorMarks(this.stage);
    this.tree = new TreeMark(() => {
      const { renderer } = this.stage;
      return renderer && drawsInSoftware(renderer) ? MOST_IN_SOFTWARE : MOST_EDGES;
    });
    const { cache, materials } = this.figures;
    this.ghosts = new GhostFigures(scene, cache, materials);
    this.trace.setDepthTest(true);
    scene.add(this.robots.root, this.obstacles.root, this.closest.group);
    scene.add(this.contacts.lines.object, this.trace.object, this.tree.group, this.vectors.group);
    this.handles = new Handles(this.stage, container);
    this.handles.onMove = (object, phase) => {
      if (object === this.handles.tool) this.toolDragged(phase);
      else if (object === this.handles.stretch) this.obstacleStretched(phase);
      else this.obstacleMoved(phase);
    };
    this.picking = new Picking(this.stage, {
      targets: () => this.targets(),
      ignored: () => this.handles.busy,
      member: (ray) => this.figures.clouds.pick(ray, (point) => this.stage.isCutAway(point)),
      isHall: (obstacle) => this.painter.halls.has(obstacle),
      clicked: (data) => {
        if (data && data.obstacle < 0) this.onPick(data.part.name);
        else this.onSelect(data ? data.obstacle : null);
      },
    });
    this.stage.beforeDraw = () => this.beforeDraw();
    this.setTheme('dark');
  }

  /** Pictures drawn so far. */
  get drawnFrames(): number {
    return this.stage.drawnFrames;
  }

  /** False where the browser has no WebGL: everything works, nothing is drawn. */
  get canDraw(): boolean {
    return this.stage.renderer !== null;
  }

  get canvas(): HTMLCanvasElement {
    return this.stage.canvas;
  }

  /**
   * Shows a cell. The camera stays if it is the same cell with changes, and so do the configuration,
   * the ghosts, the selection; all else is taken away. Visuals may come later.
   */
  setCell(cell: OpenedCell, visuals: VisualsAnswer | null = null): void {
    const before = this.cell;
    const same = before !== null && before.name === cell.name && before.entry === cell.entry;
    this.cell = cell;
    this.visuals = visuals;
    const tree = buildKinematics(cell.description.robots);
    this.kinematics = new Kinematics(tree);
    if (this.configuration.length !== tree.dofs.length || !same) {
      this.configuration = Float64Array.from(cell.home);
    }
    if (!same) {
      this.setTrace(null);
      this.clearTree();
      this.toolLink = cell.tools[0] ?? null;
    }
    this.painter.colliding = new Set();
    this.contacts.clear();
    this.setClosest(null);
    this.vectors.set([]);

    this.makeFigures(same);
    if (this.toolLink !== null && !tree.frameOf.has(this.toolLink)) this.toolLink = null;
    this.setTool(this.toolLink);
    this.select(
      same && (this.painter.selected ?? -1) < this.obstacles.groups.length
        ? this.painter.selected
        : null,
    );
    this.setLayers(this.layers);
    this.setConfiguration(this.configuration);
    if (same) this.figures.fitPlanes(this.stage.radius);
    else {
      this.measure();
      this.stage.rig.lookFrom('free');
    }
  }

  /** What robots look like, once it is known; all else stays. */
  setVisuals(visuals: VisualsAnswer | null): void {
    if (!this.cell || visuals === this.visuals) return;
    this.visuals = visuals;
    this.makeFigures(true);
    this.attachHandles();
    this.setLayers(this.layers);
  }

  /** Joint values in the order of `OpenedCell.dofs`. Cheap: may be called at every picture. */
  setConfiguration(q: ArrayLike<number>): void {
    const { kinematics, configuration } = this;
    if (!kinematics || q.length < configuration.length) return;
    for (let d = 0; d < configuration.length; d++) configuration[d] = q[d];
    kinematics.setConfiguration(configuration);
    this.robots.pose(kinematics);
    this.ghosts.leaveTo(kinematics, this.stage.radius);
    this.stage.shadowsMoved();
    if (this.toolFrame >= 0) {
      this.handles.placeTool(kinematics.poses, kinematics.poseOf(this.toolFrame));
    }
    this.stage.moved();
  }

  setLayers(layers: Partial<Layers>): void {
    this.layers = { ...this.layers, ...layers };
    this.figures.setLayers(this.layers);
    this.stage.showGrid(this.layers.grid);
    this.shown();
  }

  /** Shells or pieces in colours: of the obstacle that is selected, or of everything; null takes them away. */
  setColouring(colouring: ColouringAnswer | null): void {
    this.figures.setColouring(colouring);
    this.shown();
  }

  /** The closest pair: a line between its points, with its length. */
  setClosest(finding: Finding | null): void {
    const points = finding?.points ?? null;
    const near = finding !== null && (finding.colliding || finding.distance < finding.clearance);
    this.closest.set(points, near ? PALETTE.contact : PALETTE.orange);
    this.closestText = finding && points ? distanceText(finding) : '';
    this.stage.invalidate();
  }

  /** Numbers of bodies that collide, and where: triangles that touch, 9 numbers each in the world. */
  setColliding(bodies: Iterable<number>, touches: readonly Touch[] = []): void {
    const next = new Set(bodies);
    const changed =
      next.size !== this.painter.colliding.size ||
      [...next].some((b) => !this.painter.colliding.has(b));
    this.painter.colliding = next;
    if (changed) this.figures.repaint();
    this.contacts.set(touches);
    this.arriveAtContact();
    this.stage.invalidate();
  }

  /** Leads the camera to where bodies touch, once the engine has found that for the configuration that is shown now. */
  flyToContact(): void {
    this.seeksContact = true;
  }

  private arriveAtContact(): void {
    const place = this.contacts.first;
    if (!this.seeksContact || !place) return;
    this.seeksContact = false;
    this.flight.start(this.getCamera(), outlookOn(place, this.stage, this.picking));
  }

  /** Start in blue, goal in orange; what is left out or null is not shown. */
  setGhosts({ start, goal }: Ghosts): void {
    this.ghosts.set('start', start ?? null);
    this.ghosts.set('goal', goal ?? null);
    if (this.kinematics) this.ghosts.leaveTo(this.kinematics, this.stage.radius);
    this.updateLegend();
    this.stage.invalidate();
  }

  /** The configuration that shows a collision, in the colour of contacts. */
  setWitness(q: ArrayLike<number> | null): void {
    this.ghosts.set('witness', q);
    this.updateLegend();
    this.stage.invalidate();
  }

  setTrace(traces: readonly Trace[] | null): void {
    const { lines, colours } = traceLines(traces ?? []);
    this.trace.set(lines, colours);
    this.stage.invalidate();
  }

  /** Takes the planner's trees away; the next are of one whose checks prove, or only sample. */
  clearTree(isProven = true): void {
    this.tree.clear();
    this.treeIsProven = isProven;
    this.updateLegend();
    this.stage.invalidate();
  }

  /** What became of the trees since. */
  addTree(edges: TreeEdges): void {
    this.tree.add(edges);
    this.updateLegend();
    if (this.tree.group.visible) this.stage.invalidateLater();
  }

  showTree(visible: boolean): void {
    this.tree.group.visible = visible;
    this.updateLegend();
    this.stage.invalidate();
  }

  /** Edges that are drawn, and one in how many that is. */
  get treeEdges(): { readonly drawn: number; readonly stride: number } {
    return { drawn: this.tree.count, stride: this.tree.stride };
  }

  /** Marks an obstacle and puts the handles on it; null: on the tool again. Does not call onSelect. */
  select(obstacle: number | null): void {
    const group = obstacle === null ? undefined : this.obstacles.groups[obstacle];
    this.figures.select(group ? obstacle : null);
    this.attachHandles();
    this.obstacles.frame(this.painter.selected);
    this.shown();
  }

  /** How the handles move what they are on: the selected obstacle, or else the tool. */
  addHandles(mode: HandleMode): void {
    this.handles.setMode(mode);
    this.attachHandles();
  }

  /** The link whose ball can be dragged; null: none. By default the cell's first tool. */
  setTool(link: string | null): void {
    this.toolLink = link;
    this.toolFrame = link === null ? -1 : (this.kinematics?.tree.frameOf.get(link) ?? -1);
    this.handles.showBall(this.toolFrame >= 0);
    if (this.painter.selected === null) this.attachHandles();
    if (this.kinematics && this.toolFrame >= 0) this.setConfiguration(this.configuration);
  }

  get tool(): string | null {
    return this.toolLink;
  }

  /** Handles snap to steps: always, or only while shift is held. */
  setSnap(always: boolean, steps?: Snap): void {
    this.handles.setSnap(always, steps);
  }

  /** Shows the whole cell. */
  fit(): void {
    this.flight.end();
    this.measure();
    this.stage.rig.fit();
  }

  lookFrom(view: StandardView): void {
    this.flight.end();
    this.measure();
    this.stage.rig.lookFrom(view);
  }

  getCamera(): CameraState {
    return this.stage.rig.getCamera();
  }

  setCamera(camera: CameraState): void {
    this.stage.rig.setCamera(camera);
  }

  setTheme(theme: Theme): void {
    this.stage.setTheme(theme);
    this.tree.setNeutral(THEMES[theme].tree);
    this.contacts.lines.setColour(theme === 'dark' ? 0xffffff : 0x16181c);
    this.figures.colouring.setTheme(theme);
    this.updateLegend();
  }

  /** Where a new thing of this size can stand: beside the robots, on what they stand on, and in nothing else. */
  roomFor(size: number): [number, number, number] {
    return this.kinematics ? this.figures.roomFor(size, this.kinematics) : [0, 0, size / 2];
  }

  /** A PNG of what is shown, without handles and labels. */
  picture(): Promise<Blob> {
    return this.handles.without(() => this.stage.picture());
  }

  start(): void {
    this.stage.start();
  }

  stop(): void {
    this.stage.stop();
  }

  dispose(): void {
    this.picking.dispose();
    this.handles.dispose();
    this.ghosts.drop();
    const { closest, vectors, contacts, trace, tree } = this;
    this.flight.end();
    for (const mark of [closest, vectors, contacts, trace, tree]) mark.dispose();
    this.figures.dispose();
    this.stage.dispose();
    this.cell = null;
  }

  // ------------------------------------------------------------------------------------ inside

  private beforeDraw(): void {
    this.figures.clouds.setThin(this.stage.isCoarse);
    this.handles.update();
    this.contacts.update(this.stage);
    this.vectors.placeLabels();
    const isAlone = this.closestText !== '' && this.vectors.isEmpty;
    this.closest.group.visible = isAlone;
    if (isAlone && this.stage.project(this.closest.middle, this.at)) {
      const { x, y } = this.at;
      this.stage.overlay.label('closest', this.closestText, x, y, { beside: true });
    } else this.stage.overlay.hideLabel('closest');
  }

  /** Something else is shown: what was hidden has not been posed. */
  private shown(): void {
    if (this.kinematics) this.robots.pose(this.kinematics, true);
    this.updateLegend();
    this.stage.shadowsMoved();
  }

  /** Makes what is drawn anew; geometry that was drawn before is used again. */
  private makeFigures(keepGhosts: boolean): void {
    const { tree } = this.kinematics!;
    const { description, bodies } = this.cell!;
    const plan = drawPlan(description, bodies, tree, this.visuals);
    const { cache } = this.figures;
    const { inHand, pivot } = this.handles;
    const { selected } = this.painter;
    const held = inHand === pivot && selected !== null ? this.obstacles.groups[selected] : null;
    cache.begin();
    this.figures.make(this.cell!, plan, tree.frameCount, held ?? null);
    this.ghosts.setRobots(tree, plan.visual, keepGhosts);
    cache.end();
    // It may have been taken away.
    if (selected !== null && !this.obstacles.groups[selected]) this.handles.attach(null);
  }

  private toolObject() {
    return this.toolFrame >= 0 ? this.handles.tool : null;
  }

  private attachHandles(): void {
    const { handles, obstacles } = this;
    const { selected } = this.painter;
    const group = selected === null ? undefined : obstacles.groups[selected];
    if (!handles.sizing) {
      if (group && selected !== null && handles.inHand !== handles.pivot) {
        obstacles.placePivot(selected, handles.pivot);
      }
      handles.attach(group ? handles.pivot : this.toolObject());
    } else {
      const placed = selected !== null && obstacles.placeStretch(selected, handles.stretch);
      handles.attach(placed ? handles.stretch : null);
    }
  }

  private toolDragged(phase: Phase): void {
    if (this.toolLink === null) return;
    this.onDragTool(this.toolLink, poseOfObject(this.handles.tool), phase, this.handles.turning);
    // The hand has let go: the handle goes back to where the tool is.
    if (phase === 'end') this.setConfiguration(this.configuration);
  }

  private obstacleMoved(phase: Phase): void {
    const { selected } = this.painter;
    if (selected === null || !this.obstacles.groups[selected]) return;
    this.obstacles.followPivot(selected, this.handles.pivot);
    this.obstacles.frame(selected);
    this.stage.shadowsMoved();
    this.onMoveObstacle(selected, poseOfObject(this.obstacles.groups[selected]), phase);
  }

  /** Only drawn: the cell has the new size when somebody makes a change of it. */
  private obstacleStretched(phase: Phase): void {
    const { selected } = this.painter;
    if (selected === null) return;
    const factors = this.obstacles.stretch(selected, this.handles.stretch);
    this.obstacles.frame(selected);
    this.stage.shadowsMoved();
    // It is the distance of what it was.
    this.setClosest(null);
    if (factors && phase === 'end') this.onStretchObstacle(selected, factors);
  }

  /** Tells the stage how large the cell is. */
  private measure(): void {
    if (!this.kinematics) return;
    this.figures.measure(this.stage, this.kinematics);
    this.tree.setDashes(0.02 * this.stage.radius);
    this.updateLegend();
  }

  private updateLegend(): void {
    const { layers, cell, ghosts, tree } = this;
    if (!cell) return;
    const { theme, gridStep } = this.stage;
    const counts = this.figures.counts(cell);
    const entries = legendOf({
      ...{ layers, cell, gridStep, theme, counts },
      ghosts: GHOSTS.filter((name) => ghosts.shown(name)),
      trees: tree.group.visible ? tree.signs : null,
      isProven: this.treeIsProven,
      isPlain: !counts || this.painter.selected !== null,
    });
    this.stage.overlay.legend(entries);
  }
}
