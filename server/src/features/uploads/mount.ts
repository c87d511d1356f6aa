/** GET and HEAD /user_uploads/{realm_id}/…: the files themselves, for whoever may read them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FileGoneError, sendFile } from '../../files/send.ts';
import type { Heddle } from '../../heddle.ts';
import { ApiError } from '../../http/errors.ts';
import { principalOf } from '../../http/who.ts';
import { browserOf, refuseForeignEmbedding } from '../../sessions/browser.ts';
import { fileForAnyone, fileForReading } from './access.ts';
import { isTokenFor, temporaryPrefix } from './links.ts';
import type { AttachmentRow } from './queries.ts';

interface Address {
  '*': string;
  token?: string;
}

export function mountUploads(app: FastifyInstance, heddle: Heddle): void {
  const serve = (url: string, saves: boolean) =>
    app.get(url, async (request, reply) => {
      const path = (request.params as Address)['*'];
      return send(heddle, request, reply, await readable(heddle, request, reply, path), saves);
    });
  serve('/user_uploads/*', false);
  serve('/user_uploads/download/*', true);
  app.get(`${temporaryPrefix}:token/*`, async (request, reply) => {
    const { '*': path, token = '' } = request.params as Address;
    const isValid = isTokenFor(heddle.secrets, token, path);
    return send(heddle, request, reply, isValid ? await byPath(heddle, request, path) : undefined, false);
  });
}

const notFound = (): ApiError => new ApiError('NOT_FOUND', 'Not found');

async function send(
  heddle: Heddle,
  request: FastifyRequest,
  reply: FastifyReply,
  row: AttachmentRow | undefined,
  saves: boolean,
): Promise<FastifyReply> {
  if (!row) throw notFound();
  const { path, name, size, content_type: contentType } = row;
  try {
    return await sendFile(heddle.files.store, { key: path, name, size, contentType }, request, reply, saves);
  } catch (error) {
    if (!(error instanceof FileGoneError)) throw error;
    heddle.log.error({ err: error, attachment: row.id }, 'a file is missing');
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    throw notFound();
  }
}

/** @throws ApiError for strangers, whether there is such a file or not. */
async function readable(
  heddle: Heddle,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<AttachmentRow | undefined> {
  const { organizations, db } = heddle;
  const directory = await organizations.directory(organizations.byHost(request.hostname).id);
  const open = await fileForAnyone(heddle, directory, path);
  if (open) return open;
  const browser = browserOf(heddle.config, request, reply);
  const me = await principalOf(heddle, request, browser, () => refuseForeignEmbedding(request));
  return fileForReading(db.read, me, path);
}

function byPath(
  { organizations, db }: Heddle,
  request: FastifyRequest,
  path: string,
): Promise<AttachmentRow | undefined> {
  return db.read.q
    .selectFrom('attachment')
    .selectAll()
    .where('path', '=', path)
    .where('org_id', '=', organizations.byHost(request.hostname).id)
    .executeTakeFirst();
}
