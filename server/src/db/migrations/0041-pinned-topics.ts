import { columnTypes, type Dialect } from '../sql.ts';

/** Topics that users pin. */
export function pinnedTopics(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE pinned_topic (
       user_id ${t.int} NOT NULL, channel_id ${t.int} NOT NULL, topic_key text NOT NULL, topic text NOT NULL,
       PRIMARY KEY (user_id, channel_id, topic_key))${t.keyed}`,
    'CREATE INDEX pinned_topic_place ON pinned_topic (channel_id, topic_key)',
  ];
}
