/** Server-rendered pages: plain HTML that works without scripts. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import type { TextKey } from '../lib/i18n/i18n.ts';
import type { Route } from '../http/route.ts';
import { mountAccount } from './account.ts';
import { mountApiDocs } from './api-docs/routes.ts';
import { mountFeeds } from './crawlers/feed-routes.ts';
import { mountRobots } from './crawlers/robots.ts';
import { mountSitemaps } from './crawlers/sitemap.ts';
import { BuiltFiles } from './built-files.ts';
import { mountCalls } from './calls.ts';
import { fetchAhead, mountClient } from './client.ts';
import { SharedBuild } from './other-builds.ts';
import { mountJoinPages } from './join.ts';
import { mountFollowScript } from './links/follow-script.ts';
import { mountNarrowLinks } from './links/narrow-links.ts';
import type { Setup } from './setup/setup.ts';
import { mountSetup } from './setup/routes.ts';
import { mountProviderSignIn } from './providers/sign-in.ts';
import { mountVouchedSignIn } from './providers/vouched.ts';
import { mountPublicPages } from './public/routes.ts';
import { mountSignIn } from './sign-in.ts';
import {
  offeredUnsubscription,
  unsubscribe,
  type OfferedUnsubscription,
} from '../features/notifications/index.ts';
import { html } from './layout/html.ts';
import { page, sendPage, type OrganizationFrame, type Page } from './layout/layout.ts';
import { frameFor, resolveViewer } from './viewer.ts';
import { pathParam } from '../http/request/values.ts';

/** Default folder of the built web client. */
export const builtClient = fileURLToPath(new URL('../../../web/dist', import.meta.url));

interface PageOptions {
  /** Folder of the built web client, which may appear later. */
  client: string;
  /** The API, for its reference. */
  routes: readonly Route[];
}

export function mountPages(
  fastify: FastifyInstance,
  app: AppContext,
  setup: Setup,
  { client, routes }: PageOptions,
): void {
  const files = new BuiltFiles(client);
  const ahead = fetchAhead(files);
  // Before the first page is served, since its scripts may be requested from other nodes.
  const shared = new SharedBuild(app, files);
  fastify.addHook('onReady', () => shared.begin());
  fastify.addHook('onClose', async () => shared.stop());
  mountClient(fastify, app, files);
  mountSignIn(fastify, app, ahead);
  mountProviderSignIn(fastify, app);
  mountVouchedSignIn(fastify, app);
  mountJoinPages(fastify, app, ahead);
  mountAccount(fastify, app);
  mountApiDocs(fastify, app, routes);
  mountUnsubscribe(fastify, app);
  mountCalls(fastify, app);
  mountPublicPages(fastify, app);
  mountRobots(fastify, app);
  mountFeeds(fastify, app);
  mountFollowScript(fastify);
  mountNarrowLinks(fastify, app);
  mountSitemaps(fastify, app);
  if (setup.isOpen) mountSetup(fastify, app, setup, ahead);
}

// /unsubscribe/…: mail clients POST directly (RFC 8058); opening the link shows a confirmation first.

const path = '/unsubscribe/:token';
const config = { callers: 'secret' } as const;

function mountUnsubscribe(fastify: FastifyInstance, app: AppContext): void {
  fastify.get(path, { config }, (request, reply) =>
    handleRequest(app, request, reply, async (orgId, frame, token) => {
      const offered = await offeredUnsubscription(app, orgId, token);
      return offered && askPage(frame, token, offered);
    }),
  );
  fastify.post(path, { config }, (request, reply) =>
    handleRequest(app, request, reply, async (orgId, frame, token) =>
      (await unsubscribe(app, orgId, token))
        ? toSettings(frame, 'unsubscribe.done', 'unsubscribe.back')
        : undefined,
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
  return shown
    ? sendPage(reply, shown)
    : sendPage(reply, toSettings(frame, 'common.linkEnded', 'unsubscribe.linkEnded'), 404);
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

/** A page whose link leads to the settings that say which emails one gets. */
function toSettings(frame: OrganizationFrame, title: TextKey, text: TextKey): Page {
  const { t } = frame;
  return page(
    frame,
    t(title),
    html`<h1>${t(title)}</h1>
      <p class="quiet">${t(text)}</p>
      <ul class="links">
        <li><a href="/settings/notifications">${t('missed.settings')}</a></li>
      </ul>`,
  );
}
