/** What the organization and the sender have chosen for how text is rendered. */
import { type Directory, type User, organizationSettings } from '../../core/organization/index.ts';
import { emojiUrl } from '../emoji/index.ts';
import type { RenderOptions } from '../../lib/markdown/render.ts';

/** For a description, which has no sender. */
export function renderOptionsOf(directory: Directory): RenderOptions {
  const { linkifiers, playgroundLanguages, emoji } = directory.organization;
  return {
    linkifiers,
    playgroundLanguages,
    customEmoji: (name) => {
      const own = emoji.find((one) => one.name === name && !one.isDeactivated);
      return own && emojiUrl(own);
    },
    defaultCodeLanguage: organizationSettings(directory).default_code_block_language,
  };
}

export function renderOptionsFor(directory: Directory, sender: User): RenderOptions {
  return { ...renderOptionsOf(directory), translateEmoticons: sender.settings.translate_emoticons === true };
}
