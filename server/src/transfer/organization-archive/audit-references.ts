/** References inside audit log entries: property names and the target determine which table an ID belongs to. */
import type { AuditTarget } from '../../../../wire/audit-log.ts';
import { channelPermissions } from '../../../../wire/channels.ts';
import { groupPermissions } from '../../../../wire/groups.ts';
import { organizationPermissions } from '../../../../wire/permissions.ts';
import { channelSettings, inJson, mapGroupSetting } from './value-references.ts';
import type { ColumnDecision, TableName } from './decision.ts';
import type { IdMap, ImportedRow } from './import-context.ts';

/** null: archives do not contain these, so references to them are dropped. */
const targets: Readonly<Record<AuditTarget, TableName | null>> = {
  bot: 'person',
  channel: 'channel',
  channel_folder: 'channel_folder',
  default_channel_group: 'default_channel_group',
  domain: 'allowed_domain',
  emoji: 'custom_emoji',
  group: 'user_group',
  invitation: null,
  linkifier: 'linkifier',
  message: 'message',
  organization: 'organization',
  playground: 'playground',
  profile_field: 'profile_field',
  sign_in_provider: null,
  slash_command: 'slash_command',
  user: 'person',
};

const targetTable = (row: ImportedRow): TableName | null => {
  const known: Readonly<Record<string, TableName | null>> = targets;
  return known[String(row('target_type'))] ?? null;
};

export const auditTarget: ColumnDecision = {
  map(id, { ids }, row) {
    const table = targetTable(row);
    return table === null ? null : (ids.find(table, id) ?? null);
  },
};

/** The table whose IDs a property has. Permissions are not among them. */
export const auditProperties: Readonly<Record<string, TableName | null>> = {
  members: 'person',
  added_members: 'person',
  removed_members: 'person',
  bot_id: 'person',
  inviter_id: 'person',
  owner_id: 'person',
  sender_id: 'person',
  user_ids: 'person',
  direct_subgroup_ids: 'user_group',
  added_subgroups: 'user_group',
  removed_subgroups: 'user_group',
  group_id: 'user_group',
  group_ids: 'user_group',
  channel_ids: 'channel',
  channel_id: 'channel',
  sending_channel_id: 'channel',
  events_channel_id: 'channel',
  folder_id: 'channel_folder',
  message_id: 'message',
  profile_field_ids: 'profile_field',
  key_id: null,
  ...Object.fromEntries(channelSettings.map((name) => [name, 'channel'])),
};

const permissionNames: ReadonlySet<string> = new Set([
  ...organizationPermissions,
  ...channelPermissions,
  ...groupPermissions,
]);

/** Other IDs than those above would name something else on this server. */
const isOtherId = (name: string): boolean => /_ids?$/.test(name);

function mapProperty(name: string, value: unknown, ids: IdMap, row: ImportedRow): unknown {
  const isNamed = typeof value === 'object' && value !== null && 'direct_members' in value;
  if (isNamed || (permissionNames.has(name) && typeof value === 'number')) return mapGroupSetting(value, ids);
  const table = name === 'order' ? targetTable(row) : auditProperties[name];
  if (table === undefined && !isOtherId(name)) return value;
  // A negative number stands for none.
  const map = (id: unknown) => (typeof id === 'number' && id > 0 ? table && ids.find(table, id) : id);
  return Array.isArray(value) ? value.flatMap((id) => map(id) ?? []) : (map(value) ?? null);
}

export const auditValues: ColumnDecision = inJson((fields: Record<string, unknown>, { ids }, row) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, mapProperty(name, value, ids, row)]),
  ),
);
