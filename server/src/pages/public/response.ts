/** Responses to requests for public pages. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress } from '../../http/response/compress.ts';
import { html } from '../layout/html.ts';
import { guard } from '../layout/layout.ts';
import { type MadePage, makePage } from './cache.ts';
import { type PublicFrame, publicPolicy, renderPublicPage } from './frame.ts';
import type { TopicNews } from './news.ts';
import { isFresh } from '../../lib/net/etag.ts';

type SentPage = Pick<MadePage, 'body' | 'etag'>;

export type PublicResponse =
  | { kind: 'page'; page: SentPage }
  /** The same for pages that do not exist and pages that are not public. */
  | { kind: 'missing' }
  | { kind: 'moved'; path: string; status: 301 | 302 | 303 }
  | { kind: 'news'; news: TopicNews }
  | { kind: 'busy'; seconds: number };

/** A page that is not cached. */
export const pageResponse = (text: string): PublicResponse => ({
  kind: 'page',
  page: makePage(text, 0, { orgId: 0 }),
});

export const moved = (path: string, status: 301 | 302 | 303 = 301): PublicResponse => ({
  kind: 'moved',
  path,
  status,
});

export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  frame: PublicFrame,
  response: PublicResponse,
): Promise<FastifyReply> {
  void guard(reply)
    // Revalidated at each visit, since channels can become private and topics can move.
    .header('cache-control', 'no-cache')
    .header('content-security-policy', publicPolicy)
    .header('vary', 'Accept-Language, Accept-Encoding');
  switch (response.kind) {
    case 'page':
      return sendBody(request, reply.header('content-language', frame.t.language), response.page, htmlType);
    case 'news': {
      const { body, etag } = makePage(JSON.stringify(response.news), 0, { orgId: 0 });
      return sendBody(request, reply, { body, etag }, 'application/json; charset=utf-8');
    }
    case 'missing':
      return sendNotice(reply, frame, missingPage(frame), 404);
    case 'moved':
      return reply.redirect(response.path, response.status);
    case 'busy':
      return sendNotice(
        reply.header('retry-after', response.seconds),
        frame,
        busyPage(frame, response.seconds),
        429,
      );
  }
}

export const htmlType = 'text/html; charset=utf-8';

/** 304 if the client has the current version. */
export async function sendBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: SentPage,
  type: string,
): Promise<FastifyReply> {
  void reply.header('etag', etag);
  if (isFresh({ headers }, etag)) return reply.code(304).send();
  const compressed = await compress(body, headers['accept-encoding']);
  if (compressed.encoding !== undefined) void reply.header('content-encoding', compressed.encoding);
  return reply.header('content-type', type).send(compressed.body);
}

const sendNotice = (reply: FastifyReply, { t }: PublicFrame, text: string, status: number): FastifyReply =>
  reply.code(status).header('content-type', htmlType).header('content-language', t.language).send(text);

function missingPage(frame: PublicFrame): string {
  const { t } = frame;
  return renderPublicPage(frame, {
    title: t('public.notFound'),
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<h1>${t('public.notFound')}</h1>
      <p class="quiet">${t('public.notFoundText')}</p>
      <p><a href="/">${t('public.home')}</a></p>`,
  });
}

function busyPage(frame: PublicFrame, seconds: number): string {
  const { t } = frame;
  return renderPublicPage(frame, {
    title: t('public.busy'),
    body: html`<h1>${t('public.busy')}</h1>
      <p class="quiet">${t('public.busyText', { seconds })}</p>`,
  });
}
