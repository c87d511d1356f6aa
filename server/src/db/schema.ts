/**
 * The tables as rows. Times are milliseconds since 1970 unless a name says otherwise; truth values are 0 or 1;
 * JSON is text: so that every row is the same on SQLite and on PostgreSQL.
 */
import type { ProfileFieldType } from '../../../wire/profile-fields.ts';
import type { Generated } from 'kysely';
import type { GroupMentionTable, ReadChunkTable, SearchTables } from './schema/marks.ts';
import type { AuditEntryTable } from './schema/audit.ts';
import type { WebsitePreviewTable } from './schema/website-previews.ts';
import type { DevicesSchema } from './schema/devices.ts';
import type { BotSchema } from './schema/bots.ts';
import type { LaterSchema } from './schema/later.ts';
import type { ImportSchema } from './schema/imports.ts';
import type { JobTable } from './schema/jobs.ts';
import type { LinkifierSchema } from './schema/linkifiers.ts';
import type { LimitedUseTable } from './schema/limits.ts';
import type { ClientFileTable, LeaseTable, NodeTable } from './schema/nodes.ts';
import type { NotificationTables } from './schema/notifications.ts';
import type { PictureSchema } from './schema/pictures.ts';
import type { PresenceSchema } from './schema/presence.ts';
import type { OrganizationExportTable } from './schema/exports.ts';
import type { DefaultChannelGroupTable, InvitationTable } from './schema/invitations.ts';
import type { SessionSchema } from './schema/sessions.ts';
import type { PersonalTables } from './schema/personal.ts';
import type { EventLogTable, EventQueueTable } from './schema/events.ts';
import type { UploadSchema } from './schema/uploads.ts';

export interface OrganizationTable {
  id: Generated<number>;
  uuid: string;
  name: string;
  description: string;
  subdomain: string;
  created_at: number;
  is_deactivated: number;
  /** JSON: only what differs from the defaults. */
  settings: string;
  /** JSON: the settings of people that newcomers start with, where they differ from the server's defaults. */
  member_defaults: Generated<string>;
  /** Up to this position entries of the event log have been removed. */
  log_position: number;
  /** JSON, the newest last: how the ids of events follow from their positions; `null` while they are the same. */
  log_shifts: string | null;
}

export interface PersonTable {
  id: Generated<number>;
  org_id: number;
  /** The address the API shows and signs in with. */
  email: string;
  email_key: string;
  delivery_email: string;
  delivery_email_key: string;
  full_name: string;
  role: number;
  is_active: number;
  is_bot: number;
  bot_type: number | null;
  bot_owner_id: number | null;
  is_system: number;
  is_imported_stub: number;
  is_deleted: number;
  date_joined: number;
  timezone: string;
  avatar_source: 'U' | 'J';
  avatar_version: number;
  password_hash: string | null;
  /** 1 if a new one has to be chosen at the next sign-in. */
  must_change_password: Generated<number>;
  api_key_hash: string;
  api_key_box: string;
  /** Null for an account that was made for someone who has not come yet. */
  first_sign_in_at: number | null;
  /** JSON array: what the operator of the server has granted beyond the role. */
  grants: Generated<string>;
  /** JSON: personal settings that differ from the server's defaults; newcomers start with the organization's. */
  settings: string;
}

export interface UserGroupTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  name_key: string;
  description: string;
  is_system: number;
  creator_id: number | null;
  created_at: number | null;
  is_deactivated: number;
  /** JSON: permission name to group-setting value. */
  settings: string;
}

interface GroupMemberTable {
  group_id: number;
  user_id: number;
}

interface GroupSubgroupTable {
  group_id: number;
  subgroup_id: number;
}

export interface ChannelTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  created_at: number;
  creator_id: number | null;
  is_private: number;
  is_web_public: number;
  is_history_public: number;
  is_archived: number;
  is_default: number;
  is_recently_active: number;
  /** Messages per week lately; null while that is unknown. */
  weekly_traffic: Generated<number | null>;
  /** When the channel's messages were counted last. */
  counted_at: Generated<number>;
  retention_days: number | null;
  topics_policy: string;
  folder_id: number | null;
  first_message_id: number | null;
  /** JSON: permission name to group-setting value. */
  settings: string;
}

/** What one person chose for one channel; kept after they leave, so that a return restores it. */
export interface SubscriptionTable {
  channel_id: number;
  user_id: number;
  color: string;
  is_muted: number;
  pin_to_top: number;
  desktop_notifications: number | null;
  audible_notifications: number | null;
  push_notifications: number | null;
  email_notifications: number | null;
  wildcard_mentions_notify: number | null;
  /** Every message of the channel with an id up to this one is read, except for `flagBit.keptUnread`. */
  read_floor: number;
  /** 1 from when the channel became visible again as one that is new, until the person joins it again. */
  is_forgotten: Generated<number>;
}

/**
 * One membership span. A message was received when `from_message_id <= id`, and `id < to_message_id` unless open; an
 * event was for this member when `from_position < position <= to_position`.
 */
