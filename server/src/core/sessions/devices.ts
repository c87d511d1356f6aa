/** Browsers and apps with which someone has signed in before. */
import { createHash } from 'node:crypto';
import { type Tx, defineHook, expiry, trigger } from '../log/index.ts';

export interface NewDeviceSignIn {
  userId: number;
  /** From its User-Agent. */
  userAgent: string;
  /** Network address. */
  address: string;
}

/** Someone has signed in with a browser or app that was not seen with this account before. */
export const signedInFromNewDevice = defineHook<NewDeviceSignIn>('signed in from a new device');

/** Milliseconds after someone has joined in which a browser and an app beside it are their own. */
const settlingMs = 10 * 60_000;

const hashDevice = (device: string): string => createHash('sha256').update(device).digest('base64url');

/**
 * Notes a sign-in. The first device of an account is nobody else's, and neither are those of its first minutes, in which people
 * set up their apps.
 * @param device What is the same at each sign-in with it.
 */
export async function noteDevice(tx: Tx, device: string, signIn: NewDeviceSignIn): Promise<void> {
  const { userId } = signIn;
  const rows = await tx.q
    .selectFrom('known_device')
    .select('device_hash')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .execute();
  const device_hash = hashDevice(device);
  await tx.q
    .insertInto('known_device')
    .values({ user_id: userId, org_id: tx.orgId, device_hash, created_at: tx.now, last_seen_at: tx.now })
    .onConflict((oc) => oc.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: tx.now }))
    .execute();
  const isKnown = rows.some((row) => row.device_hash === device_hash);
  const joinedAt = tx.cache.users.get(userId)?.dateJoined ?? 0;
  const isSettled = rows.length > 0 && tx.now - joinedAt >= settlingMs;
  if (!isKnown && isSettled) await trigger(tx, signedInFromNewDevice, signIn);
}

const rememberedMs = 400 * 24 * 3600_000;

export const deleteOldDevices = expiry(
  (tx, limit) =>
    tx.q
      .selectFrom('known_device')
      .select(['user_id', 'device_hash'])
      .where('last_seen_at', '<=', tx.now - rememberedMs)
      .limit(limit)
      .execute(),
  async (tx, rows) => {
    for (const { user_id, device_hash } of rows)
      await tx.q
        .deleteFrom('known_device')
        .where('user_id', '=', user_id)
        .where('device_hash', '=', device_hash)
        .execute();
  },
);
