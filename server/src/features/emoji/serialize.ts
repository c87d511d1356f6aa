/** Serializes custom emoji. */
import type { CustomEmoji as Shown } from '../../../../wire/emoji.ts';
import type { CustomEmoji, OrganizationCache } from '../../core/organization/index.ts';
import { emojiUrl } from './url.ts';

export const emojiObject = (emoji: CustomEmoji): Shown => ({
  id: String(emoji.id),
  name: emoji.name,
  source_url: emojiUrl(emoji),
  still_url: emoji.isAnimated ? emojiUrl(emoji, 'still') : null,
  deactivated: emoji.isDeactivated,
  author_id: emoji.authorId,
});

/** By id. */
export const emojiObjects = ({ organization }: OrganizationCache): Record<string, Shown> =>
  Object.fromEntries(organization.emoji.map((emoji) => [String(emoji.id), emojiObject(emoji)]));
