/** Changing a message: its content, its destination, or both, all or nothing. */
import { createHash } from 'node:crypto';
import type { Attachment } from '../../../../wire/attachments.ts';
import { type EditMessageResponse, type EditMessageParams } from '../../../../wire/edits.ts';
import { resolvedMark } from '../../../../wire/topics.ts';
import { prepared } from '../../db/prepared.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { addHistory, cleanTopic, messageForChanging } from '../../core/messages/index.ts';
import type { Channel, Principal, User } from '../../core/organization/index.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import { type Draft, draftSources, prepareDraft } from '../message-send/index.ts';
import { showsPreviews } from '../website-previews/index.ts';
import { apiError, incompatible } from '../../lib/errors.ts';
import { withEarlierPreviews } from '../../lib/markdown/website-embeds.ts';
import { checkMayEditContent, storeContent } from './edit-content.ts';
import { emitEdit } from './edit-events.ts';
import { emitHistoryStarts } from './move-rows.ts';
import { moveMessages, plannedMove, type Move } from './move.ts';
import { notifyMoved } from './move-notices.ts';
import { historyItem, type ContentChange, type EditFacts } from './serialize-edits.ts';
import { notifyResolved } from './topic-resolved.ts';
import type { EditedMessage, RequestedEdit } from './requested-edit.ts';

export type EditRequest = EditMessageParams & {
  message_id: number;
  /** Origin of the organization as the author reaches it: links to it become relative. */
  origin: string;
  /** Name of the client program. */
  client: string;
};

/** Replaces empty content: a message cannot be empty. */
const emptied = '(deleted)';

/** @throws ApiError for a message that the caller cannot read, and for a change that they may not make, or no longer. */
export async function editMessage(
  app: AppContext,
  me: Principal,
  request: EditRequest,
): Promise<EditMessageResponse> {
  const wanted = await parseEditRequest(app, me, request);
  return app.db.write(me.orgId, me, async (tx) => ({
    detached_uploads: await edit(tx, me, request.message_id, wanted),
  }));
}

async function parseEditRequest(
  app: AppContext,
  me: Principal,
  request: EditRequest,
): Promise<RequestedEdit> {
  const { content, propagate_mode: mode, origin: organizationUrl } = request;
  const topic = request.topic ?? request.subject;
  if (content === undefined && topic === undefined && request.stream_id === undefined)
    throw apiError('parameters.nothing-to-change');
  if (topic === undefined && request.stream_id === undefined && mode !== 'change_one')
    throw apiError('messages.propagate-without-topic');
  const others = request.message_ids ?? [];
  if (others.length > 0 && mode !== 'change_one') throw incompatible('message_ids', 'propagate_mode');
  const text = content?.trim() === '' ? emptied : content;
  const sources = await draftSources(app.db.read, me, text ?? '');
  const linked = mediaProxy(app.secrets);
  return {
    draft: text === undefined ? undefined : prepareDraft(me, text, { ...sources, linked, organizationUrl }),
    topic: topic === undefined ? undefined : movedTopic(topic),
    channelId: request.stream_id,
    others,
    propagate_mode: mode,
    prev_content_sha256: request.prev_content_sha256,
    notifiesOld: request.send_notification_to_old_thread,
    notifiesNew: request.send_notification_to_new_thread,
    client: request.client,
  };
}

function movedTopic(given: string): string {
  if (given.trim() === resolvedMark.trim()) throw apiError('topics.resolve-general-chat');
  return cleanTopic(given);
}

const storedText = prepared<{ id: number }>()((q, p) =>
  q.selectFrom('message').select(['content', 'rendered', 'sent_at']).where('id', '=', p.id),
);

async function edit(tx: Tx, me: Principal, id: number, wanted: RequestedEdit): Promise<Attachment[]> {
  const { row, channel, user } = await messageForChanging(tx, me, id);
  const text = await tx.first(storedText, { id });
  if (!text) throw apiError('messages.not-found');
  const message = { ...row, content: text.content, rendered: text.rendered, sentAt: text.sent_at };
  if (wanted.draft) checkMayEditContent(tx, user, message);
  checkExpectation(message, wanted);
  const move = await plannedMove(tx, user, channel, message, wanted);
  if (wanted.draft && move && move.from.channel.id !== move.to.channel.id)
    throw apiError('messages.content-and-channel');
  if (!wanted.draft && !move) throw apiError('parameters.nothing-to-change');
  return change(tx, user, { message, channel, wanted, move });
}

/** Also when the message is only moved. */
function checkExpectation(message: EditedMessage, { prev_content_sha256: expected }: RequestedEdit): void {
  if (expected === undefined) return;
  if (createHash('sha256').update(message.content).digest('hex') !== expected.toLowerCase())
    throw apiError('messages.changed-meanwhile');
}

interface CheckedEdit {
  message: EditedMessage;
  channel: Channel | undefined;
  wanted: RequestedEdit;
  move: Move | undefined;
}

async function change(
  tx: Tx,
  user: User,
  { message, channel, wanted, move }: CheckedEdit,
): Promise<Attachment[]> {
  const { draft: given } = wanted;
  const draft = given && keepPreviews(tx, message, given);
  const ids = move?.ids ?? [message.id];
  const { linkifiers } = tx.cache.organization;
  const place = { channel, place: move, linkifiers };
  const moved: EditFacts = { userId: user.id, messageId: message.id, ids, at: tx.now, ...place };
  const facts: EditFacts = { ...moved, content: draft && contentChange(message, draft) };
  const detached = draft ? await storeContent(tx, user, message, channel, draft) : [];
  const losers = move ? await moveMessages(tx, move) : [];
  await addHistory(tx, [message.id], historyItem(facts));
  const others = ids.filter((id) => id !== message.id);
  await addHistory(tx, others, historyItem(moved));
  await emitEdit(tx, message, facts, losers);
  if (!move) return detached;
  await emitHistoryStarts(tx, move);
  await (move.isResolution ? notifyResolved(tx, user, move.to) : notifyMoved(tx, user, move, wanted));
  return detached;
}

/** Keeps previews of links that stay, so that they do not disappear until they are fetched again. */
function keepPreviews(tx: Tx, { rendered: before }: EditedMessage, draft: Draft): Draft {
  if (!showsPreviews(tx.cache)) return draft;
  const { rendered } = draft;
  return {
    ...draft,
    rendered: { ...rendered, html: withEarlierPreviews(rendered.html, before, rendered.websites) },
  };
}

const contentChange = (
  { content, rendered }: EditedMessage,
  { content: newContent, rendered: { html, isMe } }: Draft,
): ContentChange => ({
  before: { content, rendered },
  after: { content: newContent, rendered: html, isMe },
});
