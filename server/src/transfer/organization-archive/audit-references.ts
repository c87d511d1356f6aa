/** References inside audit log entries: property names and the target determine which table an ID belongs to. */
import { channelSettings, inJson, mapGroupSetting } from './value-references.ts';
import type { ColumnDecision, TableName } from './decision.ts';
import type { IdMap, ImportedRow } from './import-context.ts';

const targets: Readonly<Record<string, TableName>> = {
  bot: 'person',
  channel: 'channel',
  channel_folder: 'channel_folder',
  default_channel_group: 'default_channel_group',
  domain: 'allowed_domain',
  emoji: 'custom_emoji',
  group: 'user_group',
  linkifier: 'linkifier',
  message: 'message',
  organization: 'organization',
  playground: 'playground',
  profile_field: 'profile_field',
  slash_command: 'slash_command',
  user: 'person',
};

const targetTable = (row: ImportedRow): TableName | undefined => targets[String(row('target_type'))];

/** Archives contain no invitations, so references to them are dropped. */
export const auditTarget: ColumnDecision = {
  map(id, { ids }, row) {
    const table = targetTable(row);
    return table === undefined ? null : (ids.find(table, id) ?? null);
  },
};

const properties: Readonly<Record<string, TableName>> = {
  members: 'person',
  added_members: 'person',
  removed_members: 'person',
  inviter_id: 'person',
  owner_id: 'person',
  sender_id: 'person',
  direct_subgroup_ids: 'user_group',
  added_subgroups: 'user_group',
  removed_subgroups: 'user_group',
  group_ids: 'user_group',
  channel_ids: 'channel',
  channel_id: 'channel',
  sending_channel_id: 'channel',
  events_channel_id: 'channel',
  folder_id: 'channel_folder',
  ...Object.fromEntries(channelSettings.map((name) => [name, 'channel'])),
};

const isPermission = (name: string): boolean =>
  /^(?:can_.*_group|create_multiuse_invite_group|direct_message_.*_group)$/.test(name);

function mapProperty(name: string, value: unknown, ids: IdMap, row: ImportedRow): unknown {
  const isNamed = typeof value === 'object' && value !== null && 'direct_members' in value;
  if (isNamed || (isPermission(name) && typeof value === 'number')) return mapGroupSetting(value, ids);
  const table = name === 'order' ? targetTable(row) : properties[name];
  if (table === undefined) return value;
  if (Array.isArray(value)) return value.flatMap((id) => ids.find(table, id) ?? []);
  return ids.find(table, value) ?? value;
}

export const auditValues: ColumnDecision = inJson((fields: Record<string, unknown>, { ids }, row) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, mapProperty(name, value, ids, row)]),
  ),
);
