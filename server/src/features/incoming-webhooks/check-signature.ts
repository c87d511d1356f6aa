/** Verifies the signature of deliveries to bots that have a secret. */
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import type { RawDelivery } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';
import type { Integration } from './integration.ts';
import { notifyOwner, unusable } from './owner-notice.ts';
import { loadSecret } from './secret.ts';
import { repetitionKey, verify } from './signature.ts';

interface DeliveredRequest {
  raw: RawDelivery;
  header(name: string): string | undefined;
}

/**
 * @returns a key for recognizing repeated deliveries; undefined if they are refused by their time
 * @throws ApiError 401 for a signature that is wrong or missing, 400 for one that is too old
 */
export async function checkSignature(
  app: AppContext,
  me: Principal,
  { signature, displayName }: Integration,
  { raw: { bytes }, header }: DeliveredRequest,
): Promise<string | undefined> {
  const secret = await loadSecret(app, me.id);
  if (secret === null) return undefined;
  const signed = { bytes, header, now: app.clock.now() };
  const isUsable = secret !== 'lost' && signature !== undefined;
  const verdict = isUsable ? verify(signature, secret.text, signed) : 'wrong';
  if (verdict === 'stale') throw apiError('integrations.stale-signature');
  if (verdict === 'right') return signature && repetitionKey(signature, signed);
  const why = secret === 'lost' ? 'its secret has to be set again' : 'its signature is wrong or missing';
  await notifyOwner(app, me, unusable(displayName, why));
  throw apiError('integrations.wrong-signature');
}
