/** Adds website previews to messages. */
import { enqueue, type JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { withWebsitePreviews } from '../../lib/markdown/website-embeds.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import {
  type ShowPreviews,
  contentDigest,
  findPreviews,
  showsPreviews,
  websitePreviewJobs,
} from '../website-previews/index.ts';
import { type ShownMessage, updateRendering, shownMessage } from './update-rendering.ts';

/** After this many delays by rate limits, the message stays without previews. */
const mostDelays = 3;
const shortestDelayMs = 5_000;

/** The job: fetches the previews, and adds them if the content of the message is unchanged. */
export async function showWebsitePreviews({ app, orgId, payload }: JobContext<ShowPreviews>): Promise<void> {
  if (app.config.websitePreviews === 'off') return;
  if (!(await app.db.write(orgId, 'system', (tx) => unchanged(tx, payload)))) return;
  const { previews, retryAt } = await findPreviews(app, orgId, payload.links);
  await app.db.write(orgId, 'system', async (tx) => {
    const message = await unchanged(tx, payload);
    if (!message) return;
    await updateRendering(
      tx,
      message,
      withWebsitePreviews(message.rendered, previews, mediaProxy(app.secrets)),
    );
    if (retryAt !== undefined) await retry(tx, payload, retryAt);
  });
}

async function unchanged(tx: Tx, { messageId, digest }: ShowPreviews): Promise<ShownMessage | undefined> {
  if (!showsPreviews(tx.cache)) return undefined;
  const message = await shownMessage(tx, messageId);
  return message && contentDigest(message.content) === digest ? message : undefined;
}

async function retry(tx: Tx, payload: ShowPreviews, at: number): Promise<void> {
  const delays = (payload.delays ?? 0) + 1;
  if (delays > mostDelays) return;
  const runAt = Math.max(at, tx.now + shortestDelayMs);
  await enqueue(tx, websitePreviewJobs.showPreviews, { ...payload, delays }, runAt);
}
