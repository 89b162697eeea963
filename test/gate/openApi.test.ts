/** The description that a gate serves: every reference leads somewhere, every example is taken. */
import { describe, expect, it } from 'vitest';
import {
  EXAMPLES,
  faultIn,
  METHOD_NAMES,
  METHODS,
  type MethodName,
  openApi,
  PROBLEM,
} from '../../src/gate/index.ts';
import { oracleOf } from '../helpers/gate/ajv.ts';

const description = openApi({ version: '1.2.3', url: 'http://127.0.0.1:8080' });

/** All values of a key, wherever it stands. */
function allOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...(name === key ? [each] : []),
    ...allOf(each, key),
  ]);
}

/** What a JSON pointer leads to. */
function at(pointer: string): unknown {
  let value: unknown = description;
  for (const step of pointer.slice(2).split('/')) value = (value as Record<string, unknown>)[step];
  return value;
}

describe('the OpenAPI description', () => {
  it('has an operation for each method, and JSON-RPC', () => {
    expect(description.openapi).toBe('3.1.0');
    const paths = [...METHOD_NAMES.map((name) => `/v1/${name}`), '/rpc', '/healthz'];
    expect(Object.keys(description.paths)).toEqual(paths);
    expect(new Set(allOf(description.paths, 'operationId')).size).toBe(paths.length);
  });

  it('refers to what is there, and to all of it', () => {
    const references = allOf(description, '$ref') as string[];
    expect(references.length).toBeGreaterThan(50);
    for (const each of references) expect(at(each), each).toBeDefined();
    const named = Object.keys(description.components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    );
    const used = new Set(references);
    // Events are described, and nothing in the paths refers to them.
    expect(named.filter((name) => !used.has(name))).toEqual(['#/components/schemas/Progress']);
  });

  it('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
  });

  it.each(METHOD_NAMES)(
    'shows an example of %s that is taken, by Ajv as well',
    (name: MethodName) => {
      const { params, summary } = METHODS[name];
      expect(faultIn(params, EXAMPLES[name])).toBeNull();
      expect(oracleOf(params)(EXAMPLES[name])).toBe(true);
      expect(summary).toMatch(/[.?]$/);
    },
  );

  it('knows problems', () => {
    const problem = {
      title: 'no',
      detail: 'no',
      status: 400,
      code: -32602,
      fault: { code: 'a/b', message: 'no', place: '/q' },
    };
    expect(faultIn(PROBLEM, problem)).toBeNull();
    expect(oracleOf(PROBLEM)(problem)).toBe(true);
  });

  it('limits the size of everything that is asked: text, lists and names', () => {
    const open: string[] = [];
    const visit = (value: unknown, way: string) => {
      if (typeof value !== 'object' || value === null) return;
      const {
        type,
        maxLength,
        maxItems,
        enum: words,
        additionalProperties: more,
        maxProperties,
      } = value as Record<string, unknown>;
      if (type === 'string' && maxLength === undefined && words === undefined) open.push(way);
      if (type === 'array' && maxItems === undefined) open.push(way);
      if (type === 'object' && more !== false && maxProperties === undefined) open.push(way);
      for (const [key, each] of Object.entries(value)) visit(each, `${way}/${key}`);
    };
    visit(description.components.schemas, '');
    expect(open).toEqual([]);
  });
});
