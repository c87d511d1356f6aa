/** Posts of Mattermost, each with its replies. */
import { basename } from 'node:path';
import type { Input } from '../input/input.ts';
import {
  problem,
  type FileRecord,
  type MessageRecord,
  type ProblemRecord,
  type ReactionRecord,
  type Text,
} from '../records.ts';
import { link, prefixed, TextBuilder, withReferences } from '../text.ts';
import type { MattermostPost, MattermostReply } from './types.ts';
import { fieldsIn, listIn } from '../../../lib/objects.ts';

/** Resolves names in texts. */
export interface MattermostNames {
  hasUser(name: string): boolean;
  /** ID of the channel with this name in this team. */
  channel(team: string, name: string): string | undefined;
}

export interface PostContext {
  input: Input;
  /** Folder of the file with the posts: `` or `export/`. */
  folder: string;
  names: MattermostNames;
  place: MessageRecord['place'];
  /** Team in which names in texts are resolved. */
  team: string;
}

export function* postRecords(
  post: MattermostPost,
  context: PostContext,
  place: string,
): Generator<MessageRecord | ProblemRecord> {
  const replies = Array.isArray(post.replies) ? post.replies : [];
  const root = postRecord(post, context, place, undefined);
  if (root.kind !== 'message') {
    yield root;
    // The replies to a skipped post are imported.
    for (const reply of replies) yield postRecord(reply, context, place, undefined);
    return;
  }
  const size = replies.length + 1;
  yield replies.length > 0 ? { ...root, thread: { id: root.id, isRoot: true, size } } : root;
  for (const reply of replies) yield postRecord(reply, context, place, { id: root.id, isRoot: false, size });
}

function postRecord(
  post: MattermostReply,
  context: PostContext,
  place: string,
  thread: MessageRecord['thread'],
): MessageRecord | ProblemRecord {
  const { user, create_at: sentAt } = post;
  if (typeof user !== 'string' || user === '') return problem(place, 'The post has no author.');
  if (typeof sentAt !== 'number' || !(sentAt > 0) || sentAt > 8.64e15)
    return problem(place, `"create_at" is no time: ${JSON.stringify(sentAt)}.`);
  const files = (post.attachments ?? []).flatMap((one) => fileRecord(one.path, context));
  const text = convertBody(post, context);
  if (text.length === 0 && files.length === 0) return problem(place, 'It has neither a text nor files.');
  const where = 'channel' in context.place ? context.place.channel : context.place.direct;
  const starredBy = post.flagged_by ?? [];
  return {
    kind: 'message',
    id: `${where}:${sentAt}:${user}`,
    place: context.place,
    sender: user,
    sentAt,
    ...((post.edit_at ?? 0) > sentAt ? { editedAt: post.edit_at } : {}),
    text,
    ...(thread ? { thread } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(post.reactions?.length ? { reactions: convertReactions(post) } : {}),
    ...(starredBy.length > 0 ? { starredBy } : {}),
    ...(post.is_pinned === true ? { pinnedBy: user } : {}),
    ...(post.type?.startsWith('system_') ? { isNotice: true } : {}),
  };
}

/** Longest match first: a name may end in punctuation. */
const mention = /(?<![\w/@.-])(?:@([a-z0-9][a-z0-9._-]*)|~([a-z0-9][a-z0-9_-]*))/gi;

function fromMattermost(message: string, { names, team }: Pick<PostContext, 'names' | 'team'>): Text {
  return withReferences(message, mention, ([, user, channel]) => {
    if (channel !== undefined) {
      const id = names.channel(team, channel.toLowerCase());
      return id === undefined ? undefined : { channel: id, label: channel };
    }
    const given = (user ?? '').toLowerCase();
    if (given === 'all' || given === 'channel' || given === 'here') return { everyone: true };
    for (let name = given; name !== ''; name = name.replace(/[._-]$/, '')) {
      if (names.hasUser(name)) return [{ user: name, label: name }, given.slice(name.length)];
      if (!/[._-]$/.test(name)) break;
    }
    return undefined;
  });
}

function convertBody(post: MattermostReply, context: PostContext): Text {
  const made = new TextBuilder();
  const props = parseProps(post.props);
  const shownName = props.override_username;
  if (typeof shownName === 'string' && shownName !== '')
    made.markdown(`**${shownName.replaceAll('*', '')}:** `);
  const message = typeof post.message === 'string' ? post.message : '';
  if (post.type === 'me' || post.type === 'system_me') made.markdown('/me ');
  made.text(fromMattermost(message, context));
  for (const attachment of listIn(props.attachments)) {
    const text = attachmentText(fieldsIn(attachment), context);
    if (text.length > 0)
      made
        .markdown(made.isEmpty ? '' : '\n')
        .text(prefixed(text, '> '))
        .markdown('\n');
  }
  return made.isEmpty ? [] : made.done();
}

/** JSON in old exports. */
function parseProps(props: MattermostReply['props']): Record<string, unknown> {
  if (typeof props !== 'string') return props ?? {};
  try {
    return fieldsIn(JSON.parse(props));
  } catch {
    return {};
  }
}

function attachmentText(given: Readonly<Record<string, unknown>>, context: PostContext): Text {
  const made = new TextBuilder();
  const line = (text: Text) => {
    if (text.length > 0) made.markdown(made.isEmpty ? '' : '\n').text(text);
  };
  const words = (key: string): string => (typeof given[key] === 'string' ? given[key] : '');
  line(fromMattermost(words('pretext'), context));
  if (words('title') !== '')
    line([words('title_link') === '' ? `**${words('title')}**` : link(words('title'), words('title_link'))]);
  line(fromMattermost(words('text'), context));
  for (const field of listIn(given.fields).map(fieldsIn))
    line([`**${shown(field.title)}** ${shown(field.value)}`]);
  if (made.isEmpty) line(fromMattermost(words('fallback'), context));
  return made.isEmpty ? [] : made.done();
}

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Emoji names with skin tones end in `_dark_skin_tone` etc. */
function convertReactions({ reactions }: MattermostReply): ReactionRecord[] {
  const byName = new Map<string, Set<string>>();
  for (const { user, emoji_name: given } of reactions ?? []) {
    if (user === undefined || given === undefined) continue;
    const name = given.replace(/_(?:dark|medium_dark|medium|medium_light|light)_skin_tone$/, '');
    const users = byName.get(name) ?? new Set<string>();
    users.add(user);
    byName.set(name, users);
  }
  return [...byName].map(([emoji, users]) => ({ emoji, users: [...users] }));
}

/** Paths are relative to `data/`, which some exports omit. */
export function fileRecord(
  path: string | undefined,
  { input, folder }: Pick<PostContext, 'input' | 'folder'>,
): FileRecord[] {
  if (path === undefined || path === '') return [];
  const plain = path.replace(/^\/+/, '');
  const found = [`${folder}data/${plain}`, `${folder}${plain}`].find((one) => input.files.has(one));
  return [{ id: plain, name: basename(plain), path: found ?? `${folder}data/${plain}` }];
}
