/** Stores files of imported messages like uploads, but without events. */
import type { Tx } from '../../core/log/index.ts';
import { insertAttachment, type StoredFile } from './stored-file.ts';

/** Inserts the row of a file that messages claim in the same transaction. @returns its id */
export async function addImported(
  tx: Tx,
  ownerId: number,
  file: StoredFile,
  createdAt: number,
): Promise<number> {
  const id = await insertAttachment(tx, ownerId, file, { created_at: createdAt, unclaimed_since: null });
  const { size } = file;
  await tx.q
    .insertInto('upload_space')
    .values({ org_id: tx.orgId, bytes: size })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet((eb) => ({ bytes: eb('upload_space.bytes', '+', size) })),
    )
    .execute();
  return id;
}
