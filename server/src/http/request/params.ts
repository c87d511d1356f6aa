/**
 * Decodes request parameters according to their schema. A parameter may be in the query, a form field or a multipart field;
 * booleans, numbers, arrays and objects are JSON-encoded, plain strings are not.
 */
import type { TSchema, TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { invalidParameter } from './validation-message.ts';
import { type ApiError, apiError, missingParam } from '../../lib/errors.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

/** Raw text by parameter name; the last value of a repeated name. */
export type RawParams = Map<string, string>;

/**
 * Parameters that select the operation must not be repeated: a proxy may have checked the other value.
 * @throws ApiError 400
 */
export function setParam(params: RawParams, name: string, value: string): void {
  if (name === 'method' && params.has(name)) throw apiError('requests.method-repeated');
  params.set(name, value);
}

export interface Decoded {
  values: Record<string, unknown>;
  /** Unknown names in order. */
  ignored: string[];
}

type Kind = 'string' | 'jsonString' | 'json';

interface Field {
  name: string;
  kind: Kind;
  isRequired: boolean;
  default: unknown;
  schema: TSchema;
  fits: (value: unknown) => boolean;
}

const fieldsBySchema = new WeakMap<TObject, Field[]>();

/** @throws ApiError REQUEST_VARIABLE_MISSING or BAD_REQUEST, naming the parameter. */
export function decodeParams(schema: TObject, raw: RawParams, allowed: ReadonlySet<string> = none): Decoded {
  const fields = fieldsFor(schema);
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const text = raw.get(field.name);
    if (text === undefined) {
      if (field.default !== undefined) values[field.name] = field.default;
      else if (field.isRequired) throw missingParam(field.name);
      continue;
    }
    const value = decodeOne(field, text);
    if (value !== undefined) values[field.name] = value;
  }
  const ignored: string[] = [];
  for (const name of raw.keys())
    if (!allowed.has(name) && !Object.hasOwn(schema.properties, name)) ignored.push(name);
  return { values, ignored };
}

const none: ReadonlySet<string> = new Set();

function fieldsFor(schema: TObject): Field[] {
  const known = fieldsBySchema.get(schema);
  if (known) return known;
  const required = new Set<string>(schema.required);
  const fields = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    kind: getKind(property),
    isRequired: required.has(name),
    default: readKeywords(property).default,
    schema: property,
    fits: lazyCheck(property),
  }));
  fieldsBySchema.set(schema, fields);
  return fields;
}

/** Compiled on first use: compiling all schemas would take longer than the rest of the start. */
function lazyCheck(schema: TSchema): (value: unknown) => boolean {
  let compiled: Validator | undefined;
  return (value) => (compiled ??= Compile(schema)).Check(value);
}

interface Keywords {
  type?: unknown;
  jsonEncoded?: unknown;
  anyOf?: readonly TSchema[];
  default?: unknown;
  complaint?: string;
  jsonAt?: string;
}

/** The type of schemas declares no keywords. */
const readKeywords = (schema: TSchema): Keywords => schema;

function getKind(schema: TSchema): Kind {
  const { type, jsonEncoded, anyOf } = readKeywords(schema);
  if (jsonEncoded) return 'jsonString';
  if (type === 'string') return 'string';
  if ('const' in schema) return typeof schema.const === 'string' ? 'jsonString' : 'json';
  if (anyOf?.some((option) => getKind(option) !== 'json')) return 'jsonString';
  return 'json';
}

function decodeOne(field: Field, text: string): unknown {
  if (field.kind === 'string' && field.fits(text)) return text;
  const parsed = parseJson(text);
  // Some clients JSON-encode every value, including plain words of an enumeration.
  if (field.kind === 'string') return checked(field, typeof parsed === 'string' ? parsed : text);
  if (field.kind === 'jsonString') return jsonOrText(field, text, parsed);
  if (parsed === undefined) throw notJson(field.name);
  // COMPAT(zulip-js): sends `null` for an absent parameter.
  if (parsed === null && maySayNull(field) && !field.fits(null)) return field.default;
  return checked(field, parsed);
}

/** Whether `null` may stand for the default: for optional parameters and lists. */
const maySayNull = (field: Field): boolean => !field.isRequired || Array.isArray(field.default);

function jsonOrText(field: Field, text: string, parsed: unknown): unknown {
  if (parsed !== undefined && field.fits(parsed)) return parsed;
  if (field.fits(text)) return text;
  const { complaint: words, jsonAt = '' } = readKeywords(field.schema);
  if (parsed === undefined && words === undefined) throw notJson(field.name + jsonAt);
  throw invalidParameter(field.name, field.schema, parsed ?? text);
}

function checked(field: Field, value: unknown): unknown {
  if (field.fits(value)) return value;
  throw invalidParameter(field.name, field.schema, value);
}

/** `undefined` if the text is not JSON. */
function parseJson(text: string): unknown {
  // Throwing costs more than the rest of decoding, and most names cannot be JSON.
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return undefined;
  try {
    return parseForeignJson(text, deepestJson);
  } catch {
    return undefined;
  }
}

const deepestJson = 64;

const notJson = (where: string): ApiError => apiError('parameters.not-json', { name: where });
