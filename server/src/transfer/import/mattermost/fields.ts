/** What becomes of the lines of a bulk export and of their fields. */
import { fieldsIn, isObject, listIn } from '../../../lib/objects.ts';
import { repeating, unknownKind, type FieldFate, type FieldFates, type Tally } from '../reading/tally.ts';
import type { MattermostChannel, MattermostLine, MattermostPost, MattermostUser } from './types.ts';

type Fields = Readonly<Record<string, FieldFate>>;

const post: FieldFates<MattermostPost> = {
  user: 'read',
  type: 'read',
  message: 'read',
  create_at: 'read',
  edit_at: 'read',
  is_pinned: 'read',
  flagged_by: 'read',
  props: 'read',
  reactions: 'read',
  attachments: 'read',
  team: 'read',
  channel: 'read',
  channel_members: 'read',
  replies: 'read',
  ...repeating('id thread_followers'),
};

const user: FieldFates<MattermostUser> = {
  username: 'read',
  email: 'read',
  nickname: 'read',
  first_name: 'read',
  last_name: 'read',
  roles: 'read',
  delete_at: 'read',
  profile_image: 'read',
  position: 'read',
  custom_status: 'read',
  teams: 'read',
  // Sign-in and settings are those of this server.
  ...repeating(
    'auth_service auth_data password use_military_time collapse_previews message_display colorize_usernames',
  ),
  ...repeating('military_time feature_enabled_markdown_preview collapse_consecutive_messages'),
  ...repeating('channel_display_mode tutorial_step show_unread_section email_interval formatting join_leave'),
  ...repeating(
    'link_previews show_join_leave use_markdown_preview email_interval allow_marketing status last_login',
  ),
  notify_props: { without: 'People choose their notifications here.' },
  locale: { without: 'People choose their language here.' },
  theme: { without: 'People choose their theme here.' },
};

const channel: FieldFates<MattermostChannel> = {
  team: 'read',
  name: 'read',
  display_name: 'read',
  type: 'read',
  header: 'read',
  purpose: 'read',
  deleted_at: 'read',
  ...repeating('id scheme'),
};

/** The membership of a person in a channel. Whether all is read does not come. */
const membership: Fields = {
  ...repeating('name roles mention_count mention_count_root urgend_mention_count msg_count msg_count_root'),
  ...repeating('last_viewed_at'),
  notify_props: { without: 'People choose their notifications here.' },
  favorite: { without: 'Favourites of people do not come.' },
};

/** Those of everyone who chose nothing. */
const usualNotifications: ReadonlySet<unknown> = new Set(['default', 'all', 'off', '']);

const fates: Readonly<Record<string, Fields>> = {
  post,
  direct_post: post,
  user,
  channel,
  bot: { username: 'read', display_name: 'read', delete_at: 'read', ...repeating('owner description') },
  emoji: { name: 'read', image: 'read' },
  direct_channel: {
    members: 'read',
    participants: 'read',
    ...repeating('shown_by last_viewed_at'),
    header: { without: 'Conversations have no header here.' },
    favorited_by: { without: 'Favourites of people do not come.' },
  },
};

const lines: Readonly<Record<string, string>> = {
  role: 'Roles of the server: here the roles of Heddle hold.',
  scheme: 'Permission schemes: here the settings of the organization hold.',
};

/** Lines whose content is no record of its own. */
const silent: ReadonlySet<unknown> = new Set(['version', 'team']);

export function leftOutLines(type: unknown, tally: Tally, place: string): void {
  if (silent.has(type)) return;
  const known = typeof type === 'string' && Object.hasOwn(lines, type) ? lines[type] : undefined;
  tally.leaveOut(`lines of type ${JSON.stringify(type)}`, known ?? unknownKind, place);
}

export function lookAtLine(line: MattermostLine, tally: Tally, place: string): void {
  const { type = '' } = line;
  const fields = Object.hasOwn(fates, type) ? fates[type] : undefined;
  const value: unknown = Object.entries(line).find(([name]) => name === type)?.[1];
  if (!fields || !isObject(value)) return;
  tally.look(type, value, fields, place);
  for (const reply of listIn(fieldsIn(value).replies))
    if (isObject(reply)) tally.look('reply', reply, post, place);
  if (type === 'user') lookAtMemberships(value, tally, place);
}

function lookAtMemberships(user: object, tally: Tally, place: string): void {
  const teams = listIn(fieldsIn(user).teams).map(fieldsIn);
  for (const channel of teams.flatMap(({ channels }) => listIn(channels).map(fieldsIn))) {
    const { notify_props: chosen, ...others } = channel;
    const isUsual = Object.values(fieldsIn(chosen)).every((one) => usualNotifications.has(one));
    tally.look('member of a channel', isUsual ? others : channel, membership, place);
  }
}
