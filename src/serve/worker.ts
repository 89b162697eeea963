/** What a worker of a gate runs. */
import { GateHandler } from './gateHandler.ts';
import { runWorker } from './pool/workerLoop.ts';
import type { GateWorkerSettings } from './workerFile.ts';

runWorker((settings) => new GateHandler(settings as GateWorkerSettings));
