/** /unsubscribe/…: mail clients POST directly (RFC 8058); opening the link shows a confirmation first. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import {
  offeredUnsubscription,
  unsubscribe,
  type OfferedUnsubscription,
} from '../features/notifications/index.ts';
import { deadLinkPage } from './account-pages.ts';
import { html } from './layout/html.ts';
import { page, sendPage, type OrganizationFrame, type Page } from './layout/layout.ts';
import { frameFor, resolveViewer } from './viewer.ts';
import { pathParam } from '../http/request/values.ts';

const path = '/unsubscribe/:token';

export function mountUnsubscribe(fastify: FastifyInstance, app: AppContext): void {
  fastify.get(path, (request, reply) =>
    handleRequest(app, request, reply, async (orgId, frame, token) => {
      const offered = await offeredUnsubscription(app, orgId, token);
      return offered && askPage(frame, token, offered);
    }),
  );
  fastify.post(path, (request, reply) =>
    handleRequest(app, request, reply, async (orgId, frame, token) =>
      (await unsubscribe(app, orgId, token)) ? donePage(frame) : undefined,
    ),
  );
}

async function handleRequest(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (orgId: number, frame: OrganizationFrame, token: string) => Promise<Page | undefined>,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const frame = frameFor(viewer);
  const token = pathParam(request, 'token');
  const shown = await show(viewer.cache.orgId, frame, token);
  return shown ? sendPage(reply, shown) : sendPage(reply, deadLinkPage(frame), 404);
}

function askPage(frame: OrganizationFrame, token: string, { email, reasons }: OfferedUnsubscription): Page {
  const { t, place } = frame;
  return page(
    frame,
    t('unsubscribe.title'),
    html`<h1>${t('unsubscribe.title')}</h1>
      <p class="quiet">${t('unsubscribe.text', { email, organization: place.name, reasons })}</p>
      <form method="post" action="/unsubscribe/${token}">
        <button type="submit">${t('unsubscribe.confirm')}</button>
      </form>`,
  );
}

function donePage(frame: OrganizationFrame): Page {
  const { t } = frame;
  return page(
    frame,
    t('unsubscribe.done'),
    html`<h1>${t('unsubscribe.done')}</h1>
      <p class="quiet">${t('unsubscribe.back')}</p>
      <ul class="links">
        <li><a href="/settings/notifications">${t('missed.settings')}</a></li>
      </ul>`,
  );
}
