/** Reads statuses and groups of people, and who sees their addresses. */
import type { AddressAudience, PersonRecord, SourceRecord } from '../records.ts';
import { groupFields } from './fields.ts';
import { accessOfFields, groupId, type ZulipGroups } from './holders.ts';
import { id, number, text, type Row, type Tables } from './tables.ts';

/** By user ID. */
export async function readStatuses(rows: Tables): Promise<Map<string, Pick<PersonRecord, 'status'>>> {
  const found = new Map<string, Pick<PersonRecord, 'status'>>();
  for await (const { row } of rows.read('zerver_userstatus'))
    if (row)
      found.set(id(row.user_profile), {
        status: { text: text(row.status_text), emoji: text(row.emoji_name) || undefined },
      });
  return found;
}

/** Custom groups; system groups consist of everyone with a role. */
export async function* readGroups(rows: Tables, groups: ZulipGroups): AsyncGenerator<SourceRecord> {
  for (const table of ['zerver_namedusergroup', 'zerver_usergroup'])
    for await (const { row } of rows.read(table)) {
      if (!row || row.is_system_group === true || text(row.name) === '') continue;
      const group = groupId(row);
      const { people, ...subgroups } = groups.directParts(group);
      yield* accessOfFields(table, row, groupFields);
      yield* groups.accessOfHolders(row, groupFields, `group ${text(row.name)}`);
      yield {
        kind: 'group',
        id: group,
        name: text(row.name),
        description: text(row.description),
        isDeactivated: row.deactivated === true,
        members: people,
        subgroups,
        permissions: groups.permissions(row, groupFields),
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

export const isUnknownAudience = ({ email_address_visibility: given }: Row): boolean =>
  given !== undefined && audiences[number(given)] === undefined;

/** A visibility of an unknown number is that of nobody. Versions before 7 have it for the whole organization. */
export function convertAudience(row: Row, usual: unknown): Pick<PersonRecord, 'addressSeenBy'> {
  const given = row.email_address_visibility ?? usual;
  return given === undefined ? {} : { addressSeenBy: audiences[number(given)] ?? 'nobody' };
}
