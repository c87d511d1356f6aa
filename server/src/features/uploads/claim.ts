/** Messages that link to files claim them: anyone who may read the message may then read the file. */
import type { Attachment } from '../../../../wire/attachments.ts';
import { prepared } from '../../db/prepared.ts';
import { withIdsParam, inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import { type MessagesHidden, readerIn } from '../../core/messages/index.ts';
import type { User } from '../../core/organization/index.ts';
import { pathInLink } from '../../lib/files/names.ts';
import { filesForReading } from './access.ts';
import { scheduleRemoval } from './remove.ts';
import {
  attachmentColumns,
  findClaims,
  spaceUsed,
  visibleAmong,
  withClaims,
  type AttachmentRow,
} from './queries.ts';
import { attachmentChanged, attachmentObject } from './serialize.ts';

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
  await emitOwners(tx, [...come, ...go], [messageId]);
  const own = go.filter((file) => file.owner_id === sender.id);
  const claims = await findClaims(tx, own);
  return {
    hasAttachment: stay.length + come.length > 0,
    detached: own.filter(({ id }) => !claims.has(id)).map((file) => attachmentObject(file, [])),
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
  await emitOwners(tx, files, messageIds);
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

/** Not to owners who may read none of the messages whose claims changed. */
async function emitOwners(
  tx: Tx,
  files: readonly AttachmentRow[],
  messageIds: readonly number[],
): Promise<void> {
  if (files.length === 0) return;
  const used = await spaceUsed(tx, tx.orgId);
  for (const [id, own] of Map.groupBy(files, (file) => file.owner_id)) {
    const owner = tx.cache.users.get(id);
    const reader = owner && readerIn(tx, owner);
    if (!reader || (await visibleAmong(tx, reader, messageIds)).size === 0) continue;
    for (const attachment of await withClaims(tx, reader, own))
      tx.emit(attachmentChanged('update', attachment, used), { users: [id] });
  }
}
