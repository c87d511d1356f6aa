/** Imports folders of channels, and the pictures of an organization that the import makes. */
import type { Tx } from '../../../../core/log/index.ts';
import { createFolder, getFolders } from '../../../../features/folders/index.ts';
import { setOrganizationPicture } from '../../../../features/organization/index.ts';
import { inList } from '../../../../db/sql.ts';
import { nameKey } from '../../../../lib/text.ts';
import { errorMessage } from '../../../../lib/thrown.ts';
import { pictureFault } from '../../pictures/faults.ts';
import type { FolderRecord, PictureRecord } from '../../reading/more-records.ts';
import type { ImportContext } from '../context.ts';
import { storeItems } from '../items.ts';
import { received, refusePassing } from '../pictures.ts';

export async function writeFolder(context: ImportContext, record: FolderRecord): Promise<void> {
  const { app, orgId, folders, people, report } = context;
  if (folders.has(record.id)) return;
  try {
    const localId = await app.db.write(orgId, 'system', async (tx) => {
      const known = (await getFolders(tx, orgId, { includeArchived: true })).find(
        ({ name }) => nameKey(name) === nameKey(record.name),
      );
      const creatorId = people.get(record.creator ?? '') ?? context.owner.id;
      const { name, description } = record;
      const id = known?.id ?? (await createFolder(tx, creatorId, { name, description }));
      if (!known && record.isArchived)
        await tx.q
          .updateTable('channel_folder')
          .set({ is_archived: 1 })
          .where('id', '=', id)
          .where('org_id', '=', orgId)
          .execute();
      await storeItems(tx, context, 'folder', [{ key: record.id, localId: id, isOurs: !known }]);
      return id;
    });
    folders.set(record.id, localId);
  } catch (error) {
    refusePassing(context, error);
    report.problem(`folder ${record.name}`, errorMessage(error));
  }
}

/** Those in which no channel is any more. */
export async function eraseFolders(tx: Tx, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('channel_folder')
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'id', ids))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('channel').select('id').whereRef('folder_id', '=', 'channel_folder.id'))),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const ownPictures = {
  what: 'pictures of the organization',
  count: 1,
  reason: 'This organization has its own.',
};

/** An organization that exists has its own. */
export async function writePicture(context: ImportContext, { picture, file }: PictureRecord): Promise<void> {
  const { app, orgId, cache, owner, report, isNew } = context;
  if (!isNew) {
    report.leaveOut(ownPictures);
    return;
  }
  if (cache.organization.pictures[picture] !== undefined) return;
  try {
    const me = { id: owner.id, orgId, user: owner, cache };
    await setOrganizationPicture(app, me, picture, await received(context, file, mostMebibytes));
  } catch (error) {
    refusePassing(context, error);
    report.problem(`picture of the organization: ${picture}`, pictureFault(error, file));
  }
}

export const mostMebibytes = 5;
