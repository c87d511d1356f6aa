import { hostname } from 'node:os';
import { Exact, Type, OneOf } from '../../../../../wire/core.ts';
import { readNodes } from '../../../db/node-rows.ts';
import { listHosts } from '../../../lib/config/hosts.ts';
import { heddleVersion } from '../../../lib/version.ts';
import { adminCommand } from '../admin-command.ts';
import { showNodes } from '../node-facts.ts';
import { isoTime } from '../../../core/users/index.ts';
import type { Db } from '../../../db/db.ts';
import { databaseSizeSql } from '../../../db/sql.ts';
import { describeSettings } from '../config-print.ts';
import { usesTls } from '../../../lib/config/config-tls.ts';
import { beginProbe, endProbe } from '../../../http/proxy-probe.ts';
import { audit } from '../../../core/audit/index.ts';
import { archiveAct, archived } from '../archives/archive-act.ts';
import { getSupportFacts } from '../../support/facts.ts';

/** Lists the nodes that serve the database; with SQLite, the only process. */
export const nodesList = adminCommand({
  options: Exact({}),
  async run({ config, db, nodes, port }) {
    if (nodes.claimant) return showNodes(await readNodes(db.read), nodes.claimant.id);
    const startedAt = Math.round(performance.timeOrigin);
    const address = config.nodeAddress ?? `${hostname()}:${String(port)}`;
    const sole = { id: 'sole', address, version: heddleVersion, files: 'local', hosts: listHosts(config) };
    return showNodes([{ ...sole, started_at: startedAt, seen_at: Date.now() }], sole.id);
  },
});

/** Shows the event queues of clients and the event log. */
export const queueStats = adminCommand({
  options: Exact({ top: Type.Integer({ minimum: 0, maximum: 1000 }) }),
  async run({ db, organizations }, { top }) {
    const stats = [];
    for (const { id, subdomain } of organizations.names) {
      const log = await db.read.q
        .selectFrom('event_log')
        .select(
          ({ fn }) =>
            [
              fn.countAll().as('entries'),
              fn.max('position').as('newest'),
              fn.min('created_at').as('oldest'),
            ] as const,
        )
        .where('org_id', '=', id)
        .executeTakeFirstOrThrow();
      const queues = await db.read.q
        .selectFrom('event_queue')
        .innerJoin('person', 'person.id', 'event_queue.user_id')
        .select(['event_queue.acknowledged', 'event_queue.last_seen_at', 'person.delivery_email as email'])
        .where('event_queue.org_id', '=', id)
        .orderBy('event_queue.acknowledged')
        .orderBy('event_queue.id')
        .execute();
      stats.push({
        realm_id: id,
        subdomain,
        queues: queues.length,
        log_entries: Number(log.entries),
        oldest_entry: Number(log.entries) === 0 ? null : isoTime(log.oldest),
        furthest_behind: queues.slice(0, top).map((queue) => ({
          email: queue.email,
          events_behind: Math.max(0, log.newest - queue.acknowledged),
          last_seen: isoTime(queue.last_seen_at),
        })),
      });
    }
    return { organizations: stats };
  },
});

/** Shows the size of the database and of the uploaded files by organization, and the largest uploaders. */
export const storageStats = adminCommand({
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

/** Lists the settings with which this server runs, without secrets, for `heddle doctor`. */
export const settingsList = adminCommand({
  options: Exact({}),
  run: ({ config }) => Promise.resolve({ settings: describeSettings(config) }),
});

/** Lists the certificates of the running server, for `heddle doctor`. */
export const certificatesList = adminCommand({
  options: Exact({}),
  async run(app) {
    if (!usesTls(app.config)) return { certificates: [] };
    const { tlsCertificates } = await import('../../tls/open-tls.ts');
    return { certificates: tlsCertificates(app).states };
  },
});

/** Starts a probe request through the proxy, or reports how it arrived, for `heddle doctor`. */
export const proxyProbe = adminCommand({
  options: Exact({ token: Type.Optional(Type.String()) }),
  run: (app, { token }) =>
    Promise.resolve(
      token === undefined ? { token: beginProbe(app) } : { seen: endProbe(app, token) ?? null },
    ),
});

/** Keeps files whose rows are deleted in the store until `heddle backup` has read them. */
export const filesHold = adminCommand({
  options: Exact({ seconds: Type.Integer({ minimum: 0, maximum: 600 }) }),
  run({ files }, { seconds }) {
    if (seconds === 0) files.removals.release();
    else files.removals.hold(seconds * 1000);
    return Promise.resolve({ seconds });
  },
});

/** Records in the audit log that a command beside the server makes an archive. */
export const archiveAudit = adminCommand({
  options: Exact({
    command: OneOf(['backup', 'export'] as const),
    /** Subdomain of the exported organization; optional if there is only one. */
    subdomain: Type.Optional(Type.String()),
    after: Type.Record(Type.String(), Type.Unknown()),
  }),
  async run({ db, organizations }, archive) {
    const concerned = archived(organizations.names, archive);
    for (const { id } of concerned)
      await db.write(id, 'system', (tx) =>
        audit(tx, archiveAct({ id, name: tx.cache.organization.name }, archive)),
      );
    return { entries: concerned.length };
  },
});

/** Collects facts for `heddle support bundle`, which redacts them. */
export const supportFacts = adminCommand({
  options: Exact({}),
  run: async (app) => ({ ...(await getSupportFacts(app)) }),
});
