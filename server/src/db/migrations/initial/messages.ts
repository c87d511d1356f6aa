import { searchIndexDdl } from '../../search-sql.ts';
import { columnTypes, expressionStatistics, type Dialect } from '../../sql.ts';

/** Messages, what belongs to one, who has read it, and what is not sent yet. */
export function messageTables(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE direct (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), member_key text NOT NULL,
       UNIQUE (org_id, member_key))`,
    `CREATE TABLE direct_member (
       user_id ${t.int} NOT NULL, direct_id ${t.int} NOT NULL, read_floor ${t.int} NOT NULL DEFAULT 0,
       PRIMARY KEY (user_id, direct_id))${t.keyed}`,
    // The people of a conversation: otherwise each look-up reads the whole table.
    'CREATE INDEX direct_member_direct ON direct_member (direct_id)',
    `CREATE TABLE message (
       id ${t.autoId}, org_id ${t.int} NOT NULL, channel_id ${t.int}, direct_id ${t.int},
       sender_id ${t.int} NOT NULL, topic text NOT NULL DEFAULT '', topic_key text NOT NULL DEFAULT '',
       content text NOT NULL, rendered text NOT NULL, render_version ${t.int} NOT NULL, client text NOT NULL,
       sent_at ${t.int} NOT NULL, edited_at ${t.int}, moved_at ${t.int}, edit_history text,
       traits ${t.int} NOT NULL DEFAULT 0)`,
    'CREATE INDEX message_topic ON message (channel_id, topic_key, id) WHERE channel_id IS NOT NULL',
    'CREATE INDEX message_channel ON message (channel_id, id) WHERE channel_id IS NOT NULL',
    'CREATE INDEX message_direct ON message (direct_id, id) WHERE direct_id IS NOT NULL',
    // Quiet messages are read for everyone except a few people; every query for unread messages has to know them.
    'CREATE INDEX message_quiet ON message (org_id, id) WHERE (traits & 512) <> 0',
    // Without links (16) and what scripts send (1024): both are frequent, and found by looking.
    'CREATE INDEX message_traits ON message (org_id, id, traits) WHERE (traits & -1041) <> 0',
    'CREATE INDEX message_sender ON message (sender_id, id, traits)',
    ...expressionStatistics(dialect, 'message_rare_traits', 'message', 'traits & -1041'),
    `CREATE TABLE message_flag (
       user_id ${t.int} NOT NULL, message_id ${t.int} NOT NULL, bits ${t.int} NOT NULL,
       PRIMARY KEY (user_id, message_id))${t.keyed}`,
    'CREATE INDEX message_flag_message ON message_flag (message_id)',
    `CREATE TABLE group_mention (
       message_id ${t.int} NOT NULL, group_id ${t.int} NOT NULL,
       PRIMARY KEY (message_id, group_id))${t.keyed}`,
    `CREATE TABLE read_chunk (
       user_id ${t.int} NOT NULL, chunk ${t.int} NOT NULL, bitmap ${t.bytes} NOT NULL,
       PRIMARY KEY (user_id, chunk))`,
    `CREATE TABLE send_key (
       user_id ${t.int} NOT NULL, send_key text NOT NULL, message_id ${t.int} NOT NULL,
       created_at ${t.int} NOT NULL, digest text,
       PRIMARY KEY (user_id, send_key))${t.keyed}`,
    'CREATE INDEX send_key_age ON send_key (created_at)',
    `CREATE TABLE reaction (
       id ${t.autoId}, message_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, emoji_name text NOT NULL,
       emoji_code text NOT NULL, kind text NOT NULL,
       UNIQUE (message_id, kind, emoji_code, user_id))`,
    `CREATE TABLE submessage (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), message_id ${t.int} NOT NULL,
       sender_id ${t.int} NOT NULL, kind text NOT NULL, content text NOT NULL)`,
    'CREATE INDEX submessage_message ON submessage (message_id, id)',
    `CREATE TABLE draft (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, type text NOT NULL,
       recipients text NOT NULL, topic text NOT NULL, content text NOT NULL, changed_at ${t.int} NOT NULL)`,
    'CREATE INDEX draft_user ON draft (user_id)',
    `CREATE TABLE saved_snippet (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, title text NOT NULL,
       content text NOT NULL, created_at ${t.int} NOT NULL)`,
    'CREATE INDEX saved_snippet_user ON saved_snippet (user_id)',
    `CREATE TABLE scheduled_message (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, channel_id ${t.int},
       recipients text NOT NULL, topic text NOT NULL, content text NOT NULL, rendered text NOT NULL,
       client text NOT NULL, deliver_at ${t.int} NOT NULL, keeps_unread ${t.int} NOT NULL,
       is_failed ${t.int} NOT NULL, target_message_id ${t.int}, key_id ${t.int})`,
    'CREATE INDEX scheduled_message_user ON scheduled_message (user_id, deliver_at)',
    // The reminders of a message, asked for with each edit, move and deletion.
    `CREATE INDEX scheduled_message_target ON scheduled_message (target_message_id)
       WHERE target_message_id IS NOT NULL`,
    `CREATE TABLE website_preview (
       org_id ${t.int} NOT NULL REFERENCES organization (id), url_key text NOT NULL, preview text,
       expires_at ${t.int} NOT NULL,
       PRIMARY KEY (org_id, url_key))${t.keyed}`,
    'CREATE INDEX website_preview_expiry ON website_preview (expires_at)',
    ...searchIndexDdl(dialect),
    // Moving a long topic does not wait until the index has each of its messages at its new place.
    `CREATE TABLE search_waiting (message_id ${t.int} PRIMARY KEY)`,
    // Has a row while a migration wants all that is indexed to be indexed again.
    `CREATE TABLE search_rewrite (message_id ${t.int} PRIMARY KEY)`,
  ];
}
