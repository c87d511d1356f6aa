import { exportLimits, type DataExport } from '../../../../wire/exports.ts';
import type { Db } from '../../db/db.ts';
import { type OrganizationCache, userSetting } from '../../core/organization/index.ts';
import { exportObject, type ExportRow } from './serialize.ts';

/** How many of the newest are listed. */
const mostListed = 100;

export async function getExports(db: Db, orgId: number, origin: string): Promise<DataExport[]> {
  const rows = await db.q
    .selectFrom('organization_export')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();
  return rows.reverse().map((row) => exportObject(row, origin));
}

export const exportRow = (db: Db, orgId: number, id: number): Promise<ExportRow | undefined> =>
  db.q
    .selectFrom('organization_export')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();

/** The oldest pending export of any organization. @param since The earliest time of its request. */
export const nextPendingExport = (db: Db, since: number): Promise<ExportRow | undefined> =>
  db.q
    .selectFrom('organization_export')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('created_at', '>', since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export async function countRecent({ q }: Db, orgId: number, since: number): Promise<number> {
  const { n } = await q
    .selectFrom('organization_export')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('org_id', '=', orgId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Whether the organization is too large to be exported in the web client; operators export larger ones by command. */
export async function isTooLarge({ q }: Db, orgId: number): Promise<boolean> {
  // By sender, which is indexed: the messages of other organizations are not read.
  const beyond = await q
    .selectFrom('message')
    .select('id')
    .where('sender_id', 'in', (senders) =>
      senders.selectFrom('person').select('person.id').where('person.org_id', '=', orgId),
    )
    .limit(1)
    .offset(exportLimits.messages)
    .executeTakeFirst();
  const space = await q
    .selectFrom('upload_space')
    .select('bytes')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return beyond !== undefined || (space?.bytes ?? 0) > exportLimits.gibibytes * 1024 ** 3;
}

/** The consents of active users who are not bots. */
export const getConsents = ({ users }: OrganizationCache) =>
  users
    .sorted()
    .filter(({ isActive, isBot }) => isActive && !isBot)
    .map((user) => ({
      user_id: user.id,
      consented: userSetting(user, 'allow_private_data_export'),
      email_address_visibility: userSetting(user, 'email_address_visibility'),
    }));
