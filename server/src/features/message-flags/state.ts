/** The keys of `/register` about messages. */
import type { RegisterState } from '../../../../wire/register.ts';
import { prepared } from '../../db/prepared.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { membersIn } from '../../core/messages/index.ts';
import { newestReceived } from '../../core/users/index.ts';
import { starredIds } from './stars.ts';
import { unreadMessages } from './unread.ts';

export const messageState: Pick<
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
