/** Imports user groups. */
import { limits } from '../../../../../wire/core.ts';
import { codePoints, nameKey, tidySpaces, truncate, withoutForbidden } from '../../../lib/text.ts';
import type { Tx } from '../../../core/log/index.ts';
import type { GroupRecord } from '../records.ts';
import type { ImportContext } from './context.ts';
import { storeItems } from './items.ts';

/** Imports the group once; later changes of its members are made here. */
export async function writeGroup(context: ImportContext, record: GroupRecord): Promise<void> {
  const { app, orgId, groups, people } = context;
  if (groups.has(record.id)) return;
  const members = new Set(record.members.map((one) => people.get(one)).filter((one) => one !== undefined));
  const id = await app.db.write(orgId, 'system', async (tx) => {
    const name = freeGroupName(tx, record, context.product);
    const made = await tx.q
      .insertInto('user_group')
      .values({
        ...{ org_id: orgId, name, name_key: nameKey(name), is_system: 0, is_deactivated: 0 },
        ...{ creator_id: context.owner.id, created_at: tx.now, settings: '{}' },
        description: truncate(
          tidySpaces(withoutForbidden(record.description ?? '')),
          limits.groupDescriptionLength,
        ),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const userId of members)
      await tx.q.insertInto('group_member').values({ group_id: made.id, user_id: userId }).execute();
    await storeItems(tx, context, 'group', [{ key: record.id, localId: made.id }]);
    await tx.touch({ groups: [made.id] });
    return made.id;
  });
  groups.set(record.id, id);
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
    if (!tx.cache.groups.find('name', nameKey(free))) return free;
  }
}
