/** What every panel is given. */
import type { Engine } from '../engine/client.ts';
import type { StudioView } from '../view/index.ts';
import type { Host } from './host.ts';

export { type Dialogs, isCancelled, type JobOptions } from './host.ts';

export interface App extends Host {
  readonly engine: Engine;
  readonly view: StudioView;
}

export type Panel = (app: App) => HTMLElement;
