/** Enqueues the job that fetches the previews of a message. */
import { createHash } from 'node:crypto';
import { enqueue, jobKind } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type OrganizationCache, type User, organizationSettings } from '../../core/organization/index.ts';
import type { Rendered } from '../../lib/markdown/render.ts';

export const contentDigest = (content: string): string =>
  createHash('sha256').update(content).digest('base64url');

export const showsPreviews = (cache: OrganizationCache): boolean =>
  organizationSettings(cache).inline_url_embed_preview;

/** Not for bots, whose messages link more than people want to see. */
export async function enqueuePreviews(
  tx: Tx,
  sender: User,
  messageId: number,
  { content, rendered }: { content: string; rendered: Rendered },
): Promise<void> {
  const { websites } = rendered;
  if (websites.length === 0 || sender.isBot || !showsPreviews(tx.cache)) return;
  await enqueue(tx, jobs.showPreviews, { messageId, links: websites, digest: contentDigest(content) });
}

// Job kinds of this feature, with their payloads.

export interface ShowPreviews {
  messageId: number;
  /** In display order. */
  links: string[];
  /** SHA-256 of the content with these links: edited content has its own job. */
  digest: string;
  /** How often it has been deferred. */
  delays?: number;
}

export const jobs = {
  /** Shows the previews of the links of a message. */
  showPreviews: jobKind<ShowPreviews>('showWebsitePreviews'),
};
