/** Scheduled messages, drafts and reminders. */
import type { Draft } from '../../../../wire/drafts.ts';
import type { ScheduledMessage } from '../../../../wire/scheduled-messages.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import type { Destination } from '../../store/narrow/narrow.ts';
import { ask } from '../request/outcome.ts';

/** @param at seconds since 1970 */
export function schedule(
  { api, live }: Client,
  to: Destination,
  content: string,
  at: number,
): Promise<ApiFailure | undefined> {
  const others = to.kind === 'direct' ? to.userIds : [];
  const place =
    to.kind === 'topic'
      ? { type: 'channel', to: to.channelId, topic: to.topic }
      : { type: 'direct', to: others.length === 0 ? [live.peek().own.user_id] : [...others] };
  const params = { ...place, content, scheduled_delivery_timestamp: at };
  return ask(api.post('/scheduled_messages', params));
}

/** @param change `at` in seconds since 1970 */
export const changeScheduled = (
  { api }: Client,
  id: number,
  { at, content }: { at: number; content: string },
): Promise<ApiFailure | undefined> =>
  ask(api.patch(`/scheduled_messages/${id}`, { content, scheduled_delivery_timestamp: at }));

export const deleteScheduled = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/scheduled_messages/${id}`));

export const deleteReminder = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/reminders/${id}`));

export const deleteDraft = ({ api }: Client, { id }: Draft): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/drafts/${id}`));

/** Adds the message to the outbox only after the server has deleted it: it is sent once, and its text is never lost. */
export async function sendScheduledNow(
  client: Client,
  message: ScheduledMessage,
  to: Destination,
): Promise<ApiFailure | undefined> {
  const { queueId } = client.sync;
  if (queueId === undefined) return { kind: 'unreachable' };
  const failure = await deleteScheduled(client, message.scheduled_message_id);
  if (failure === undefined) client.outbox.add(to, message.content, queueId);
  return failure;
}
