/** GET and HEAD /user_uploads/{realm_id}/…: serves files and thumbnails to users who may read them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FileGoneError, sendFile } from '../../lib/files/send.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { getBrowser, refuseForeignEmbedding } from '../../core/sessions/index.ts';
import { getOrganization } from '../../http/site.ts';
import { getPrincipal, isAnonymous } from '../../http/authentication.ts';
import { fileForAnyone, fileForReading } from './access.ts';
import { holderOfLink, temporaryPrefix } from './links.ts';
import type { AttachmentRow } from './queries.ts';
import { getFormats, thumbnailKey, thumbnailPrefix } from './thumbnail-formats.ts';
import { pathParam } from '../../http/request/values.ts';

export function mountUploads(fastify: FastifyInstance, app: AppContext): void {
  for (const [url, saves] of [
    ['/user_uploads/*', false],
    ['/user_uploads/download/*', true],
  ] as const)
    fastify.get(url, { config: { limit: 'cheap', callers: 'visitors' } }, async (request, reply) => {
      const path = pathParam(request, '*');
      const file = await readable(app, request, reply, path);
      return send(app, { request, reply, saves, cacheControl: getCacheControl(app, request, reply) }, file);
    });
  fastify.get(
    `${thumbnailPrefix}*`,
    { config: { limit: 'cheap', callers: 'visitors' } },
    async (request, reply) => {
      const [, path = '', format = ''] = /^(.+)\/([^/]+)$/.exec(pathParam(request, '*')) ?? [];
      const row = await readable(app, request, reply, path);
      const cacheControl = getCacheControl(app, request, reply);
      return sendThumbnail(app, { request, reply, cacheControl }, row, format);
    },
  );
  fastify.get(
    `${temporaryPrefix}:token/*`,
    { config: { limit: 'cheap', callers: 'secret' } },
    async (request, reply) => {
      const [path, token] = [pathParam(request, '*'), pathParam(request, 'token')];
      const me = await holderOfLink(app, await getOrganization(app, request), token, path);
      const row = me && (await fileForReading(app.db.read, me, path));
      return send(app, { request, reply, cacheControl: 'private, no-store' }, row);
    },
  );
}

const notFound = (): ApiError => apiError('requests.not-found');

interface FileRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whether browsers save the file instead of showing it. */
  saves?: boolean;
  /** Undefined: cacheable forever by this user. */
  cacheControl: string | undefined;
}

async function send(
  app: AppContext,
  { request, reply, saves = false, cacheControl }: FileRequest,
  row: AttachmentRow | undefined,
): Promise<FastifyReply> {
  if (!row) throw notFound();
  const { path, name, size, content_type: contentType } = row;
  const file = { key: path, name, size, contentType, ...(cacheControl !== undefined && { cacheControl }) };
  return orNotFound(app, row, reply, () => sendFile(app.files.store, file, request, reply, { saves }));
}

async function orNotFound(
  app: AppContext,
  row: AttachmentRow,
  reply: FastifyReply,
  sent: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await sent();
  } catch (error) {
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    if (!(error instanceof FileGoneError)) throw error;
    app.log.error({ err: error, attachment: row.id }, 'a file is missing');
    throw notFound();
  }
}

async function sendThumbnail(
  app: AppContext,
  { request, reply, cacheControl }: FileRequest,
  row: AttachmentRow | undefined,
  format: string,
): Promise<FastifyReply> {
  const isMade =
    row?.thumbnails === 'ready' && getFormats(row.is_animated === 1).some((one) => one.name === format);
  if (!isMade) throw notFound();
  const { store } = app.files;
  const key = thumbnailKey(row.path, format);
  return orNotFound(app, row, reply, async () => {
    const size = await store.getSize(key);
    const kept = cacheControl !== undefined && { cacheControl };
    const file = { key, name: format, size, contentType: 'image/webp', ...kept };
    return sendFile(store, file, request, reply);
  });
}

/** Spectators have to revalidate, since a channel may cease to be web-public. */
function getCacheControl(
  { config }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  return isAnonymous(request, getBrowser(config, request, reply)) ? 'private, no-cache' : undefined;
}

/** @throws ApiError for users without access, whether the file exists or not */
async function readable(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<AttachmentRow | undefined> {
  const cache = await getOrganization(app, request);
  const open = await fileForAnyone(app, cache, path);
  if (open) return open;
  const browser = getBrowser(app.config, request, reply);
  const me = await getPrincipal(app, request, browser, { policy: 'signedIn', scope: 'read' }, () =>
    refuseForeignEmbedding(request),
  );
  return fileForReading(app.db.read, me, path);
}
