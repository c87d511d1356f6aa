/** Reads profile fields, statuses and groups. */
import type { GroupRecord, PersonRecord } from '../records.ts';
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
export async function* readGroups(rows: Tables): AsyncGenerator<GroupRecord> {
  const members = new Map<string, string[]>();
  for await (const { row } of rows.read('zerver_usergroupmembership')) {
    if (!row) continue;
    const group = id(row.user_group);
    members.set(group, [...(members.get(group) ?? []), id(row.user_profile)]);
  }
  for (const table of ['zerver_namedusergroup', 'zerver_usergroup'])
    for await (const { row } of rows.read(table)) {
      if (!row || row.is_system_group === true || row.deactivated === true || text(row.name) === '') continue;
      const group = id(row.usergroup_ptr) || id(row.id);
      yield {
        kind: 'group',
        ...{ id: group, name: text(row.name), description: text(row.description) },
        members: members.get(group) ?? [],
      };
    }
}
