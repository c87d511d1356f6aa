/** Renders many messages: what all of them have in common is looked up once. */
import {
  renderMessage,
  type MentionSource,
  type PreviewSource,
  type Rendered,
  type RenderOptions,
} from '../../../lib/markdown/render.ts';
import { organizationSettings, type OrganizationCache } from '../../../core/organization/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import { getRenderOptions, mentionSource } from '../../../features/message-send/index.ts';
import { mediaProxy } from '../../../features/media-proxy/index.ts';
import type { ImportContext } from './context.ts';

export class Renderer {
  readonly #linked: ReturnType<typeof mediaProxy>;
  #cache: OrganizationCache;
  #options: RenderOptions = {};
  #names = new Map<number, MentionSource>();

  constructor({ app, cache }: ImportContext) {
    this.#linked = mediaProxy(app.secrets);
    this.#cache = cache;
  }

  /** Prepares for the messages of one transaction. */
  begin(cache: OrganizationCache, previews: PreviewSource | undefined): void {
    this.#cache = cache;
    this.#names = new Map();
    this.#options = {
      ...getRenderOptions(cache),
      previews: { ...previews, linked: this.#linked },
      hidePreviews: !organizationSettings(cache).inline_image_preview,
    };
  }

  render(senderId: number, content: string): Rendered {
    return renderMessage(content, this.#namesFor(senderId), this.#options);
  }

  #namesFor(senderId: number): MentionSource {
    let names = this.#names.get(senderId);
    if (!names) {
      const sender = this.#cache.users.get(senderId);
      if (!sender) throw new Error(`There is no account ${senderId}.`);
      names = mentionSource({ cache: this.#cache, user: sender });
      this.#names.set(senderId, names);
    }
    return names;
  }

  /** Whether a user receives the messages of this conversation. */
  presence(tx: Tx, channelId: number | null, directId: number | null): (userId: number) => boolean {
    if (channelId !== null) return (userId) => tx.cache.members.has(channelId, userId);
    return () => directId !== null;
  }
}
