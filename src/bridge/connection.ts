/**
 * One connection to a rosbridge server, by roslib: it brings the transport, and puts fragments and compressed messages
 * together. A connection lives once; who wants another makes it. roslib is loaded when it is needed, and nobody needs it
 * who has no bridge.
 */
import { InputError } from '../math/index.ts';

/** As much of roslib's Ros as is used here. */
interface Ros {
  connect(url: string): Promise<void>;
  close(): void;
  on(event: string, listener: (message: never) => void): unknown;
  off(event: string, listener?: (message: never) => void): unknown;
  callOnConnection(message: object): void;
}

/** A call of a service that this side offers. */
export interface ServiceCall {
  readonly id: string | undefined;
  readonly args: unknown;
}

export interface ConnectionEvents {
  /** It was open and is not any more, or never came about; told once. */
  onClose(reason: string): void;
  /** Something came that is no message of the protocol, or the server complains. */
  onTrouble(text: string): void;
}

/** How to reach the server. */
export interface ConnectionOptions extends ConnectionEvents {
  readonly url: string;
  /** Milliseconds to wait for the connection. */
  readonly timeout_ms: number;
}

export class RosConnection {
  private readonly ros: Ros;
  private calls = 0;
  private open = true;
  /** Ends the calls that wait, when the connection does. */
  private readonly waiting = new Set<() => void>();

  constructor(ros: Ros) {
    this.ros = ros;
  }

  /** Sends nothing once the connection is gone: answers belong to the server that asked. */
  send(message: object): void {
    if (this.open) this.ros.callOnConnection(message);
  }

  offer(service: string, type: string, answer: (call: ServiceCall) => void): void {
    this.ros.on(service, (message: { op?: string; id?: string; args?: unknown }) => {
      if (message.op === 'call_service') answer({ id: message.id, args: message.args });
    });
    this.send({ op: 'advertise_service', service, type });
  }

  /**
   * Answers a call. Servers hand `values` on whatever `result` says, and nothing at all where values do not fit the
   * type: so there are always whole ones.
   */
  respond(service: string, id: string | undefined, values: object, result: boolean): void {
    this.send({
      op: 'service_response',
      service,
      ...(id === undefined ? {} : { id }),
      values,
      result,
    });
  }

  subscribe(topic: string, type: string, take: (message: unknown) => void): void {
    this.ros.on(topic, (message: { op?: string; msg?: unknown }) => {
      if (message.op === 'publish') take(message.msg);
    });
    this.send({ op: 'subscribe', id: `subscribe:${topic}`, topic, type });
  }

  announce(topic: string, type: string): void {
    this.send({ op: 'advertise', id: `advertise:${topic}`, topic, type });
  }

  publish(topic: string, message: object): void {
    this.send({ op: 'publish', topic, msg: message });
  }

  /** Calls a service of the other side. Rejects where it refuses or does not answer in time. */
  call(service: string, args: object, timeout_ms: number): Promise<unknown> {
    const id = `call_service:${service}:${++this.calls}`;
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        this.waiting.delete(late);
        this.ros.off(id, take);
        then();
      };
      const take = (message: { op?: string; result?: boolean; values?: unknown }) => {
        if (message.op !== 'service_response') return;
        if (message.result === false) {
          const text = typeof message.values === 'string' ? `: ${message.values}` : '';
          settle(() => reject(new Error(`${service} refused${text}`)));
        } else settle(() => resolve(message.values));
      };
      const late = () => settle(() => reject(new Error(`${service} did not answer`)));
      const timer = setTimeout(late, timeout_ms);
      this.waiting.add(late);
      this.ros.on(id, take);
      this.send({ op: 'call_service', id, service, args });
    });
  }

  close(): void {
    this.open = false;
    for (const end of [...this.waiting]) end();
    this.ros.close();
  }
}

/** Connects. Rejects with an InputError without roslib; what else goes wrong is told to onClose. */
export async function connectRos(options: ConnectionOptions): Promise<RosConnection | null> {
  const { url, timeout_ms, onClose, onTrouble } = options;
  const roslib = await loadRoslib();
  const ros = new roslib.Ros();
  const connection = new RosConnection(ros);
  return new Promise((resolve) => {
    let isOpen = false;
    let isOver = false;
    const end = (reason: string) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      connection.close();
      onClose(reason);
      if (!isOpen) resolve(null);
    };
    const timer = setTimeout(() => end(`${url} did not answer`), timeout_ms);
    ros.on('connection', () => {
      if (isOver) return;
      clearTimeout(timer);
      isOpen = true;
      resolve(connection);
    });
    ros.on('close', () => end(isOpen ? `${url} went away` : `${url} cannot be reached`));
    ros.on('error', (error: { message?: string }) => {
      if (isOpen) onTrouble(`not understood: ${error.message ?? 'a message of the server'}`);
    });
    ros.on('status', (status: { level?: string; msg?: unknown }) => {
      if (status.level === 'error' || status.level === 'warning') {
        onTrouble(`the server says: ${String(status.msg).slice(0, 500)}`);
      }
    });
    ros.connect(url).catch((error: Error) => end(`${url} cannot be reached: ${error.message}`));
  });
}

/** The package, or an InputError that says how to get it. */
export async function loadRoslib(): Promise<{ readonly Ros: new () => Ros }> {
  try {
    return (await import('roslib')) as unknown as { Ros: new () => Ros };
  } catch {
    throw new InputError({
      code: 'bridge/no-roslib',
      message: 'the bridge needs the package roslib, which is not installed',
      hint: 'npm install roslib ws',
    });
  }
}
