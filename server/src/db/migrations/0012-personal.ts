import { columnTypes, type Dialect } from '../sql.ts';

/** Personal settings: topic policies and muted users, alert words, onboarding steps; and defaults for new users. */
export function personal(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE user_topic (
       user_id ${t.int} NOT NULL, channel_id ${t.int} NOT NULL, topic_key text NOT NULL, topic text NOT NULL,
       policy ${t.int} NOT NULL, updated_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, channel_id, topic_key))${t.keyed}`,
    'CREATE INDEX user_topic_place ON user_topic (channel_id, topic_key)',
    `CREATE TABLE muted_user (
       user_id ${t.int} NOT NULL, muted_id ${t.int} NOT NULL, muted_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, muted_id))${t.keyed}`,
    'CREATE INDEX muted_user_muted ON muted_user (muted_id)',
    `CREATE TABLE alert_word (
       user_id ${t.int} NOT NULL, word_key text NOT NULL, word text NOT NULL,
       PRIMARY KEY (user_id, word_key))${t.keyed}`,
    `CREATE TABLE onboarding_step (
       user_id ${t.int} NOT NULL, name text NOT NULL, taken_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, name))${t.keyed}`,
    "ALTER TABLE organization ADD COLUMN member_defaults text NOT NULL DEFAULT '{}'",
  ];
}
