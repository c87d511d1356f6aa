/** Reads JSON: what this server has written itself, and what others send. */
import { hasFields } from './objects.ts';

/** Parses JSON that this server has written, whose type its writer determines; for JSON of others there are schemas. */
export function parseStored<T>(text: string): T {
  // The one cast of stored JSON: nothing but this server writes it.
  return JSON.parse(text) as T;
}

/** An own property, however deep; undefined if there is none. */
export function valueAt(json: unknown, ...path: readonly (string | number)[]): unknown {
  let value = json;
  for (const name of path) {
    if (!hasFields(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** A non-empty text; undefined for anything else. */
export function textAt(json: unknown, ...path: readonly string[]): string | undefined {
  const value = valueAt(json, ...path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
