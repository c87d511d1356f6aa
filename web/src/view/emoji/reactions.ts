/** Reactions of a message as chips: one for each emoji, in the order of their first use. */
import type { Reaction } from '../../../../wire/messages.ts';
import type { Live } from '../../store/live.ts';

export type ReactionChip = {
  emoji: Omit<Reaction, 'user_id'>;
  userIds: readonly number[];
  isOwn: boolean;
};

export function reactionChips(reactions: readonly Reaction[], ownId: number): ReactionChip[] {
  const groups = Map.groupBy(reactions, ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`);
  return [...groups.values()].map((group) => {
    const { emoji_name, emoji_code, reaction_type } = group[0]!;
    const userIds = group.map(({ user_id }) => user_id);
    return { emoji: { emoji_name, emoji_code, reaction_type }, userIds, isOwn: userIds.includes(ownId) };
  });
}

const isPlainByDefault = /^(?!\p{Emoji_Presentation})\p{Emoji}$/u;

/** Converts `1f1e9-1f1ea` to a flag. Codes lack the variation selector of characters that have a plain form too. */
export const getCharacters = (code: string): string =>
  code
    .split('-')
    .map((part) => String.fromCodePoint(parseInt(part, 16)))
    .map((character) => (isPlainByDefault.test(character) ? `${character}\uFE0F` : character))
    .join('');

/** A Unicode emoji, the URL of the image of another one, or its name if the image is gone. */
export type Glyph = { code: string; text: string; name: string } | { url: string } | { text: string };

export const unicodeGlyph = (code: string, name: string): Glyph => ({
  code,
  text: getCharacters(code),
  name,
});

export function getGlyph(
  live: Live,
  { reaction_type, emoji_code, emoji_name }: ReactionChip['emoji'],
): Glyph {
  if (reaction_type === 'unicode_emoji') return unicodeGlyph(emoji_code, emoji_name);
  if (reaction_type !== 'realm_emoji') return { url: `/static/emoji/${emoji_code}.png` };
  const url = live.get('ownEmoji')[emoji_code]?.source_url;
  return url === undefined ? { text: `:${emoji_name}:` } : { url };
}
