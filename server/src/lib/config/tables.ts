/** Reads the tables of heddle.toml, and the same settings of organizations: each field is checked and read by one rule. */
import type { ProviderSetting } from '../../../../wire/sign-in-providers.ts';
import type { Role } from '../../../../wire/core.ts';
import { isObject } from '../objects.ts';
import { findRole, roleNames } from '../roles.ts';

export type Table = Readonly<Record<string, unknown>>;

export interface Field<T> {
  /** Completes "must be …". */
  expects: string;
  /** @returns undefined for what the field cannot be. */
  parse(value: unknown): T | undefined;
}

/** What an organization's sign-in provider can have; the audit log has words for each. */
export type ProviderFields = Partial<Record<ProviderSetting, Field<unknown>>>;

type Fields = Readonly<Record<string, Field<unknown>>>;
type Values<F extends Fields> = { readonly [Name in keyof F]: ReturnType<F[Name]['parse']> };

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

export const text = (expects: string, isValid: (value: string) => boolean = () => true): Field<string> => ({
  expects,
  parse: (value) => (isText(value) && isValid(value) ? value : undefined),
});

export const choice = <const Word extends string>(...words: readonly Word[]): Field<Word> => ({
  expects: `one of ${words.join(', ')}`,
  parse: (value) => words.find((word) => word === value),
});

export const texts = (expects: string): Field<string[]> => ({
  expects,
  parse: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined,
});

/** A table whose values are read alike. */
const map = <T>(expects: string, parse: (value: unknown) => T | undefined): Field<Map<string, T>> => ({
  expects,
  parse(value) {
    if (!isObject(value)) return undefined;
    const found = new Map<string, T>();
    for (const [key, one] of Object.entries(value)) {
      const parsed = parse(one);
      if (parsed === undefined) return undefined;
      found.set(key, parsed);
    }
    return found;
  },
});

/** Fields that several kinds of providers have. */
export const common = {
  id: text('lower-case letters, digits and hyphens, at most 32', (value) =>
    /^[a-z0-9][a-z0-9-]{0,31}$/.test(value),
  ),
  name: text('a name'),
  icon_file: text('a path to a .png, .svg or .webp file', (value) => /\.(?:png|svg|webp)$/.test(value)),
  organizations: texts('a list of subdomains, such as ["weavers", ""]'),
  new_accounts: choice('on', 'invited', 'off'),
  groups: map('a table of group names', (name) => (isText(name) ? name : undefined)),
  roles: map<Role>(`a table of roles: ${roleNames.join(', ')}`, (name) =>
    isText(name) ? findRole(name) : undefined,
  ),
};

/** One line for each field that is unknown or invalid. */
export const findTableProblems = (table: Table, fields: Fields): string[] =>
  Object.entries(table).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [`${name} is not a setting. Valid settings: ${Object.keys(fields).join(', ')}.`];
    return field.parse(value) === undefined ? [`${name} must be ${field.expects}`] : [];
  });

/** The values of the fields; undefined for those that are missing or invalid. */
export function readTable<F extends Fields>(table: Table, fields: F): Values<F> {
  const values = Object.entries(fields).map(([name, { parse }]) => [name, parse(table[name])]);
  // Each value was read by the field of its name, which the compiler does not follow through entries.
  return Object.fromEntries(values) as Values<F>;
}
