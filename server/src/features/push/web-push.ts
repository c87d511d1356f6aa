/** Sends one notification to one browser or app by its push service (RFC 8030). */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { encryptPush, largestPlaintext } from '../../lib/push/encrypt.ts';
import { vapidHeader } from '../../lib/push/vapid.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { organizationUrl } from '../../http/urls.ts';
import { type Notice, fitJson, webPushPayload } from './payload.ts';
import type { SubscriptionRow } from './subscriptions.ts';

/** How long push services keep a notification for a device that is offline. */
export const keptSeconds = 24 * 3600;
const largestResponse = 16 * 1024;

export type Outcome =
  | { kind: 'delivered' }
  /** The subscription has ended. */
  | { kind: 'gone' }
  /** `isPassing`: a retry may succeed. */
  | { kind: 'failed'; error: string; isPassing: boolean };

type Sender = Pick<AppContext, 'clock' | 'config' | 'secrets' | 'organizations' | 'port'>;

export async function sendWebPush(
  app: Sender,
  subdomain: string,
  subscription: SubscriptionRow,
  notice: Notice,
): Promise<Outcome> {
  const { endpoint, p256dh, auth } = subscription;
  const payload = fitJson(notice, largestPlaintext, (one) => webPushPayload(one, subscription.kind));
  if (payload.length > largestPlaintext)
    return { kind: 'failed', error: 'The notification is too large.', isPassing: false };
  try {
    const { status } = await guardedFetch(endpoint, {
      method: 'POST',
      body: encryptPush(payload, { p256dh, auth }),
      headers: {
        authorization: vapidHeader(app.secrets, {
          endpoint,
          subject: organizationUrl(app, subdomain),
          now: app.clock.now(),
        }),
        ttl: String(keptSeconds),
        urgency: notice.type === 'remove' ? 'normal' : 'high',
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ...topicHeader(subscription, notice),
      },
      reachable: app.config.reachableNetworks,
      largestBytes: largestResponse,
      mostRedirects: 0,
    });
    return classifyStatus(status);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { kind: 'failed', error: error.message, isPassing: error.isPassing };
  }
}

/** Browsers show only the last message of a conversation, so the push service may replace those that wait. */
function topicHeader({ kind }: SubscriptionRow, notice: Notice): { topic?: string } {
  if (kind !== 'web' || notice.type !== 'message') return {};
  const about = JSON.stringify(notice.recipient);
  return { topic: createHash('sha256').update(about).digest('base64url').slice(0, 32) };
}

function classifyStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const isPassing = status >= 500 || status === 429 || status === 408;
  return { kind: 'failed', error: `The push service responded with status ${status}.`, isPassing };
}
