/** Cross-site request forgery beside the API: forms are taken from pages of this server only, whatever is mounted. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../lib/config/config.ts';
import { refuseForeignPage } from '../core/sessions/index.ts';
import { prefix } from './operations.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes POST requests that pages of other sites make browsers send, and authenticates them by what is in them. */
    crossSite?: boolean;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Before the body is read. The API has checks of its own: it is called by programs, and cookies count for little there. */
export function refuseForeignForms(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    const { url, config: declared } = request.routeOptions;
    const isPage = url !== undefined && !url.startsWith(`${prefix}/`);
    if (isPage && declared.crossSite !== true && !safeMethods.has(request.method))
      refuseForeignPage(config, request);
  });
}
