/** The lines of a bulk export of Mattermost, as far as they are used. Times are milliseconds since 1970. */

export interface MattermostUser {
  username?: string;
  email?: string;
  nickname?: string;
  first_name?: string;
  last_name?: string;
  roles?: string;
  delete_at?: number;
  profile_image?: string;
  position?: string;
  /** JSON with `text` and `emoji`. */
  custom_status?: unknown;
  teams?: { name?: string; roles?: string; channels?: { name?: string }[] | null }[] | null;
}

export interface MattermostChannel {
  team?: string;
  name?: string;
  display_name?: string;
  type?: string;
  header?: string;
  purpose?: string;
  deleted_at?: number;
}

interface Attachment {
  path?: string;
}

export interface MattermostReply {
  user?: string;
  type?: string;
  message?: string;
  create_at?: number;
  edit_at?: number;
  is_pinned?: boolean;
  flagged_by?: string[] | null;
  props?: Record<string, unknown> | string | null;
  reactions?: { user?: string; emoji_name?: string }[] | null;
  attachments?: Attachment[] | null;
}

export interface MattermostPost extends MattermostReply {
  team?: string;
  channel?: string;
  channel_members?: string[] | null;
  replies?: MattermostReply[] | null;
}

export interface MattermostLine {
  type?: string;
  user?: MattermostUser;
  bot?: { username?: string; display_name?: string; delete_at?: number };
  channel?: MattermostChannel;
  emoji?: { name?: string; image?: string };
  post?: MattermostPost;
  direct_channel?: { members?: string[] | null; participants?: { username?: string }[] | null };
  direct_post?: MattermostPost;
}
