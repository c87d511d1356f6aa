/** Groups of channels that new users join together. Everyone but guests gets events with the whole list. */
import { limits } from '../../../../wire/core.ts';
import type {
  CreateDefaultGroupParams,
  UpdateDefaultGroupParams,
  DefaultChannelGroup,
} from '../../../../wire/default-channel-groups.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { findNamed, type Channel, type User, type OrganizationCache } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, isPlainText, tidySpaces } from '../../lib/text.ts';
import { getChannelIds, groupsChanged, type GroupRow, groupObject } from './serialize.ts';
import type { Db } from '../../db/db.ts';

export async function createDefaultGroup(
  tx: Tx,
  author: User,
  given: Pick<CreateDefaultGroupParams, 'group_name' | 'description'>,
  channelNames: readonly string[],
): Promise<void> {
  const name = await checkedName(tx, given.group_name);
  const channels = channelsToAdd(tx, author, channelNames, name);
  const values = {
    name,
    description: checkedDescription(given.description),
    channel_ids: getList(channels.map(({ id }) => id)),
  };
  refuseAboveLimit('default-groups.too-many', (await groupRows(tx, tx.orgId)).length);
  const { id } = await tx.q
    .insertInto('default_channel_group')
    .values({ org_id: tx.orgId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  await emitAll(tx);
  await audit(tx, {
    action: 'default_channel_group.create',
    target: getTarget({ id, name }),
    after: getAudited(values),
  });
}

/** Emits one event per change. */
export async function updateDefaultGroup(tx: Tx, id: number, given: UpdateDefaultGroupParams): Promise<void> {
  const { new_group_name: name, new_description: description } = given;
  if (!name && !description) throw apiError('default-groups.nothing-given');
  const row = await existing(tx, id);
  if (name !== undefined) {
    if (name === row.name) throw apiError('default-groups.name-unchanged', { name });
    await store(tx, id, { name: await checkedName(tx, name) });
  }
  if (description !== undefined) await store(tx, id, { description: checkedDescription(description) });
}

export async function changeDefaultGroup(
  tx: Tx,
  author: User,
  id: number,
  op: string,
  names: readonly string[],
): Promise<void> {
  if (op !== 'add' && op !== 'remove') throw apiError('default-groups.invalid-op');
  const row = await existing(tx, id);
  const ids = getChannelIds(row);
  const channels =
    op === 'add' ? channelsToAdd(tx, author, names, row.name) : channelsNamed(tx, author, names);
  const misplaced = channels.find((channel) => ids.includes(channel.id) === (op === 'add'));
  const state = op === 'add' ? 'is already present' : 'is not present';
  if (misplaced)
    throw apiError('default-groups.channel-misplaced', { channel: misplaced.name, state, group: row.name });
  const changed = channels.map((channel) => channel.id);
  const kept = op === 'add' ? [...ids, ...changed] : ids.filter((one) => !changed.includes(one));
  await store(tx, id, { channel_ids: getList(kept) });
}

export async function deleteDefaultGroup(tx: Tx, id: number): Promise<void> {
  const row = await existing(tx, id);
  await tx.q
    .deleteFrom('default_channel_group')
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await emitAll(tx);
  await audit(tx, {
    action: 'default_channel_group.delete',
    target: getTarget(row),
    before: getAudited(row),
  });
}

const getTarget = ({ id, name }: Pick<GroupRow, 'id' | 'name'>) =>
  ({ type: 'default_channel_group', id, name }) as const;

const getAudited = ({ name, description, channel_ids }: Omit<GroupRow, 'id'>): AuditValues => ({
  name,
  description,
  channel_ids: getChannelIds({ channel_ids }),
});

/** Removes an archived channel from its groups; unarchiving does not restore it. */
export async function leaveDefaultGroups(tx: Tx, channelId: number): Promise<void> {
  for (const row of await groupRows(tx, tx.orgId)) {
    const ids = getChannelIds(row);
    if (!ids.includes(channelId)) continue;
    await store(tx, row.id, { channel_ids: getList(ids.filter((id) => id !== channelId)) });
  }
}

async function emitAll(tx: Tx): Promise<void> {
  tx.emit(groupsChanged(await getDefaultGroups(tx, tx.cache)), { nonGuests: true });
}

async function store(tx: Tx, id: number, change: Partial<Omit<GroupRow, 'id'>>): Promise<void> {
  const row = await existing(tx, id);
  await tx.q
    .updateTable('default_channel_group')
    .set(change)
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await emitAll(tx);
  await auditChange(tx, {
    action: 'default_channel_group.update',
    target: getTarget(row),
    before: getAudited(row),
    after: getAudited({ ...row, ...change }),
  });
}

async function existing(tx: Tx, id: number): Promise<GroupRow> {
  const row = await groupRow(tx, tx.orgId, id);
  if (!row) throw apiError('default-groups.not-found', { id });
  return row;
}

const getList = (ids: readonly number[]): string => JSON.stringify([...ids].sort((a, b) => a - b));

async function checkedName(tx: Tx, given: string): Promise<string> {
  const name = tidySpaces(given);
  if (name === '' || !isPlainText(name)) throw apiError('default-groups.invalid-name', { name: given });
  if (codePoints(name) > limits.channelNameLength)
    throw apiError('default-groups.name-long', { limit: limits.channelNameLength });
  if (await groupNamed(tx, tx.orgId, name)) throw apiError('default-groups.name-taken', { name });
  return name;
}

function checkedDescription(given: string): string {
  if (!isPlainText(given)) throw apiError('default-groups.description-character');
  if (codePoints(given) > limits.channelDescriptionLength)
    throw apiError('parameters.too-long', { name: 'description', limit: limits.channelDescriptionLength });
  return given;
}

function channelsNamed({ cache }: Tx, author: User, names: readonly string[]): Channel[] {
  const channels = names.map((name) => {
    const channel = findNamed(cache.channels, tidySpaces(name));
    if (!channel || channel.isArchived || !canSeeChannel(cache, channel, author))
      throw apiError('channels.invalid-name', { name });
    return channel;
  });
  return [...new Set(channels)];
}

function channelsToAdd(tx: Tx, author: User, names: readonly string[], group: string): Channel[] {
  const channels = channelsNamed(tx, author, names);
  const already = channels.find(({ isDefault }) => isDefault);
  if (already) throw apiError('default-groups.channel-is-default', { channel: already.name, group });
  return channels;
}

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

const groupRows = (db: Db, orgId: number): Promise<GroupRow[]> => rows(db, orgId).orderBy('id').execute();

const groupRow = (db: Db, orgId: number, id: number): Promise<GroupRow | undefined> =>
  rows(db, orgId).where('id', '=', id).executeTakeFirst();

const groupNamed = (db: Db, orgId: number, name: string): Promise<GroupRow | undefined> =>
  rows(db, orgId).where('name', '=', name).executeTakeFirst();
