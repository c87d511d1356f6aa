import { columnTypes, type Dialect } from '../../sql.ts';

/** Channels, who is and was in them, and their topics. */
export function channelTables(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE channel (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       name_key text NOT NULL, description text NOT NULL DEFAULT '', rendered_description text NOT NULL DEFAULT '',
       created_at ${t.int} NOT NULL, creator_id ${t.int}, is_private ${t.int} NOT NULL DEFAULT 0,
       is_web_public ${t.int} NOT NULL DEFAULT 0, is_history_public ${t.int} NOT NULL DEFAULT 1,
       is_archived ${t.int} NOT NULL DEFAULT 0, is_default ${t.int} NOT NULL DEFAULT 0,
       is_recently_active ${t.int} NOT NULL DEFAULT 1, retention_days ${t.int},
       topics_policy text NOT NULL DEFAULT 'inherit', folder_id ${t.int}, first_message_id ${t.int},
       settings text NOT NULL DEFAULT '{}', weekly_traffic ${t.int}, counted_at ${t.int} NOT NULL DEFAULT 0,
       UNIQUE (org_id, name_key))`,
    // Counted when a person creates another one.
    'CREATE INDEX channel_creator ON channel (creator_id, created_at)',
    `CREATE TABLE channel_folder (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       name_key text NOT NULL, description text NOT NULL, rendered_description text NOT NULL, creator_id ${t.int},
       created_at ${t.int} NOT NULL, is_archived ${t.int} NOT NULL DEFAULT 0, sort_order ${t.int} NOT NULL)`,
    'CREATE INDEX channel_folder_org ON channel_folder (org_id, sort_order)',
    `CREATE TABLE subscription (
       channel_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, color text NOT NULL,
       is_muted ${t.int} NOT NULL DEFAULT 0, pin_to_top ${t.int} NOT NULL DEFAULT 0,
       desktop_notifications ${t.int}, audible_notifications ${t.int}, push_notifications ${t.int},
       email_notifications ${t.int}, wildcard_mentions_notify ${t.int}, read_floor ${t.int} NOT NULL DEFAULT 0,
       is_forgotten ${t.int} NOT NULL DEFAULT 0,
       PRIMARY KEY (user_id, channel_id))${t.keyed}`,
    `CREATE INDEX subscription_notified ON subscription (channel_id)
       WHERE email_notifications = 1 OR push_notifications = 1`,
    `CREATE TABLE membership (
       channel_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, from_message_id ${t.int} NOT NULL,
       from_position ${t.int} NOT NULL, to_message_id ${t.int}, to_position ${t.int},
       PRIMARY KEY (channel_id, user_id, from_position))${t.keyed}`,
    'CREATE INDEX membership_user ON membership (user_id, channel_id)',
    'CREATE INDEX membership_ended ON membership (to_position) WHERE to_position IS NOT NULL',
    // Who has left a channel since a message, asked for with each reaction to it.
    'CREATE INDEX membership_left ON membership (channel_id, to_message_id) WHERE to_message_id IS NOT NULL',
    `CREATE TABLE topic (
       channel_id ${t.int} NOT NULL, topic_key text NOT NULL, name text NOT NULL,
       last_message_id ${t.int} NOT NULL,
       PRIMARY KEY (channel_id, topic_key))${t.keyed}`,
    'CREATE INDEX topic_recent ON topic (channel_id, last_message_id, name)',
    `CREATE TABLE user_topic (
       user_id ${t.int} NOT NULL, channel_id ${t.int} NOT NULL, topic_key text NOT NULL, topic text NOT NULL,
       policy ${t.int} NOT NULL, updated_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, channel_id, topic_key))${t.keyed}`,
    'CREATE INDEX user_topic_place ON user_topic (channel_id, topic_key)',
    `CREATE TABLE pinned_topic (
       user_id ${t.int} NOT NULL, channel_id ${t.int} NOT NULL, topic_key text NOT NULL, topic text NOT NULL,
       PRIMARY KEY (user_id, channel_id, topic_key))${t.keyed}`,
    'CREATE INDEX pinned_topic_place ON pinned_topic (channel_id, topic_key)',
    `CREATE TABLE folded_section (user_id ${t.int} NOT NULL, section text NOT NULL, PRIMARY KEY (user_id, section))`,
    `CREATE TABLE navigation_view (
       user_id ${t.int} NOT NULL, fragment text NOT NULL, is_pinned ${t.int} NOT NULL, name text,
       PRIMARY KEY (user_id, fragment))${t.keyed}`,
    `CREATE TABLE default_channel_group (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       description text NOT NULL, channel_ids text NOT NULL,
       UNIQUE (org_id, name))`,
    `CREATE TABLE channel_email (
       token text PRIMARY KEY, org_id ${t.int} NOT NULL, channel_id ${t.int} NOT NULL,
       user_id ${t.int} NOT NULL REFERENCES person (id), sender_id ${t.int} NOT NULL, created_at ${t.int} NOT NULL,
       UNIQUE (channel_id, user_id, sender_id))`,
    'CREATE INDEX channel_email_user ON channel_email (user_id)',
  ];
}

/** Organizations, what is set for all of their people, and the log of who changed it. */
export function organizationTables(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE organization (
       id ${t.autoId}, uuid text NOT NULL, name text NOT NULL, description text NOT NULL DEFAULT '',
       subdomain text NOT NULL UNIQUE, created_at ${t.int} NOT NULL, is_deactivated ${t.int} NOT NULL DEFAULT 0,
       settings text NOT NULL DEFAULT '{}', log_position ${t.int} NOT NULL DEFAULT 0,
       member_defaults text NOT NULL DEFAULT '{}', log_shifts text)`,
    `CREATE INDEX organization_listed ON organization (id)
       WHERE is_deactivated = 0 AND settings LIKE '%"want_advertise_in_communities_directory":true%'`,
    `CREATE TABLE allowed_domain (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), domain text NOT NULL,
       allow_subdomains ${t.int} NOT NULL,
       UNIQUE (org_id, domain))`,
    `CREATE TABLE linkifier (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), pattern text NOT NULL,
       url_template text NOT NULL, example_input text, reverse_template text,
       alternative_url_templates text NOT NULL DEFAULT '[]', sort_order ${t.int} NOT NULL)`,
    'CREATE INDEX linkifier_org ON linkifier (org_id, sort_order)',
    `CREATE TABLE playground (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       language text NOT NULL, url_template text NOT NULL)`,
    'CREATE INDEX playground_org ON playground (org_id)',
    `CREATE TABLE audit_entry (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), created_at ${t.int} NOT NULL,
       actor_id ${t.int}, source text NOT NULL, address text, client text, operation text, action text NOT NULL,
       target_type text NOT NULL, target_id ${t.int}, target_name text, before text, after text)`,
    'CREATE INDEX audit_entry_organization ON audit_entry (org_id, id)',
    'CREATE INDEX audit_entry_time ON audit_entry (created_at)',
  ];
}
