/** The feature: message flags. */
import type { RegisterState } from '../../../../wire/register.ts';
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { UnreadDetails } from '../../../../wire/message-flags.ts';
import { accessChanging } from '../../core/channels/index.ts';
import { on, type Tx, type LoggedEvent, isEvent } from '../../core/log/index.ts';
import { messagesHidden, membersIn, type MessagesHidden } from '../../core/messages/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { newestReceived } from '../../core/users/index.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { prepared } from '../../db/prepared.ts';
import { defineFeature } from '../../http/feature.ts';
import { watchStars, starredIds } from './stars.ts';
import { watchUnread } from './unread-left.ts';
import { messageFlagsRoutes } from './routes.ts';
import { unreadMessages } from './unread.ts';
import { inListParam, listValue } from '../../db/sql.ts';

const deleteOfEverybody = prepared<{ list: unknown }>()((q, p, dialect) =>
  q.deleteFrom('message_flag').where(inListParam(dialect, 'message_id', p.list)),
);

const deleteOfUsers = prepared<{ people: unknown; list: unknown }>()((q, p, dialect) =>
  q
    .deleteFrom('message_flag')
    .where(inListParam(dialect, 'message_id', p.list))
    .where(inListParam(dialect, 'user_id', p.people)),
);

/** Stars and mentions are deleted with access to the message, and do not return with it. */
async function deleteFlags(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  const list = listValue(tx.dialect, ids);
  await (userIds
    ? tx.run(deleteOfUsers, { list, people: listValue(tx.dialect, userIds) })
    : tx.run(deleteOfEverybody, { list }));
}

export { markSenderRead } from './mark-all-read.ts';
export { readUnseen } from './unread-unseen.ts';

// The keys of `/register` about messages.

const messageState: Pick<
  StateFetchers,
  'message' | 'update_message_flags' | 'starred_messages' | 'recent_private_conversations'
> = {
  message: async ({ tx, me }) => ({ max_message_id: await newestReceived(tx, me.id) }),
  update_message_flags: async ({ tx, me, fetch, capabilities }) =>
    fetch === null || fetch.has('message')
      ? {
          unread_msgs: await unreadMessages(tx, me.id, {
            emptyTopicName: capabilities.empty_topic_name === true,
            leavesOutArchived: capabilities.archived_channels !== true,
          }),
        }
      : {},
  starred_messages: async ({ tx, me }) => ({
    starred_messages: await starredIds(tx, { id: me.id, orgId: tx.orgId, user: me, cache: tx.cache }),
  }),
  recent_private_conversations: async ({ tx, me }) => ({
    recent_private_conversations: await recentConversations(tx, me.id),
  }),
};

const conversations = prepared<{ user_id: number; limit: number }>()((q, p) =>
  q
    .selectFrom('direct_member as d')
    .innerJoin('direct as c', 'c.id', 'd.direct_id')
    .select('c.member_key')
    .select((eb) =>
      eb
        .selectFrom('message')
        .select((max) => max.fn.max('message.id').as('id'))
        .whereRef('message.direct_id', '=', 'd.direct_id')
        .as('newest'),
    )
    .where('d.user_id', '=', p.user_id)
    .orderBy('newest', (order) => order.desc().nullsLast())
    .limit(p.limit),
);

const mostConversations = 1000;

/** Newest first; `user_ids` without the user. */
async function recentConversations(
  tx: Tx,
  userId: number,
): Promise<RegisterState<'recent_private_conversations'>['recent_private_conversations']> {
  const rows = await tx.rows(conversations, { user_id: userId, limit: mostConversations });
  return rows.flatMap(({ member_key, newest }) =>
    newest === null
      ? []
      : [
          {
            user_ids: membersIn(member_key).filter((id) => id !== userId),
            max_message_id: newest,
          },
        ],
  );
}

// Changed flags: IDs alone reveal nothing, but details of messages that became unread name their topics.

type FlagsEvent = LoggedEvent<'update_message_flags'>;
type Details = Record<string, UnreadDetails>;

const encodeFlags: Encoder = ({ event }, queue, shared) => {
  const details = isEvent(event, 'update_message_flags') ? getDetails(event) : undefined;
  if (!details || queue.options.capabilities.empty_topic_name)
    return once(shared, '', () => openObject(event));
  return once(shared, 'named topics', () => openObject({ ...event, message_details: withNames(details) }));
};

function withNames(details: Details): Details {
  return Object.fromEntries(
    Object.entries(details).map(([id, one]) => [
      id,
      one.type === 'stream' && one.topic === '' ? { ...one, topic: emptyTopicDisplayName } : one,
    ]),
  );
}

const getDetails = (event: FlagsEvent): Details | undefined =>
  event.op === 'remove' ? event.message_details : undefined;

const getSubject = (id: number, details: Details) => {
  const detail = details[id];
  const channelId = detail?.type === 'stream' ? detail.stream_id : undefined;
  return { kind: 'message', id, channelId } as const;
};

const flagEvents: Pick<EventRules, 'update_message_flags'> = {
  update_message_flags: {
    to: ['named'],
    about(event) {
      const details = getDetails(event);
      return details ? event.messages.map((id) => getSubject(id, details)) : [];
    },
    reduce(event, sees) {
      const details = getDetails(event);
      const messages = event.messages.filter((id) => details && sees(getSubject(id, details)));
      if (event.op === 'add' || messages.length === 0) return null;
      const message_details = Object.fromEntries(messages.map((id) => [id, details?.[id]]));
      return { ...event, messages, message_details } as FlagsEvent;
    },
    encode: encodeFlags,
  },
};

export const messageFlagsFeature = defineFeature({
  routes: messageFlagsRoutes,
  registerState: messageState,
  events: flagEvents,
  reactions: [
    on(accessChanging, async (tx, { changes, isLeaving }) =>
      isLeaving ? watchUnread(tx, changes) : () => undefined,
    ),
    on(accessChanging, (tx, { changes }) => watchStars(tx, changes)),
    on(messagesHidden, deleteFlags),
  ],
});
