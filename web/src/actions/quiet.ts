/** Do not disturb. */
import type { QuietHours } from '../../../wire/quiet-hours.ts';
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask } from './request/outcome.ts';

/** @param until milliseconds since 1970; null ends it */
export const pauseNotices = ({ api }: Client, until: number | null): Promise<ApiFailure | undefined> =>
  ask(api.patch('/heddle/do_not_disturb', { until: until === null ? null : Math.round(until / 1000) }));

/** Has the recipient notified of the person's own message although they are not to be disturbed. */
export const notifyUrgently = (
  { api }: Client,
  messageId: number,
  userId: number,
): Promise<ApiFailure | undefined> =>
  ask(api.post(`/heddle/urgent_notifications/${String(messageId)}`, { user_ids: [userId] }));

/** Their times are those of the person's time zone: that of this device, where none is known. */
export async function saveQuietHours(
  { api, live }: Client,
  hours: readonly QuietHours[],
): Promise<ApiFailure | undefined> {
  const { users, own } = live.peek();
  if ((users.get(own.user_id)?.timezone ?? '') === '') {
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const failure = await ask(api.patch('/settings', { timezone }));
    if (failure !== undefined) return failure;
  }
  return ask(api.patch('/heddle/do_not_disturb', { quiet_hours: hours }));
}
