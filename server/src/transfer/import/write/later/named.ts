/**
 * People whom an earlier run knew by their messages only, and whom a list of the export has now: their accounts, which nobody
 * has used, become those of the list.
 */
import { changeAddress, changeName } from '../../../../features/users/index.ts';
import type { Tx } from '../../../../core/log/index.ts';
import { parsedEmail } from '../../../../core/users/index.ts';
import { inList } from '../../../../db/sql.ts';
import { isTimeZone } from '../../../../lib/i18n/time-zone.ts';
import { emailKey } from '../../../../lib/text.ts';
import type { PersonRecord } from '../../records.ts';
import type { ImportContext } from '../context.ts';
import { cleanPersonName, keptRole } from '../people.ts';
import { wasGarbled } from './garbled.ts';

export async function nameStubs(context: ImportContext, records: readonly PersonRecord[]): Promise<void> {
  const { app, orgId, cache, people } = context;
  const isStub = ({ id, isForeign }: PersonRecord) =>
    isForeign !== true && cache.users.get(people.get(id) ?? 0)?.isImportedStub === true;
  const due = records.filter(isStub);
  const illegible = records.filter(({ id, name }) =>
    wasGarbled(cache.users.get(people.get(id) ?? 0)?.fullName ?? '', name),
  );
  if (due.length + illegible.length === 0) return;
  await app.db.write(orgId, 'system', async (tx) => {
    const ids: number[] = [];
    for (const { id, name } of illegible) {
      const user = tx.cache.users.get(people.get(id) ?? 0);
      if (user) await changeName(tx, user, cleanPersonName(name, id));
    }
    for (const record of due) ids.push(await nameStub(tx, context, record));
    await mayJoin(tx, context, ids);
    await tx.touch({ users: ids });
  });
}

async function nameStub(tx: Tx, context: ImportContext, record: PersonRecord): Promise<number> {
  const user = tx.cache.users.get(context.people.get(record.id) ?? 0);
  if (!user) return 0;
  const { timezone = '' } = record;
  await changeName(tx, user, cleanPersonName(record.name, record.id));
  const email = record.email === undefined ? undefined : parsedEmail(record.email);
  // Where another account has the address, this one stays without.
  if (email !== undefined && !tx.cache.users.find('deliveryEmail', emailKey(email)))
    await changeAddress(tx, user, email);
  await tx.q
    .updateTable('person')
    .set({
      is_active: record.isActive ? 1 : 0,
      is_imported_stub: 0,
      role: keptRole(context, record),
      ...(isTimeZone(timezone) ? { timezone } : {}),
    })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  return user.id;
}

/** Deactivated accounts joined no channel. What the export says of their memberships counts now. */
async function mayJoin(tx: Tx, { sourceId }: ImportContext, ids: readonly number[]): Promise<void> {
  await tx.q
    .deleteFrom('import_item')
    .where('source_id', '=', sourceId)
    .where('kind', '=', 'member')
    .where('is_ours', '=', 0)
    .where(inList(tx.dialect, 'local_id', ids))
    .execute();
}
