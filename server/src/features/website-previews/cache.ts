/**
 * Caches the metadata of pages per organization, so that it does not reveal links of other organizations. The number of rows
 * is bounded by the rate limits on fetching.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { expiry, type Tx } from '../../core/log/index.ts';
import type { WebsitePreview } from '../../lib/markdown/website-embeds.ts';
import type { FetchResult } from './fetch-preview.ts';
import { parseStored } from '../../lib/json.ts';

const hour = 3600_000;
const keptMs = 24 * hour;
/** After temporary failures. */
const keptAfterFailureMs = hour / 4;

const urlKey = (link: string): string => createHash('sha256').update(link).digest('base64url');

/** Undefined if it is not cached; null for a page without a preview. */
export async function cachedPreview(
  db: Db,
  orgId: number,
  link: string,
  now: number,
): Promise<WebsitePreview | null | undefined> {
  const row = await db.q
    .selectFrom('website_preview')
    .select('preview')
    .where('org_id', '=', orgId)
    .where('url_key', '=', urlKey(link))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  return row.preview === null ? null : parseStored(row.preview);
}

export async function storePreview(tx: Tx, link: string, { preview, isPassing }: FetchResult): Promise<void> {
  const stored = {
    preview: preview ? JSON.stringify(preview) : null,
    expires_at: tx.now + (isPassing ? keptAfterFailureMs : keptMs),
  };
  await tx.q
    .insertInto('website_preview')
    .values({ org_id: tx.orgId, url_key: urlKey(link), ...stored })
    .onConflict((oc) => oc.columns(['org_id', 'url_key']).doUpdateSet(stored))
    .execute();
}

export const deleteExpiredPreviews = expiry(
  (tx, limit) =>
    tx.q
      .selectFrom('website_preview')
      .select(['org_id', 'url_key'])
      .where('expires_at', '<=', tx.now)
      .limit(limit)
      .execute(),
  async (tx, rows) => {
    for (const { org_id, url_key } of rows)
      await tx.q
        .deleteFrom('website_preview')
        .where('org_id', '=', org_id)
        .where('url_key', '=', url_key)
        .execute();
  },
);
