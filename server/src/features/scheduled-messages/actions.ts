/** Schedules messages. Whether one may be sent is checked when it is scheduled and again when it is due. */
import type { CreateScheduledParams, EditScheduledParams } from '../../../../wire/scheduled-messages.ts';
import { channelForPosting } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, jobKind } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  channelRef,
  checkDirectAllowed,
  checkTopicAllowed,
  cleanTopic,
  participants,
  findDirect,
  memberKey,
} from '../../core/messages/index.ts';
import { type Principal, type User, currentUser } from '../../core/organization/index.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import { type Draft, draftSources, keepsUnread, prepareDraft } from '../message-send/index.ts';
import { apiError } from '../../lib/errors.ts';
import { ownRow } from './queries.ts';
import { getRecipients, scheduledObject, type ScheduledRow } from './serialize.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';

type ScheduledDestination = Pick<ScheduledRow, 'channel_id' | 'recipients' | 'topic'>;

export async function createScheduled(
  app: AppContext,
  me: Principal,
  params: CreateScheduledParams,
  { client, origin }: { client: string; origin: string },
): Promise<number> {
  const draft = await rendered(app, me, params.content, origin);
  return app.db.write(me.orgId, me, async (tx) => {
    const deliver_at = deliveryTime(tx, params.scheduled_delivery_timestamp);
    const place = await placeFor(tx, currentUser(tx.cache, me), params);
    const row = await insertScheduled(tx, {
      user_id: me.id,
      channel_id: place.channel_id,
      recipients: place.recipients,
      topic: place.topic,
      content: draft.content,
      rendered: draft.rendered.html,
      client,
      deliver_at,
      keeps_unread: isKeptUnread(me.id, place, keepsUnread(client, params.read_by_sender)) ? 1 : 0,
      target_message_id: null,
      key_id: me.key?.id ?? null,
    });
    const scheduled_messages = [scheduledObject(row)];
    tx.emit({ type: 'scheduled_messages', op: 'add', scheduled_messages }, { users: [me.id] });
    return row.id;
  });
}

const isKeptUnread = (authorId: number, place: ScheduledDestination, keeps: boolean | 'note'): boolean =>
  keeps === 'note' ? place.channel_id === null && getRecipients(place).every((id) => id === authorId) : keeps;

export async function editScheduled(
  app: AppContext,
  me: Principal,
  id: number,
  params: EditScheduledParams,
  origin: string,
): Promise<void> {
  const { type, to, content, topic, scheduled_delivery_timestamp: time } = params;
  if ([type, to, content, topic, time].every((value) => value === undefined))
    throw apiError('parameters.nothing-to-change');
  const draft = params.content === undefined ? undefined : await rendered(app, me, params.content, origin);
  await app.db.write(me.orgId, me, async (tx) => {
    const row = await ownRow(tx, me.id, id, 'message');
    if (!row) throw noScheduled();
    const changes = await changesTo(tx, me, row, params, draft);
    await tx.q
      .updateTable('scheduled_message')
      .set(changes)
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
    if (changes.deliver_at !== row.deliver_at)
      await enqueue(tx, jobs.deliverScheduled, { id, at: changes.deliver_at }, changes.deliver_at);
    const scheduled_message = scheduledObject(Object.assign(row, changes));
    tx.emit({ type: 'scheduled_messages', op: 'update', scheduled_message }, { users: [me.id] });
  });
}

export async function deleteScheduled(tx: Tx, userId: number, id: number): Promise<void> {
  if (!(await ownRow(tx, userId, id, 'message'))) throw noScheduled();
  await removeScheduled(tx, id);
  tx.emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, { users: [userId] });
}

const noScheduled = () => apiError('scheduled.not-found');

async function rendered(app: AppContext, me: Principal, content: string, origin: string): Promise<Draft> {
  const sources = await draftSources(app.db.read, me, content);
  const linked = mediaProxy(app.secrets);
  return prepareDraft(me, content, { ...sources, linked, organizationUrl: origin });
}

