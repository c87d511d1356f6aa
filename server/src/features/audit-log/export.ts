/** GET /realm/audit_log/export: streams entries as a file, page by page. */
import type { AuditEntry, AuditFilter, AuditFormat } from '../../../../wire/audit-log.ts';
import type { AppContext } from '../../core/context/index.ts';
import { checkPolicy, notSignedIn, refuseEnded, type Principal } from '../../core/organization/index.ts';
import { Download } from '../../http/route.ts';
import { byteOrderMark, csvRow } from '../../lib/csv.ts';
import { getAuditEntries } from './queries.ts';
import { serializeEntry } from './serialize.ts';

const types: Record<AuditFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** Reads the first page before the response begins, so that a failure gets its own status. */
export async function exportAuditLog(
  app: AppContext,
  me: Principal,
  format: AuditFormat,
  filter: AuditFilter,
): Promise<Download> {
  const name = `audit-log-${new Date(app.clock.now()).toISOString().slice(0, 10)}.${format}`;
  const rest = pages(app, me, filter);
  const { value: first = [] } = await rest.next();
  return new Download(name, types[format], write(format, first, rest));
}

async function* write(
  format: AuditFormat,
  first: AuditEntry[],
  rest: AsyncIterable<AuditEntry[]>,
): AsyncGenerator<string> {
  const encode = format === 'csv' ? toRow : toLine;
  const header = format === 'csv' ? byteOrderMark + csvRow(columns) : '';
  yield header + first.map(encode).join('');
  for await (const page of rest) yield page.map(encode).join('');
}

const entriesAtOnce = 500;

async function* pages(
  app: AppContext,
  me: Principal,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[], undefined> {
  let rest = filter;
  for (;;) {
    const cache = await app.organizations.cache(me.orgId);
    const user = cache.users.get(me.id);
    // The permission is checked for every page: a long download ends when it is lost.
    if (!user) throw notSignedIn();
    refuseEnded(cache, user);
    checkPolicy('owners', { ...me, user, cache });
    const rows = await getAuditEntries(app.db.read, me.orgId, rest, entriesAtOnce);
    yield rows.map((row) => serializeEntry(cache, row));
    const last = rows.at(-1);
    if (!last || rows.length < entriesAtOnce) return;
    rest = { ...filter, before_id: last.id };
  }
}

const toLine = (entry: AuditEntry): string => `${JSON.stringify(entry)}\n`;

const columns = [
  'id',
  'time',
  'actor_id',
  'actor',
  'source',
  'ip_address',
  'client',
  'operation',
  'action',
  'target_type',
  'target_id',
  'target',
  'before',
  'after',
];

function toRow({ id, timestamp, actor, source, target, ...entry }: AuditEntry): string {
  return csvRow([
    id,
    new Date(timestamp * 1000).toISOString(),
    actor?.user_id ?? null,
    actor?.full_name ?? null,
    source,
    entry.ip_address,
    entry.client,
    entry.operation,
    entry.action,
    target.type,
    target.id,
    target.name,
    entry.before && JSON.stringify(entry.before),
    entry.after && JSON.stringify(entry.after),
  ]);
}
