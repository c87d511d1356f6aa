/** Reads profile fields, statuses and groups. */
import type { AddressAudience, PersonRecord, SourceRecord } from '../records.ts';
import { groupFields } from './fields.ts';
import { accessOfFields, groupId, type ZulipGroups } from './holders.ts';
import { id, number, text, type Row, type Tables } from './tables.ts';

type Extras = Pick<PersonRecord, 'profile' | 'status'>;

/** Types of fields with text values: short, long, links and pronouns. */
const textTypes: ReadonlySet<number> = new Set([1, 2, 5, 8]);

/** By user ID. */
export async function readProfiles(rows: Tables): Promise<Map<string, Extras>> {
  const names = new Map<string, string>();
  for await (const { row } of rows.read('zerver_customprofilefield'))
    if (row && textTypes.has(number(row.field_type))) names.set(id(row.id), text(row.name));
  const found = new Map<string, Extras>();
  const add = (row: Row, extras: Extras) =>
    found.set(id(row.user_profile), { ...found.get(id(row.user_profile)), ...extras });
  for await (const { row } of rows.read('zerver_customprofilefieldvalue')) {
    const name = row && names.get(id(row.field));
    if (row && name !== undefined)
      add(row, { profile: { ...found.get(id(row.user_profile))?.profile, [name]: text(row.value) } });
  }
  for await (const { row } of rows.read('zerver_userstatus'))
    if (row) add(row, { status: { text: text(row.status_text), emoji: text(row.emoji_name) || undefined } });
  return found;
}

/** Custom groups; system groups consist of everyone with a role. */
export async function* readGroups(rows: Tables, groups: ZulipGroups): AsyncGenerator<SourceRecord> {
  for (const table of ['zerver_namedusergroup', 'zerver_usergroup'])
    for await (const { row } of rows.read(table)) {
      if (!row || row.is_system_group === true || row.deactivated === true || text(row.name) === '') continue;
      const group = groupId(row);
      const { people, ...subgroups } = groups.directParts(group);
      yield* accessOfFields(table, row, groupFields);
      yield {
        kind: 'group',
        ...{ id: group, name: text(row.name), description: text(row.description) },
        ...{ members: people, subgroups, permissions: groups.permissions(row, groupFields) },
      };
    }
}

const audiences: Readonly<Record<number, AddressAudience>> = {
  1: 'everyone',
  2: 'members',
  3: 'administrators',
  4: 'nobody',
  5: 'moderators',
};

/** A visibility of an unknown number is that of nobody. Versions before 7 have it for the whole organization. */
export const convertSettings = (
  row: Row,
  usual: unknown,
): Pick<PersonRecord, 'addressSeenBy' | 'settings'> => {
  const given = row.email_address_visibility ?? usual;
  return {
    ...(given === undefined ? {} : { addressSeenBy: audiences[number(given)] ?? 'nobody' }),
    // The columns have the names of the API. The writer keeps what this server has too.
    settings: row,
  };
};
