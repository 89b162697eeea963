/** A worker with its copy of the tree: questions in, answers out, one at a time; a worker that is late is replaced. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { copyOfTree } from './tree.mjs';

export class Desk {
  constructor(root, limitSeconds) {
    this.root = root;
    this.limitSeconds = limitSeconds;
    this.worker = undefined;
  }

  /** What came of running a test, with a fault planted or without: outcome, why, seconds. */
  async ask(question) {
    const worker = await this.atWork();
    return new Promise((resolve) => {
      const done = (answer) => {
        clearTimeout(timer);
        worker.removeAllListeners('message');
        worker.removeAllListeners('exit');
        resolve(answer);
      };
      const gone = (outcome, why) => {
        this.close();
        done({ outcome, why, seconds: this.limitSeconds });
      };
      const timer = setTimeout(
        () => gone('late', `no end after ${this.limitSeconds} s`),
        1000 * this.limitSeconds,
      );
      worker.on('message', done);
      worker.on('exit', (code) => gone('broken', `the process ended with ${code}`));
      worker.send(question);
    });
  }

  /** Tests fork processes of their own: all of them go. */
  close() {
    if (!this.worker) return;
    try {
      process.kill(-this.worker.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
    this.worker = undefined;
  }

  async atWork() {
    if (this.worker) return this.worker;
    // A copy of its own for every process: one that was stopped left its fault behind.
    const copy = copyOfTree(this.root);
    const worker = spawn(process.execPath, [join(this.root, 'scripts/mutants/worker.mjs'), copy], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.worker = worker;
    await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('exit', (code) => reject(new Error(`no worker: ended with ${code}`)));
    });
    worker.removeAllListeners('exit');
    return worker;
  }
}
