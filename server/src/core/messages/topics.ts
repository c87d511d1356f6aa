/** Topics: their names as they are stored, and the rules of a channel on which may be used. */
import { emptyTopicDisplayName, limits } from '../../../../wire/core.ts';
import type { Tx } from '../log/index.ts';
import { type Channel, type OrganizationCache, organizationSettings } from '../organization/index.ts';
import type { Db } from '../../db/db.ts';
import type { GatheredTable } from '../../db/gathered-table.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { nameKey, tidySpaces, truncate, unprintableAt } from '../../lib/text.ts';

/**
 * @returns the topic as it is stored: without spaces at the ends, cut to the limit, empty for the channel's unnamed topic. A topic that was
 * imported may have invisible characters; none begins here with them, see `checkTopicAllowed`.
 */
export function cleanTopic(given: string): string {
  const topic = tidySpaces(given);
  const position = unprintableAt(topic);
  if (position > 0) throw apiError('topics.character', { position });
  if (topic === emptyTopicDisplayName || topic === '(no topic)') return '';
  return truncate(topic, limits.topicLength, '...');
}

export interface TopicRow {
  name: string;
  last_message_id: number;
}

const topicByKey = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('topic')
    .select(['name', 'last_message_id'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key),
);

const topicTable = {
  name: 'topic',
  columns: { channel_id: 'int', topic_key: 'text', name: 'text', last_message_id: 'int' },
  key: ['channel_id', 'topic_key'],
} as const satisfies GatheredTable;

/** Why the channel's policy forbids this topic to everyone, if it does. */
export function topicRefusal(
  cache: OrganizationCache,
  channel: Channel,
  topic: string,
): ApiError | undefined {
  const policy =
    channel.topicsPolicy === 'inherit' ? organizationSettings(cache).topics_policy : channel.topicsPolicy;
  if (topic === '' && policy === 'disable_empty_topic')
    return apiError('topics.required', { topic: emptyTopicDisplayName });
  if (topic !== '' && policy === 'empty_topic_only')
    return apiError('topics.only-general-chat', { topic: emptyTopicDisplayName });
  return undefined;
}

export function findTopic(tx: Db, channelId: number, topic: string): Promise<TopicRow | undefined> {
  return tx.first(topicByKey, { channel_id: channelId, topic_key: nameKey(topic) });
}

const otherNames = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .innerJoin('topic', (join) =>
      join
        .onRef('topic.channel_id', '=', 'message.channel_id')
        .onRef('topic.topic_key', '=', 'message.topic_key'),
    )
    .select(['message.id', 'topic.name'])
    .where(inListParam(dialect, 'message.id', p.list))
    .whereRef('topic.name', '<>', 'message.topic'),
);

/** The topics that the list of topics spells otherwise than the message does, by the id of the message. */
export async function topicsRespelled(db: Db, messageIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.rows(otherNames, { list: listValue(db.dialect, messageIds) });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function noteInTopic(
  tx: Tx,
  channelId: number,
  topic: string,
  messageId: number,
): Promise<void> {
  await tx.add(topicTable, [channelId, nameKey(topic), topic, messageId]);
}
