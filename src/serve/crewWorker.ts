/** What a thread of a crew runs. */
import { parentPort } from 'node:worker_threads';
import { serveCrew } from '../parallel/index.ts';

const port = parentPort;
if (!port) throw new Error('this is for a thread of a crew');
serveCrew({
  post: (message, moved = []) => port.postMessage(message, moved),
  onMessage: (listen) => port.on('message', listen),
});
