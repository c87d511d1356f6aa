/** Server properties in `/register`, and the options that it offers to organizations. */
import { limits, type Examples, Exact, Type } from './core.ts';

/** Units (seconds, milliseconds, days, characters, mebibytes) are part of the names. */
export const serverNumbers = {
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  password_min_length: 8,
  password_max_length: 100,
  password_min_guesses: 10_000,
  max_message_length: limits.messageLength,
  max_topic_length: limits.topicLength,
  max_stream_name_length: limits.channelNameLength,
  max_stream_description_length: limits.channelDescriptionLength,
  max_channel_folder_name_length: limits.channelFolderNameLength,
  max_channel_folder_description_length: limits.channelFolderDescriptionLength,
  max_bulk_new_subscription_messages: limits.bulkNewSubscriptionMessages,
  max_reminder_note_length: limits.reminderNoteLength,
  max_file_upload_size_mib: limits.uploadMebibytes,
  max_avatar_file_size_mib: limits.avatarMebibytes,
  max_icon_file_size_mib: limits.iconMebibytes,
  max_logo_file_size_mib: limits.logoMebibytes,
} as const;

/** `key` in a profile field of the kind "external account"; the pattern is for user names. */
export const defaultExternalAccounts = {
  twitter: {
    name: 'Twitter username',
    text: 'Twitter',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
} as const;

export const reportMessageTypes = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
] as const;

export const gifRatingPolicyOptions = {
  disabled: { id: 0, name: 'No GIFs' },
  g: { id: 1, name: 'Rated G (general audience)' },
  pg: { id: 2, name: 'Rated PG (parental guidance)' },
  'pg-13': { id: 3, name: 'Rated PG-13 (parental guidance under 13)' },
  r: { id: 4, name: 'Rated R (restricted)' },
} as const;

/** All providers of the API; a server offers those for which it has credentials. */
export const videoChatProviders = {
  disabled: { id: 0, name: 'None' },
  jitsi_meet: { id: 1, name: 'Jitsi Meet' },
  zoom: { id: 3, name: 'Zoom' },
  big_blue_button: { id: 4, name: 'BigBlueButton' },
  zoom_server_to_server: { id: 5, name: 'Zoom' },
  constructor_groups: { id: 6, name: 'Constructor Groups' },
  nextcloud_talk: { id: 7, name: 'Nextcloud Talk' },
  webex: { id: 8, name: 'Webex' },
} as const;
export type VideoChatProvider = keyof typeof videoChatProviders;

export const customProfileFieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Short text' },
  LONG_TEXT: { id: 2, name: 'Paragraph' },
  SELECT: { id: 3, name: 'Dropdown' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const;

/** Sent after a while without events; shows the client that the connection is alive. */
const HeartbeatEvent = Exact({ id: Type.Integer(), type: Type.Literal('heartbeat') });

/** The server was restarted, possibly with another version. */
const RestartEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('restart'),
  zulip_version: Type.String(),
  zulip_merge_base: Type.String(),
  zulip_feature_level: Type.Integer(),
  server_generation: Type.Integer(),
});

export const serverEvents = { heartbeat: HeartbeatEvent, restart: RestartEvent };

export const serverExamples: Examples<typeof serverEvents> = {
  heartbeat: { heartbeat: { id: 1, type: 'heartbeat' } },
  restart: {
    'a server that runs again': {
      id: 1,
      type: 'restart',
      zulip_version: '12.1',
      zulip_merge_base: '12.1',
      zulip_feature_level: 496,
      server_generation: 1_767_323_000,
    },
  },
};
