/** The two transports of push notifications: to browsers and UnifiedPush apps, and to apps from an app store. */
import type { Tx } from '../../core/log/index.ts';
import { enqueueNotices, type QueuedNotice, usersWithSubscriptions } from '../push/index.ts';
import { enqueueMobilePushes, usersWithMobileDevices } from './deliver.ts';

/** The users who have a device for push notifications. */
export async function usersWithDevices(tx: Tx, userIds: readonly number[]): Promise<Set<number>> {
  return new Set([
    ...(await usersWithSubscriptions(tx, tx, userIds)),
    ...(await usersWithMobileDevices(tx, tx.orgId, userIds)),
  ]);
}

/** Enqueues notifications. @returns whether there is a device to deliver them to */
export async function enqueuePushNotices(
  tx: Tx,
  userId: number,
  notices: readonly QueuedNotice[],
): Promise<boolean> {
  const hasBrowser = await enqueueNotices(tx, userId, notices);
  const hasApp = await enqueueMobilePushes(tx, userId, notices);
  return hasBrowser || hasApp;
}
