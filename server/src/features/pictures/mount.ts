/**
 * GET /user_avatars/{path}: pictures of the organization and its custom emoji. Messages and pages before the
 * sign-in show them, so they need no authentication; their paths cannot be guessed.
 */
import type { FastifyInstance } from 'fastify';
import { FileGoneError, sendFile } from '../../lib/files/send.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Organization } from '../../core/organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { getOrganization } from '../../http/site.ts';
import { pictureKey, publicPrefix } from './store.ts';
import { pathParam } from '../../http/request/values.ts';

const form = /^(\d+\/[0-9a-f]{2}\/[\w-]{24})\/((?:image|still)\.webp|(?:icon|logo)\.png)$/;

export function mountPublicPictures(fastify: FastifyInstance, app: AppContext): void {
  const { files, log } = app;
  fastify.get(
    `${publicPrefix}*`,
    { config: { limit: 'cheap', callers: 'anyone' } },
    async (request, reply) => {
      const [, path, name = ''] = form.exec(pathParam(request, '*')) ?? [];
      const { organization } = await getOrganization(app, request);
      if (path === undefined || !isShown(organization, path)) throw notFound();
      const key = pictureKey(path, name);
      try {
        const size = await files.store.getSize(key);
        const contentType = name.endsWith('.png') ? 'image/png' : 'image/webp';
        const cacheControl = 'public, max-age=31536000, immutable';
        return await sendFile(files.store, { key, name, size, contentType, cacheControl }, request, reply);
      } catch (error) {
        if (!(error instanceof FileGoneError)) throw error;
        log.error({ err: error, key }, 'an image file is missing');
        throw notFound();
      }
    },
  );
}

const isShown = ({ emoji, pictures }: Organization, path: string): boolean =>
  Object.values(pictures).includes(path) || emoji.some((one) => one.path === path);

const notFound = (): ApiError => apiError('requests.not-found');
