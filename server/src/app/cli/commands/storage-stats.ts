/** Shows the size of the database and of the uploaded files by organization, and the largest uploaders. */
import { Exact, Type } from '../../../../../wire/core.ts';
import type { Db } from '../../../db/db.ts';
import { databaseSizeSql } from '../../../db/sql.ts';
import { adminCommand } from '../admin-command.ts';

export default adminCommand({
  options: Exact({ top: Type.Integer({ minimum: 0, maximum: 1000 }) }),
  async run({ config, db, organizations }, { top }) {
    const [size] = await db.read.connection.query(databaseSizeSql(db.read.dialect), []);
    const stats = [];
    for (const { id, subdomain } of organizations.names) {
      stats.push({ realm_id: id, subdomain, ...(await getFiles(db.read, id, top)) });
    }
    return {
      engine: db.read.dialect,
      database_bytes: Number(size?.bytes),
      files_in: config.s3Bucket === undefined ? 'data folder' : `bucket ${config.s3Bucket}`,
      organizations: stats,
    };
  },
});

async function getFiles(db: Db, orgId: number, top: number) {
  const attachments = db.q.selectFrom('attachment').where('attachment.org_id', '=', orgId);
  const all = await attachments
    .select(({ fn }) => [fn.countAll().as('files'), fn.sum('size').as('bytes')] as const)
    .executeTakeFirstOrThrow();
  const unclaimed = await attachments
    .select(({ fn }) => [fn.countAll().as('files'), fn.sum('size').as('bytes')] as const)
    .where('unclaimed_since', 'is not', null)
    .executeTakeFirstOrThrow();
  const messages = await db.q
    .selectFrom('message')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  const owners = await attachments
    .innerJoin('person', 'person.id', 'attachment.owner_id')
    .select(
      ({ fn }) =>
        ['person.delivery_email as email', fn.countAll().as('files'), fn.sum('size').as('bytes')] as const,
    )
    .groupBy('person.delivery_email')
    .orderBy('bytes', 'desc')
    .limit(top)
    .execute();
  return {
    messages: Number(messages.count),
    files: Number(all.files),
    file_bytes: Number(all.bytes),
    unused_files: Number(unclaimed.files),
    unused_file_bytes: Number(unclaimed.bytes),
    largest_owners: owners.map(({ email, files, bytes }) => ({
      email,
      files: Number(files),
      file_bytes: Number(bytes),
    })),
  };
}
