import { limits } from '../../../../wire/core.ts';
import type {
  ChannelFolder,
  CreateFolderParams,
  FolderChanges,
  UpdateFolderParams,
} from '../../../../wire/folders.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, checkPolicyIn } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import { codePoints, forbiddenAt, isPlainText, lookKey, nameKey, tidySpaces } from '../../lib/text.ts';
import type { Db } from '../../db/db.ts';
import type { Selectable } from 'kysely';
import type { ChannelFolderTable } from '../../db/schema.ts';

/** Guests see folders too, since their channels are in them. */
const audience = { everyone: true } as const;

export async function createFolder(tx: Tx, creatorId: number, params: CreateFolderParams): Promise<number> {
  const name = checkedName(params.name);
  const description = checkedDescription(params.description);
  const folders = await getFolders(tx, tx.orgId, { includeArchived: true });
  refuseTaken(folders, name);
  refuseAboveLimit('folders.too-many', folders.length);
  const folder = {
    name,
    description,
    rendered_description: renderDescription(description),
    creator_id: creatorId,
    is_archived: false,
    order: folders.reduce((last, one) => Math.max(last, one.order + 1), 0),
  };
  const { id } = await tx.q
    .insertInto('channel_folder')
    .values({
      org_id: tx.orgId,
      name,
      name_key: nameKey(name),
      description,
      rendered_description: folder.rendered_description,
      creator_id: creatorId,
      created_at: tx.now,
      is_archived: 0,
      sort_order: folder.order,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const channel_folder = { id, ...folder, date_created: Math.floor(tx.now / 1000) };
  tx.emit({ type: 'channel_folder', op: 'add', channel_folder }, audience);
  await audit(tx, {
    action: 'channel_folder.create',
    target: { type: 'channel_folder', id, name },
    after: { description },
  });
  return id;
}

export async function updateFolder(
  tx: Tx,
  me: Principal,
  id: number,
  params: UpdateFolderParams,
): Promise<void> {
  checkPolicyIn(tx, 'administrators', me);
  const folder = await folderById(tx, tx.orgId, id);
  if (!folder) throw apiError('folders.not-found');
  const data = getChanges(folder, params);
  if (data.name !== undefined)
    refuseTaken(await getFolders(tx, tx.orgId, { includeArchived: true }), data.name, id);
  if (Object.keys(data).length === 0) return;
  await tx.q
    .updateTable('channel_folder')
    .set({
      ...(data.name === undefined ? {} : { name: data.name, name_key: nameKey(data.name) }),
      ...(data.description === undefined
        ? {}
        : { description: data.description, rendered_description: data.rendered_description ?? '' }),
      ...(data.is_archived === undefined ? {} : { is_archived: data.is_archived ? 1 : 0 }),
    })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  tx.emit({ type: 'channel_folder', op: 'update', channel_folder_id: id, data }, audience);
  const { rendered_description: _, ...after } = data;
  await auditChange(tx, {
    action: 'channel_folder.update',
    target: { type: 'channel_folder', id, name: folder.name },
    before: { ...folder },
    after,
  });
}

/** The properties that differ. */
function getChanges(folder: ChannelFolder, params: UpdateFolderParams): FolderChanges {
  const data: FolderChanges = {};
  if (params.name !== undefined) {
    const name = checkedName(params.name);
    if (name !== folder.name) data.name = name;
  }
  if (params.description !== undefined) {
    const description = checkedDescription(params.description);
    if (description !== folder.description) {
      data.description = description;
      data.rendered_description = renderDescription(description);
    }
  }
  if (params.is_archived !== undefined && params.is_archived !== folder.is_archived)
    data.is_archived = params.is_archived;
  return data;
}

export async function reorderFolders(tx: Tx, order: readonly number[]): Promise<void> {
  const folders = await getFolders(tx, tx.orgId, { includeArchived: true });
  const ids = new Set(order);
  const isWhole = order.length === folders.length && ids.size === order.length;
  if (!isWhole || folders.some((folder) => !ids.has(folder.id))) throw apiError('folders.invalid-order');
  for (const [place, id] of order.entries())
    await tx.q
      .updateTable('channel_folder')
      .set({ sort_order: place })
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
  tx.emit({ type: 'channel_folder', op: 'reorder', order: [...order] }, audience);
  await auditChange(tx, {
    action: 'channel_folder.reorder',
    target: { type: 'organization' },
    before: { order: folders.map(({ id }) => id) },
    after: { order },
  });
}

function checkedName(given: string): string {
  const name = tidySpaces(given);
  if (name === '') throw apiError('folders.name-empty');
  if (codePoints(name) > limits.channelFolderNameLength)
    throw apiError('parameters.too-long', { name: 'name', limit: limits.channelFolderNameLength });
  const position = forbiddenAt(name);
  if (position > 0) throw apiError('folders.name-character', { position });
  return name;
}

function checkedDescription(given: string): string {
  const description = given.trim();
  if (!isPlainText(description)) throw apiError('folders.description-character');
  if (codePoints(description) > limits.channelFolderDescriptionLength)
    throw apiError('parameters.too-long', {
      name: 'description',
      limit: limits.channelFolderDescriptionLength,
    });
  return description;
}

/** The name of an archived folder may be used again. */
function refuseTaken(folders: readonly ChannelFolder[], name: string, except?: number): void {
  const key = lookKey(name);
  if (folders.some((one) => one.id !== except && !one.is_archived && lookKey(one.name) === key))
    throw apiError('folders.name-taken', { name });
}

/** In their order. */
export async function getFolders(
  db: Db,
  orgId: number,
  { includeArchived }: { includeArchived: boolean },
): Promise<ChannelFolder[]> {
  const rows = await db.q
    .selectFrom('channel_folder')
    .selectAll()
    .where('org_id', '=', orgId)
    .$if(!includeArchived, (query) => query.where('is_archived', '=', 0))
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  return rows.map(serializeFolder);
}

export async function folderById(db: Db, orgId: number, id: number): Promise<ChannelFolder | undefined> {
  const row = await db.q
    .selectFrom('channel_folder')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && serializeFolder(row);
}

function serializeFolder(row: Selectable<ChannelFolderTable>): ChannelFolder {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    rendered_description: row.rendered_description,
    creator_id: row.creator_id,
    date_created: Math.floor(row.created_at / 1000),
    is_archived: row.is_archived === 1,
    order: row.sort_order,
  };
}
