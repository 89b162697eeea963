/** The worker: a host at the other end of postMessage. One job at a time, in the order they come. */
import { Host } from './host.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** What is used of a worker's global scope. */
interface Scope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const scope = globalThis as unknown as Scope;
const host = new Host((message) => scope.postMessage(message));
let last: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  last = last.then(() => host.receive(data));
};
scope.postMessage({ call: 0, ready: true });
