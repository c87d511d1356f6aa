/**
 * Sends scheduled messages that are due. Sending and deleting the row are one transaction, so that a crash sends
 * nothing twice.
 */
import { isKeyValid } from '../../core/api-keys/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Reader, quoted, readerIn } from '../../core/messages/index.ts';
import type { Db } from '../../db/db.ts';
import { textsOfPerson } from '../../core/organization/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import {
  type Draft,
  draftFor,
  notificationBot,
  prepareDraft,
  sendDirect,
  sendToChannel,
} from '../message-send/index.ts';
import { previewsFor } from '../uploads/index.ts';
import { type ApiError, apiError, isRefusal } from '../../lib/errors.ts';
import { errorText } from '../../lib/i18n/errors.ts';
import { removeScheduled, type DeliverScheduled } from './actions.ts';
import { rowInOrganization, type ScheduledKind } from './queries.ts';
import { reminderText } from './reminder-content.ts';
import { getRecipients, scheduledObject, type ScheduledRow } from './serialize.ts';

const botClient = 'Internal';

/** What is quoted may change while it is rendered; more often than this in a row, the job is retried. */
const mostRenderings = 10;

/** @throws Error for a failure that the job retries, unlike a refusal, which is reported to the author. */
export async function deliverScheduled({ app, orgId, payload }: JobContext<DeliverScheduled>): Promise<void> {
  for (let i = 0; i < mostRenderings; i++) {
    const row = await rowInOrganization(app.db.read, orgId, payload.id);
    if (!row || row.is_failed || row.deliver_at !== payload.at) return;
    const { draft, text } = await getDraft(app, orgId, row);
    try {
      if (await app.db.write(orgId, 'system', (tx) => send(tx, payload, text, draft))) return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await app.db.write(orgId, 'system', (tx) => noteFailure(tx, row.id, error));
      return;
    }
  }
  throw new Error('The text of a scheduled message changes again and again.');
}

/** What is to be sent now. */
const getContent = (
  db: Db,
  author: Reader,
  row: ScheduledRow & { kind: ScheduledKind },
): Promise<string> | string => (row.kind === 'reminder' ? reminderText(db, author, row) : row.content);

async function getDraft(
  app: AppContext,
  orgId: number,
  row: ScheduledRow & { kind: ScheduledKind },
): Promise<{ draft: Draft; text: string }> {
  const { db, organizations, secrets } = app;
  const linked = mediaProxy(secrets);
  const cache = await organizations.cache(orgId);
  const user = cache.users.get(row.user_id);
  if (!user) throw new Error('A scheduled message belongs to nobody.');
  const author = { id: user.id, orgId, user, cache };
  const text = await getContent(db.read, author, row);
  const sees = await getUserVisibility(db.read, cache, user);
  const previews = await previewsFor(db.read, author, text);
  return { draft: prepareDraft({ cache, user }, text, { sees, previews, linked }), text };
}

/** @returns false if the text differs from `text`, from which the draft was made; then nothing is sent */
async function send(tx: Tx, { id, at }: DeliverScheduled, text: string, draft: Draft): Promise<boolean> {
  const row = await rowInOrganization(tx, tx.orgId, id);
  const user = row && tx.cache.users.get(row.user_id);
  if (!row || !user || row.deliver_at !== at) return true;
  if (!user.isActive) throw apiError('users.account-deactivated');
  if (row.key_id !== null && !(await isKeyValid(tx, user.id, row.key_id)))
    throw apiError('scheduled.key-ended');
  if ((await getContent(tx, readerIn(tx, user), row)) !== text) return false;
  await removeScheduled(tx, id);
  if (row.kind === 'reminder') {
    await sendDirect(tx, notificationBot(tx), getRecipients(row), { draft, client: botClient });
    tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, { users: [user.id] });
    return true;
  }
  const reading = { keepsUnread: row.keeps_unread !== 0 };
  const { channel_id: channelId, topic } = row;
  if (channelId === null)
    await sendDirect(tx, user, getRecipients(row), { draft, client: row.client, reading });
  else await sendToChannel(tx, user, { to: channelId, topic }, { draft, client: row.client, reading });
  tx.emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, { users: [user.id] });
  return true;
}

/** Keeps the message, so that its text is not lost, and notifies its author. */
async function noteFailure(tx: Tx, id: number, reason: ApiError): Promise<void> {
  const row = await rowInOrganization(tx, tx.orgId, id);
  const user = row && tx.cache.users.get(row.user_id);
  if (!row || !user) return;
  if (row.kind === 'reminder') {
    await removeScheduled(tx, id);
    tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, { users: [user.id] });
    return;
  }
  await tx.q
    .updateTable('scheduled_message')
    .set({ is_failed: 1 })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  const scheduled_message = scheduledObject(Object.assign(row, { is_failed: 1 }));
  tx.emit({ type: 'scheduled_messages', op: 'update', scheduled_message }, { users: [user.id] });
  if (!user.isActive) return;
  const time = `<time:${new Date(row.deliver_at).toISOString()}>`;
  const t = textsOfPerson(tx.cache, user);
  const text = `${t('notices.scheduledNotSent', { time })}\n\n${quoted(errorText(t.language, reason))}`;
  await sendDirect(tx, notificationBot(tx), [user.id], {
    draft: draftFor(tx, user, text),
    client: botClient,
  });
}
