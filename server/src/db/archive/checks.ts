/** Statements that find rows that contradict each other: in a sound database none finds any. */
import type { Dialect } from '../sql.ts';

export interface DatabaseCheck {
  name: string;
  sql: string;
}

/** Rows of a table whose column names no row of another table. */
const orphans = (table: string, column: string, parent: string): DatabaseCheck => ({
  name: `${table}.${column}`,
  sql: `SELECT c.${column} FROM ${table} c LEFT JOIN ${parent} p ON p.id = c.${column}
        WHERE c.${column} IS NOT NULL AND p.id IS NULL`,
});

export const checks: readonly DatabaseCheck[] = [
  orphans('message', 'sender_id', 'person'),
  orphans('message', 'channel_id', 'channel'),
  orphans('message', 'direct_id', 'direct'),
  orphans('message_flag', 'message_id', 'message'),
  orphans('message_flag', 'user_id', 'person'),
  orphans('reaction', 'message_id', 'message'),
  orphans('submessage', 'message_id', 'message'),
  orphans('subscription', 'channel_id', 'channel'),
  orphans('subscription', 'user_id', 'person'),
  orphans('membership', 'channel_id', 'channel'),
  orphans('membership', 'user_id', 'person'),
  orphans('direct_member', 'direct_id', 'direct'),
  orphans('direct_member', 'user_id', 'person'),
  orphans('group_member', 'group_id', 'user_group'),
  orphans('group_member', 'user_id', 'person'),
  orphans('attachment', 'owner_id', 'person'),
  orphans('attachment_claim', 'attachment_id', 'attachment'),
  orphans('attachment_claim', 'message_id', 'message'),
  orphans('event_queue', 'user_id', 'person'),
  orphans('event_log', 'org_id', 'organization'),
  {
    name: 'messages without a conversation',
    sql: 'SELECT id FROM message WHERE (channel_id IS NULL) = (direct_id IS NULL)',
  },
  {
    name: 'topics',
    sql: `SELECT t.channel_id, t.name, t.last_message_id FROM topic t
          LEFT JOIN message m ON m.id = t.last_message_id
          WHERE m.id IS NULL OR m.channel_id <> t.channel_id OR m.topic_key <> t.topic_key`,
  },
  {
    name: 'log positions',
    sql: `SELECT o.id AS org_id, count(*) AS entries, min(l.position) AS first, max(l.position) AS last
          FROM event_log l JOIN organization o ON o.id = l.org_id GROUP BY o.id, o.log_position
          HAVING count(*) <> max(l.position) - min(l.position) + 1 OR min(l.position) <= o.log_position`,
  },
  {
    name: 'event queues ahead of the log',
    sql: `SELECT q.id, q.acknowledged FROM event_queue q JOIN organization o ON o.id = q.org_id
          WHERE q.acknowledged > coalesce((SELECT max(position) FROM event_log l WHERE l.org_id = q.org_id), o.log_position)`,
  },
  {
    name: 'read positions',
    sql: 'SELECT user_id, channel_id, read_floor FROM subscription WHERE read_floor < 0',
  },
];

/** Messages up to the mark of the word index, and how many of them it has. */
export const indexedMessages = (dialect: Dialect): string => {
  const [table, id] =
    dialect === 'sqlite' ? ['message_search_docsize', 'id'] : ['message_search', 'message_id'];
  const mark = '(SELECT coalesce(max(message_id), 0) FROM search_mark)';
  return `SELECT (SELECT count(*) FROM ${table} WHERE ${id} <= ${mark}) AS indexed,
    (SELECT count(*) FROM message WHERE id <= ${mark}) AS messages`;
};
