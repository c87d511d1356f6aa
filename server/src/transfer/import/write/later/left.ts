/**
 * Who was deactivated there, or left a private channel, since an earlier run. Accounts that nobody has used are deactivated; of
 * others, the report says that people have more here than there.
 */
import { deactivateUser } from '../../../../features/users/index.ts';
import type { OrganizationCache, User } from '../../../../core/organization/index.ts';
import type { Db } from '../../../../db/db.ts';
import { withIds } from '../../../../db/sql.ts';
import { errorMessage } from '../../../../lib/thrown.ts';
import type { ChannelRecord, PersonRecord } from '../../records.ts';
import type { Product } from '../../options.ts';
import type { ReportBuilder } from '../../report.ts';
import type { ImportContext } from '../context.ts';
import { findItems } from '../items.ts';

export interface LeftParts {
  orgId: number;
  sourceId: number;
  cache: OrganizationCache;
  people: ReadonlyMap<string, number>;
  report: ReportBuilder;
}

/** Accounts that an import made, that are active, and that the export says are not. */
export async function findDeactivated(
  db: Db,
  { orgId, sourceId, cache, people, report }: LeftParts,
  records: readonly PersonRecord[],
): Promise<User[]> {
  const active = records.flatMap(({ id, isActive, isForeign }) => {
    const user = cache.users.get(people.get(id) ?? 0);
    return !isActive && isForeign !== true && user?.isActive === true && !user.isBot ? [{ id, user }] : [];
  });
  if (active.length === 0) return [];
  const keys = active.map(({ id }) => id);
  const items = await findItems(db, sourceId, 'person', keys);
  const ours = active.filter(({ id }) => items.get(id)?.isOurs === true).map(({ user }) => user);
  const unused = await db.q
    .selectFrom('person')
    .select('id')
    .where(
      withIds(
        db.dialect,
        orgId,
        ours.map(({ id }) => id),
      ),
    )
    .where('first_sign_in_at', 'is', null)
    .execute();
  const ids = new Set(unused.map(({ id }) => id));
  for (const { user } of active)
    if (!ids.has(user.id))
      report.access(
        'wider',
        `person ${user.fullName}`,
        'The account is deactivated there. Here it is in use, and stays active: deactivate it if it should not be.',
      );
  return ours.filter(({ id }) => ids.has(id));
}

export async function deactivateUnused(
  context: ImportContext,
  records: readonly PersonRecord[],
): Promise<void> {
  const { app, orgId, owner, report } = context;
  for (const user of await findDeactivated(app.db.read, context, records))
    await app.db
      .write(orgId, 'system', (tx) => deactivateUser(tx, owner, user.id, {}))
      .catch((error: unknown) => report.problem(`person ${user.fullName}`, errorMessage(error)));
}

/** Whether exports have all members of each channel, and not only who wrote in it. */
const hasMembers: Readonly<Record<Product, boolean>> = {
  slack: true,
  mattermost: true,
  zulip: true,
  rocketchat: true,
  discord: false,
  matrix: false,
  teams: false,
  // A list of channels may have none.
  csv: false,
};
const mostNames = 5;

export async function noteLeft(
  db: Db,
  { sourceId, cache, people, report }: LeftParts,
  product: Product,
  { record: { id, name, members, isPrivate }, channelId }: { record: ChannelRecord; channelId: number },
): Promise<void> {
  if (!isPrivate || !hasMembers[product] || members.length === 0) return;
  const rows = await db.q
    .selectFrom('import_item')
    .select('local_id')
    .where('source_id', '=', sourceId)
    .where('kind', '=', 'member')
    .where('source_key', '>=', `${id}:`)
    .where('source_key', '<', `${id};`)
    .where('is_ours', '=', 1)
    .execute();
  const there = new Set(members.map((one) => people.get(one)));
  const left = rows.filter(({ local_id: user }) => !there.has(user) && cache.members.has(channelId, user));
  if (left.length === 0) return;
  const names = left.slice(0, mostNames).map(({ local_id: user }) => cache.users.get(user)?.fullName ?? '');
  report.access(
    'wider',
    `channel ${name}`,
    `People who are not in it there any more are in it here: ${names.join(', ')}${left.length > mostNames ? ', …' : ''}.`,
  );
}
