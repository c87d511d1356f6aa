/** Inserts a channel with all of its permissions. */
import type { GroupSetting } from '../../../../wire/core.ts';
import type { ChannelPermission, TopicsPolicy } from '../../../../wire/channels.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import type { Tx } from '../log/index.ts';
import { type OrganizationCache, systemGroup } from '../organization/index.ts';
import { nameKey } from '../../lib/text.ts';
import { keysIn } from '../../lib/objects.ts';

export interface NewChannel {
  name: string;
  description?: string;
  renderedDescription?: string;
  creatorId: number | null;
  isPrivate?: boolean;
  isWebPublic?: boolean;
  isHistoryPublic?: boolean;
  isDefault?: boolean;
  retentionDays?: number | null;
  topicsPolicy?: TopicsPolicy;
  folderId?: number | null;
  permissions?: Partial<Record<ChannelPermission, GroupSetting>>;
}

/** Returns the id; the cache of the transaction contains the channel afterwards. */
export async function insertChannel(tx: Tx, channel: NewChannel): Promise<number> {
  const { id } = await tx.q
    .insertInto('channel')
    .values({
      org_id: tx.orgId,
      name: channel.name,
      name_key: nameKey(channel.name),
      description: channel.description ?? '',
      rendered_description: channel.renderedDescription ?? '',
      created_at: tx.now,
      creator_id: channel.creatorId,
      is_private: channel.isPrivate ? 1 : 0,
      is_web_public: channel.isWebPublic ? 1 : 0,
      is_history_public: (channel.isHistoryPublic ?? true) ? 1 : 0,
      is_archived: 0,
      is_default: channel.isDefault ? 1 : 0,
      is_recently_active: 1,
      retention_days: channel.retentionDays ?? null,
      topics_policy: channel.topicsPolicy ?? 'inherit',
      folder_id: channel.folderId ?? null,
      first_message_id: null,
      settings: JSON.stringify(getPermissions(tx.cache, channel)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.touch({ channels: [id] });
  return id;
}

function getPermissions(cache: OrganizationCache, channel: NewChannel): Record<string, GroupSetting> {
  const permissions: Record<string, GroupSetting> = {};
  for (const name of keysIn(permissionSettings.stream))
    permissions[name] =
      channel.permissions?.[name] ??
      defaultHolders(cache, permissionSettings.stream[name].default_group_name, channel.creatorId);
  return permissions;
}

function defaultHolders(cache: OrganizationCache, name: string, creatorId: number | null): GroupSetting {
  if (name !== 'channel_creator') return systemGroup(cache, name).id;
  return creatorId === null
    ? systemGroup(cache, 'role:nobody').id
    : { direct_members: [creatorId], direct_subgroups: [] };
}
