/**
 * Error messages for invalid parameters, on which API clients depend: the first error in the order of the schema, with its location.
 * Only called for values that the compiled schema has rejected.
 */
import type { TSchema } from 'typebox';
import { ApiError, apiError } from '../../lib/errors.ts';
import { nonBlank } from '../../../../wire/core.ts';

/** The parts of a JSON schema that distinguish errors, and annotations of `wire/core.ts`. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema | readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  patternProperties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  complaint?: string;
}

/** `Array.isArray` does not narrow readonly lists. */
const isTuple = (items: Schema | readonly Schema[]): items is readonly Schema[] => Array.isArray(items);

/** Errors that users can cause have a key; others are texts for authors of clients. */
type Fault =
  | string
  | { key: 'parameters.blank'; name: string }
  | { key: 'parameters.too-long'; name: string; limit: number };

export function invalidParameter(name: string, schema: TSchema, value: unknown): ApiError {
  const fault = faultIn(schema, value, name) ?? `Invalid ${name}`;
  if (typeof fault === 'string') return apiError('parameters.invalid', { complaint: fault });
  const { key, ...values } = fault;
  return new ApiError(key, values);
}

function faultIn(schema: Schema, value: unknown, where: string): Fault | undefined {
  if (schema.anyOf) return faultInUnion(schema, value, where);
  const { type } = schema;
  if (type !== undefined && !isOfType(type, value)) return `${where} is not ${typeWords[type] ?? 'valid'}`;
  if (!isAmong(schema, value)) return noneOfThese(schema, value, where);
  if (typeof value === 'number') return faultInNumber(schema, value, where);
  if (typeof value === 'string') return faultInText(schema, value, where);
  if (Array.isArray(value)) return faultInList(schema, value, where);
  if (typeof value === 'object' && value !== null) return faultInObject(schema, value, where);
  return undefined;
}

const typeWords: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a float',
  boolean: 'a boolean',
  string: 'a string',
  array: 'a list',
  object: 'a dict',
  null: 'null',
};

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

const isAmong = (schema: Schema, value: unknown): boolean =>
  schema.enum?.includes(value) ?? (!('const' in schema) || schema.const === value);

function noneOfThese({ complaint: words }: Schema, value: unknown, where: string): string {
  if (words === undefined) return `Invalid ${where}: Value error, Not in the list of possible values`;
  return words.replace('{name}', () => where).replace('{value}', () => String(value));
}

/** If a value matches no member of a union, the error concerns the first member. */
function faultInUnion(schema: Schema, value: unknown, where: string): Fault | undefined {
  const { anyOf = [] } = schema;
  if (anyOf.some((form) => faultIn(form, value, where) === undefined)) return undefined;
  if (schema.complaint !== undefined) return noneOfThese(schema, value, where);
  const forms = getForms(schema);
  const [first] = forms;
  if (!first) return undefined;
  return faultIn(first, value, forms.length > 1 ? `${where}["${getLabel(first)}"]` : where);
}

/** Nested unions are flattened, and `null` is no member. */
const getForms = ({ anyOf = [] }: Schema): Schema[] =>
  anyOf.flatMap((form) => (form.anyOf ? getForms(form) : form.type === 'null' ? [] : [form]));

const typeLabels: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  string: 'str',
};

function getLabel({ type = 'object', items, patternProperties }: Schema): string {
  if (type === 'array') return `list[${getLabel(items && !isTuple(items) ? items : {})}]`;
  const [inRecord] = Object.values(patternProperties ?? {});
  if (inRecord) return `dict[str,${getLabel(inRecord)}]`;
  return typeLabels[type] ?? type;
}

function faultInNumber({ minimum, maximum }: Schema, value: number, where: string): Fault | undefined {
  if (minimum !== undefined && value < minimum) return `${where} is too small`;
  if (maximum !== undefined && value > maximum) return `${where} is too large`;
  return undefined;
}

function faultInText(schema: Schema, value: string, where: string): Fault | undefined {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const { length } = [...value];
  const fits = pattern === undefined || new RegExp(pattern, 'u').test(value);
  if (length < minLength || (!fits && pattern === nonBlank)) return { key: 'parameters.blank', name: where };
  if (length > maxLength) return { key: 'parameters.too-long', name: where, limit: maxLength };
  return fits ? undefined : `Invalid ${where}`;
}

function faultInList({ items }: Schema, value: readonly unknown[], where: string): Fault | undefined {
  for (const [at, one] of value.entries()) {
    const schema = items && isTuple(items) ? items[at] : items;
    const fault = schema && faultIn(schema, one, `${where}[${at}]`);
    if (fault) return fault;
  }
  return undefined;
}

function faultInObject(schema: Schema, value: object, where: string): Fault | undefined {
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const at = `${where}[${JSON.stringify(name)}]`;
    if (!members.has(name)) {
      if (schema.required?.includes(name)) return `${at} field is missing: Field required`;
      continue;
    }
    const fault = faultIn(property, members.get(name), at);
    if (fault) return fault;
  }
  return faultInFurtherMembers(schema, members, where);
}

function faultInFurtherMembers(schema: Schema, members: ReadonlyMap<string, unknown>, where: string) {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  const [rest = additionalProperties] = Object.values(patternProperties);
  for (const [name, member] of members) {
    if (Object.hasOwn(properties, name)) continue;
    const at = `${where}[${JSON.stringify(name)}]`;
    if (rest === false) return `Argument "${name}" at ${at} is unexpected`;
    const fault = typeof rest === 'object' ? faultIn(rest, member, at) : undefined;
    if (fault) return fault;
  }
  return undefined;
}
