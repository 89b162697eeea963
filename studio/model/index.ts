export { type App, type Dialogs, isCancelled, type JobOptions, type Panel } from './app.ts';
export {
  type Attributes,
  append,
  button,
  type Child,
  element,
  fill,
  type Icon,
  icon,
  keepFocus,
  setText,
} from './dom.ts';
export { plainName } from './format.ts';
export { term, usable } from './hint.ts';
export { recordWaypoint } from './path.ts';
export { download } from './saving.ts';
export {
  type BusyJob,
  type ChangeOptions,
  initialState,
  type Layers,
  NO_RESULTS,
  type Results,
  type Settings,
  type Source,
  type State,
  Store,
} from './state.ts';
