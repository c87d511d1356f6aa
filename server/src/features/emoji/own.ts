/** GET /user_avatars/{path}: pictures of the organization's own emoji. Messages name them, so they need no sign-in. */
import type { FastifyInstance } from 'fastify';
import { FileGoneError, sendFile } from '../../files/send.ts';
import type { Heddle } from '../../heddle.ts';
import { ApiError } from '../../http/errors.ts';
import { pictureKey } from '../pictures/keep.ts';
import { emojiPrefix } from './url.ts';

const form = /^(\d+\/[0-9a-f]{2}\/[\w-]{24})\/((?:image|still)\.webp)$/;

export function mountOwnEmoji(app: FastifyInstance, { organizations, files, log }: Heddle): void {
  app.get(`${emojiPrefix}*`, async (request, reply) => {
    const [, path, name = ''] = form.exec((request.params as { '*': string })['*']) ?? [];
    const { organization } = await organizations.directory(organizations.byHost(request.hostname).id);
    if (path === undefined || !organization.emoji.some((emoji) => emoji.path === path)) throw notFound();
    const key = pictureKey(path, name);
    try {
      const size = await files.store.sizeOf(key);
      const cacheControl = 'public, max-age=31536000, immutable';
      return await sendFile(
        files.store,
        { key, name, size, contentType: 'image/webp', cacheControl },
        request,
        reply,
      );
    } catch (error) {
      if (!(error instanceof FileGoneError)) throw error;
      log.error({ err: error, key }, 'the picture of an emoji is missing');
      throw notFound();
    }
  });
}

const notFound = (): ApiError => new ApiError('NOT_FOUND', 'Not found');
