/** A small validator for the schemas of an OpenAPI 3.0 document: says where a value is not as described. */
import { isObject } from '../../server/src/lib/objects.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
}

export interface Fault {
  path: string;
  problem: string;
}

export interface Rules {
  resolve(ref: string): JsonSchema;
  /** Fields that may stand where the schema allows no others. */
  isKnownExtra(name: string): boolean;
}

const none: readonly Fault[] = [];

type Check = (value: unknown) => boolean;

/** By schema: a document is always checked by the same rules. */
const checks = new WeakMap<JsonSchema, Check>();

/** @returns Where `value` is not as described; paths begin at it. Mostly nothing, which is to cost little. */
export function getFaults(schema: JsonSchema, value: unknown, rules: Rules): readonly Fault[] {
  return getCheck(schema, rules)(value) ? none : listFaults(schema, value, rules);
}

function listFaults(schema: JsonSchema, value: unknown, rules: Rules): readonly Fault[] {
  if (schema.$ref !== undefined) return getFaults(rules.resolve(schema.$ref), value, rules);
  if (value === null && schema.nullable) return none;
  const faults: Fault[] = [];
  for (const part of schema.allOf ?? []) faults.push(...getFaults(part, value, rules));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) faults.push(...fewest(choices, value, rules));
  if (schema.enum && !schema.enum.includes(value))
    faults.push({ path: '', problem: `${show(value)} is not among ${show(schema.enum)}` });
  if (schema.type !== undefined && !isOfType(schema.type, value))
    faults.push({ path: '', problem: `${show(value)} is not of type ${schema.type}` });
  else if (Array.isArray(value)) faults.push(...inArray(schema, value, rules));
  else if (isObject(value)) faults.push(...inObject(schema, value, rules));
  return faults;
}

/** Compiled at its first use: a schema may contain itself. */
function getCheck(schema: JsonSchema, rules: Rules): Check {
  let check = checks.get(schema);
  if (!check) {
    let compiled: Check | undefined;
    check = (value) => (compiled ??= compile(schema, rules))(value);
    checks.set(schema, check);
  }
  return check;
}

/** Whether `listFaults` would find nothing, without a list. */
function compile(schema: JsonSchema, rules: Rules): Check {
  if (schema.$ref !== undefined) return getCheck(rules.resolve(schema.$ref), rules);
  const { type, items, nullable = false } = schema;
  const allowed = schema.enum && new Set(schema.enum);
  const parts = (schema.allOf ?? []).map((part) => getCheck(part, rules));
  const choices = (schema.oneOf ?? schema.anyOf)?.map((choice) => getCheck(choice, rules));
  const isItem = items && getCheck(items, rules);
  const fitsObject = compileObject(schema, rules);
  return (value) => {
    if (value === null && nullable) return true;
    if (allowed && !allowed.has(value)) return false;
    if (type !== undefined && !isOfType(type, value)) return false;
    for (const part of parts) if (!part(value)) return false;
    if (Array.isArray(value)) {
      if (isItem) for (const item of value) if (!isItem(item)) return false;
    } else if (isObject(value) && !fitsObject(value)) return false;
    return !choices || choices.some((choice) => choice(value));
  };
}

function compileObject(schema: JsonSchema, rules: Rules): (value: Record<string, unknown>) => boolean {
  const { properties = {}, required = [], additionalProperties } = schema;
  const named = new Map(Object.entries(properties).map(([name, one]) => [name, getCheck(one, rules)]));
  const other = typeof additionalProperties === 'object' ? getCheck(additionalProperties, rules) : undefined;
  return (value) => {
    // The properties that are described come first: one of them says which kind of event an object is.
    for (const [name, check] of named) if (Object.hasOwn(value, name) && !check(value[name])) return false;
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    if (!other && additionalProperties !== false) return true;
    for (const name of Object.keys(value))
      if (!named.has(name) && !(other ? other(value[name]) : rules.isKnownExtra(name))) return false;
    return true;
  };
}

/** The faults of the choice that fits best. An event has eighty choices: the first that fits ends the search. */
function fewest(choices: readonly JsonSchema[], value: unknown, rules: Rules): readonly Fault[] {
  let best: readonly Fault[] | undefined;
  for (const choice of choices) {
    const faults = getFaults(choice, value, rules);
    if (faults.length === 0) return none;
    if (best === undefined || faults.length < best.length) best = faults;
  }
  return best ?? none;
}

function inArray({ items }: JsonSchema, value: unknown[], rules: Rules): readonly Fault[] {
  return items ? value.flatMap((item, index) => below(index, getFaults(items, item, rules))) : none;
}

function inObject(schema: JsonSchema, value: Record<string, unknown>, rules: Rules): readonly Fault[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const faults: Fault[] = [];
  for (const name of required)
    if (!Object.hasOwn(value, name)) faults.push({ path: '', problem: `${name} is missing` });
  for (const name of Object.keys(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (typeof property === 'object') faults.push(...below(name, getFaults(property, value[name], rules)));
    else if (property === false && !rules.isKnownExtra(name))
      faults.push({ path: `/${name}`, problem: 'is not in the contract' });
  }
  return faults;
}

const below = (name: string | number, faults: readonly Fault[]): readonly Fault[] =>
  faults.length === 0 ? faults : faults.map(({ path, problem }) => ({ path: `/${name}${path}`, problem }));

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
