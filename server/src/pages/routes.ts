/** Server-rendered pages: plain HTML that works without scripts. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
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
import { mountUnsubscribe } from './unsubscribe.ts';

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
