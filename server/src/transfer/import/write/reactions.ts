/** Imports reactions, whose emoji are matched by name, and pins. */
import { longestEmojiName } from '../../../../../wire/emoji.ts';
import type { OrganizationCache } from '../../../core/organization/index.ts';
import type { BulkTable } from '../../../db/bulk.ts';
import {
  emojiByCharacter,
  emojiByCode,
  emojiByName,
  extraEmojiImage,
} from '../../../lib/markdown/emoji/emoji.ts';
import { foreignEmojiCode } from '../emoji-names.ts';
import type { MessageRecord, ReactionRecord } from '../records.ts';
import type { ImportContext } from './context.ts';

export const reactionTable: BulkTable = {
  name: 'reaction',
  columns: { message_id: 'int', user_id: 'int', emoji_name: 'text', emoji_code: 'text', kind: 'text' },
};

export const pinTable: BulkTable = {
  name: 'message_pin',
  columns: { message_id: 'int', org_id: 'int', user_id: 'int', pinned_at: 'int' },
};

/** Sources do not say when: it counts as pinned when it was written, by its author unless another person is known. */
export function pinRows(
  { people, orgId }: Pick<ImportContext, 'people' | 'orgId'>,
  { pinnedBy, sentAt }: MessageRecord,
  senderId: number,
  messageId: number,
): number[][] {
  return pinnedBy === undefined ? [] : [[messageId, orgId, people.get(pinnedBy) ?? senderId, sentAt]];
}

interface Emoji {
  name: string;
  code: string;
  kind: 'realm_emoji' | 'unicode_emoji' | 'zulip_extra_emoji';
}

/** Custom emoji take precedence, as when someone types the name. */
export function emojiNamed(
  { product, emojiAliases }: Pick<ImportContext, 'product' | 'emojiAliases'>,
  cache: OrganizationCache,
  given: string,
): Emoji | undefined {
  const name = emojiAliases.get(given) ?? given;
  const plain = emojiFileName(name);
  const own = cache.organization.emoji.find((one) => one.name === plain && !one.isDeactivated);
  if (own) return { name: own.name, code: String(own.id), kind: 'realm_emoji' };
  if (product === 'zulip' && extraEmojiImage(name) !== undefined)
    return { name, code: name, kind: 'zulip_extra_emoji' };
  const code = product === 'zulip' ? undefined : foreignEmojiCode(name);
  const emoji = code === undefined ? (emojiByName(name) ?? emojiByCharacter(name)) : emojiByCode(code);
  return emoji && { name: emoji.name, code: emoji.code, kind: 'unicode_emoji' };
}

/** The name of an emoji in a text, without its skin tone. */
export function emojiNameInText(
  context: Pick<ImportContext, 'product' | 'emojiAliases'>,
  cache: OrganizationCache,
  name: string,
  unicode = '',
): string | undefined {
  const found = emojiNamed(context, cache, name)?.name;
  return found ?? emojiByCode(unicode.toLowerCase().replace(/-1f3f[b-f]/g, ''))?.name;
}

/** One that is deactivated too: reactions keep it. */
function emojiWithId(
  { emoji }: Pick<ImportContext, 'emoji'>,
  { organization }: OrganizationCache,
  id: string | undefined,
): Emoji | undefined {
  const localId = id === undefined ? undefined : emoji.get(id);
  const own = organization.emoji.find((one) => one.id === localId);
  return own && { name: own.name, code: String(own.id), kind: 'realm_emoji' };
}

/** The name that a custom emoji gets on this server. */
export const emojiFileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^0-9a-z_-]+/g, '_')
    .replace(/[_-]+$/, '')
    .slice(0, longestEmojiName);

/** Message, user, and the emoji. */
export type ReactionRow = [
  messageId: number,
  userId: number,
  name: string,
  code: string,
  kind: Emoji['kind'],
];

export const findReactionEmoji = (
  context: Pick<ImportContext, 'emoji' | 'product' | 'emojiAliases'>,
  cache: OrganizationCache,
  { emoji, emojiId }: ReactionRecord,
): Emoji | undefined => emojiWithId(context, cache, emojiId) ?? emojiNamed(context, cache, emoji);

export function reactionRows(
  context: ImportContext,
  cache: OrganizationCache,
  { id, reactions = [] }: MessageRecord,
  messageId: number,
): (number | string)[][] {
  const rows = new Map<string, (number | string)[]>();
  for (const reaction of reactions) {
    const { emoji: given, users, unnamed = 0 } = reaction;
    if (unnamed > 0) context.report.leaveOutUnnamed(unnamed);
    context.report.count('reactions', 'found', users.length);
    const emoji = findReactionEmoji(context, cache, reaction);
    if (!emoji) {
      context.report.count('reactions', 'skipped', users.length);
      context.report.problem(`reaction to ${id}`, `There is no emoji "${given}" here.`);
      continue;
    }
    for (const user of users) {
      const userId = context.people.get(user);
      if (userId === undefined) context.report.count('reactions', 'skipped');
      else rows.set(`${userId} ${emoji.code}`, [messageId, userId, emoji.name, emoji.code, emoji.kind]);
    }
  }
  return [...rows.values()];
}
