/** Notices in topics that were resolved or unresolved, and for whom they are unread. */
import { isResolved, topicPolicy } from '../../../../wire/topics.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, textsOfOrganization, userSetting } from '../../core/organization/index.ts';
import { eraseMessages } from '../message-delete/index.ts';
import { type Reading, getMention, notificationBot } from '../message-send/index.ts';
import { nameKey } from '../../lib/text.ts';
import { post, type Thread } from './move-notices.ts';

/** If the topic is toggled again within this time, the notice is deleted instead of followed by another. */
const graceMs = 60_000;

export async function notifyResolved(tx: Tx, user: User, there: Thread): Promise<void> {
  const notice = await freshNotice(tx, there);
  if (notice !== undefined) {
    await eraseMessages(tx, there, [notice]);
    return;
  }
  const key = isResolved(there.topic) ? 'notices.resolved' : 'notices.unresolved';
  const text = textsOfOrganization(tx.cache)(key, { user: getMention(user) });
  await post(tx, user, there, text, await getReading(tx, user, there));
}

const newestInTopic = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'sender_id', 'content', 'sent_at'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .orderBy('id', 'desc')
    .limit(1),
);

/** The notice, if it is the newest message of the topic and was sent within the grace period. */
async function freshNotice(tx: Tx, { channel, topic }: Thread): Promise<number | undefined> {
  const newest = await tx.first(newestInTopic, { channel_id: channel.id, topic_key: nameKey(topic) });
  if (newest?.sender_id !== notificationBot(tx).id || tx.now - newest.sent_at > graceMs) return undefined;
  return isResolvedNotice(tx, newest.content) ? newest.id : undefined;
}

/** Matches the notice for any user. A notice in a former language of the organization is not recognized. */
function isResolvedNotice(tx: Tx, content: string): boolean {
  const t = textsOfOrganization(tx.cache);
  return (['notices.resolved', 'notices.unresolved'] as const).some((key) => {
    const [before = '', after = ''] = t(key, { user: '\u0000' }).split('\u0000');
    return content.startsWith(`${before}@_**`) && content.endsWith(`**${after}`);
  });
}

const getFollowers = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('user_topic')
    .select('user_id')
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .where('policy', '=', topicPolicy.followed),
);

/** Whether a resolve notice is unread for this user, according to their setting. */
export function receivesResolvedNotices(user: User, isFollower: boolean): boolean {
  if (user.isBot) return false;
  const policy = userSetting(user, 'resolved_topic_notice_auto_read_policy');
  return policy === 'never' || (policy === 'except_followed' && isFollower);
}

/** Lists the smaller of the two sets: users for whom the notice is unread, or those for whom it is read. */
async function getReading(tx: Tx, by: User, { channel, topic }: Thread): Promise<Reading> {
  const { members, users } = tx.cache;
  const rows = await tx.rows(getFollowers, { channel_id: channel.id, topic_key: nameKey(topic) });
  const followers = new Set(rows.map((row) => row.user_id));
  const readBy: number[] = [];
  const unreadFor: number[] = [];
  for (const id of members.findUsers(channel.id)) {
    const user = users.get(id);
    const hasToRead = user !== undefined && id !== by.id && receivesResolvedNotices(user, followers.has(id));
    (hasToRead ? unreadFor : readBy).push(id);
  }
  return readBy.length < unreadFor.length ? { readBy } : { unreadFor };
}