interface MembershipTable {
  channel_id: number;
  user_id: number;
  from_message_id: number;
  from_position: number;
  to_message_id: number | null;
  to_position: number | null;
}

/** The people of a direct conversation, named by their sorted ids. */
interface DirectTable {
  id: Generated<number>;
  org_id: number;
  /** "3,17,40" */
  member_key: string;
}

interface DirectMemberTable {
  user_id: number;
  direct_id: number;
  /** Every message of the conversation with an id up to this one is read, except for `flagBit.keptUnread`. */
  read_floor: Generated<number>;
}

export interface MessageTable {
  id: Generated<number>;
  org_id: number;
  channel_id: number | null;
  direct_id: number | null;
  sender_id: number;
  topic: string;
  topic_key: string;
  content: string;
  rendered: string;
  render_version: number;
  client: string;
  sent_at: number;
  edited_at: number | null;
  moved_at: number | null;
  /** JSON array, newest first; null when never edited. */
  edit_history: string | null;
  /** Bits of `messageTrait`. */
  traits: number;
}

interface TopicTable {
  channel_id: number;
  topic_key: string;
  name: string;
  last_message_id: number;
}

/** Only what is rare: bits of `flagBit`. */
interface MessageFlagTable {
  user_id: number;
  message_id: number;
  bits: number;
}

/** Keys that make repeated sends harmless. */
interface SendKeyTable {
  user_id: number;
  send_key: string;
  message_id: number;
  created_at: number;
  digest: Generated<string | null>;
}

/** What the server remembers of itself: one row a name. */
interface ServerFactTable {
  name: string;
  value: string;
}

interface NavigationViewTable {
  user_id: number;
  fragment: string;
  is_pinned: number;
  name: string | null;
}

interface AllowedDomainTable {
  id: Generated<number>;
  org_id: number;
  domain: string;
  allow_subdomains: number;
}

export interface ChannelFolderTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  creator_id: number | null;
  created_at: number;
  is_archived: number;
  sort_order: number;
}

/** A field that the organization adds to profiles. */
export interface ProfileFieldTable {
  id: Generated<number>;
  org_id: number;
  type: ProfileFieldType;
  name: string;
  name_key: string;
  hint: string;
  /** JSON, or empty for the types that need none. */
  field_data: string;
  sort_order: number;
  is_required: number;
  is_editable: number;
  is_in_summary: number;
  is_for_matching: number;
}

interface ProfileValueTable {
  user_id: number;
  field_id: number;
  value: string;
  /** HTML, for fields of the Markdown kinds. */
  rendered: string | null;
}

/** The last one of an account, which may be in use again: links to files from before stay invalid. */
interface DeactivationTable {
  user_id: number;
  /** `to_position` of the memberships that ended with the account. */
  position: number;
}

/** In the order of the ids, which is that of time. */
interface ReactionTable {
  id: Generated<number>;
  message_id: number;
  user_id: number;
  emoji_name: string;
  emoji_code: string;
  /** The reaction's type on the wire. */
  kind: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji' | 'zulip_extra_emoji';
}

/** Pinned for everyone where the message is. */
interface MessagePinTable {
  message_id: number;
  org_id: number;
  /** Who pinned it. */
  user_id: number;
  pinned_at: number;
}

export interface Schema
  extends
    BotSchema,
    DevicesSchema,
    ImportSchema,
    LaterSchema,
    LinkifierSchema,
    NotificationTables,
    PersonalTables,
    PictureSchema,
    PresenceSchema,
    SearchTables,
    SessionSchema,
    UploadSchema {
  audit_entry: AuditEntryTable;
  website_preview: WebsitePreviewTable;
  invitation: InvitationTable;
  organization_export: OrganizationExportTable;
  reaction: ReactionTable;
  message_pin: MessagePinTable;
  deactivation: DeactivationTable;
  profile_field: ProfileFieldTable;
  profile_value: ProfileValueTable;
  channel_folder: ChannelFolderTable;
  default_channel_group: DefaultChannelGroupTable;
  allowed_domain: AllowedDomainTable;
  navigation_view: NavigationViewTable;
  job: JobTable;
  node: NodeTable;
  client_file: ClientFileTable;
  lease: LeaseTable;
  limited_use: LimitedUseTable;
  server_fact: ServerFactTable;
  organization: OrganizationTable;
  person: PersonTable;
  user_group: UserGroupTable;
  group_member: GroupMemberTable;
  group_subgroup: GroupSubgroupTable;
  channel: ChannelTable;
  subscription: SubscriptionTable;
  membership: MembershipTable;
  direct: DirectTable;
  direct_member: DirectMemberTable;
  message: MessageTable;
  topic: TopicTable;
  message_flag: MessageFlagTable;
  group_mention: GroupMentionTable;
  read_chunk: ReadChunkTable;
  send_key: SendKeyTable;
  event_log: EventLogTable;
  event_queue: EventQueueTable;
}
