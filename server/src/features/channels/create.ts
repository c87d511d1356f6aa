/** Creates channels: validates their settings and the permission to create them. */
import { roles, type GroupSetting } from '../../../../wire/core.ts';
import type { ChannelPermission } from '../../../../wire/channels.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import type { NewChannelParams } from '../../../../wire/subscriptions.ts';
import type { RetentionParam } from '../../../../wire/update-channel.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { inList } from '../../db/sql.ts';
import type { Config } from '../../lib/config/config.ts';
import { audit } from '../../core/audit/index.ts';
import {
  type NewChannel,
  checkTopicCreators,
  insertChannel,
  maySetDeletion,
} from '../../core/channels/index.ts';
import { givenPermissions } from '../../core/groups/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  isOpenToAnonymous,
  mayIn,
} from '../../core/organization/index.ts';
import { folderById } from '../folders/index.ts';
import { getRenderOptions, mentionSource } from '../message-send/index.ts';
import { type ApiError, apiError, badValue } from '../../lib/errors.ts';
import { renderDescription } from '../../lib/markdown/render.ts';

/** The settings of all channels that a request creates. */
export type ChannelSettings = Omit<
  NewChannel,
  'name' | 'description' | 'renderedDescription' | 'creatorId'
> & {
  permissions: Partial<Record<ChannelPermission, GroupSetting>>;
};

/** @throws ApiError for invalid settings */
export function channelSettings(
  config: Config,
  cache: OrganizationCache,
  given: NewChannelParams,
): ChannelSettings {
  const { invite_only: isPrivate, is_web_public: isWebPublic, is_default_stream: isDefault } = given;
  if (isWebPublic) checkWebPublic(config, cache, isPrivate);
  if (isPrivate && isDefault) throw apiError('channels.default-not-private');
  const isHistoryPublic = !isPrivate || (given.history_public_to_subscribers ?? false);
  const permissions = givenPermissions(cache, permissionSettings.stream, given);
  checkTopicCreators(cache, permissions.can_create_topic_group, isHistoryPublic);
  return {
    isPrivate,
    isWebPublic,
    isDefault,
    isHistoryPublic,
    retentionDays: retentionDays(given.message_retention_days),
    topicsPolicy: given.topics_policy ?? 'inherit',
    folderId: given.folder_id ?? null,
    permissions,
  };
}

function checkWebPublic(config: Config, cache: OrganizationCache, isPrivate: boolean): void {
  if (!isOpenToAnonymous(config, cache)) throw apiError('channels.web-public-disabled');
  if (isPrivate) throw apiError('channels.web-public-not-private');
}

const mostDays = 2 ** 31 - 1;

/** The stored value: null follows the organization, -1 is forever. */
export function retentionDays(given: RetentionParam | undefined): number | null {
  if (given === undefined || given === 'realm_default') return null;
  if (given === 'unlimited') return -1;
  if (typeof given === 'number' && given > 0 && given <= mostDays) return given;
  throw badValue('message_retention_days', given);
}

const insufficient = (): ApiError => apiError('permissions.insufficient');

/** @returns why the user may not create channels with these settings; undefined if they may */
export function creationRefusal(
  cache: OrganizationCache,
  user: User,
  settings: ChannelSettings,
): ApiError | undefined {
  const kind = settings.isPrivate ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
  if (!mayIn(cache, kind, user)) return insufficient();
  if (settings.isWebPublic && !mayIn(cache, 'can_create_web_public_channel_group', user))
    return insufficient();
  if (settings.isDefault && user.role > roles.administrator) return insufficient();
  if (settings.retentionDays !== null && user.role !== roles.owner) return apiError('permissions.owner');
  if (settings.topicsPolicy !== 'inherit' && !mayIn(cache, 'can_set_topics_policy_group', user))
    return insufficient();
  return maySetDeletion(cache, user, settings.permissions) ? undefined : insufficient();
}

/** @throws ApiError for a missing or archived folder */
export async function checkFolder(tx: Tx, id: number | null | undefined): Promise<void> {
  if (typeof id !== 'number') return;
  const folder = Number.isSafeInteger(id) ? await folderById(tx, tx.orgId, id) : undefined;
  if (!folder || folder.is_archived) throw apiError('folders.not-found');
}

const dayMs = 24 * 3600 * 1000;

/**
 * A person counts with their bots. Administrators set the organization up, so the limit of a day is not for them.
 * @throws ApiError if they would create too many channels
 */
export async function checkNewChannels(tx: Tx, creator: User, count: number): Promise<void> {
  refuseAboveLimit('channels.too-many-in-request', 0, count);
  const { users } = tx.cache;
  const person = users.get(creator.botOwnerId ?? creator.id) ?? creator;
  if (count === 0 || person.role <= roles.administrator) return;
  const bots = [...users.values()].filter(({ botOwnerId }) => botOwnerId === person.id);
  const { created } = await tx.q
    .selectFrom('channel')
    .select(({ fn }) => fn.countAll().as('created'))
    .where(inList(tx.dialect, 'creator_id', [person.id, ...bots.map(({ id }) => id)]))
    .where('created_at', '>', tx.now - dayMs)
    .executeTakeFirstOrThrow();
  refuseAboveLimit('channels.too-many-in-a-day', Number(created), count);
}

export interface NamedChannel {
  name: string;
  description: string;
}

/** Inserts the channel; events are emitted when users subscribe. */
export async function createChannel(
  tx: Tx,
  creator: User,
  { name, description }: NamedChannel,
  settings: ChannelSettings,
): Promise<Channel> {
  const renderedDescription =
    description === ''
      ? ''
      : renderDescription(
          description,
          mentionSource({ cache: tx.cache, user: creator }),
          getRenderOptions(tx.cache),
        );
  const named = { name, description, renderedDescription, creatorId: creator.id };
  const id = await insertChannel(tx, { ...settings, ...named });
  const channel = tx.cache.channels.get(id);
  if (!channel) throw new Error(`Channel ${id} is not in the organization cache after it was created.`);
  await audit(tx, {
    action: 'channel.create',
    target: { type: 'channel', id, name },
    after: auditedChannel(channel),
  });
  return channel;
}

/** The properties of a channel in the audit log. */
export const auditedChannel = (channel: Channel): AuditValues => ({
  name: channel.name,
  description: channel.description,
  is_private: channel.isPrivate,
  is_web_public: channel.isWebPublic,
  history_public_to_subscribers: channel.isHistoryPublic,
  is_default: channel.isDefault,
  message_retention_days: channel.retentionDays,
  topics_policy: channel.topicsPolicy,
  folder_id: channel.folderId,
  ...channel.settings,
});
