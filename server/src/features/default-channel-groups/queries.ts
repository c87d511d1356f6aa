import type { DefaultChannelGroup } from '../../../../wire/default-channel-groups.ts';
import type { Db } from '../../db/db.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { groupObject, type GroupRow } from './serialize.ts';

const rows = ({ q }: Db, orgId: number) =>
  q
    .selectFrom('default_channel_group')
    .select(['id', 'name', 'description', 'channel_ids'])
    .where('org_id', '=', orgId);

/** By name. */
export async function getDefaultGroups(db: Db, cache: OrganizationCache): Promise<DefaultChannelGroup[]> {
  const isInUse = (id: number) => cache.channels.get(id)?.isArchived === false;
  const found = await rows(db, cache.orgId).orderBy('name').orderBy('id').execute();
  return found.map((row) => groupObject(row, isInUse));
}

export const groupRows = (db: Db, orgId: number): Promise<GroupRow[]> =>
  rows(db, orgId).orderBy('id').execute();

export const groupRow = (db: Db, orgId: number, id: number): Promise<GroupRow | undefined> =>
  rows(db, orgId).where('id', '=', id).executeTakeFirst();

export const groupNamed = (db: Db, orgId: number, name: string): Promise<GroupRow | undefined> =>
  rows(db, orgId).where('name', '=', name).executeTakeFirst();
