/** PATCH /streams/{channel}, all or nothing. */
import { isDeepStrictEqual } from 'node:util';
import { roles, emptyTopicDisplayName, type GroupSetting } from '../../../../wire/core.ts';
import type { ChannelPermission } from '../../../../wire/channels.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import type { UpdateChannelParams } from '../../../../wire/update-channel.ts';
import type { Config } from '../../lib/config/config.ts';
import { auditChange } from '../../core/audit/index.ts';
import {
  canReadChannel,
  changedPrivacy,
  channelForChange,
  channelUpdates,
  checkMaySetDefault,
  checkPrivacyChange,
  checkTopicCreators,
  cleanChannelName,
  cleanDescription,
  emitDefaultChannels,
  emitRevealed,
  watchAccess,
  watchViewers,
  getChannelAudience,
} from '../../core/channels/index.ts';
import { changedPermissions } from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  findNamed,
  type Channel,
  type Principal,
  type User,
  mayIn,
  systemGroup,
} from '../../core/organization/index.ts';
import { readUnseen } from '../message-flags/index.ts';
import { mentionSource, getRenderOptions } from '../message-send/index.ts';
import { apiError } from '../../lib/errors.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import { keysIn } from '../../lib/objects.ts';
import { nameKey } from '../../lib/text.ts';
import { unarchiveChannel } from './archive.ts';
import { auditedChannel, checkFolder, retentionDays } from './create.ts';
import { changeNotices, giveNotice } from './notices.ts';

/** The requested state of the channel. */
type Changed = Omit<Channel, 'isArchived' | 'isRecentlyActive' | 'weeklyTraffic' | 'firstMessageId'>;

/** Name and description as they are stored. */
interface NewTexts {
  name?: string;
  description?: string;
  renderedDescription?: string;
}

/** A request, with what was prepared before the transaction. */
export interface ChannelChange {
  config: Config;
  given: UpdateChannelParams;
  words: NewTexts;
}

/** Called before the transaction, since rendering is slow. */
export function channelWords(me: Principal, given: UpdateChannelParams): NewTexts {
  const words: NewTexts = {};
  if (given.new_name !== undefined) words.name = cleanChannelName(given.new_name);
  if (given.description !== undefined) {
    words.description = cleanDescription(given.description);
    words.renderedDescription =
      words.description === ''
        ? ''
        : renderDescription(words.description, mentionSource(me), getRenderOptions(me.cache));
  }
  return words;
}

export async function updateChannel(tx: Tx, author: User, id: number, asked: ChannelChange): Promise<void> {
  const channel = channelForChange(tx.cache, author, id);
  const changed = await changedChannel(tx, author, channel, asked);
  if (asked.given.is_archived === false) await unarchiveChannel(tx, author, channel);
  const before = tx.cache.channels.get(id) ?? channel;
  if (isSame(before, changed)) return;
  const viewerChanges = watchViewers(tx, id);
  const everyone = [...tx.cache.users.values()].map((user) => user.id);
  const emitAccessChanges = await watchAccess(tx, { changes: [{ channel, userIds: everyone }] });
  await store(tx, changed);
  const after = tx.cache.channels.get(id) ?? channel;
  await emitUpdated(tx, before, after, viewerChanges());
  await auditChange(tx, {
    action: 'channel.update',
    target: { type: 'channel', id, name: before.name },
    before: auditedChannel(before),
    after: auditedChannel(after),
  });
  await emitAccessChanges();
  await readUnseen(tx, before, after);
  for (const notice of changeNotices(author, before, after)) await giveNotice(tx, id, notice);
}

function isSame(before: Channel, changed: Changed): boolean {
  return isDeepStrictEqual({ ...before, ...changed, isArchived: before.isArchived }, before);
}

/** @throws ApiError for invalid changes, and for changes that the author may not make */
async function changedChannel(
  tx: Tx,
  author: User,
  channel: Channel,
  { config, given, words }: ChannelChange,
): Promise<Changed> {
  const { cache } = tx;
  if (words.name !== undefined) checkNameIsFree(tx, channel, words.name);
  const privacy = changedPrivacy(channel, given);
  if (privacy) checkPrivacyChange(config, cache, author, channel, privacy);
  const permissions = changedChannelPermissions(tx, author, channel, given);
  await checkFolder(tx, given.folder_id);
  const changed: Changed = {
    ...channel,
    ...words,
    ...privacy,
    isDefault: given.is_default_stream ?? channel.isDefault,
    folderId: given.folder_id === undefined ? channel.folderId : given.folder_id,
    retentionDays: changedRetention(author, channel, given),
    topicsPolicy: await changedTopicsPolicy(tx, author, channel, given),
    settings: { ...channel.settings, ...permissions },
  };
  if (given.is_default_stream !== undefined) checkMaySetDefault(author);
  if (changed.isDefault && changed.isPrivate) throw apiError('channels.default-not-private');
  if (changed.isDefault && channel.isArchived && given.is_archived !== false)
    throw apiError('channels.not-found');
  checkTopicCreators(cache, changed.settings.can_create_topic_group, changed.isHistoryPublic);
  return changed;
}

