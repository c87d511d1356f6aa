/** Settings of the organization and the sender that affect rendering. */
import { type OrganizationCache, type User, organizationSettings } from '../../core/organization/index.ts';
import { emojiUrl } from '../emoji/index.ts';
import type { RenderOptions } from '../../lib/markdown/render.ts';

/** The options of a description, which has no sender. */
export function getRenderOptions(cache: OrganizationCache): RenderOptions {
  const { linkifiers, playgroundLanguages, emoji } = cache.organization;
  return {
    linkifiers,
    playgroundLanguages,
    customEmoji: (name) => {
      const own = emoji.find((one) => one.name === name && !one.isDeactivated);
      return own && emojiUrl(own);
    },
    defaultCodeLanguage: organizationSettings(cache).default_code_block_language,
  };
}

export function renderOptionsFor(cache: OrganizationCache, sender: User): RenderOptions {
  return { ...getRenderOptions(cache), translateEmoticons: sender.settings.translate_emoticons === true };
}
