/** Statements that find rows that contradict each other: in a sound database none finds any. Those about references are in `transfer/`. */
import type { Dialect } from '../sql.ts';

export interface DatabaseCheck {
  name: string;
  sql: string;
}

export const checks: readonly DatabaseCheck[] = [
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
