/** The description of the gate, in the words of OpenAPI 3.1, from the same table as everything else. */
import { FAULT, METHOD_NAMES, METHODS, namedParts, PROGRESS } from '../gate/index.ts';

/** OpenAPI 3.1. `url` is where it is served, `needsToken` whether a token is asked for. */
export function openApiOf(version: string, url: string, needsToken: boolean): object {
  const schemas = namedParts([
    FAULT,
    PROGRESS,
    ...METHOD_NAMES.flatMap((name) => [METHODS[name].params, METHODS[name].result]),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Surepath gate',
      version,
      description:
        'Answers before the robot moves. Every method is also one of JSON-RPC 2.0: POST /rpc, WebSocket /ws. Metres, radians, seconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    ...(needsToken ? { security: [{ token: [] }] } : {}),
    paths: {
      ...Object.fromEntries(METHOD_NAMES.map((name) => [`/v1/${name}`, { post: operation(name) }])),
      '/rpc': { post: RPC_OPERATION },
      '/healthz': {
        get: {
          operationId: 'healthz',
          summary: 'Whether the gate is there.',
          security: [],
          responses: { 200: { description: 'It is.', content: json({ type: 'object' }) } },
        },
      },
    },
    components: {
      schemas: { ...Object.fromEntries(schemas), Problem: PROBLEM },
      responses: {
        Refused: {
          description: 'It was refused: the status says how, the fault what and where.',
          content: { 'application/problem+json': { schema: reference('Problem') } },
        },
        Overloaded: {
          description: 'Too much is asked at once. Nothing was begun.',
          headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } },
          content: { 'application/problem+json': { schema: reference('Problem') } },
        },
      },
      ...(needsToken ? { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : {}),
    },
  };
}

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

function json(schema: object): object {
  return { 'application/json': { schema } };
}

const REFUSALS = {
  default: { $ref: '#/components/responses/Refused' },
  503: { $ref: '#/components/responses/Overloaded' },
};

function operation(name: keyof typeof METHODS): object {
  const { summary, params, result, runs } = METHODS[name];
  const events =
    runs === 'desk'
      ? {
          'text/event-stream': {
            schema: { type: 'string' },
            description:
              'With Accept: text/event-stream: events `progress` (Progress), then `result` or `error` (Problem).',
          },
        }
      : {};
  return {
    operationId: name,
    summary,
    requestBody: { required: true, content: json(params.json) },
    responses: {
      200: { description: 'The result.', content: { ...json(result.json), ...events } },
      ...REFUSALS,
    },
  };
}

const RPC_OPERATION = {
  operationId: 'rpc',
  summary: 'JSON-RPC 2.0: a request, or a batch of them.',
  requestBody: { required: true, content: json({ type: ['object', 'array'] }) },
  responses: {
    200: { description: 'The answers.', content: json({ type: ['object', 'array'] }) },
    204: { description: 'There was nothing to answer.' },
    ...REFUSALS,
  },
};

const PROBLEM = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  required: ['status', 'detail'],
  properties: {
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'integer', description: 'As JSON-RPC has it.' },
    fault: { type: 'object', description: 'Mostly a Fault; see `code`.' },
  },
};
