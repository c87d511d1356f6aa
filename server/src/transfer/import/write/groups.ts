/** Imports user groups. */
import { limits } from '../../../../../wire/core.ts';
import { codePoints, nameKey, tidySpaces, truncate, withoutForbidden } from '../../../lib/text.ts';
import { permissionSettings } from '../../../../../wire/permissions.ts';
import type { Tx } from '../../../core/log/index.ts';
import { findNamed, systemGroup } from '../../../core/organization/index.ts';
import type { GroupRecord } from '../records.ts';
import type { ImportContext } from './context.ts';
import { holdersHere } from './holders.ts';
import { storeItems } from './items.ts';

/** Imports each group once; later changes of it are made here. In one transaction, since groups refer to each other. */
export async function writeGroups(context: ImportContext, records: readonly GroupRecord[]): Promise<void> {
  const { app, orgId } = context;
  const fresh = new Map(
    records.filter(({ id }) => !context.groups.has(id)).map((record) => [record.id, record]),
  );
  if (fresh.size === 0) return;
  const made = await app.db.write(orgId, 'system', async (tx) => {
    const ids = new Map<string, number>();
    for (const record of fresh.values()) ids.set(record.id, await insertGroup(tx, context, record));
    await tx.touch({ groups: [...ids.values()] });
    const groups = new Map([...context.groups, ...ids]);
    for (const record of fresh.values()) await completeGroup(tx, { ...context, groups }, record);
    await storeItems(
      tx,
      context,
      'group',
      [...ids].map(([key, localId]) => ({ key, localId })),
    );
    await tx.touch({ groups: [...ids.values()] });
    return ids;
  });
  for (const [key, id] of made) context.groups.set(key, id);
}

async function insertGroup(tx: Tx, context: ImportContext, record: GroupRecord): Promise<number> {
  const name = freeGroupName(tx, record, context.product);
  const made = await tx.q
    .insertInto('user_group')
    .values({
      org_id: tx.orgId,
      name,
      name_key: nameKey(name),
      is_system: 0,
      is_deactivated: record.isDeactivated === true ? 1 : 0,
      creator_id: context.owner.id,
      created_at: tx.now,
      settings: '{}',
      description: truncate(
        tidySpaces(withoutForbidden(record.description ?? '')),
        limits.groupDescriptionLength,
      ),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The next name must differ from this one.
  await tx.touch({ groups: [made.id] });
  return made.id;
}

/** What refers to people and groups, once all of them have their IDs. */
async function completeGroup(tx: Tx, context: ImportContext, record: GroupRecord): Promise<void> {
  const { people, groups } = context;
  const id = groups.get(record.id);
  if (id === undefined) return;
  const members = new Set(record.members.map((one) => people.get(one)).filter((one) => one !== undefined));
  for (const userId of members)
    await tx.q.insertInto('group_member').values({ group_id: id, user_id: userId }).execute();
  const { groups: inner = [], roles = [] } = record.subgroups ?? {};
  const subgroups = new Set([
    ...inner.map((one) => groups.get(one)).filter((one) => one !== undefined),
    ...roles.map((role) => systemGroup(tx.cache, role).id),
  ]);
  for (const subgroupId of subgroups)
    await tx.q.insertInto('group_subgroup').values({ group_id: id, subgroup_id: subgroupId }).execute();
  const settings = holdersHere(tx.cache, context, {
    rules: permissionSettings.group,
    given: record.permissions ?? {},
    place: `group ${record.name}`,
  });
  await tx.q
    .updateTable('user_group')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
}

/** Removes prefixes that would be parsed as a mention, a role or a filter. */
function freeGroupName(tx: Tx, { id, name }: GroupRecord, product: string): string {
  const plain =
    tidySpaces(withoutForbidden(name.toWellFormed().normalize('NFC')).replaceAll('*', '')).replace(
      /^(?:@|role:|user:|stream:|channel:)+/i,
      '',
    ) || `group ${id}`;
  for (let number = 0; ; number++) {
    const ending = number === 0 ? '' : number === 1 ? ` (${product})` : ` (${product} ${number})`;
    const free = truncate(plain, limits.groupNameLength - codePoints(ending), '…') + ending;
    if (!findNamed(tx.cache.groups, free)) return free;
  }
}
