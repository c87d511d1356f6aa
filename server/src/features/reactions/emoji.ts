/** The emoji that a reaction names. */
import type { OrganizationCache } from '../../core/organization/index.ts';
import { usesOldExtraEmojiName } from '../../lib/client-programs.ts';
import { apiError } from '../../lib/errors.ts';
import { emojiByCode, emojiByName, extraEmojiImage } from '../../lib/markdown/emoji/emoji.ts';

/** An emoji of the server has two types: clients are given the one with which the reaction was made. */
const kinds = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji', 'zulip_extra_emoji'] as const;

export type Kind = (typeof kinds)[number];

const isExtra = (kind: Kind): boolean => kind === 'service_extra_emoji' || kind === 'zulip_extra_emoji';

/** An emoji as it is stored; `name` is the one used for the reaction. */
export interface ChosenEmoji {
  name: string;
  code: string;
  kind: Kind;
}

/** COMPAT(Zulip clients): their type for an emoji of the server. */
export const zulipType = <K extends string>(kind: K): K | 'zulip_extra_emoji' =>
  kind === 'service_extra_emoji' ? 'zulip_extra_emoji' : kind;

/** Whether they are the same emoji; the names may differ. */
export const isSameEmoji = (a: Omit<ChosenEmoji, 'name'>, b: Omit<ChosenEmoji, 'name'>): boolean =>
  a.code === b.code && (a.kind === b.kind || (isExtra(a.kind) && isExtra(b.kind)));

/** @throws ApiError for an unknown kind */
export function getKind(given: string): Kind {
  const kind = kinds.find((one) => one === given);
  if (!kind) throw apiError('reactions.invalid-type');
  return kind;
}

/** Resolves an emoji name; custom emoji come first. @throws ApiError */
function emojiNamed({ organization }: OrganizationCache, name: string, extraKind: Kind): ChosenEmoji {
  const own = organization.emoji.find((one) => one.name === name && !one.isDeactivated);
  if (own) return { name, code: String(own.id), kind: 'realm_emoji' };
  if (extraEmojiImage(name) !== undefined) return { name, code: name, kind: extraKind };
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
  if (isExtra(kind)) {
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

/** An emoji as a request names it. */
export interface GivenEmoji {
  emoji_code?: string;
  reaction_type?: string;
  /** The type of an emoji of the server for requests that give none; without it the type that all existing clients know. */
  extraKind?: Kind;
}

/** COMPAT(Zulip clients): their type; that of the service document for other programs. */
export const extraKindFor = (userAgent: string): Kind =>
  usesOldExtraEmojiName(userAgent) ? 'zulip_extra_emoji' : 'service_extra_emoji';

/** A code and a kind take precedence over the name, since names can be reassigned. */
export function chosen(
  cache: OrganizationCache,
  name: string,
  { emoji_code: code, reaction_type: type, extraKind = 'zulip_extra_emoji' }: GivenEmoji,
): ChosenEmoji {
  if (code !== undefined && type !== undefined) return { name, code, kind: getKind(type) };
  const named = emojiNamed(cache, name, extraKind);
  return { name, code: code ?? named.code, kind: type === undefined ? named.kind : getKind(type) };
}
