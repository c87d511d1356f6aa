/** Registers the token of a device with the push service, which delivers only to registered tokens. */
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { RegistrationOutcome } from '../../lib/mobile-push/service.ts';
import type { Secrets } from '../../lib/secrets.ts';
import { type DeviceRow, findDevice, updateDevice } from '../devices/index.ts';
import type { RegisterToken } from './jobs.ts';
import { sealAppToken } from './sealed.ts';
import { mobilePushService } from './service.ts';

/** Delays start at 10 seconds and double: the last attempt is about 23 hours after the first. */
const mostAttempts = 14;

/** The push service cannot register it now. */
class RegistrationFailed extends Error {
  override readonly name = 'RegistrationFailed';
}

export async function registerToken({
  app,
  orgId,
  payload,
  attempt,
}: JobContext<RegisterToken>): Promise<void> {
  const { deviceId, userId, tokenId, sealedToken, publicKey } = payload;
  const waiting = await app.db.read.q
    .selectFrom('client_device')
    .select(['token_kind', 'pending_token_id'])
    .where('org_id', '=', orgId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  const kind = waiting?.token_kind;
  if (!kind || waiting.pending_token_id !== tokenId) return;
  const { organization } = await app.organizations.cache(orgId);
  const asked = { realmUuid: organization.uuid, kind, tokenId, sealedToken, publicKey };
  const service = await mobilePushService(app);
  const outcome = (await service?.register(asked)) ?? noService;
  if (outcome.kind === 'failed' && attempt < mostAttempts) throw new RegistrationFailed(outcome.error);
  await app.db.write(orgId, 'system', async (tx) => {
    const device = await findDevice(tx, userId, deviceId);
    // The app may have registered another token since.
    if (device?.pending_token_id === tokenId) await settle(tx, app.secrets, device, outcome);
  });
}

const noService = { kind: 'refused', code: 'REQUEST_EXPIRED' } as const;

async function settle(
  tx: Tx,
  secrets: Secrets,
  device: DeviceRow,
  outcome: RegistrationOutcome,
): Promise<void> {
  if (outcome.kind !== 'accepted') {
    const code = outcome.kind === 'refused' ? outcome.code : noService.code;
    await updateDevice(tx, device, { registration_error: code });
    return;
  }
  await endFormerDevices(tx, device);
  await updateDevice(tx, device, {
    token_id: device.pending_token_id,
    pending_token_id: null,
    registration_error: null,
    app_token: outcome.token ? sealAppToken(secrets, outcome.token) : null,
  });
}

/** A reinstalled app is a new device with the same token; the previous one must not be notified too. */
async function endFormerDevices(tx: Tx, device: DeviceRow): Promise<void> {
  const former = await tx.q
    .selectFrom('client_device')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', device.user_id)
    .where('token_id', '=', device.pending_token_id)
    .where('id', '!=', device.id)
    .orderBy('id')
    .execute();
  for (const row of former) await updateDevice(tx, row, { token_id: null });
}
