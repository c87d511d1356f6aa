/** Objects and lists that come with less of a type than the program knows, or with none. */

type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object or a list. */
export const hasFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The fields of parsed JSON and the like; none of what is no object. */
export const fieldsIn = (value: unknown): Fields => (hasFields(value) ? value : {});

/** Whether a value, such as parsed JSON, is an object and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  hasFields(value) && !Array.isArray(value);

/** An object with a value for each of the keys. */
export const toRecord = <K extends string, V>(keys: readonly K[], getValue: (key: K) => V): Record<K, V> =>
  // `Object.fromEntries` is typed for any keys.
  Object.fromEntries(keys.map((key) => [key, getValue(key)])) as Record<K, V>;

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The keys of an object written in the program, which has only those of its type. */
export const keysIn = <T extends object>(object: T): (keyof T & string)[] =>
  // `Object.keys` is typed for objects that may have more keys.
  Object.keys(object) as (keyof T & string)[];

export const isIn = <T>(list: readonly T[], value: unknown): value is T => list.some((one) => one === value);
