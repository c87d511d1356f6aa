/** Reads what people chose in their settings, which are columns with the names of the API. */
import { Compile } from 'typebox/compile';
import { StoredUserSettings } from '../../../../../wire/settings.ts';
import { keysIn } from '../../../lib/objects.ts';
import type { PersonRecord } from '../records.ts';
import { repeating, type FieldFate, type Tally } from '../reading/tally.ts';
import type { Row } from './tables.ts';

type Name = keyof StoredUserSettings;

const { properties } = StoredUserSettings;
/** Who sees the address is read on its own. */
const names = keysIn(properties).filter((name) => name !== 'email_address_visibility');

/** Columns of versions before 8. */
const formerNames: Partial<Record<Name, string>> = {
  web_home_view: 'default_view',
  web_escape_navigates_to_home_view: 'escape_navigates_to_default_view',
};
/** Values that the columns have and the API names differently. */
const otherValues: Partial<Record<Name, Readonly<Record<string, string>>>> = {
  resolved_topic_notice_auto_read_policy: { 1: 'always', 2: 'except_followed', 3: 'never' },
  web_home_view: { recent_topics: 'recent' },
};

export const settingColumns: Readonly<Record<string, FieldFate>> = repeating(
  [...keysIn(properties), ...Object.values(formerNames)].join(' '),
);

let checks: ReadonlyMap<Name, (value: unknown) => boolean> | undefined;

/** Values that this version does not know are counted. */
export function readPersonSettings(row: Row, tally: Tally, place: string): Pick<PersonRecord, 'settings'> {
  checks ??= new Map(
    names.map((name) => {
      const validator = Compile(properties[name]);
      return [name, (value) => validator.Check(value)];
    }),
  );
  const found: [Name, unknown][] = [];
  for (const [name, isKnown] of checks) {
    const given = row[name] ?? row[formerNames[name] ?? name];
    if (given === undefined || given === null) continue;
    const isPlain = typeof given === 'string' || typeof given === 'number';
    const value = (isPlain ? otherValues[name]?.[given] : undefined) ?? given;
    if (isKnown(value)) found.push([name, value]);
    else tally.leaveOut(`zerver_userprofile: ${name}`, 'The setting has no such value here.', place);
  }
  return { settings: Object.fromEntries(found) };
}