function checkNameIsFree({ cache }: Tx, channel: Channel, name: string): void {
  if (name === channel.name) throw apiError('channels.name-unchanged');
  const other = findNamed(cache.channels, name);
  if (other && other.id !== channel.id) throw apiError('channels.name-taken');
}

function changedRetention(author: User, channel: Channel, given: UpdateChannelParams): number | null {
  if (given.message_retention_days === undefined) return channel.retentionDays;
  if (author.role !== roles.owner) throw apiError('permissions.owner');
  return retentionDays(given.message_retention_days);
}

async function changedTopicsPolicy(
  tx: Tx,
  author: User,
  channel: Channel,
  { topics_policy: policy }: UpdateChannelParams,
): Promise<string> {
  if (policy === undefined) return channel.topicsPolicy;
  if (!mayIn(tx.cache, 'can_set_topics_policy_group', author)) throw apiError('permissions.insufficient');
  if (policy === 'empty_topic_only' && policy !== channel.topicsPolicy && (await hasNamedTopic(tx, channel)))
    throw apiError('channels.topics-exist', { topic: emptyTopicDisplayName });
  return policy;
}

async function hasNamedTopic(tx: Tx, channel: Channel): Promise<boolean> {
  const topic = await tx.q
    .selectFrom('topic')
    .select('topic_key')
    .where('channel_id', '=', channel.id)
    .where('topic_key', '<>', '')
    .limit(1)
    .executeTakeFirst();
  return topic !== undefined;
}

/**
 * What changing a permission requires besides administering the channel: opening it to others requires access to its content. A permission
 * that is not declared here does not compile.
 */
const changeNeeds: Readonly<Record<ChannelPermission, 'nothing' | 'content' | 'deletion policy'>> = {
  can_add_subscribers_group: 'content',
  can_subscribe_group: 'content',
  can_delete_any_message_group: 'deletion policy',
  can_delete_own_message_group: 'deletion policy',
  can_administer_channel_group: 'nothing',
  can_create_topic_group: 'nothing',
  can_move_messages_out_of_channel_group: 'nothing',
  can_move_messages_within_channel_group: 'nothing',
  can_remove_subscribers_group: 'nothing',
  can_resolve_topics_group: 'nothing',
  can_send_message_group: 'nothing',
};

function changedChannelPermissions(
  { cache }: Tx,
  author: User,
  channel: Channel,
  given: UpdateChannelParams,
): Partial<Record<ChannelPermission, GroupSetting>> {
  const nobody = systemGroup(cache, 'role:nobody').id;
  const current = (name: ChannelPermission) => channel.settings[name] ?? nobody;
  const permissions = changedPermissions(cache, permissionSettings.stream, given, current);
  const needs = new Set(keysIn(permissions).map((name) => changeNeeds[name]));
  if (needs.has('content') && !canReadChannel(cache, channel, author))
    throw apiError('channels.content-access');
  if (needs.has('deletion policy') && !mayIn(cache, 'can_set_delete_message_policy_group', author))
    throw apiError('permissions.insufficient');
  return permissions;
}

async function store(tx: Tx, channel: Changed): Promise<void> {
  await tx.q
    .updateTable('channel')
    .set({
      name: channel.name,
      name_key: nameKey(channel.name),
      description: channel.description,
      rendered_description: channel.renderedDescription,
      is_private: channel.isPrivate ? 1 : 0,
      is_web_public: channel.isWebPublic ? 1 : 0,
      is_history_public: channel.isHistoryPublic ? 1 : 0,
      is_default: channel.isDefault ? 1 : 0,
      retention_days: channel.retentionDays,
      topics_policy: channel.topicsPolicy,
      folder_id: channel.folderId,
      settings: JSON.stringify(channel.settings),
    })
    .where('id', '=', channel.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [channel.id] });
}

/** Users to whom the channel becomes visible get it as a new channel instead. */
async function emitUpdated(
  tx: Tx,
  before: Channel,
  after: Channel,
  viewerChanges: ReturnType<ReturnType<typeof watchViewers>>,
): Promise<void> {
  const audience = { ...getChannelAudience(after), except: viewerChanges.come };
  for (const update of channelUpdates(tx.cache, before, after)) tx.emit(update, audience);
  await emitRevealed(tx, after, viewerChanges);
  if (before.isDefault !== after.isDefault) emitDefaultChannels(tx);
}
