/**
 * Health checks for load balancers, monitoring and people with curl. /livez: the process responds. /readyz: requests may be sent to
 * this node, which needs a readable and writable database. /health: everything works, including the file store.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../open-app.ts';
import { within } from '../../lib/within.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import type { StorageHealth, StorageSubject } from '../../lib/storage/health.ts';
import { fieldsIn } from '../../lib/objects.ts';

/** A slower database counts as not responding. */
const timeoutMs = 2000;

export function mountHealth(fastify: FastifyInstance, app: App, isStopping: () => boolean): void {
  const check = shared(() => checkDatabase(app));
  const ready = async (reply: FastifyReply, needed: readonly StorageHealth[]) => {
    if (isStopping()) throw apiError('server.stopping');
    refuseFaults(needed);
    if (!(await check())) throw apiError('server.database-unavailable');
    return good(reply, 'success', describeFailures(app));
  };
  const { database, files } = app.storage;
  const config = { limit: 'cheap', callers: 'anyone' } as const;
  fastify.get('/livez', { config }, (_request, reply) => good(reply));
  fastify.get('/readyz', { config }, async (request, reply) => {
    if (!wantsNotFound(request)) return ready(reply, [database]);
    try {
      return await ready(reply, [database]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return good(reply.code(404), isStopping() ? 'stopping' : 'unavailable');
    }
  });
  fastify.get('/health', { config }, (_request, reply) => ready(reply, [database, files]));
}

/**
 * HAProxy drains a node after 404, and closes its connections after any other failure. A node that responds ends its polls
 * itself, and a slow database must not abort the requests that wait for it.
 */
const wantsNotFound = ({ query }: FastifyRequest): boolean => fieldsIn(query).stopping === '404';

/** @throws ApiError with the faults of all degraded storage, and since when in Unix seconds. */
function refuseFaults(needed: readonly StorageHealth[]): void {
  const first = needed.find(({ fault }) => fault)?.fault;
  if (!first) return;
  const storage: Partial<Record<StorageSubject, object>> = {};
  for (const { subject, condition } of needed)
    if (condition.state !== 'ok')
      storage[subject] = {
        state: condition.state,
        reason: condition.fault.kind,
        since: Math.floor(condition.since / 1000),
        remedy: condition.fault.remedy,
      };
  throw first.with({ storage });
}

/** Which other services have failed, since when in Unix seconds; the reasons are for the log and the doctor. */
function describeFailures({ external }: App): string {
  const failed = external.list().filter(({ isOk }) => !isOk);
  if (failed.length === 0) return '';
  const services = failed.map(({ name, since }) => [
    name,
    { state: 'failed', since: Math.floor(since / 1000) },
  ]);
  return `,"services":${JSON.stringify(Object.fromEntries(services))}`;
}

const good = (reply: FastifyReply, result = 'success', more = ''): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`{"result":"${result}","msg":""${more}}`);

/** A read, and a transaction of the write session with a statement that needs a response; neither accesses the disk. */
async function checkDatabase({ db }: App): Promise<boolean> {
  try {
    const read = db.read.q.selectFrom('organization').select('id').limit(1).execute();
    const write = db.write(0, 'system', ({ connection }) =>
      Promise.resolve(connection.query('SELECT 1', [])),
    );
    await within(Promise.all([read, write]), timeoutMs);
    return true;
  } catch {
    return false;
  }
}

/** Concurrent requests share one database check. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= ask().finally(() => (running = null)));
}
