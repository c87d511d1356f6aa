/** Delivers notifications to the apps of a user, encrypted for each device, in one request to the push service. */
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, type JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import type { DevicePush, MobilePushService, PushOutcome } from '../../lib/mobile-push/service.ts';
import { type DeviceRow, updateDevice } from '../devices/index.ts';
import {
  fitJson,
  getWaiting,
  keptSeconds,
  mostPushAttempts,
  type Notice,
  noticeToSend,
  PushFailed,
  type QueuedNotice,
  settleNotice,
  type MessageNotice,
} from '../push/index.ts';
import { jobs, type SendMobilePush } from './jobs.ts';
import { openAppToken, openPushKey } from './sealed.ts';
import { mobilePushService } from './service.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { avatarUrl, withoutPicture } from '../../core/users/index.ts';
import { organizationUrl } from '../../http/urls.ts';

// The decrypted payload of notifications.

type Server = Pick<AppContext, 'config' | 'organizations' | 'port'>;

/** @param now Milliseconds since 1970. */
function mobilePayload(
  app: Server,
  cache: OrganizationCache,
  { userId, notice, now }: { userId: number; notice: Notice; now: number },
): Record<string, unknown> {
  const url = organizationUrl(app, cache.organization.subdomain);
  const common = { realm_url: url, realm_name: cache.organization.name, user_id: userId };
  switch (notice.type) {
    case 'test':
      return { ...common, type: 'test', time: Math.floor(now / 1000) };
    case 'remove':
      return { ...common, type: 'remove', message_ids: notice.messageIds };
    case 'message':
      return { ...common, ...messageFields(url, cache, notice) };
  }
}

function messageFields(url: string, cache: OrganizationCache, notice: MessageNotice) {
  const { recipient, sender } = notice;
  const picture = cache.users.get(sender.id) ?? withoutPicture(sender.id);
  return {
    type: 'message',
    message_id: notice.messageId,
    time: Math.floor(notice.sentAt / 1000),
    content: notice.body,
    sender_id: sender.id,
    sender_full_name: sender.fullName,
    sender_avatar_url: new URL(avatarUrl(picture), url).href,
    ...(recipient.type === 'channel'
      ? {
          recipient_type: 'channel',
          channel_id: recipient.channelId,
          channel_name: recipient.channelName,
          topic: recipient.topic,
        }
      : { recipient_type: 'direct', recipient_user_ids: recipient.userIds }),
  };
}

/** Apple and Google accept 4096 bytes, of which base64 takes a quarter, and the encryption and the fields around it the rest. */
const largestPlaintext = 2900;

function reachableRows({ q }: Pick<Db, 'q'>, orgId: number) {
  return q
    .selectFrom('client_device')
    .where('org_id', '=', orgId)
    .where('token_id', 'is not', null)
    .where('push_key', 'is not', null);
}

/** Devices that are registered with the push service. */
export const reachableDevices = (db: Pick<Db, 'q'>, orgId: number, userId: number) =>
  reachableRows(db, orgId).selectAll().where('user_id', '=', userId).orderBy('id').execute();

/** The users who have such a device. */
export async function usersWithMobileDevices(
  db: Pick<Db, 'q' | 'dialect'>,
  orgId: number,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const rows = await reachableRows(db, orgId)
    .select('user_id')
    .distinct()
    .where(inList(db.dialect, 'user_id', userIds))
    .execute();
  return rows.map((row) => row.user_id);
}

/** Enqueues notifications. @returns whether there is a device to deliver them to */
export async function enqueueMobilePushes(
  tx: Tx,
  userId: number,
  notices: readonly QueuedNotice[],
): Promise<boolean> {
  const [hasDevice] = await usersWithMobileDevices(tx, tx.orgId, [userId]);
  if (hasDevice === undefined) return false;
  const expiresAt = tx.now + keptSeconds * 1000;
  for (const queued of notices)
    await enqueue(tx, jobs.sendMobilePush, { userId, notice: getWaiting(queued), expiresAt });
  return true;
}

export async function deliverMobilePush({
  app,
  orgId,
  payload,
  attempt,
}: JobContext<SendMobilePush>): Promise<void> {
  const { userId, notice, expiresAt } = payload;
  const shown = await noticeToSend(app, orgId, userId, notice);
  const devices = await reachableDevices(app.db.read, orgId, userId);
  const service = await mobilePushService(app);
  if (!shown || !service || devices.length === 0 || app.clock.now() > expiresAt) {
    const outcome = shown ? 'failed' : 'unnecessary';
    await app.db.write(orgId, 'system', (tx) => settleNotice(tx, userId, notice, outcome));
    return;
  }
  const outcome = await push(app, service, { orgId, userId, devices, notice: shown });
  // Before a retry, which does not send to them again.
  if (outcome.deadTokenIds.length > 0)
    await app.db.write(orgId, 'system', (tx) => endDeadTokens(tx, userId, outcome.deadTokenIds));
  if (outcome.kind === 'failed' && outcome.isPassing && attempt < mostPushAttempts)
    throw new PushFailed(outcome.error);
  if (outcome.kind === 'failed')
    app.log.warn({ orgId, userId, error: outcome.error }, 'a push service refused a notification');
  await app.db.write(orgId, 'system', async (tx) => {
    const isDelivered = outcome.kind === 'done' && outcome.delivered > 0;
    await settleNotice(tx, userId, notice, isDelivered ? 'delivered' : 'failed');
  });
}

interface Push {
  orgId: number;
  userId: number;
  devices: readonly DeviceRow[];
  notice: Notice;
}

/** Sends one notification to registered devices. */
export async function push(
  app: AppContext,
  service: MobilePushService,
  { orgId, userId, devices, notice }: Push,
): Promise<PushOutcome> {
  const cache = await app.organizations.cache(orgId);
  const now = app.clock.now();
  const plaintext = fitJson(notice, largestPlaintext, (one) =>
    mobilePayload(app, cache, { userId, notice: one, now }),
  );
  const isSilent = notice.type === 'remove';
  const { sealSecretBox } = await import('../../lib/mobile-push/sodium.ts');
  const pushes: DevicePush[] = [];
  for (const row of devices) {
    const { push_key_id: keyId, token_id: tokenId, token_kind: kind } = row;
    const key = row.push_key === null ? undefined : openPushKey(app.secrets, row.push_key);
    if (key === undefined || keyId === null || tokenId === null || kind === null) continue;
    const encrypted = sealSecretBox(key, plaintext).toString('base64');
    const token = row.app_token === null ? undefined : openAppToken(app.secrets, row.app_token);
    pushes.push({ kind, tokenId, token, keyId, encrypted, isSilent });
  }
  if (pushes.length === 0)
    return {
      kind: 'failed',
      error: 'The keys of the devices cannot be opened.',
      isPassing: false,
      deadTokenIds: [],
    };
  return service.notify(cache.organization.uuid, pushes);
}

/** Removes tokens that the push service reports as unregistered. */
export async function endDeadTokens(tx: Tx, userId: number, tokenIds: readonly string[]): Promise<void> {
  if (tokenIds.length === 0) return;
  const rows = await reachableDevices(tx, tx.orgId, userId);
  for (const row of rows)
    if (row.token_id !== null && tokenIds.includes(row.token_id))
      await updateDevice(tx, row, { token_id: null });
}
