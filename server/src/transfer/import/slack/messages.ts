/** Converts one message of Slack to a record. */
import {
  countUnnamed,
  problem,
  type FileRecord,
  type MessageRecord,
  type ProblemRecord,
  type ReactionRecord,
  type Text,
} from '../records.ts';
import { link, prefixed, TextBuilder } from '../text.ts';
import { fromBlocks } from './blocks.ts';
import { externalAddress, fileRecord, type KeptFiles } from './files.ts';
import { fromMrkdwn, linked } from './mrkdwn.ts';
import { toText, parseTime, type SlackAttachment, type SlackFile, type SlackMessage } from './types.ts';

export interface Conversation {
  place: MessageRecord['place'];
  /** ID of the channel or direct conversation. */
  id: string;
  /** Who pinned a message, by its timestamp. */
  pins: ReadonlyMap<string, readonly string[]>;
}

export const notices: ReadonlySet<string> = new Set(
  'join leave topic purpose name archive unarchive posting_permissions convert_to_private convert_to_public'
    .split(' ')
    .flatMap((what) => [`channel_${what}`, `group_${what}`])
    .concat([
      'bot_add',
      'bot_remove',
      'bot_enable',
      'bot_disable',
      'pinned_item',
      'unpinned_item',
      'joiner_notification',
      'tabbed_canvas_updated',
      'canvas_updated',
      'document_mention',
      'reminder_add',
      'sh_room_shared',
      'channel_canvas_updated',
      'app_conversation_join',
      'assistant_app_thread',
      'bookmark_add',
    ]),
);

export function messageRecord(
  message: SlackMessage,
  conversation: Conversation,
  kept: KeptFiles,
  place: string,
): MessageRecord | ProblemRecord {
  const sentAt = parseTime(message.ts);
  const ts = message.ts;
  if (ts === undefined || sentAt === undefined)
    return problem(place, `"ts" is no time: ${JSON.stringify(ts)}.`);
  const { subtype = '' } = message;
  if (subtype === 'ekm_access_denied') return problem(place, 'It is encrypted with a key that was revoked.');
  const isReply = message.thread_ts !== undefined && message.thread_ts !== ts;
  const isRoot = !isReply && (message.thread_ts !== undefined || (message.reply_count ?? 0) > 0);
  if (subtype === 'tombstone' && !isRoot) return problem(place, 'It was deleted.');
  const files = collectFiles(message, kept);
  const text = convertBody(message, files.links);
  if (text.length === 0 && files.records.length === 0)
    return problem(place, 'It has neither a text nor files.');
  const edited = parseTime(message.edited?.ts);
  const [pinnedBy] = conversation.pins.get(ts) ?? [];
  return {
    kind: 'message',
    id: `${conversation.id}:${ts}`,
    place: conversation.place,
    ...findSender(message),
    sentAt,
    ...(edited === undefined ? {} : { editedAt: edited }),
    text,
    ...(isReply || isRoot ? { thread: makeThread(message, conversation.id, isRoot) } : {}),
    ...(files.records.length > 0 ? { files: files.records } : {}),
    ...(message.reactions ? { reactions: convertReactions(message) } : {}),
    ...(pinnedBy === undefined ? {} : { pinnedBy }),
    ...(notices.has(subtype) ? { isNotice: true } : {}),
  };
}

const makeThread = (message: SlackMessage, conversationId: string, isRoot: boolean) => ({
  id: `${conversationId}:${String(isRoot ? message.ts : message.thread_ts)}`,
  isRoot,
  size: isRoot && message.reply_count !== undefined ? message.reply_count + 1 : undefined,
});

type Sender = Pick<MessageRecord, 'sender' | 'senderName' | 'senderIsBot'>;

function findSender(message: SlackMessage): Sender {
  const { user, bot_id: bot, username, user_profile: profile, bot_profile: botProfile, comment } = message;
  const name = toText(profile?.real_name) || toText(profile?.display_name) || toText(profile?.name);
  const person = toText(user) || toText(comment?.user);
  if (person === 'USLACKBOT') return { sender: person, senderName: 'Slackbot', senderIsBot: true };
  if (person !== '') return { sender: person, senderName: name === '' ? undefined : name };
  const botName = toText(username) || toText(botProfile?.name);
  if (bot !== undefined) return { sender: bot, senderName: botName || 'Bot', senderIsBot: true };
  return { sender: `name:${botName}`, senderName: botName || 'Unknown sender', senderIsBot: true };
}

