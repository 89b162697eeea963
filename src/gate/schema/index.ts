/** A small language of schemas: one declaration is a type, a JSON Schema and a judge. */
export {
  either,
  type Fields,
  type ListLimits,
  list,
  type ObjectOf,
  type ObjectRules,
  object,
  orNull,
  type RecordLimits,
  record,
  variants,
} from './made.ts';
export {
  flag,
  integer,
  type NumberLimits,
  nothing,
  number,
  type TextLimits,
  text,
  word,
} from './plain.ts';
export {
  described,
  faultIn,
  type Infer,
  type JsonKind,
  type JsonSchema,
  named,
  namedParts,
  type PlacedFault,
  pointerStep,
  type Schema,
  type Trouble,
} from './schema.ts';
