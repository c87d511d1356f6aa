/** The emoji to choose from (the server's table and custom ones), their order, and search. */
import type { Reaction } from '../../../../wire/messages.ts';
import { emojiCategory, type EmojiCategory } from './emoji-categories.ts';
import { unicodeGlyph, type Glyph } from './reactions.ts';

/** An emoji by the names of the wire. */
export type EmojiId = Omit<Reaction, 'user_id'>;

export type EmojiEntry = EmojiId & {
  /** The first one is shown. */
  names: readonly string[];
  category: EmojiCategory | 'custom';
  glyph: Glyph;
};

/** A chosen emoji, and the text for it in a message. */
export type EmojiChoice = { emoji: EmojiId; text: string };

export type CustomEmoji = { id: string; name: string; source_url: string; deactivated: boolean };

/** @param names by code, as the document at `server_emoji_data_url` has them */
export function emojiEntries(
  names: Readonly<Record<string, readonly string[]>>,
  custom: readonly CustomEmoji[],
): EmojiEntry[] {
  const own = custom.filter((each) => !each.deactivated);
  const taken = new Set(own.map((each) => each.name));
  return [
    ...own.map(customEntry),
    ...Object.entries(names)
      .toSorted(byCode)
      .flatMap(([code, all]) => {
        // A custom emoji hides the one with the same name.
        const free = all.filter((name) => !taken.has(name));
        return free.length === 0 ? [] : [unicodeEntry(code, free)];
      }),
  ];
}

/** JSON objects iterate keys of digits before others. */
const byCode = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  parseInt(a, 16) - parseInt(b, 16);

const customEntry = ({ id, name, source_url }: CustomEmoji): EmojiEntry => ({
  emoji_name: name,
  emoji_code: id,
  reaction_type: 'realm_emoji',
  names: [name],
  category: 'custom',
  glyph: { url: source_url },
});

const unicodeEntry = (code: string, names: readonly string[]): EmojiEntry => ({
  emoji_name: names[0]!,
  emoji_code: code,
  reaction_type: 'unicode_emoji',
  names,
  category: emojiCategory(code),
  glyph: unicodeGlyph(code, names[0]!),
});

/** Lower is better; undefined does not match. */
function rank(entry: EmojiEntry, query: string): number | undefined {
  let best: number | undefined;
  for (const [index, name] of entry.names.entries()) {
    const at = name.indexOf(query);
    if (at === -1) continue;
    const kind = name === query ? 0 : at === 0 ? 1 : name[at - 1] === '_' ? 2 : 3;
    // Among the names that begin with the query, those of popular emoji come first, by whichever name.
    const isPopular = kind === 1 && popularityRank(entry.emoji_code) < popularityRank('');
    const score = kind * 2 + (isPopular ? 0 : Math.min(index, 1));
    best = Math.min(best ?? score, score);
  }
  return best;
}

const comparePopularity = (a: EmojiEntry, b: EmojiEntry): number =>
  popularityRank(a.emoji_code) - popularityRank(b.emoji_code);

/** Characters that are an emoji only in combination. */
const isName = /^[ -~]*$/;

/** Names that begin with the words come before those that contain them. An emoji character finds itself. */
export function searchEmoji(entries: readonly EmojiEntry[], query: string, most = 120): EmojiEntry[] {
  const wanted = query
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(':', '');
  const bare = (text: string) => text.replaceAll('\uFE0F', '');
  const itself = isName.test(wanted)
    ? undefined
    : entries.find((entry) => 'text' in entry.glyph && bare(entry.glyph.text) === bare(wanted));
  if (itself !== undefined) return [itself];
  return entries
    .flatMap((entry) => {
      const score = rank(entry, wanted);
      return score === undefined ? [] : [{ entry, score }];
    })
    .sort((a, b) => a.score - b.score || comparePopularity(a.entry, b.entry))
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** None first, then from light to dark. */
export const skinTones = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const;

const takesTone = /^\p{Emoji_Modifier_Base}\uFE0F?/u;

/** @returns undefined for an emoji without skin tones */
export const withTone = (text: string, tone: string): string | undefined =>
  takesTone.test(text) ? text.replace(takesTone, (base) => base.replace('\uFE0F', '') + tone) : undefined;

/** Its text in a message: the name, or the characters if it has a skin tone, since these have no names. */
export function toEmojiChoice(
  { emoji_name, emoji_code, reaction_type, glyph }: EmojiEntry,
  tone = '',
): EmojiChoice {
  const toned = tone !== '' && 'text' in glyph ? withTone(glyph.text, tone) : undefined;
  return { emoji: { emoji_name, emoji_code, reaction_type }, text: toned ?? `:${emoji_name}:` };
}

const mostRecent = 24;

/** Newest first without duplicates. Stores names, not codes: the image of a custom emoji may change. */
export const addRecent = (recent: readonly string[], name: string): string[] =>
  [name, ...recent.filter((each) => each !== name)].slice(0, mostRecent);

const usual = [
  '+1',
  'heart',
  'tada',
  'joy',
  'check',
  'eyes',
  'smile',
  'clap',
  'pray',
  'thinking',
  'sob',
  '100',
  'fire',
  'rocket',
  'wave',
  'coffee',
  'muscle',
  'ok',
  'big_smile',
  'sweat_smile',
  'cry',
  'star',
  'bug',
  'idea',
];

/** Filled up with common emoji. */
export function recentEntries(entries: readonly EmojiEntry[], recent: readonly string[]): EmojiEntry[] {
  const byName = new Map(entries.flatMap((entry) => entry.names.map((name) => [name, entry])));
  const found = [...recent, ...usual].flatMap((name) => byName.get(name) ?? []);
  return [...new Set(found)].slice(0, mostRecent);
}

/** Emoji that people use most in messages and reactions, best known first, by code. */
const codes =
  '1f44d 2764 1f642 1f602 1f389 2705 1f440 1f64f 1f604 1f525 1f680 1f44f 1f914 1f622 1f62d 1f4af 1f44b 1f44c 1f64c 1f60d 1f605 1f923 1f609 1f60a 1f44e 1f4aa 1f937 1f62e 1f60e 1f926 2b50 2728 26a0 274c 1f382 2615 1f37a 1f41b 1f512 1f4a1';

const places = new Map(codes.split(' ').map((code, place) => [code, place]));

/** Lower is more popular; the same for all that are not popular. */
const popularityRank = (code: string): number => places.get(code) ?? places.size;
