/** What a request for a public page gets. */
import type { FastifyReply } from 'fastify';
import { html } from '../html.ts';
import { guard } from '../layout.ts';
import { type PublicFrame, renderPublicPage, publicPolicy } from './frame.ts';

export type Answer =
  | { kind: 'page'; html: string }
  /** The same for what there is not and for what is not open. */
  | { kind: 'missing' }
  | { kind: 'moved'; path: string; status: 301 | 302 | 303 }
  | { kind: 'busy'; seconds: number };

/** A page, or that it is missing where nothing was made. */
export const pageAnswer = (text: string | undefined): Answer =>
  text === undefined ? { kind: 'missing' } : { kind: 'page', html: text };

export const moved = (path: string, status: 301 | 302 | 303 = 301): Answer => ({
  kind: 'moved',
  path,
  status,
});

export function sendAnswer(reply: FastifyReply, frame: PublicFrame, answer: Answer): FastifyReply {
  void guard(reply)
    // Asked for again at each visit: what is open now may not be in a moment, and a topic may move back.
    .header('cache-control', 'no-cache')
    .header('content-security-policy', publicPolicy)
    .header('vary', 'Accept-Language');
  switch (answer.kind) {
    case 'page':
      return sendHtml(reply, frame, answer.html, 200);
    case 'missing':
      return sendHtml(reply, frame, missingPage(frame), 404);
    case 'moved':
      return reply.redirect(answer.path, answer.status);
    case 'busy':
      return sendHtml(
        reply.header('retry-after', answer.seconds),
        frame,
        busyPage(frame, answer.seconds),
        429,
      );
  }
}

const sendHtml = (reply: FastifyReply, { t }: PublicFrame, text: string, status: number): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', t.language)
    .send(text);

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
