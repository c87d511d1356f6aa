/** Messages that link to files claim them: anyone who may read the message may then read the file. */
import type { Attachment } from '../../../../wire/attachments.ts';
import { prepared } from '../../db/prepared.ts';
import { withIdsParam, inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import type { MessagesHidden } from '../../core/messages/index.ts';
import type { User } from '../../core/organization/index.ts';
import { pathInLink } from '../../lib/files/names.ts';
import { filesForReading } from './access.ts';
import { scheduleRemoval } from './remove.ts';
import { attachmentColumns, spaceUsed, withClaims, type AttachmentRow } from './queries.ts';
import { attachmentChanged } from './serialize.ts';

/**
 * The files that a user may share by linking to them: those that the user may read. Linking cannot give access to others.
 * @param links `uploads` of the rendered text.
 */
export async function claimable(tx: Tx, sender: User, links: readonly string[]): Promise<AttachmentRow[]> {
  if (links.length === 0) return [];
  const reader = { id: sender.id, orgId: tx.orgId, user: sender, cache: tx.cache };
  return filesForReading(tx, reader, [...new Set(links.map(pathInLink))]);
}

export interface Claims {
  /** Whether the message has an attachment now. */
  hasAttachment: boolean;
  /** Files of the sender that are no longer claimed by any message. */
  detached: Attachment[];
}

/**
 * Sets the files that a message claims, when it is sent and when its content changes. Files linked by someone else stay
 * claimed as long as they are linked.
 * @param links `uploads` of the rendered text.
 */
export async function claimAttachments(
  tx: Tx,
  sender: User,
  messageId: number,
  links: readonly string[],
): Promise<Claims> {
  const before = await claimedBy(tx, [messageId]);
  if (before.length === 0 && links.length === 0) return { hasAttachment: false, detached: [] };
  const linked = new Set(links.map(pathInLink));
  const stay = before.filter(({ path }) => linked.has(path));
  const go = before.filter(({ path }) => !linked.has(path));
  const known = new Set(before.map(({ id }) => id));
  const come = (await claimable(tx, sender, links)).filter(({ id }) => !known.has(id));
  if (come.length > 0) {
    const values = come.map(({ id }) => ({ attachment_id: id, message_id: messageId }));
    await tx.q.insertInto('attachment_claim').values(values).execute();
  }
  if (go.length > 0) await release(tx, [messageId], go);
  await noteClaims(tx, [...come, ...go]);
  const emitted = await emitOwners(tx, [...come, ...go]);
  const gone = new Set(go.filter((file) => file.owner_id === sender.id).map(({ id }) => id));
  return {
    hasAttachment: stay.length + come.length > 0,
    detached: emitted.filter(({ id, message_ids }) => gone.has(id) && message_ids.length === 0),
  };
}

/** Releases the claims of deleted messages. Moved messages keep theirs. */
export async function releaseAttachments(
  tx: Tx,
  { ids: messageIds, userIds }: MessagesHidden,
): Promise<void> {
  if (userIds) return;
  const files = await claimedBy(tx, messageIds);
  if (files.length === 0) return;
  await release(tx, messageIds, files);
  await noteClaims(tx, files);
  await emitOwners(tx, files);
}

const claimed = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('org_id', '=', p.org_id)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('attachment_claim')
        .select('attachment_id')
        .where(inListParam(dialect, 'message_id', p.list)),
    )
    .orderBy('id'),
);

/** The files claimed by messages. */
const claimedBy = (tx: Tx, messageIds: readonly number[]): Promise<AttachmentRow[]> =>
  tx.rows(claimed, { org_id: tx.orgId, list: listValue(tx.dialect, messageIds) });

const deleteClaims = prepared<{ messages: unknown; files: unknown }>()((q, p, dialect) =>
  q
    .deleteFrom('attachment_claim')
    .where(inListParam(dialect, 'message_id', p.messages))
    .where(inListParam(dialect, 'attachment_id', p.files)),
);

async function release(
  tx: Tx,
  messageIds: readonly number[],
  files: readonly AttachmentRow[],
): Promise<void> {
  await tx.run(deleteClaims, {
    messages: listValue(tx.dialect, messageIds),
    files: idList(tx, files),
  });
}

const idList = (tx: Tx, files: readonly AttachmentRow[]): unknown =>
  listValue(
    tx.dialect,
    files.map(({ id }) => id),
  );

const noteClaimed = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .updateTable('attachment')
    .set({ unclaimed_since: null })
    .where(withIdsParam(dialect, p.org_id, p.list))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attachment_claim').select('message_id').whereRef('attachment_id', '=', 'attachment.id'),
      ),
    ),
);
const noteFreed = prepared<{ org_id: number; now: number; list: unknown }>()((q, p, dialect) =>
  q
    .updateTable('attachment')
    .set({ unclaimed_since: p.now })
    .where(withIdsParam(dialect, p.org_id, p.list))
    .where('unclaimed_since', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('attachment_claim').select('message_id').whereRef('attachment_id', '=', 'attachment.id'),
        ),
      ),
    ),
);

async function noteClaims(tx: Tx, files: readonly AttachmentRow[]): Promise<void> {
  if (files.length === 0) return;
  const list = idList(tx, files);
  await tx.run(noteClaimed, { org_id: tx.orgId, list });
  const freed = files.map(({ id }) => id);
  if ((await tx.run(noteFreed, { org_id: tx.orgId, now: tx.now, list })) > 0)
    await scheduleRemoval(tx, freed);
}

async function emitOwners(tx: Tx, files: readonly AttachmentRow[]): Promise<Attachment[]> {
  const emitted = await withClaims(tx, files);
  const used = files.length === 0 ? 0 : await spaceUsed(tx, tx.orgId);
  for (const [i, file] of files.entries()) {
    const attachment = emitted[i];
    if (attachment) tx.emit(attachmentChanged('update', attachment, used), { users: [file.owner_id] });
  }
  return emitted;
}
