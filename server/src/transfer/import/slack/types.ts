/** The files of a Slack export, as far as they are used. Any field may be absent: exports differ by plan and age. */

export interface SlackProfile {
  real_name?: string;
  display_name?: string;
  email?: string;
  image_512?: string;
  image_192?: string;
  image_original?: string;
  bot_id?: string;
  title?: string;
  phone?: string;
  status_text?: string;
  status_emoji?: string;
  fields?: Record<string, { value?: string } | null> | null;
}

/** As in usergroups.list of the API. */
export interface SlackGroup {
  id?: string;
  name?: string;
  handle?: string;
  description?: string;
  users?: string[];
  date_delete?: number;
}

export interface SlackUser {
  id?: string;
  team_id?: string;
  name?: string;
  real_name?: string;
  deleted?: boolean;
  is_bot?: boolean;
  is_app_user?: boolean;
  is_primary_owner?: boolean;
  is_owner?: boolean;
  is_admin?: boolean;
  is_restricted?: boolean;
  is_ultra_restricted?: boolean;
  is_stranger?: boolean;
  tz?: string;
  profile?: SlackProfile;
}

export interface SlackPin {
  id?: string;
  type?: string;
  user?: string;
}

export interface SlackChannel {
  id?: string;
  name?: string;
  created?: number | string;
  creator?: string;
  is_archived?: boolean;
  /** Given in responses of the API, where one list has conversations of all kinds. */
  is_private?: boolean;
  is_group?: boolean;
  is_im?: boolean;
  is_mpim?: boolean;
  is_general?: boolean;
  members?: string[];
  /** In older one-to-one conversations. */
  user?: string;
  topic?: { value?: string };
  purpose?: { value?: string };
  pins?: SlackPin[];
}

export interface SlackFile {
  id?: string;
  name?: string;
  title?: string;
  mimetype?: string;
  mode?: string;
  file_access?: string;
  size?: number;
  url_private?: string;
  url_private_download?: string;
  external_url?: string;
  is_external?: boolean;
}

export interface SlackAttachment {
  pretext?: string;
  title?: string;
  title_link?: string;
  text?: string;
  fallback?: string;
  fields?: { title?: string; value?: string }[];
  image_url?: string;
  footer?: string;
  from_url?: string;
  author_name?: string;
  is_msg_unfurl?: boolean;
  blocks?: unknown[];
}

export interface SlackMessage {
  type?: string;
  subtype?: string;
  ts?: string;
  user?: string;
  /** ID of the workspace, in some exports. */
  team?: string;
  user_team?: string;
  bot_id?: string;
  username?: string;
  text?: string;
  blocks?: unknown[];
  attachments?: SlackAttachment[];
  files?: (SlackFile | null)[];
  file?: SlackFile;
  comment?: { user?: string; comment?: string };
  reactions?: { name?: string; users?: string[]; count?: number }[];
  edited?: { ts?: string };
  thread_ts?: string;
  reply_count?: number;
  root?: SlackMessage;
  user_profile?: SlackProfile & { name?: string; is_restricted?: boolean };
  bot_profile?: { id?: string; name?: string };
  topic?: string;
  purpose?: string;
  app_id?: string;
  room?: { name?: string; date_start?: number; participant_history?: string[] };
}

/**
 * A time since 1970, or `undefined` if it is invalid. Slack uses seconds with six decimals, as text.
 * @param perSecond Unit of the result; milliseconds by default.
 */
export function parseTime(ts: unknown, perSecond = 1000): number | undefined {
  const seconds = typeof ts === 'string' || typeof ts === 'number' ? Number(ts) : Number.NaN;
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11
    ? Math.floor(seconds * perSecond)
    : undefined;
}

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