function convertBody(message: SlackMessage, links: Text): Text {
  const { subtype } = message;
  if (subtype === 'tombstone') return ['*This message was deleted.*'];
  if (subtype === 'huddle_thread') return [huddle(message)];
  const own =
    subtype === 'file_comment'
      ? fromMrkdwn(toText(message.comment?.comment))
      : (fromBlocks(message.blocks) ?? fromMrkdwn(toText(message.text)));
  const made = new TextBuilder();
  if (subtype === 'me_message') made.markdown('/me ');
  made.text(own);
  for (const attachment of message.attachments ?? []) {
    const text = attachmentText(attachment);
    if (text.length > 0)
      made
        .markdown(made.isEmpty ? '' : '\n')
        .text(prefixed(text, '> '))
        .markdown('\n');
  }
  if (links.length > 0) made.markdown(made.isEmpty ? '' : '\n').text(links);
  return made.isEmpty ? [] : made.done();
}

function huddle({ room }: SlackMessage): string {
  const people = room?.participant_history?.length ?? 0;
  return people > 0 ? `*A huddle with ${people} people took place.*` : '*A huddle took place.*';
}

/** Previews of other Slack messages repeat the linked message. */
function attachmentText(given: SlackAttachment | null): Text {
  if (given?.is_msg_unfurl !== false && given?.is_msg_unfurl !== undefined) return [];
  if (!given) return [];
  const made = new TextBuilder();
  const line = (text: Text) => {
    if (text.length > 0) made.markdown(made.isEmpty ? '' : '\n').text(text);
  };
  line(fromMrkdwn(toText(given.pretext)));
  const title = toText(given.title);
  if (title !== '')
    line([given.title_link === undefined ? `**${title}**` : link(title, toText(given.title_link))]);
  line(fromBlocks(given.blocks) ?? fromMrkdwn(toText(given.text)));
  for (const field of given.fields ?? [])
    line([`**${toText(field.title)}** `, ...fromMrkdwn(toText(field.value))]);
  if (given.image_url !== undefined) line([link('image', toText(given.image_url))]);
  if (made.isEmpty) line(fromMrkdwn(toText(given.fallback)));
  line(fromMrkdwn(toText(given.footer)));
  return made.isEmpty ? [] : made.done();
}

function collectFiles(message: SlackMessage, kept: KeptFiles): { records: FileRecord[]; links: Text } {
  const records: FileRecord[] = [];
  const links = new TextBuilder();
  const all: (SlackFile | null)[] = [...(message.files ?? []), ...(message.file ? [message.file] : [])];
  for (const file of all) {
    if (!file) continue;
    const external = externalAddress(file);
    if (external !== undefined) {
      linked(external, file.title ?? file.name ?? '', links);
      links.markdown('\n');
      continue;
    }
    const record = fileRecord(file, kept);
    if (record && !records.some(({ id }) => id === record.id)) records.push(record);
  }
  return { records, links: links.isEmpty ? [] : links.done() };
}

/** Skin tones are folded, so that someone who used two of them for one emoji counts once. */
function convertReactions({ reactions }: SlackMessage): ReactionRecord[] {
  const byName = new Map<string, Set<string>>();
  const unnamed = new Map<string, number>();
  for (const one of reactions ?? []) {
    const emoji = toText(one.name).split('::')[0] ?? '';
    if (emoji === '') continue;
    const users = byName.get(emoji) ?? new Set<string>();
    for (const user of one.users ?? []) users.add(user);
    byName.set(emoji, users);
    unnamed.set(emoji, (unnamed.get(emoji) ?? 0) + countUnnamed(one.count, one.users?.length ?? 0));
  }
  return [...byName].map(([emoji, users]) => ({
    emoji,
    users: [...users],
    unnamed: unnamed.get(emoji) ?? 0,
  }));
}
