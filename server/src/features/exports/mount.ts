/** GET /exports/{id}: the archive, for administrators. */
import type { FastifyInstance } from 'fastify';
import { getBrowser, refuseForeignEmbedding } from '../../core/sessions/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { getPrincipal } from '../../http/authentication.ts';
import { FileGoneError, sendFile } from '../../lib/files/send.ts';
import { apiError } from '../../lib/errors.ts';
import { exportRow } from './queries.ts';
import { downloadPrefix, hasArchive, type ExportRow } from './serialize.ts';

export function mountExports(fastify: FastifyInstance, app: AppContext): void {
  fastify.get<{ Params: { id: string } }>(
    `${downloadPrefix}:id`,
    { config: { callers: 'administrators' } },
    async (request, reply) => {
      const browser = getBrowser(app.config, request, reply);
      const me = await getPrincipal(
        app,
        request,
        browser,
        { policy: 'administrators', leaves: 'nothing' },
        () => refuseForeignEmbedding(request),
      );
      const { id } = request.params;
      const row = /^\d{1,15}$/.test(id) ? await exportRow(app.db.read, me.orgId, Number(id)) : undefined;
      if (!row || !hasArchive(row)) throw apiError('requests.not-found');
      const file = {
        key: row.path,
        name: fileName(me.cache.organization.name, row),
        size: row.size ?? 0,
        contentType: 'application/octet-stream',
        cacheControl: 'private, no-store',
      };
      try {
        return await sendFile(app.files.store, file, request, reply, { saves: true });
      } catch (error) {
        for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
        throw error instanceof FileGoneError ? apiError('requests.not-found') : error;
      }
    },
  );
}

const fileName = (name: string, { created_at }: ExportRow): string =>
  `${name} ${new Date(created_at).toISOString().slice(0, 10)}.heddle`;
