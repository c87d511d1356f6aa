/** Decisions about channels, direct conversations, messages and related tables. */
import { byOrganization, byPerson, keep, organizationId, references, type Decisions } from './decision.ts';
import {
  channelList,
  editHistory,
  emojiCode,
  html,
  memberKey,
  permissions,
  submessageContent,
  text,
} from './value-references.ts';
import { isVisibleMessage, visibleMessages } from './scope.ts';

const ofPerson = references('person');
const ofChannel = references('channel');
const ofMessage = references('message');
const belowMessage = { bound: 'message' } as const;
const offByDefault = { hidden: '0' } as const;
const asOrganization = { hidden: 'NULL' } as const;
/** If the archive has no read state of a user, nothing is unread for them. */
const readFloor = {
  ...belowMessage,
  hidden: ({ lastMessageId }: { lastMessageId: number }) => String(lastMessageId),
} as const;

export const conversationTables = {
  channel_folder: {
    path: byOrganization,
    limited: 'all',
    columns: {
      id: references('channel_folder'),
      org_id: organizationId,
      name: keep,
      name_key: keep,
      description: text,
      rendered_description: html,
      creator_id: ofPerson,
      created_at: keep,
      is_archived: keep,
      sort_order: keep,
    },
  },
  channel: {
    path: byOrganization,
    limited: { channel: 'id' },
    columns: {
      id: ofChannel,
      org_id: organizationId,
      name: keep,
      name_key: keep,
      description: text,
      rendered_description: html,
      created_at: keep,
      creator_id: ofPerson,
      is_private: keep,
      is_web_public: keep,
      is_history_public: keep,
      is_archived: keep,
      is_default: keep,
      is_recently_active: keep,
      weekly_traffic: keep,
      counted_at: keep,
      retention_days: keep,
      topics_policy: keep,
      folder_id: references('channel_folder'),
      // An import derives it from the messages of a limited archive.
      first_message_id: { ...ofMessage, limit: () => null },
      settings: permissions,
    },
  },
  default_channel_group: {
    path: byOrganization,
    limited: 'all',
    columns: {
      id: references('default_channel_group'),
      org_id: organizationId,
      name: keep,
      description: text,
      channel_ids: channelList,
    },
  },
  subscription: {
    path: byPerson,
    limited: { channel: 'channel_id' },
    person: 'user_id',
    columns: {
      channel_id: ofChannel,
      user_id: ofPerson,
      color: { hidden: "'#76ce90'" },
      is_muted: offByDefault,
      pin_to_top: offByDefault,
      desktop_notifications: asOrganization,
      audible_notifications: asOrganization,
      push_notifications: asOrganization,
      email_notifications: asOrganization,
      wildcard_mentions_notify: asOrganization,
      read_floor: readFloor,
      is_forgotten: offByDefault,
    },
  },
  membership: {
    path: byPerson,
    limited: { channel: 'channel_id' },
    columns: {
      channel_id: ofChannel,
      user_id: ofPerson,
      from_message_id: belowMessage,
      from_position: keep,
      to_message_id: belowMessage,
      to_position: keep,
    },
  },
  pinned_topic: {
    path: byPerson,
    limited: { where: ({ consenting, orgId }) => visibleTopics(consenting, orgId) },
    columns: { user_id: ofPerson, channel_id: ofChannel, topic_key: keep, topic: keep },
  },
  user_topic: {
    path: byPerson,
    limited: { where: ({ consenting, orgId }) => visibleTopics(consenting, orgId) },
    columns: {
      user_id: ofPerson,
      channel_id: ofChannel,
      topic_key: keep,
      topic: keep,
      policy: keep,
      updated_at: keep,
    },
  },
  direct: {
    path: byOrganization,
    limited: { direct: 'id' },
    columns: { id: references('direct'), org_id: organizationId, member_key: memberKey },
  },
  direct_member: {
    path: byPerson,
    limited: { direct: 'direct_id' },
    person: 'user_id',
    columns: { user_id: ofPerson, direct_id: references('direct'), read_floor: readFloor },
  },
  message: {
    path: byOrganization,
    limited: { where: (scope) => isVisibleMessage(scope) },
    columns: {
      id: ofMessage,
      org_id: organizationId,
      channel_id: ofChannel,
      direct_id: references('direct'),
      sender_id: ofPerson,
      topic: keep,
      topic_key: keep,
      content: text,
      rendered: html,
      render_version: keep,
      client: keep,
      sent_at: keep,
      edited_at: keep,
      moved_at: keep,
      edit_history: editHistory,
      traits: keep,
    },
  },
  message_flag: {
    path: byPerson,
    limited: {
      where: (scope) => `user_id IN (${scope.consenting}) AND message_id IN (${visibleMessages(scope)})`,
    },
    columns: { user_id: ofPerson, message_id: ofMessage, bits: keep },
  },
  group_mention: {
    path: { column: 'message_id', through: 'message' },
    limited: { message: 'message_id' },
    columns: { message_id: ofMessage, group_id: references('user_group') },
  },
  read_chunk: {
    path: byPerson,
    limited: { own: 'user_id' },
    columns: {
      user_id: ofPerson,
      chunk: { map: (chunk, { ids }) => ids.getChunk(chunk) },
      bitmap: keep,
    },
  },
  reaction: {
    path: byPerson,
    limited: { message: 'message_id' },
    columns: {
      id: references('reaction'),
      message_id: ofMessage,
      user_id: ofPerson,
      emoji_name: keep,
      emoji_code: emojiCode,
      kind: keep,
    },
  },
  message_pin: {
    path: byOrganization,
    limited: { message: 'message_id' },
    columns: { message_id: ofMessage, org_id: organizationId, user_id: ofPerson, pinned_at: keep },
  },
  submessage: {
    path: byOrganization,
    limited: { message: 'message_id' },
    columns: {
      id: references('submessage'),
      org_id: organizationId,
      message_id: ofMessage,
      sender_id: ofPerson,
      kind: keep,
      content: submessageContent,
    },
  },
  topic: {
    path: { column: 'channel_id', through: 'channel' },
    omitted: 'An import derives topics from messages, so that a limited archive names no other topics.',
  },
} as const satisfies Partial<Decisions>;

/** People keep topic settings in channels that they have left. */
const visibleTopics = (consenting: string, orgId: number): string =>
  `user_id IN (${consenting}) AND channel_id IN (SELECT id FROM channel WHERE org_id = ${orgId}
     AND (is_private = 0 OR id IN (SELECT channel_id FROM membership WHERE user_id IN (${consenting}))))`;
