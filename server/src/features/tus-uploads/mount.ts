/**
 * /api/v1/tus: resumable uploads by tus 1.0.0. Our own implementation instead of
 * `@tus/server`, whose file store reports offsets that are not on disk yet, and has neither owners nor quotas.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { getBrowser } from '../../core/sessions/index.ts';
import { checkArchiveSpace } from '../imports/index.ts';
import { largestFile } from '../uploads/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { Reception } from '../../http/request/reception.ts';
import { respondToErrors } from '../../http/response/error-responses.ts';
import { getPrincipal } from '../../http/authentication.ts';
import {
  announce,
  archiveBytesToCome,
  deleteUploads,
  giveUp,
  ownUpload,
  readMetadata,
  type TusUploadRow,
} from './actions.ts';
import {
  announcedSize,
  carriesBytes,
  checkOffset,
  checkSize,
  checkVersion,
  describeServer,
  describeUpload,
} from './protocol.ts';
import { complete, receive } from './receive.ts';
import { pathParam } from '../../http/request/values.ts';
import { KeyedMutex } from '../../lib/mutex.ts';

const root = '/api/v1/tus';
declare module 'fastify' {
  interface FastifyRequest {
    uploader?: Principal;
  }
}

export function mountTusUploads(fastify: FastifyInstance, app: AppContext): void {
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
    scope.setErrorHandler((error, _request, reply) => respondToErrors(app.log, forUploaders(error), reply));
    addRoutes(scope, app);
    done();
  });
}

/** COMPAT(Uppy): it shows the field `message` to users. */
function forUploaders(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  // Clients retry after a 400.
  const status = error.code === 'REALM_UPLOAD_QUOTA' ? 413 : error.status;
  return error.with({ message: error.message }, status);
}

function addRoutes(scope: FastifyInstance, app: AppContext): void {
  const requests = new UploadRequests();
  scope.addHook('onRequest', async (request, reply) => {
    describeServer(reply, app.config);
    if (request.method === 'OPTIONS') return;
    request.uploader = await authenticate(app, request, reply);
    checkVersion(request);
  });
  const config = { callers: 'signedIn' } as const;
  const receiving = { ...config, largestFile: largestFile(app.config) };
  const one = `${root}/:id`;
  for (const url of [root, one])
    scope.options(url, { config: { callers: 'anyone' } }, (_request, reply) => reply.code(204).send());
  scope.post(root, { config: receiving }, (request, reply) => create(app, requests, request, reply));
  scope.head(one, { config }, (request, reply) =>
    requests.run(getKey(request), request, async () => {
      const row = await ownUpload(app.db.read, getUploader(request), getId(request), app.clock.now());
      describeUpload(reply, row);
      return reply.header('upload-length', row.size).code(200).send();
    }),
  );
  scope.patch(one, { config: receiving }, (request, reply) =>
    requests.run(getKey(request), request, async () => {
      const row = await ownUpload(app.db.read, getUploader(request), getId(request), app.clock.now());
      checkOffset(request, row);
      return takeIn(app, request, reply, row, 204);
    }),
  );
  scope.delete(one, { config }, (request, reply) =>
    requests.run(getKey(request), request, async () => {
      const me = getUploader(request);
      await app.db.write(me.orgId, me, (tx) => giveUp(tx, me, getId(request)));
      return reply.code(204).send();
    }),
  );
}

const authenticate = (app: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<Principal> =>
  getPrincipal(app, request, getBrowser(app.config, request, reply), {
    policy: 'signedIn',
    scope: 'send',
    takesChannelKeys: 'handler',
  });

const getId = (request: FastifyRequest): string => pathParam(request, 'id');

/** Contains the user, so that nobody can end the requests of others. */
const getKey = (request: FastifyRequest): string => `${getUploader(request).id} ${getId(request)}`;

function getUploader({ uploader }: FastifyRequest): Principal {
  if (!uploader) throw new Error('Nobody was asked who uploads.');
  return uploader;
}

async function create(
  app: AppContext,
  requests: UploadRequests,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, db } = app;
  const me = getUploader(request);
  const size = announcedSize(request);
  const metadata = readMetadata([request.headers['upload-metadata']].flat()[0]);
  checkSize(size, config, metadata.isImport);
  const row = await db.write(me.orgId, me, (tx) => announce(tx, config, me, metadata, size));
  if (metadata.isImport) await keepIfSpace(app, me, row.id);
  void reply.header('location', `${root}/${row.id}`);
  const isWhole = size === 0 || carriesBytes(request.headers['content-type']);
  if (isWhole)
    return requests.run(`${me.id} ${row.id}`, request, () => takeIn(app, request, reply, row, 201));
  describeUpload(reply, row);
  return reply.code(201).send();
}

/** With the archives that others have announced, which may come at the same time. @throws ApiError without space for all of them */
async function keepIfSpace(app: AppContext, { orgId }: Principal, id: string): Promise<void> {
  try {
    await checkArchiveSpace(app, await archiveBytesToCome(app.db.read, app.clock.now()));
  } catch (error) {
    await app.db.write(orgId, 'system', (tx) => deleteUploads(tx, [id]));
    throw error;
  }
}

async function takeIn(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  before: TusUploadRow,
  status: 201 | 204,
): Promise<FastifyReply> {
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  const hasAll = before.received === before.size && before.size > 0;
  const row = hasAll ? before : await received(app, request, before, body);
  describeUpload(reply, row);
  if (row.received < row.size) return reply.code(status).send();
  // The bytes may have taken hours, and the key or session with which they were sent may have ended.
  const { url, filename } = await complete(app, await authenticate(app, request, reply), row);
  return reply
    .code(status === 204 ? 200 : status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ url, filename }));
}

/** Keeps what was received before a timeout: the next request continues after it. */
async function received(
  app: AppContext,
  request: FastifyRequest,
  before: TusUploadRow,
  body: Readable,
): Promise<TusUploadRow> {
  const reception = new Reception(request.raw);
  const work = receive(app, before, reception.chunks(body));
  try {
    return await reception.during(work);
  } catch (error) {
    // The offset is stored before another request may continue.
    await Promise.allSettled([work]);
    throw error;
  }
}

// One request at a time for each upload: a newer one aborts the older, whose connection the client has lost.

class UploadRequests {
  readonly #mutex = new KeyedMutex();
  readonly #newest = new Map<string, FastifyRequest>();

  /** Runs after the previous request for this upload has stored its offset. */
  async run<T>(id: string, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const before = this.#newest.get(id);
    this.#newest.set(id, request);
    // A request that is completely received may finish.
    if (before && !before.raw.complete) before.raw.destroy();
    const release = await this.#mutex.lock([id]);
    try {
      return await work();
    } finally {
      release();
      if (this.#newest.get(id) === request) this.#newest.delete(id);
    }
  }
}
