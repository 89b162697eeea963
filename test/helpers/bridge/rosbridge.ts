/**
 * A rosbridge server for tests (rosbridge v2 protocol, over ws): clients advertise services, which the test calls as a
 * node of ROS would; the test offers services and publishes on topics, which clients call and subscribe. As strict as
 * the real one: a type that the generation of ROS cannot spell is refused, and so is a response with other fields
 * than its type has.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Json = Record<string, unknown>;

/** Fields of the responses, by the name of the type. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  GetStateValidity: ['valid', 'contacts', 'cost_sources', 'constraint_result'],
  GetMultiStateValidity: ['valid', 'contacts', 'cost_sources', 'constraint_result'],
};
const CONTACT = [
  ...['header', 'position', 'normal', 'depth', 'contact_body_1', 'body_type_1'],
  ...['contact_body_2', 'body_type_2'],
];

export interface Response {
  readonly result: boolean;
  readonly values: Json & { readonly valid: boolean; readonly contacts: readonly Json[] };
}

type NodeAnswer = Json | undefined | null;

export class Rosbridge {
  readonly ros: 1 | 2;
  /** Services of the nodes of this ROS; undefined refuses the call, null does not answer it, a promise answers later. */
  readonly nodes = new Map<string, (args: Json) => NodeAnswer | Promise<NodeAnswer>>();
  /** Type by service, as clients advertise them. */
  readonly services = new Map<string, string>();
  readonly subscribed = new Map<string, string>();
  /** What clients published, by topic. */
  readonly published: { readonly topic: string; readonly msg: Json }[] = [];
  /** What the server would complain about. */
  readonly complaints: string[] = [];
  /** Characters beyond which messages are sent in fragments. */
  fragmentSize = Number.POSITIVE_INFINITY;
  /** How often somebody connected. */
  connections = 0;
  private readonly server: WebSocketServer;
  private readonly clients = new Set<WebSocket>();
  private readonly calls = new Map<string, (response: Response) => void>();
  private readonly watchers = new Set<() => void>();
  private count = 0;

  private constructor(server: WebSocketServer, ros: 1 | 2) {
    this.server = server;
    this.ros = ros;
    server.on('connection', (socket) => {
      this.connections++;
      this.clients.add(socket);
      socket.on('message', (data) => this.take(socket, JSON.parse(String(data)) as Json));
      socket.on('close', () => this.clients.delete(socket));
    });
  }

  static async start(ros: 1 | 2 = 2, port = 0): Promise<Rosbridge> {
    const server = new WebSocketServer({ host: '127.0.0.1', port });
    await once(server, 'listening');
    return new Rosbridge(server, ros);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  /** Calls a service that a client advertises, as a node of ROS does. */
  async call(service: string, args: unknown): Promise<Response> {
    await this.until(() => this.services.has(service));
    const id = `service_request:${service}:${++this.count}`;
    return new Promise((resolve) => {
      this.calls.set(id, resolve);
      this.send({ op: 'call_service', id, service, args });
    });
  }

  publish(topic: string, msg: unknown): void {
    this.send({ op: 'publish', topic, msg });
  }

  send(message: Json): void {
    const text = JSON.stringify(message);
    const total = Math.ceil(text.length / this.fragmentSize);
    const id = `fragment ${++this.count}`;
    if (total <= 1) {
      this.raw(text);
      return;
    }
    for (let num = 0; num < total; num++) {
      const data = text.slice(num * this.fragmentSize, (num + 1) * this.fragmentSize);
      this.raw(JSON.stringify({ op: 'fragment', id, data, num, total }));
    }
  }

  /** Any text, to all clients. */
  raw(text: string): void {
    for (const client of this.clients) client.send(text);
  }

  /** Waits until something that clients do makes it true. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.watchers.add(resolve));
  }

  /** Ends all connections rudely; the server stays. */
  drop(): void {
    this.services.clear();
    this.subscribed.clear();
    for (const client of this.clients) client.terminate();
  }

  async close(): Promise<void> {
    this.drop();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(socket: WebSocket, message: Json): void {
    const { op, id } = message;
    if (op === 'advertise_service') this.advertise(String(message.service), String(message.type));
    else if (op === 'service_response') this.respond(message);
    else if (op === 'call_service') this.serve(socket, message);
    else if (op === 'subscribe') this.subscribed.set(String(message.topic), String(message.type));
    else if (op === 'publish') {
      this.published.push({ topic: String(message.topic), msg: message.msg as Json });
    } else if (op !== 'advertise') this.complaints.push(`unknown operation ${String(op)} ${id}`);
    for (const each of [...this.watchers]) {
      this.watchers.delete(each);
      each();
    }
  }

  private advertise(service: string, type: string): void {
    if (type.split('/').length === (this.ros === 2 ? 3 : 2)) this.services.set(service, type);
    else this.complaints.push(`${type} is not a valid type string`);
  }

  private respond(message: Json): void {
    const { id, service, values, result } = message;
    const type = this.services.get(String(service))?.split('/').at(-1) ?? '';
    const fields = Object.keys((values ?? {}) as Json);
    const contacts = ((values as Json)?.contacts ?? []) as Json[];
    const strange = [
      ...fields.filter((field) => !FIELDS[type]?.includes(field)),
      ...contacts.flatMap((each) => Object.keys(each).filter((key) => !CONTACT.includes(key))),
    ];
    if (typeof values !== 'object' || strange.length > 0) {
      // The real one tells its log, and the caller waits for ever.
      this.complaints.push(`a response of ${type} has ${strange.join(', ') || typeof values}`);
      return;
    }
    this.calls.get(String(id))?.({ result, values } as Response);
    this.calls.delete(String(id));
  }

  private serve(socket: WebSocket, call: Json): void {
    const node = this.nodes.get(String(call.service));
    const values = node ? node((call.args ?? {}) as Json) : undefined;
    if (!(values instanceof Promise)) this.answer(socket, call, values);
    else void values.then((later) => this.answer(socket, call, later));
  }

  private answer(socket: WebSocket, { id, service }: Json, values: NodeAnswer): void {
    if (values === null) return;
    const answer =
      values === undefined
        ? { values: `service ${String(service)} does not exist`, result: false }
        : { values, result: true };
    const before = new Set(this.clients);
    for (const client of before) if (client !== socket) this.clients.delete(client);
    this.send({ op: 'service_response', id, service, ...answer });
    for (const client of before) this.clients.add(client);
  }
}
