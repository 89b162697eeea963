/**
 * The OpenAPI 3.1 description of the gate over HTTP, made of the protocol: each method is `POST /v1/METHOD` with its
 * params as the body and its result as the answer, and all of them are JSON-RPC at `POST /rpc`.
 */
import { RPC } from './errors.ts';
import { EXAMPLES } from './examples.ts';
import {
  FAULT_FIELDS,
  METHOD_NAMES,
  METHODS,
  type MethodName,
  PROGRESS,
  SENTENCE,
} from './protocol/index.ts';
import {
  integer,
  type JsonSchema,
  named,
  namedParts,
  number,
  object,
  type Schema,
} from './schema/index.ts';

export interface OpenApiOptions {
  /** Of the program. */
  readonly version: string;
  /** Where it is served. */
  readonly url?: string;
  /** Whether a token is asked for. */
  readonly needsToken?: boolean;
}

/** What comes with an error: mostly a fault. */
const ERROR_DATA = named(
  'ErrorData',
  object(
    {},
    {
      optional: {
        ...FAULT_FIELDS,
        current: integer({ description: 'The version that is current.' }),
        retryAfter_ms: number(),
      },
    },
  ),
  'What comes with an error: a fault with its place in the request, mostly.',
);

/** What is wrong with a request, as HTTP answers it (RFC 9457). */
export const PROBLEM = named(
  'Problem',
  object(
    { title: SENTENCE, status: integer(), detail: SENTENCE },
    {
      optional: {
        code: integer({ description: 'The code of the same error in JSON-RPC.' }),
        fault: ERROR_DATA,
      },
    },
  ),
  'Problem details (RFC 9457), with the code and data of the same error in JSON-RPC.',
);

/** Errors that HTTP answers with, by status. */
const STATUSES: readonly (readonly [status: string, meaning: string])[] = [
  ['400', 'The request is not JSON, or its params are not as they should be.'],
  ['401', 'A token is missing or wrong.'],
  ['403', 'The host or origin is not allowed.'],
  ['404', 'There is no such method, or no such cell open.'],
  [
    '409',
    'The version is not the current one, or not held any more; or the request was cancelled.',
  ],
  ['413', 'The request is too large.'],
  ['415', 'The body is no JSON by its type.'],
  ['422', 'The job found fault with its input: a file, a configuration, an edit.'],
  ['500', 'An error of the gate itself.'],
  ['503', 'There is too much to do: ask again after Retry-After.'],
];

/** The description, as plain data. */
export function openApi({ version, url = '/', needsToken = false }: OpenApiOptions) {
  const paths: Record<string, unknown> = {};
  for (const method of METHOD_NAMES) paths[`/v1/${method}`] = { post: operationOf(method) };
  paths['/rpc'] = { post: rpcOperation() };
  paths['/healthz'] = { get: HEALTH };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Surepath gate',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      summary: 'Is a motion free of collision, all of it? Answered before the robot moves.',
      description: `Metres, radians, seconds. The codes of errors in JSON-RPC: ${codesText()}.`,
    },
    servers: [{ url }],
    ...(needsToken ? { security: [{ token: [] }] } : {}),
    paths,
    components: {
      ...(needsToken ? { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : {}),
      responses: Object.fromEntries(
        STATUSES.map(([status, meaning]) => [`E${status}`, errorResponse(status, meaning)]),
      ),
      schemas: schemasOf(),
    },
  };
}

function codesText(): string {
  return Object.entries(RPC)
    .map(
      ([name, code]) => `${code} ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
    )
    .join(', ');
}

function operationOf(method: MethodName) {
  const { summary, params, result } = METHODS[method];
  return {
    operationId: method,
    summary,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: params.json, example: EXAMPLES[method] } },
    },
    responses: {
      200: {
        description:
          'The result. With `Accept: text/event-stream`, `progress` events come before it.',
        content: {
          'application/json': { schema: result.json },
          'text/event-stream': { schema: { type: 'string' } },
        },
      },
      ...errors(),
    },
  };
}

function rpcOperation() {
  const request = {
    type: 'object',
    properties: {
      jsonrpc: { const: '2.0' },
      method: { enum: METHOD_NAMES },
      params: { type: 'object' },
      id: { type: ['string', 'number', 'null'] },
    },
    required: ['jsonrpc', 'method'],
  };
  const body = { anyOf: [request, { type: 'array', items: request, minItems: 1 }] };
  return {
    operationId: 'rpc',
    summary: 'JSON-RPC 2.0: a request, a notification, or a batch of them.',
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      200: {
        description: 'A response, or a list of them. Errors of requests are here, too.',
        content: { 'application/json': { schema: {} } },
      },
      204: { description: 'There was nothing but notifications.' },
      ...errors(),
    },
  };
}

function errors() {
  return Object.fromEntries(
    STATUSES.map(([status]) => [status, { $ref: `#/components/responses/E${status}` }]),
  );
}

const HEALTH = {
  operationId: 'healthz',
  summary: 'Whether the gate is there.',
  security: [],
  responses: {
    200: { description: 'It is.', content: { 'application/json': { schema: { type: 'object' } } } },
  },
};

function errorResponse(status: string, description: string) {
  const wait = { schema: { type: 'integer' }, description: 'Seconds.' };
  const headers = status === '503' ? { headers: { 'Retry-After': wait } } : {};
  return {
    description,
    ...headers,
    content: { 'application/problem+json': { schema: PROBLEM.json } },
  };
}

function schemasOf(): Record<string, JsonSchema> {
  const own = METHOD_NAMES.flatMap((method): Schema<unknown>[] => {
    const { params, result } = METHODS[method];
    return [params, result];
  });
  return Object.fromEntries(namedParts([...own, PROGRESS, PROBLEM]));
}
