/**
 * What load balancers, monitoring and people with curl request: /livez, does the process respond; /readyz, may requests be sent
 * here, which needs a database that is read and written; /health, is all well, which needs the folder of files too.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../open-app.ts';
import { within } from '../../lib/within.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import type { StorageHealth, StorageSubject } from '../../lib/storage/health.ts';

/** Waiting longer for the database counts as no response. */
const timeoutMs = 2000;

export function mountHealth(fastify: FastifyInstance, app: App, isStopping: () => boolean): void {
  const check = shared(() => checkDatabase(app));
  const ready = async (reply: FastifyReply, needed: readonly StorageHealth[]) => {
    if (isStopping()) throw apiError('server.stopping');
    refuseFaults(needed);
    if (!(await check())) throw apiError('server.database-unavailable');
    return good(reply);
  };
  const { database, files } = app.storage;
  fastify.get('/livez', (_request, reply) => good(reply));
  fastify.get('/readyz', async (request, reply) => {
    if (!wantsNotFound(request)) return ready(reply, [database]);
    try {
      return await ready(reply, [database]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return good(reply.code(404), isStopping() ? 'stopping' : 'unavailable');
    }
  });
  fastify.get('/health', (_request, reply) => ready(reply, [database, files]));
}

/**
 * HAProxy takes 404 for a node that is to be sent nothing new, and any other failure for one whose connections are to be ended. A node
 * that responds ends its polls itself, and a slow database must not end the requests that wait for it.
 */
const wantsNotFound = ({ query }: FastifyRequest): boolean =>
  (query as { stopping?: unknown }).stopping === '404';

/** @throws ApiError that says of all storage that is not well what is wrong, and since when in Unix seconds. */
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

const good = (reply: FastifyReply, result = 'success'): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`{"result":"${result}","msg":""}`);

/** A read, and a transaction of the one session that writes, with a statement that it has to answer: neither touches the disk. */
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

/** However many ask at once, one asks the database. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= ask().finally(() => (running = null)));
}
