/**
 * GET /avatar/{user_id}: a user's avatar. The generated one depends on the id alone and is drawn for every id, so that
 * nothing reveals who exists; apps that request it anonymously get it too. Uploaded ones are for signed-in users who
 * may see that user, and for those who have their address; to others they do not exist.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FileGoneError, sendFile } from '../../lib/files/send.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import { getBrowser, refuseForeignEmbedding } from '../../core/sessions/index.ts';
import { pictureSecret, getUserVisibility } from '../../core/users/index.ts';
import { pathOfPicture, pictureKey } from '../pictures/index.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import { getOrganization } from '../../http/site.ts';
import { isAnonymous, getPrincipal } from '../../http/authentication.ts';
import { drawAvatar, type AvatarSize } from './draw.ts';
import { isFresh } from '../../lib/net/etag.ts';

/** COMPAT(mobile apps): they derive the address of the larger image from `avatar_url`, by this ending or by `/medium`. */
const form = /^(\d{1,15})(?:(\/medium|-medium\.png)|\.png)?$/;

const year = 31_536_000;
const day = 86_400;

interface AvatarRoute {
  Params: { '*': string };
  Querystring: { version?: string; x?: string };
}

export function mountAvatars(fastify: FastifyInstance, app: AppContext): void {
  const cache = new Map<string, Buffer>();
  fastify.get<AvatarRoute>(
    '/avatar/*',
    { config: { limit: 'cheap', callers: 'visitors' } },
    async (request, reply) => {
      const [, id, medium] = form.exec(request.params['*']) ?? [];
      if (id === undefined) throw apiError('requests.not-found');
      const size = medium === undefined ? 'small' : 'medium';
      const { version, x } = request.query;
      const asked = { request, reply, id: Number(id), size, version, secret: x } as const;
      if (await sendUploaded(app, asked)) return reply;
      return sendDrawn(cache, asked);
    },
  );
}

interface AvatarRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The id of the user. */
  id: number;
  size: AvatarSize;
  version: string | undefined;
  /** Grants access to the current picture without signing in. */
  secret: string | undefined;
}

/** @returns `false` without sending anything if there is no uploaded avatar that the client may see */
async function sendUploaded(
  app: AppContext,
  { request, reply, id, size, secret }: AvatarRequest,
): Promise<boolean> {
  const { files, db } = app;
  const cache = await getOrganization(app, request);
  const user = cache.users.get(id);
  if (user?.avatarSource !== 'U') return false;
  const isCurrent = secret === pictureSecret(user);
  if (!isCurrent && !(await maySee(app, cache, request, reply, user))) return false;
  const path = await pathOfPicture(db.read, cache.organization.id, 'avatar', id);
  if (path === undefined) return false;
  const key = pictureKey(path, `${size}.png`);
  const known = await getSize(app, key);
  if (known === undefined) return false;
  const cacheControl = isCurrent ? `private, max-age=${year}, immutable` : 'private, no-cache';
  const file = { key, name: `${id}.png`, size: known, contentType: 'image/png', cacheControl };
  await sendFile(files.store, file, request, reply);
  return true;
}

/** `undefined` for a file that was replaced in the meantime. */
async function getSize({ files }: AppContext, key: string): Promise<number | undefined> {
  try {
    return await files.store.getSize(key);
  } catch (error) {
    if (error instanceof FileGoneError) return undefined;
    throw error;
  }
}

async function maySee(
  app: AppContext,
  cache: OrganizationCache,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
): Promise<boolean> {
  const browser = getBrowser(app.config, request, reply);
  if (isAnonymous(request, browser)) return false;
  try {
    const me = await getPrincipal(app, request, browser, { policy: 'signedIn', scope: 'directory' }, () =>
      refuseForeignEmbedding(request),
    );
    return (await getUserVisibility(app.db.read, cache, me.user))(user);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function sendDrawn(
  cache: Map<string, Buffer>,
  { request, reply, id, size, version }: AvatarRequest,
): FastifyReply {
  const etag = getEtag(id, size);
  void reply
    .header('etag', etag)
    // The version in the address changes with the avatar, so an address with a version never becomes stale.
    .header(
      'cache-control',
      version === undefined ? `public, max-age=${day}` : `public, max-age=${year}, immutable`,
    );
  if (isFresh(request, etag)) return reply.code(304).send();
  return reply.header('content-type', 'image/png').send(drawn(cache, id, size));
}

/** Increment when avatars are drawn differently. */
const drawing = 1;

const getEtag = (id: number, size: AvatarSize): string =>
  `"${createHash('sha256').update(`${drawing} ${id} ${size}`).digest('base64url').slice(0, 22)}"`;

/** Generated avatars in memory: about a quarter of a mebibyte. */
const mostCached = 512;

function drawn(cache: Map<string, Buffer>, id: number, size: AvatarSize): Buffer {
  const key = `${id} ${size}`;
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= mostCached) cache.clear();
  const png = drawAvatar(id, size);
  cache.set(key, png);
  return png;
}