/** The changed columns. Editing a failed message schedules it again, so it needs a delivery time in the future. */
async function changesTo(
  tx: Tx,
  me: Principal,
  row: ScheduledRow,
  params: EditScheduledParams,
  draft: Draft | undefined,
) {
  const seconds = params.scheduled_delivery_timestamp ?? (row.is_failed ? 0 : undefined);
  const deliver_at = seconds === undefined ? row.deliver_at : deliveryTime(tx, seconds);
  const place = await placeFor(tx, currentUser(tx.cache, me), completed(row, params));
  return {
    channel_id: place.channel_id,
    recipients: place.recipients,
    topic: place.topic,
    content: draft?.content ?? row.content,
    rendered: draft?.rendered.html ?? row.rendered,
    deliver_at,
    is_failed: 0,
    key_id: me.key?.id ?? null,
  };
}

type Target = Pick<CreateScheduledParams, 'type' | 'to' | 'topic'>;

/** Fills in parameters that are not given from the row. @throws ApiError if they do not fit the new type of recipient */
function completed(row: ScheduledRow, { type, to, topic }: EditScheduledParams): Target {
  const before = row.channel_id === null ? 'direct' : 'channel';
  const kind = type === undefined ? before : isChannel(type) ? 'channel' : 'direct';
  if (kind !== before && to === undefined) throw apiError('scheduled.recipient-required');
  if (kind !== before && kind === 'channel' && topic === undefined)
    throw apiError('scheduled.topic-required');
  return { type: kind, to: to ?? row.channel_id ?? getRecipients(row), topic: topic ?? row.topic };
}

const isChannel = (type: string): boolean => type === 'channel' || type === 'stream';

/** @throws ApiError if the user could not send the message now */
async function placeFor(tx: Tx, user: User, { type, to, topic }: Target): Promise<ScheduledDestination> {
  if (isChannel(type)) {
    if (topic === undefined) throw apiError('parameters.missing-topic');
    const channel = channelForPosting(tx.cache, user, channelRef(to));
    const name = cleanTopic(topic);
    await checkTopicAllowed(tx, channel, user, name);
    return { channel_id: channel.id, recipients: '[]', topic: name };
  }
  const people = await participants(tx, tx.cache, user, to);
  const ids = people.map(({ id }) => id);
  const directId = await findDirect(tx, tx.orgId, memberKey(ids));
  await checkDirectAllowed(tx, tx.cache, user, { people, directId: directId ?? 0 });
  const others = ids.filter((id) => id !== user.id);
  return {
    channel_id: null,
    recipients: JSON.stringify(others.length > 0 ? others : ids),
    topic: '',
  };
}

// Inserts and deletes scheduled messages together with the job that sends them.

export type NewScheduled = Omit<ScheduledRow, 'id' | 'is_failed'>;

export async function insertScheduled(tx: Tx, values: NewScheduled): Promise<ScheduledRow> {
  const { count } = await tx.q
    .selectFrom('scheduled_message')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', values.user_id)
    .executeTakeFirstOrThrow();
  refuseAboveLimit('scheduled.too-many', Number(count));
  const { id } = await tx.q
    .insertInto('scheduled_message')
    .values({ org_id: tx.orgId, ...values, is_failed: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, jobs.deliverScheduled, { id, at: values.deliver_at }, values.deliver_at);
  return { id, ...values, is_failed: 0 };
}

export async function removeScheduled(tx: Tx, id: number): Promise<void> {
  await tx.q.deleteFrom('scheduled_message').where('id', '=', id).where('org_id', '=', tx.orgId).execute();
}

/** In seconds: after the year 5000, so that nobody means it. As milliseconds, it has been reached in 1973. */
const farFuture = 1e11;

/** @returns milliseconds. */
export function deliveryTime(tx: Tx, seconds: number): number {
  const at = seconds * 1000;
  if (seconds > farFuture) throw apiError('scheduled.in-milliseconds');
  if (at <= tx.now || !Number.isSafeInteger(at)) throw apiError('scheduled.in-the-past');
  return at;
}

// Job kinds of this feature, with their payloads.

export interface DeliverScheduled {
  id: number;
  /** Delivery time when the job was enqueued, in milliseconds since 1970. Rescheduling enqueues another job. */
  at: number;
}

export const jobs = {
  /** Sends a scheduled message. */
  deliverScheduled: jobKind<DeliverScheduled>('deliverScheduled'),
};
