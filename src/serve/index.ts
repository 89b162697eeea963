/** The gate as a server: HTTP, WebSocket, standard input and output, and a pool of workers behind them. */
export { CompiledFolder, cacheFolder } from './compiledFolder.ts';
export type { Answer } from './front.ts';
export { isLoopback, OwnNames } from './guard.ts';
export { DEFAULT_LIMITS, type DoorOptions, type GateLimits, type PageDoor } from './options.ts';
export { type GateFacts, type GateOptions, type RunningGate, startGate } from './startGate.ts';
export { crewThreads, startThread, type ThreadOptions } from './threads.ts';
