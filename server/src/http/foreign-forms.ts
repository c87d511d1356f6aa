/** Protects against cross-site request forgery outside the API: forms are only accepted from pages of this server. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../lib/config/config.ts';
import { refuseForeignPage } from '../core/sessions/index.ts';
import { prefix } from './operations.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts POST requests that other sites make browsers send, and authenticates them by their content. */
    crossSite?: boolean;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Runs before the body is read. The API has its own checks: it is called by programs, and cookies are not sufficient there. */
export function refuseForeignForms(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config: declared } = request.routeOptions;
    const isPage = url !== undefined && !url.startsWith(`${prefix}/`);
    if (isPage && declared.crossSite !== true && !safeMethods.has(request.method))
      refuseForeignPage(config, request);
    done();
  });
}
