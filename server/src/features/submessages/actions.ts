/** Submessages: the widget of a message, and the interactions of users with it. */
import { sql } from 'kysely';
import type { AddSubmessageParams } from '../../../../wire/submessages.ts';
import type { Submessage } from '../../../../wire/messages.ts';
import { prepared } from '../../db/prepared.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { messageForChanging, emitMessage, type MessagesHidden } from '../../core/messages/index.ts';
import type { Principal, User } from '../../core/organization/index.ts';
import { trait } from '../../core/read-state/index.ts';
import { noteParticipation } from '../user-topics/index.ts';
import { apiError } from '../../lib/errors.ts';
import { checkChange, checkForm } from './checks.ts';
import type { SubmessageRow } from './queries.ts';
import { submessageAdded, submessageObject } from './serialize.ts';
import { isObject } from '../../lib/objects.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { inListParam, listValue } from '../../db/sql.ts';

const deleteRows = prepared<{ list: unknown }>()((q, p, dialect) =>
  q.deleteFrom('submessage').where(inListParam(dialect, 'message_id', p.list)),
);

/** Deletes the submessages of deleted messages. Moved messages keep theirs. */
export async function deleteSubmessages(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  if (!userIds) await tx.run(deleteRows, { list: listValue(tx.dialect, ids) });
}

const widget = 'widget';

interface Values {
  org_id: number;
  message_id: number;
  sender_id: number;
  kind: string;
  content: string;
}

const insert = prepared<Values>()((q, p) =>
  q
    .insertInto('submessage')
    .values({
      org_id: p.org_id,
      message_id: p.message_id,
      sender_id: p.sender_id,
      kind: p.kind,
      content: p.content,
    })
    .returning('id'),
);

async function store(tx: Tx, values: Omit<Values, 'org_id'>): Promise<SubmessageRow> {
  const row = await tx.first(insert, { org_id: tx.orgId, ...values });
  if (!row) throw new Error('The database gave the submessage no id.');
  return { id: row.id, ...values };
}

/** Makes a new message a widget, as its text or its bot requested: a poll, a to-do list, or buttons. */
export async function beginWidget(
  tx: Tx,
  sender: User,
  messageId: number,
  content: string,
): Promise<Submessage> {
  return submessageObject(
    await store(tx, { message_id: messageId, sender_id: sender.id, kind: widget, content }),
  );
}

/**
 * Anyone who can read the message may add submessages once its sender has added the first.
 * @throws ApiError for an unreadable message, one without a widget, and for content that does not fit the widget.
 */
export async function addSubmessage(
  tx: Tx,
  me: Principal,
  { message_id: messageId, msg_type: kind, content }: AddSubmessageParams,
): Promise<void> {
  const message = await messageForChanging(tx, me, messageId);
  const { row, channel, user } = message;
  const isAuthor = row.sender_id === me.id;
  const isBegun = (row.traits & trait.hasSubmessage) !== 0;
  if (!isAuthor && !isBegun) throw apiError('widgets.not-here');
  checkChange(isBegun ? await getWidgetType(tx, messageId) : undefined, checkForm(kind, content), isAuthor);
  if (isBegun) await checkRoom(tx, messageId, content);
  else await markBegun(tx, messageId, row.traits);
  const added = await store(tx, { message_id: messageId, sender_id: me.id, kind, content });
  if (channel) await noteParticipation(tx, user, channel, row.topic, 'participating');
  await emitMessage(tx, message, submessageAdded(added));
}

const firstWidget = prepared<{ message_id: number; kind: string }>()((q, p) =>
  q
    .selectFrom('submessage')
    .select('content')
    .where('message_id', '=', p.message_id)
    .where('kind', '=', p.kind)
    .orderBy('id')
    .limit(1),
);

async function getWidgetType(tx: Tx, messageId: number): Promise<unknown> {
  const first = await tx.first(firstWidget, { message_id: messageId, kind: widget });
  const content: unknown = first && parseForeignJson(first.content);
  return isObject(content) ? content.widget_type : undefined;
}

const getSize = prepared<{ message_id: number }>()((q, p) =>
  q
    .selectFrom('submessage')
    .select(sql<number | string | null>`sum(length(content))`.as('size'))
    .where('message_id', '=', p.message_id),
);

async function checkRoom(tx: Tx, messageId: number, content: string): Promise<void> {
  const size = Number((await tx.first(getSize, { message_id: messageId }))?.size ?? 0);
  refuseAboveLimit('widgets.full', size, content.length);
}

async function markBegun(tx: Tx, messageId: number, traits: number): Promise<void> {
  await tx.q
    .updateTable('message')
    .set({ traits: traits | trait.hasSubmessage })
    .where('id', '=', messageId)
    .where('org_id', '=', tx.orgId)
    .execute();
}
