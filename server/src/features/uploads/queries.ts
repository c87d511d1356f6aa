/** Lists attachments. Access to a file is checked by `access.ts`. */
import type { Selectable } from 'kysely';
import type { Attachment, GetAttachmentsResponse } from '../../../../wire/attachments.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { AttachmentTable } from '../../db/schema/uploads.ts';
import { type Reader, visibleRows } from '../../core/messages/index.ts';
import { attachmentObject, type AttachmentFacts } from './serialize.ts';

/** All but the transcript: it can be as long as a small book, and who reads it asks for it alone. */
export const attachmentColumns = [
  'id',
  'org_id',
  'owner_id',
  'path',
  'name',
  'size',
  'content_type',
  'created_at',
  'unclaimed_since',
  'width',
  'height',
  'is_animated',
  'thumbnails',
] as const satisfies readonly (keyof AttachmentTable)[];

export type AttachmentRow = Pick<Selectable<AttachmentTable>, (typeof attachmentColumns)[number]>;

/** All files of the reader, newest first. */
export async function getAttachments(db: Db, reader: Reader): Promise<GetAttachmentsResponse> {
  const { orgId, id: ownerId } = reader;
  const rows = await db.q
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('org_id', '=', orgId)
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .execute();
  return { attachments: await withClaims(db, reader, rows), upload_space_used: await spaceUsed(db, orgId) };
}

const claims = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('attachment_claim')
    .select(['attachment_id', 'message_id'])
    .where(inListParam(dialect, 'attachment_id', p.list))
    .orderBy('message_id'),
);

/** The ids of the messages that claim each file, those included that its owner may not read. */
export async function findClaims(
  db: Db,
  rows: readonly Pick<AttachmentFacts, 'id'>[],
): Promise<Map<number, number[]>> {
  if (rows.length === 0) return new Map();
  const list = listValue(
    db.dialect,
    rows.map(({ id }) => id),
  );
  const found = new Map<number, number[]>();
  for (const { attachment_id: id, message_id } of await db.rows(claims, { list }))
    found.set(id, [...(found.get(id) ?? []), message_id]);
  return found;
}

/** In the format of events, with the ids of the messages that claim them and that the reader may read. */
export async function withClaims(
  db: Db,
  reader: Reader,
  rows: readonly AttachmentFacts[],
): Promise<Attachment[]> {
  const claimed = await findClaims(db, rows);
  const visible = await visibleAmong(db, reader, new Set([...claimed.values()].flat()));
  return rows.map((row) =>
    attachmentObject(
      row,
      (claimed.get(row.id) ?? []).filter((id) => visible.has(id)),
    ),
  );
}

export const visibleAmong = async (db: Db, reader: Reader, ids: Iterable<number>): Promise<Set<number>> =>
  new Set((await visibleRows(db, reader, [...ids])).map(({ id }) => id));

/** Total bytes of the files of an organization. */
export async function spaceUsed(db: Db, orgId: number): Promise<number> {
  const row = await db.q
    .selectFrom('upload_space')
    .select('bytes')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}
