import { columnTypes, type Dialect } from '../../sql.ts';

/** Accounts of people and bots, their profiles and settings, and groups of them. */
export function peopleTables(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE person (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), email text NOT NULL,
       email_key text NOT NULL, delivery_email text NOT NULL, delivery_email_key text NOT NULL,
       full_name text NOT NULL, role ${t.int} NOT NULL, is_active ${t.int} NOT NULL DEFAULT 1,
       is_bot ${t.int} NOT NULL DEFAULT 0, bot_type ${t.int}, bot_owner_id ${t.int},
       is_system ${t.int} NOT NULL DEFAULT 0, is_imported_stub ${t.int} NOT NULL DEFAULT 0,
       is_deleted ${t.int} NOT NULL DEFAULT 0, date_joined ${t.int} NOT NULL, timezone text NOT NULL DEFAULT '',
       avatar_source text NOT NULL DEFAULT 'J', avatar_version ${t.int} NOT NULL DEFAULT 1, password_hash text,
       api_key_hash text NOT NULL UNIQUE, api_key_box text NOT NULL, first_sign_in_at ${t.int},
       grants text NOT NULL DEFAULT '[]', settings text NOT NULL DEFAULT '{}',
       must_change_password ${t.int} NOT NULL DEFAULT 0,
       UNIQUE (org_id, email_key),
       UNIQUE (org_id, delivery_email_key))`,
    `CREATE TABLE profile_field (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), type ${t.int} NOT NULL,
       name text NOT NULL, name_key text NOT NULL, hint text NOT NULL, field_data text NOT NULL,
       sort_order ${t.int} NOT NULL, is_required ${t.int} NOT NULL, is_editable ${t.int} NOT NULL,
       is_in_summary ${t.int} NOT NULL, is_for_matching ${t.int} NOT NULL)`,
    'CREATE UNIQUE INDEX profile_field_name ON profile_field (org_id, name_key)',
    `CREATE TABLE profile_value (
       user_id ${t.int} NOT NULL REFERENCES person (id), field_id ${t.int} NOT NULL REFERENCES profile_field (id),
       value text NOT NULL, rendered text,
       PRIMARY KEY (user_id, field_id))${t.keyed}`,
    'CREATE INDEX profile_value_field ON profile_value (field_id)',
    `CREATE TABLE deactivation (
       user_id ${t.int} PRIMARY KEY REFERENCES person (id), position ${t.int} NOT NULL)${t.keyed}`,
    `CREATE TABLE invitation (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), kind text NOT NULL,
       inviter_id ${t.int} REFERENCES person (id), link_id ${t.int} REFERENCES invitation (id), email text,
       email_key text, role ${t.int} NOT NULL, channel_ids text NOT NULL, group_ids text NOT NULL,
       includes_defaults ${t.int} NOT NULL, notifies_inviter ${t.int} NOT NULL, welcome_text text,
       seed text NOT NULL UNIQUE, invited_at ${t.int} NOT NULL, mails_sent ${t.int} NOT NULL, expires_at ${t.int},
       state text NOT NULL, uses ${t.int} NOT NULL)`,
    'CREATE INDEX invitation_email ON invitation (org_id, email_key)',
    'CREATE INDEX invitation_time ON invitation (org_id, invited_at)',
    'CREATE INDEX invitation_inviter ON invitation (inviter_id)',
    'CREATE INDEX invitation_link ON invitation (link_id)',
    `CREATE TABLE user_group (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       name_key text NOT NULL, description text NOT NULL DEFAULT '', is_system ${t.int} NOT NULL DEFAULT 0,
       creator_id ${t.int}, created_at ${t.int}, is_deactivated ${t.int} NOT NULL DEFAULT 0,
       settings text NOT NULL DEFAULT '{}',
       UNIQUE (org_id, name_key))`,
    `CREATE TABLE group_member (
       group_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL,
       PRIMARY KEY (group_id, user_id))${t.keyed}`,
    `CREATE TABLE group_subgroup (
       group_id ${t.int} NOT NULL, subgroup_id ${t.int} NOT NULL,
       PRIMARY KEY (group_id, subgroup_id))${t.keyed}`,
    // Permissions that deactivated people held by name, so that they come back with the account.
    `CREATE TABLE resting_permission (
       user_id ${t.int} NOT NULL REFERENCES person (id), org_id ${t.int} NOT NULL, place text NOT NULL,
       place_id ${t.int} NOT NULL, name text NOT NULL, left_value text NOT NULL,
       PRIMARY KEY (user_id, place, place_id, name))${t.keyed}`,
    'CREATE INDEX resting_permission_by_place ON resting_permission (place, place_id, name)',
    `CREATE TABLE edited_setting (
       user_id ${t.int} NOT NULL, name text NOT NULL,
       PRIMARY KEY (user_id, name))${t.keyed}`,
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
    `CREATE TABLE presence (
       user_id ${t.int} PRIMARY KEY, org_id ${t.int} NOT NULL, active_at ${t.int} NOT NULL,
       connected_at ${t.int} NOT NULL, update_id ${t.int} NOT NULL)`,
    'CREATE INDEX presence_org ON presence (org_id)',
    `CREATE TABLE user_status (
       user_id ${t.int} PRIMARY KEY, org_id ${t.int} NOT NULL, status_text text NOT NULL, emoji_name text NOT NULL,
       emoji_code text NOT NULL, kind text NOT NULL)`,
    'CREATE INDEX user_status_org ON user_status (org_id)',
    `CREATE TABLE bot (
       user_id ${t.int} PRIMARY KEY, sending_channel_id ${t.int}, events_channel_id ${t.int},
       hears_all_public ${t.int} NOT NULL, payload_url text, interface ${t.int}, token text, config text NOT NULL,
       service_name text)`,
    `CREATE TABLE bot_storage (
       user_id ${t.int} NOT NULL, entry_key text NOT NULL, value text NOT NULL,
       PRIMARY KEY (user_id, entry_key))${t.keyed}`,
  ];
}
