/**
 * Access to files: users may read their own, and those claimed by a message that they may read. A file that does not exist
 * and one that must not be read are not distinguished.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import { inList, type Dialect } from '../../db/sql.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type Reader, visibleTo } from '../../core/messages/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { openChannels } from '../../core/spectators/index.ts';
import { attachmentColumns, type AttachmentRow } from './queries.ts';

/** The file with this path, if the reader may read it. */
export async function fileForReading(
  db: Db,
  reader: Reader,
  path: string,
): Promise<AttachmentRow | undefined> {
  return (await filesForReading(db, reader, [path]))[0];
}

export function filesForReading(db: Db, reader: Reader, paths: readonly string[]): Promise<AttachmentRow[]> {
  return select(db, reader.orgId, paths, (dialect) => {
    const isOwn = sql<boolean>`attachment.owner_id = ${reader.id}`;
    return sql<boolean>`(${isOwn} OR ${claimedBy(visibleTo(dialect, reader))})`;
  });
}

/** The file with this path, if it is claimed by a message in a channel open to spectators. */
export async function fileForAnyone(
  { db: { read: db }, config }: Pick<AppContext, 'db' | 'config'>,
  cache: OrganizationCache,
  path: string,
): Promise<AttachmentRow | undefined> {
  const ids = openChannels(config, cache).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const [row] = await select(db, cache.orgId, [path], (dialect) =>
    claimedBy(inList(dialect, 'message.channel_id', ids)),
  );
  return row;
}

/** A file that a message claims, with the channel of the message, if the reader may read the message. */
export async function fileOfMessage(db: Db, reader: Reader, messageId: number, path: string) {
  if (!isStorable(path)) return undefined;
  return db.q
    .selectFrom('attachment')
    .innerJoin('attachment_claim', 'attachment_claim.attachment_id', 'attachment.id')
    .innerJoin('message', 'message.id', 'attachment_claim.message_id')
    .selectAll('attachment')
    .select('message.channel_id')
    .where('attachment.org_id', '=', reader.orgId)
    .where('attachment.path', '=', path)
    .where('message.org_id', '=', reader.orgId)
    .where('message.id', '=', messageId)
    .where(visibleTo(db.dialect, reader))
    .executeTakeFirst();
}

/** Databases reject other text, so no stored path contains it. */
const isStorable = (path: string): boolean => !path.includes('\0') && path.isWellFormed();

const claimedBy = (isVisible: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM attachment_claim AS claim JOIN message ON message.id = claim.message_id
    WHERE claim.attachment_id = attachment.id AND message.org_id = attachment.org_id AND ${isVisible})`;

async function select(
  db: Db,
  orgId: number,
  paths: readonly string[],
  isAllowed: (dialect: Dialect) => RawBuilder<boolean>,
): Promise<AttachmentRow[]> {
  const possible = paths.filter(isStorable);
  if (possible.length === 0) return [];
  return db.q
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('org_id', '=', orgId)
    .where('path', 'in', possible)
    .where(isAllowed(db.dialect))
    .orderBy('id')
    .execute();
}
