/** Reaction counts of a message, without the users. */
import type { Reaction } from '../../../../wire/messages.ts';
import { emojiCharacters } from '../../../../wire/plain-text/elements.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { emojiUrl } from '../../features/emoji/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { html, type Html } from '../layout/html.ts';

export function reactionList(
  t: Texts,
  cache: OrganizationCache,
  reactions: readonly Reaction[] | undefined,
): Html | null {
  if (!reactions || reactions.length === 0) return null;
  const counts = new Map<string, { reaction: Reaction; count: number }>();
  for (const reaction of reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { reaction, count: 1 });
  }
  return html`<ul class="reactions" aria-label="${t('public.reactions')}">
    ${[...counts.values()].map(
      ({ reaction, count }) => html`<li>${glyph(cache, reaction)}<span>${count}</span></li>`,
    )}
  </ul>`;
}

function glyph({ organization }: OrganizationCache, reaction: Reaction): Html {
  const { emoji_code: code, emoji_name: name, reaction_type: type } = reaction;
  const label = name.replaceAll('_', ' ');
  const own = type === 'realm_emoji' ? organization.emoji.find(({ id }) => String(id) === code) : undefined;
  const src = type === 'unicode_emoji' ? undefined : own ? emojiUrl(own) : extraPicture(type, code);
  if (src !== undefined)
    return html`<img class="emoji" src="${src}" alt="${label}" width="16" height="16" />`;
  const characters = type === 'unicode_emoji' ? emojiCharacters(`emoji-${code}`) : undefined;
  return html`<span class="emoji" role="img" aria-label="${label}">${characters ?? `:${name}:`}</span>`;
}

/** The server's own emoji. */
const extraPicture = (type: string, code: string): string | undefined =>
  type === 'realm_emoji' ? undefined : `/static/emoji/${encodeURIComponent(code)}.png`;
