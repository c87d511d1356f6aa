/** The emoji that a reaction names. */
import type { OrganizationCache } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { emojiByCode, emojiByName, extraEmojiImage } from '../../lib/markdown/emoji/emoji.ts';

export type Kind = 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji';

/** An emoji as it is stored; `name` is the one used for the reaction. */
export interface ChosenEmoji {
  name: string;
  code: string;
  kind: Kind;
}

const kinds: Readonly<Record<string, Kind>> = {
  unicode_emoji: 'unicode_emoji',
  realm_emoji: 'realm_emoji',
  service_extra_emoji: 'service_extra_emoji',
  // COMPAT(Zulip clients): their name for the server's own emoji.
  zulip_extra_emoji: 'service_extra_emoji',
};

/** @throws ApiError for an unknown kind */
export function getKind(given: string): Kind {
  const kind = Object.hasOwn(kinds, given) ? kinds[given] : undefined;
  if (!kind) throw apiError('reactions.invalid-type');
  return kind;
}

/** Resolves an emoji name; custom emoji come first. @throws ApiError */
function emojiNamed({ organization }: OrganizationCache, name: string): ChosenEmoji {
  const own = organization.emoji.find((one) => one.name === name && !one.isDeactivated);
  if (own) return { name, code: String(own.id), kind: 'realm_emoji' };
  if (extraEmojiImage(name) !== undefined) return { name, code: name, kind: 'service_extra_emoji' };
  const emoji = emojiByName(name);
  if (!emoji) throw apiError('reactions.no-such-emoji', { name });
  return { name, code: emoji.code, kind: 'unicode_emoji' };
}

/** @throws ApiError unless name, code and kind belong together */
export function checkEmoji(cache: OrganizationCache, { name, code, kind }: ChosenEmoji): void {
  if (kind === 'realm_emoji') {
    checkOwn(cache, name, code);
    return;
  }
  if (kind === 'service_extra_emoji') {
    if (extraEmojiImage(code) === undefined) throw apiError('reactions.invalid-code');
    if (name !== code) throw apiError('reactions.invalid-name');
    return;
  }
  if (!emojiByCode(code)) throw apiError('reactions.invalid-code');
  if (emojiByName(name)?.code !== code) throw apiError('reactions.invalid-name');
}

function checkOwn({ organization }: OrganizationCache, name: string, code: string): void {
  const own = organization.emoji.find((one) => String(one.id) === code);
  if (!own) throw apiError('reactions.invalid-custom');
  if (own.name !== name) throw apiError('reactions.invalid-custom-name');
  if (own.isDeactivated) throw apiError('reactions.custom-deactivated');
}

/** A code and a kind take precedence over the name, since names can be reassigned. */
export function chosen(
  cache: OrganizationCache,
  name: string,
  { emoji_code: code, reaction_type: type }: { emoji_code?: string; reaction_type?: string },
): ChosenEmoji {
  if (code !== undefined && type !== undefined) return { name, code, kind: getKind(type) };
  const named = emojiNamed(cache, name);
  return { name, code: code ?? named.code, kind: type === undefined ? named.kind : getKind(type) };
}
