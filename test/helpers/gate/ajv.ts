/** The oracle of the gate's schemas: Ajv, for JSON Schema 2020-12. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  type JsonSchema,
  METHODS,
  namedParts,
  PROGRESS,
  type Schema,
} from '../../../src/gate/index.ts';

/** All schemas with names, as a document that references point into. */
export function components(): Record<string, JsonSchema> {
  const schemas = Object.values(METHODS).flatMap(({ params, result }) => [params, result]);
  return Object.fromEntries(namedParts([...schemas, PROGRESS]));
}

/** Whether Ajv takes a value. */
export function oracleOf(schema: Schema<unknown>): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: false });
  const own = Object.fromEntries(namedParts([schema]));
  const root = { ...schema.json, components: { schemas: own } };
  return ajv.addKeyword('components').compile(root) as (value: unknown) => boolean;
}
