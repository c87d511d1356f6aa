/** JSON as a program needs it that reads it strictly: the keys it takes and their types. What else is there does not matter. */
import { isObject } from '../../server/src/lib/objects.ts';

/** What is wrong with a value; `at` says where it stands, as in `streams[0].name`. */
export type Shape = (value: unknown, at: string) => string[];

const shown = (value: unknown): string =>
  value === undefined ? 'undefined' : JSON.stringify(value).slice(0, 60);

const basic =
  (what: string, fits: (value: unknown) => boolean): Shape =>
  (value, at) =>
    fits(value) ? [] : [`${at} is no ${what}: ${shown(value)}`];

export const text = basic('text', (value) => typeof value === 'string');
export const whole = basic('whole number', (value) => Number.isInteger(value));
export const decimal = basic('number', (value) => typeof value === 'number');
export const yesNo = basic('yes or no', (value) => typeof value === 'boolean');
export const color = basic('color', (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value));

export const literal = (...values: readonly (string | number)[]): Shape =>
  basic(`one of ${values.join(', ')}`, (value) => values.some((one) => one === value));

/** Absent, or null, or of the shape. */
export const maybe =
  (shape: Shape): Shape =>
  (value, at) =>
    value === undefined || value === null ? [] : shape(value, at);

export const either =
  (one: Shape, other: Shape): Shape =>
  (value, at) =>
    one(value, at).length === 0 ? [] : other(value, at);

export const getList =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value)
      ? value.flatMap((item, i) => shape(item, `${at}[${i}]`))
      : [`${at} is no list: ${shown(value)}`];

/** @param key Of every key. */
export const getMap =
  (shape: Shape, key = /./): Shape =>
  (value, at) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, item]) => [
          ...(key.test(name) ? [] : [`${at} has the key ${name}`]),
          ...shape(item, `${at}[${name}]`),
        ])
      : [`${at} is no object: ${shown(value)}`];

/** Keys that are whole numbers, as text. */
export const byId = (shape: Shape): Shape => getMap(shape, /^\d+$/);

export const object =
  (keys: Readonly<Record<string, Shape>>): Shape =>
  (value, at) =>
    isObject(value)
      ? Object.entries(keys).flatMap(([key, shape]) => shape(value[key], `${at}.${key}`))
      : [`${at} is no object: ${shown(value)}`];

/** Two shapes at once. */
export const also =
  (one: Shape, other: Shape): Shape =>
  (value, at) => [...one(value, at), ...other(value, at)];

/** An object whose one key decides on the others; values without a row may be anything. */
export const decided =
  (key: string, rows: Readonly<Record<string, Shape>>): Shape =>
  (value, at) => {
    const row = isObject(value) ? rows[String(value[key])] : undefined;
    return row ? row(value, at) : [];
  };
