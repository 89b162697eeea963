/**
 * A store in PostgreSQL: two tables in a schema of their own, made when they are not there. What is committed stays.
 */
import type { Pool } from 'pg';
import { digestOf } from '../digest.ts';
import { isStarting, needed, notOpened, patiently, type ServerUrl } from '../server.ts';
import { packed, unpacked } from './packed.ts';
import { type Blobs, checked, isWhole, type Notes, type ServerStore } from './store.ts';

/** Also for the tables of the queue. */
export const SCHEMA = 'surepath';
/** Connections of one process, the queue's come on top. */
const CONNECTIONS = 2;
/** Of all who make the tables at once, one does. */
const LOCK = 0x5079a7;

const TABLES = `
create schema if not exists ${SCHEMA};
create table if not exists ${SCHEMA}.blobs (digest text primary key, bytes bytea not null);
alter table ${SCHEMA}.blobs alter column bytes set storage external;
create table if not exists ${SCHEMA}.notes (key text collate "C" primary key, value text not null);
`;

/** Connects, and makes the tables. Throws an InputError where no server answers, and what a server answers that is starting. */
export async function openPostgresStore(server: ServerUrl): Promise<ServerStore> {
  const { default: pg } = await needed('pg', () => import('pg'));
  const pool = new pg.Pool({
    connectionString: server.url,
    ...{ max: CONNECTIONS, connectionTimeoutMillis: 5000, application_name: 'surepath batch' },
  });
  // A connection that breaks while nobody uses it; the next request makes another.
  pool.on('error', () => {});
  try {
    await makeTables(pool);
  } catch (error) {
    await pool.end();
    throw isStarting(error) ? error : notOpened(server, error);
  }
  const ask = new Asker(pool, server);
  return {
    where: server.shown,
    blobs: new PostgresBlobs(ask, server.shown),
    notes: new PostgresNotes(ask),
    // It keeps what it acknowledged as it comes.
    warnings: [],
    close: () => pool.end(),
  };
}

/** Only where they are missing: making them anew would wait for everybody who writes. */
async function makeTables(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('${SCHEMA}.notes') as found`);
  if (rows[0].found !== null) return;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(TABLES);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Questions, put again while the server is away. */
class Asker {
  private readonly pool: Pool;
  private readonly server: ServerUrl;

  constructor(pool: Pool, server: ServerUrl) {
    this.pool = pool;
    this.server = server;
  }

  /** Rows as arrays. `name`: prepared once for each connection. */
  async rows(name: string, text: string, values: unknown[]): Promise<unknown[][]> {
    const asked = { name: `surepath-${name}`, text, values, rowMode: 'array' as const };
    const { rows } = await patiently(this.server, () => this.pool.query(asked));
    return rows;
  }
}

class PostgresBlobs implements Blobs {
  private readonly ask: Asker;
  private readonly where: string;

  constructor(ask: Asker, where: string) {
    this.ask = ask;
    this.where = where;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const digest = digestOf(bytes);
    const insert = `insert into ${SCHEMA}.blobs values ($1, $2) on conflict do nothing`;
    await this.ask.rows('put-blob', insert, [digest, packed(bytes)]);
    return digest;
  }

  async get(digest: string): Promise<Uint8Array> {
    const select = `select bytes from ${SCHEMA}.blobs where digest = $1`;
    const rows = await this.ask.rows('get-blob', select, [digest]);
    const bytes = rows.length === 0 ? null : (rows[0][0] as Buffer);
    return checked(digest, unpacked(bytes), this.where);
  }

  holds(digest: string): Promise<boolean> {
    return isWhole(this, digest);
  }

  async remove(digest: string): Promise<void> {
    await this.ask.rows('remove-blob', `delete from ${SCHEMA}.blobs where digest = $1`, [digest]);
  }
}

class PostgresNotes implements Notes {
  private readonly ask: Asker;

  constructor(ask: Asker) {
    this.ask = ask;
  }

  async put(key: string, text: string): Promise<void> {
    const insert = `insert into ${SCHEMA}.notes values ($1, $2) on conflict (key) do update set value = $2`;
    await this.ask.rows('put-note', insert, [key, text]);
  }

  async putFirst(key: string, text: string): Promise<string> {
    const insert = `insert into ${SCHEMA}.notes values ($1, $2) on conflict do nothing`;
    await this.ask.rows('put-first', insert, [key, text]);
    const [stands] = await this.get([key]);
    return stands ?? text;
  }

  async get(keys: readonly string[]): Promise<(string | null)[]> {
    const select = `select key, value from ${SCHEMA}.notes where key = any($1)`;
    const rows = await this.ask.rows('get-notes', select, [keys]);
    const values = new Map(rows as [string, string][]);
    return keys.map((key) => values.get(key) ?? null);
  }

  async list(prefix: string): Promise<string[]> {
    // Keys sort by their bytes: all that begin with the prefix stand between it and the prefix with a slash's successor.
    const select = `select key from ${SCHEMA}.notes where key >= $1 and key < $2 order by key`;
    const rows = await this.ask.rows('list-notes', select, [prefix, `${prefix.slice(0, -1)}0`]);
    return rows.map(([key]) => key as string);
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.ask.rows('remove-notes', `delete from ${SCHEMA}.notes where key = any($1)`, [keys]);
  }

  async removeIf(key: string, text: string): Promise<boolean> {
    const remove = `delete from ${SCHEMA}.notes where key = $1 and value = $2 returning key`;
    return (await this.ask.rows('remove-if', remove, [key, text])).length > 0;
  }
}
