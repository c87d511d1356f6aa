/** Reads attachments without checking access, which `access.ts` does. */
import type { Selectable } from 'kysely';
import type { Attachment, GetAttachmentsResponse } from '../../../../wire/attachments.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { AttachmentTable } from '../../db/schema/uploads.ts';
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

/** All files of a user, newest first. */
export async function getAttachments(
  db: Db,
  orgId: number,
  ownerId: number,
): Promise<GetAttachmentsResponse> {
  const rows = await db.q
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('org_id', '=', orgId)
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .execute();
  return { attachments: await withClaims(db, rows), upload_space_used: await spaceUsed(db, orgId) };
}

const claims = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('attachment_claim')
    .select(['attachment_id', 'message_id'])
    .where(inListParam(dialect, 'attachment_id', p.list))
    .orderBy('message_id'),
);

/** In the format of events, with the ids of the messages that claim them. */
export async function withClaims(db: Db, rows: readonly AttachmentFacts[]): Promise<Attachment[]> {
  if (rows.length === 0) return [];
  const list = listValue(
    db.dialect,
    rows.map(({ id }) => id),
  );
  const claimed = Map.groupBy(await db.rows(claims, { list }), (row) => row.attachment_id);
  return rows.map((row) =>
    attachmentObject(
      row,
      (claimed.get(row.id) ?? []).map((claim) => claim.message_id),
    ),
  );
}

/** Total bytes of the files of an organization. */
export async function spaceUsed(db: Db, orgId: number): Promise<number> {
  const row = await db.q
    .selectFrom('upload_space')
    .select('bytes')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}
