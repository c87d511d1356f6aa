/** Server-rendered pages: plain HTML that works without scripts. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { getBrowser, startSession } from '../core/sessions/index.ts';
import type { Route } from '../http/route.ts';
import { guard, sendPage } from './layout/layout.ts';
import { mountAccount } from './account.ts';
import { mountApiDocs } from './api-docs/routes.ts';
import { mountFeeds } from './crawlers/feed-routes.ts';
import { mountRobots } from './crawlers/robots.ts';
import { mountSitemaps } from './crawlers/sitemap.ts';
import { BuiltFiles } from './built-files.ts';
import { mountCalls } from './calls.ts';
import { fetchAhead, mountClient } from './client.ts';
import { getFields } from './layout/forms.ts';
import { SharedBuild } from './other-builds.ts';
import { mountJoinPages } from './join.ts';
import { mountFollowScript } from './links/follow-script.ts';
import { mountNarrowLinks } from './links/narrow-links.ts';
import { textsFor } from './layout/language.ts';
import { formPage, gonePage, madePage, nothingTyped, zuliprc } from './setup-pages.ts';
import { setupPath, type Setup } from './setup.ts';
import { mountProviderSignIn } from './providers/sign-in.ts';
import { mountVouchedSignIn } from './providers/vouched.ts';
import { mountPublicPages } from './public/routes.ts';
import { mountSignIn } from './sign-in.ts';
import { problemFor } from './layout/form-problem.ts';
import { mountUnsubscribe } from './unsubscribe.ts';
import { knownSite } from './viewer.ts';
import { queryParam } from '../http/request/values.ts';

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
  if (!setup.isOpen) return;
  fastify.get(setupPath, { onRequest: ahead }, (request, reply) => show(app, setup, request, reply));
  fastify.post(setupPath, { config: { limit: 'work' } }, (request, reply) =>
    make(app, setup, request, reply),
  );
  fastify.post(`${setupPath}/zuliprc`, (request, reply) => download(app, setup, request, reply));
}

async function show(
  app: AppContext,
  setup: Setup,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const site = knownSite(app, request, reply);
  if (!site) return reply;
  const token = queryParam(request, 'token');
  const t = textsFor(request);
  if (token === undefined || !setup.admits(token)) return sendPage(reply, gonePage(t), 404);
  const { made } = setup;
  if (!made) return sendPage(reply, formPage(t, token, nothingTyped));
  const { name } = (await app.organizations.cache(made.realm_id)).organization;
  return sendPage(reply, madePage(t, token, { name, made, site: site.origin }));
}

async function make(
  app: AppContext,
  setup: Setup,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!knownSite(app, request, reply)) return reply;
  const field = getFields(request);
  const token = field('token');
  const t = textsFor(request);
  if (!setup.admits(token)) return sendPage(reply, gonePage(t), 404);
  const typed = { name: field('name'), email: field('email'), fullName: field('full_name') };
  try {
    if (setup.made === null)
      await setup.make({
        name: typed.name,
        subdomain: '',
        ownerEmail: typed.email,
        ownerName: typed.fullName,
        ownerPassword: field('password'),
        language: t.language,
      });
  } catch (error) {
    const { text, status } = problemFor(t, error);
    return sendPage(reply, formPage(t, token, typed, text), status);
  }
  // The owner has just chosen the password, so no further sign-in is needed.
  const { made } = setup;
  if (made)
    await startSession(app, getBrowser(app.config, request, reply), {
      orgId: made.realm_id,
      userId: made.user_id,
    });
  // Redirected, so that reloading does not submit the form again.
  return guard(reply).redirect(setup.path, 303);
}

async function download(
  app: AppContext,
  setup: Setup,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const site = knownSite(app, request, reply);
  if (!site) return reply;
  const { made } = setup;
  if (!made || !setup.admits(getFields(request)('token')))
    return sendPage(reply, gonePage(textsFor(request)), 404);
  return guard(reply)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', 'attachment; filename="zuliprc"')
    .send(zuliprc(made, site.origin));
}
