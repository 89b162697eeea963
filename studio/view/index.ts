export { PALETTE } from './materials.ts';
export { SceneView } from './sceneView.ts';
export { StudioView } from './studioView.ts';
export {
  type Arrow,
  type CameraState,
  DEFAULT_LAYERS,
  type Ghosts,
  type HandleMode,
  type Layers,
  type Phase,
  STANDARD_VIEWS,
  type StandardView,
  type Theme,
  type Trace,
} from './types.ts';
export { VectorMarks } from './vectorMarks.ts';
