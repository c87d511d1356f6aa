/** Objects and lists that come with less of a type than the program knows, or with none. */

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The fields of parsed JSON and the like; none of what is no object. */
export const fieldsIn = (value: unknown): Fields => (isObject(value) ? value : {});

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** For objects written in the program, which have only the keys of their type. */
export const keysIn = <T extends object>(object: T): (keyof T & string)[] =>
  Object.keys(object) as (keyof T & string)[];

export const isIn = <T>(list: readonly T[], value: unknown): value is T => list.some((one) => one === value);
