/** Drafts. Only their author gets events. */
import { limits } from '../../../../wire/core.ts';
import type { NewDraft } from '../../../../wire/drafts.ts';
import { channelInUse } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, type User, userSetting, currentUser } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { isWellFormed, truncate } from '../../lib/text.ts';
import { draftObject, type DraftRow } from './serialize.ts';

type Values = Omit<DraftRow, 'id'>;

export async function createDrafts(tx: Tx, me: Principal, drafts: readonly NewDraft[]): Promise<number[]> {
  checkSynchronization(currentUser(tx.cache, me));
  const values = drafts.map((draft) => getValues(tx, me, draft));
  const { count } = await tx.q
    .selectFrom('draft')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', me.id)
    .executeTakeFirstOrThrow();
  refuseAboveLimit('drafts.too-many', Number(count), values.length);
  const rows = [];
  for (const value of values) {
    const { id } = await tx.q
      .insertInto('draft')
      .values({ org_id: tx.orgId, user_id: me.id, ...value })
      .returning('id')
      .executeTakeFirstOrThrow();
    rows.push({ id, ...value });
  }
  tx.emit({ type: 'drafts', op: 'add', drafts: rows.map(draftObject) }, { users: [me.id] });
  return rows.map(({ id }) => id);
}

/** @throws ApiError for users who have disabled the synchronization of drafts */
export function checkSynchronization(user: User): void {
  if (!userSetting(user, 'enable_drafts_synchronization')) throw apiError('drafts.not-synchronized');
}

export async function editDraft(tx: Tx, me: Principal, id: number, draft: NewDraft): Promise<void> {
  checkSynchronization(currentUser(tx.cache, me));
  const values = getValues(tx, me, draft);
  const { numUpdatedRows } = await tx.q
    .updateTable('draft')
    .set(values)
    .where('id', '=', id)
    .where('user_id', '=', me.id)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw noDraft();
  tx.emit({ type: 'drafts', op: 'update', draft: draftObject({ id, ...values }) }, { users: [me.id] });
}

export async function deleteDraft(tx: Tx, me: Principal, id: number): Promise<void> {
  checkSynchronization(currentUser(tx.cache, me));
  const { numDeletedRows } = await tx.q
    .deleteFrom('draft')
    .where('id', '=', id)
    .where('user_id', '=', me.id)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw noDraft();
  tx.emit({ type: 'drafts', op: 'remove', draft_id: id }, { users: [me.id] });
}

/** Deletes the drafts of a user who disables synchronization; clients get no events besides that of the setting. */
export async function dropDrafts(tx: Tx, userId: number): Promise<void> {
  await tx.q.deleteFrom('draft').where('user_id', '=', userId).where('org_id', '=', tx.orgId).execute();
}

const noDraft = () => apiError('drafts.not-found');

function getValues(tx: Tx, me: Principal, draft: NewDraft): Values {
  const user = currentUser(tx.cache, me);
  if (draft.timestamp !== undefined && draft.timestamp < 0) throw apiError('drafts.negative-timestamp');
  const changedAt = draft.timestamp === undefined ? tx.now : Math.floor(draft.timestamp * 1000);
  // What is so far in the future is in milliseconds.
  if (!Number.isSafeInteger(changedAt) || changedAt > 1e14) throw apiError('drafts.timestamp-too-large');
  return {
    type: draft.type,
    recipients: JSON.stringify(getRecipients(tx, user, draft)),
    topic: draft.type === 'stream' ? cleanText('Topic', draft.topic, limits.topicLength) : '',
    content: cleanText('Message', draft.content, limits.messageLength),
    changed_at: changedAt,
  };
}

function getRecipients({ cache }: Tx, user: User, { type, to }: NewDraft): number[] {
  if (type === '') return [];
  if (type === 'private') {
    const unknown = to.find((id) => !cache.users.get(id));
    if (unknown !== undefined) throw apiError('users.invalid-recipient-id', { id: unknown });
    return [...new Set(to)];
  }
  const [only] = to;
  if (only === undefined || to.length !== 1) throw apiError('drafts.one-channel');
  return [channelInUse(cache, user, only).id];
}

/** Text that is too long is truncated, not refused, since a draft is not finished. */
function cleanText(what: string, text: string, limit: number): string {
  if (text.includes('\0')) throw apiError('parameters.null-bytes', { name: what });
  if (!isWellFormed(text)) throw apiError('parameters.not-unicode', { name: what });
  return truncate(text, limit, '...');
}
