import { searchIndexDdl } from '../search-sql.ts';
import { columnTypes, type Dialect } from '../sql.ts';

/** The first schema: organizations, people, groups, channels, messages, the event log and the queues. */
export function initialSchema(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  const truth = `${t.int} NOT NULL DEFAULT 0`;
  return [
    `CREATE TABLE server_fact (name text PRIMARY KEY, value text NOT NULL)${t.keyed}`,
    `CREATE TABLE organization (
       id ${t.autoId}, uuid text NOT NULL, name text NOT NULL, description text NOT NULL DEFAULT '',
       subdomain text NOT NULL UNIQUE, created_at ${t.int} NOT NULL, is_deactivated ${truth},
       settings text NOT NULL DEFAULT '{}', log_position ${t.int} NOT NULL DEFAULT 0)`,

    `CREATE TABLE person (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       email text NOT NULL, email_key text NOT NULL, delivery_email text NOT NULL, delivery_email_key text NOT NULL,
       full_name text NOT NULL, role ${t.int} NOT NULL, is_active ${t.int} NOT NULL DEFAULT 1,
       is_bot ${truth}, bot_type ${t.int}, bot_owner_id ${t.int}, is_system ${truth}, is_imported_stub ${truth},
       is_deleted ${truth}, date_joined ${t.int} NOT NULL, timezone text NOT NULL DEFAULT '',
       avatar_source text NOT NULL DEFAULT 'J', avatar_version ${t.int} NOT NULL DEFAULT 1,
       password_hash text, api_key_hash text NOT NULL UNIQUE, api_key_box text NOT NULL,
       first_sign_in_at ${t.int}, grants text NOT NULL DEFAULT '[]', settings text NOT NULL DEFAULT '{}',
       UNIQUE (org_id, email_key), UNIQUE (org_id, delivery_email_key))`,

    `CREATE TABLE user_group (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       name text NOT NULL, name_key text NOT NULL, description text NOT NULL DEFAULT '', is_system ${truth},
       creator_id ${t.int}, created_at ${t.int}, is_deactivated ${truth}, settings text NOT NULL DEFAULT '{}',
       UNIQUE (org_id, name_key))`,
    `CREATE TABLE group_member (
       group_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, PRIMARY KEY (group_id, user_id))${t.keyed}`,
    `CREATE TABLE group_subgroup (
       group_id ${t.int} NOT NULL, subgroup_id ${t.int} NOT NULL, PRIMARY KEY (group_id, subgroup_id))${t.keyed}`,

    `CREATE TABLE channel (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       name text NOT NULL, name_key text NOT NULL, description text NOT NULL DEFAULT '',
       rendered_description text NOT NULL DEFAULT '', created_at ${t.int} NOT NULL, creator_id ${t.int},
       is_private ${truth}, is_web_public ${truth}, is_history_public ${t.int} NOT NULL DEFAULT 1,
       is_archived ${truth}, is_default ${truth}, is_recently_active ${t.int} NOT NULL DEFAULT 1,
       retention_days ${t.int}, topics_policy text NOT NULL DEFAULT 'inherit', folder_id ${t.int},
       first_message_id ${t.int}, settings text NOT NULL DEFAULT '{}',
       UNIQUE (org_id, name_key))`,
    `CREATE TABLE subscription (
       channel_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, color text NOT NULL,
       is_muted ${truth}, pin_to_top ${truth}, desktop_notifications ${t.int}, audible_notifications ${t.int},
       push_notifications ${t.int}, email_notifications ${t.int}, wildcard_mentions_notify ${t.int},
       read_floor ${t.int} NOT NULL DEFAULT 0, PRIMARY KEY (user_id, channel_id))${t.keyed}`,
    `CREATE TABLE membership (
       channel_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, from_message_id ${t.int} NOT NULL,
       from_position ${t.int} NOT NULL, to_message_id ${t.int}, to_position ${t.int},
       PRIMARY KEY (channel_id, user_id, from_position))${t.keyed}`,
    'CREATE INDEX membership_user ON membership (user_id, channel_id)',
    'CREATE INDEX membership_ended ON membership (to_position) WHERE to_position IS NOT NULL',

    `CREATE TABLE direct (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), member_key text NOT NULL,
       UNIQUE (org_id, member_key))`,
    `CREATE TABLE direct_member (
       user_id ${t.int} NOT NULL, direct_id ${t.int} NOT NULL, read_floor ${t.int} NOT NULL DEFAULT 0,
       PRIMARY KEY (user_id, direct_id))${t.keyed}`,

    `CREATE TABLE message (
       id ${t.autoId}, org_id ${t.int} NOT NULL, channel_id ${t.int}, direct_id ${t.int},
       sender_id ${t.int} NOT NULL, topic text NOT NULL DEFAULT '', topic_key text NOT NULL DEFAULT '',
       content text NOT NULL, rendered text NOT NULL, render_version ${t.int} NOT NULL, client text NOT NULL,
       sent_at ${t.int} NOT NULL, edited_at ${t.int}, moved_at ${t.int}, edit_history text,
       traits ${t.int} NOT NULL DEFAULT 0)`,
    'CREATE INDEX message_topic ON message (channel_id, topic_key, id) WHERE channel_id IS NOT NULL',
    'CREATE INDEX message_channel ON message (channel_id, id) WHERE channel_id IS NOT NULL',
    'CREATE INDEX message_direct ON message (direct_id, id) WHERE direct_id IS NOT NULL',
    'CREATE INDEX message_sender ON message (sender_id, id)',
    'CREATE INDEX message_traits ON message (org_id, id, traits) WHERE traits <> 0',
    `CREATE TABLE topic (
       channel_id ${t.int} NOT NULL, topic_key text NOT NULL, name text NOT NULL, last_message_id ${t.int} NOT NULL,
       PRIMARY KEY (channel_id, topic_key))${t.keyed}`,
    'CREATE INDEX topic_recent ON topic (channel_id, last_message_id)',
    `CREATE TABLE message_flag (
       user_id ${t.int} NOT NULL, message_id ${t.int} NOT NULL, bits ${t.int} NOT NULL,
       PRIMARY KEY (user_id, message_id))${t.keyed}`,
    'CREATE INDEX message_flag_message ON message_flag (message_id)',
    `CREATE TABLE group_mention (
       message_id ${t.int} NOT NULL, group_id ${t.int} NOT NULL, PRIMARY KEY (message_id, group_id))${t.keyed}`,
    `CREATE TABLE read_chunk (
       user_id ${t.int} NOT NULL, chunk ${t.int} NOT NULL, bitmap ${t.bytes} NOT NULL,
       PRIMARY KEY (user_id, chunk))`,
    `CREATE TABLE send_key (
       user_id ${t.int} NOT NULL, send_key text NOT NULL, message_id ${t.int} NOT NULL, created_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, send_key))${t.keyed}`,
    'CREATE INDEX send_key_age ON send_key (created_at)',
    ...searchIndexDdl(dialect),

    `CREATE TABLE event_log (
       org_id ${t.int} NOT NULL, position ${t.int} NOT NULL, type text NOT NULL, payload text NOT NULL,
       audience text NOT NULL, touched text, created_at ${t.int} NOT NULL,
       PRIMARY KEY (org_id, position))`,
    `CREATE TABLE event_queue (
       id text PRIMARY KEY, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, options text NOT NULL,
       created_at ${t.int} NOT NULL, acknowledged ${t.int} NOT NULL, last_seen_at ${t.int} NOT NULL,
       idle_timeout_ms ${t.int} NOT NULL)`,
    'CREATE INDEX event_queue_user ON event_queue (user_id)',
    'CREATE INDEX event_queue_org ON event_queue (org_id, acknowledged)',
  ];
}
