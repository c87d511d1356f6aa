/** GET /api/docs: public, like the OpenAPI document that it shows. */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { Route } from '../../http/route.ts';
import { textsFor } from '../layout/language.ts';
import { guard } from '../layout/layout.ts';
import { htmlType, sendBody } from '../public/response.ts';
import { makePage, type MadePage } from '../public/cache.ts';
import { knownSite } from '../viewer.ts';
import { mountDocsScript } from './script.ts';

/** Cached pages, by language and host. Bounded, since without `base_url` clients choose the host. */
const mostKept = 4;

/** The renderer is loaded with the first request. */
export function mountApiDocs(fastify: FastifyInstance, app: AppContext, routes: readonly Route[]): void {
  mountDocsScript(fastify);
  const kept = new Map<string, Promise<MadePage>>();
  fastify.get('/api/docs', { config: { limit: 'work', callers: 'anyone' } }, async (request, reply) => {
    const site = knownSite(app, request, reply);
    if (site === undefined) return reply;
    const t = textsFor(request);
    const docs = await import('./page.ts');
    const page = await keptPage(kept, `${t.language} ${site.origin}`, () =>
      docs.renderDocs(t, `${site.origin}/api/v1`, docs.describeEach(routes)),
    );
    void guard(reply)
      .header('cache-control', 'no-cache')
      .header('content-language', t.language)
      .header('content-security-policy', docs.docsPolicy)
      .header('vary', 'Accept-Language, Accept-Encoding')
      .header('x-robots-tag', 'noindex');
    return sendBody(request, reply, page, htmlType);
  });
}

/** Never outdated, since the page only changes with the version of the server. Requests at the same time wait for one rendering. */
function keptPage(
  kept: Map<string, Promise<MadePage>>,
  key: string,
  render: () => Promise<string>,
): Promise<MadePage> {
  const known = kept.get(key);
  if (known) return known;
  const page = render().then((text) => makePage(text, 0, { orgId: 0 }));
  kept.set(key, page);
  const [oldest = ''] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return page;
}
