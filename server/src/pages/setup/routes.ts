/** /setup: creates the first organization, once. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { type Cookies, getBrowser, getCookies, startSession } from '../../core/sessions/index.ts';
import { queryParam } from '../../http/request/values.ts';
import { problemFor } from '../layout/form-problem.ts';
import { getFields } from '../layout/forms.ts';
import { textsFor } from '../layout/language.ts';
import { guard, sendPage } from '../layout/layout.ts';
import { formPage, gonePage, madePage, nothingTyped, usedPage, zuliprc } from './pages.ts';
import { setupPath, shownSeconds, type Setup } from './setup.ts';
import { knownSite } from '../viewer.ts';

/** Recognizes the browser that created the organization. */
const receiptCookie = 'heddle_setup';

type Visit = { app: AppContext; setup: Setup; request: FastifyRequest; reply: FastifyReply };

export function mountSetup(
  fastify: FastifyInstance,
  app: AppContext,
  setup: Setup,
  ahead: onRequestAsyncHookHandler,
): void {
  const on =
    (show: (visit: Visit) => Promise<FastifyReply>) => (request: FastifyRequest, reply: FastifyReply) =>
      show({ app, setup, request, reply });
  const config = { callers: 'secret' } as const;
  fastify.get(setupPath, { config, onRequest: ahead }, on(show));
  fastify.post(setupPath, { config: { ...config, limit: 'work' } }, on(make));
  fastify.post(`${setupPath}/zuliprc`, { config }, on(download));
}

const getVisitCookies = ({ app, request, reply }: Visit): Cookies => getCookies(app.config, request, reply);

const getMade = (visit: Visit) => visit.setup.madeFor(getVisitCookies(visit).read(receiptCookie));

async function show(visit: Visit): Promise<FastifyReply> {
  const { app, setup, request, reply } = visit;
  const site = knownSite(app, request, reply);
  if (!site) return reply;
  const made = getMade(visit);
  const t = textsFor(request);
  if (made) {
    const { name } = (await app.organizations.cache(made.realm_id)).organization;
    return sendPage(reply, madePage(t, { name, made, site: site.origin }));
  }
  const token = queryParam(request, 'token');
  return token !== undefined && setup.admits(token)
    ? sendPage(reply, formPage(t, token, nothingTyped))
    : sendEnded(visit, token);
}

function sendEnded({ setup, request, reply }: Visit, token: string | undefined): FastifyReply {
  const t = textsFor(request);
  return sendPage(reply, setup.isUsed(token) ? usedPage(t) : gonePage(t), 404);
}

async function make(visit: Visit): Promise<FastifyReply> {
  const { app, setup, request, reply } = visit;
  if (!knownSite(app, request, reply)) return reply;
  const field = getFields(request);
  const token = field('token');
  if (!setup.admits(token)) return sendEnded(visit, token);
  const t = textsFor(request);
  const typed = { name: field('name'), email: field('email'), fullName: field('full_name') };
  const options = {
    name: typed.name,
    subdomain: '',
    ownerEmail: typed.email,
    ownerName: typed.fullName,
    ownerPassword: field('password'),
    language: t.language,
  };
  try {
    const { made, receipt } = await setup.make(options);
    getVisitCookies(visit).write(receiptCookie, receipt, `HttpOnly; SameSite=Lax; Max-Age=${shownSeconds}`);
    // The owner has just chosen the password, so no further sign-in is needed.
    const browser = getBrowser(app.config, request, reply);
    await startSession(app, browser, { orgId: made.realm_id, userId: made.user_id });
  } catch (error) {
    if (!setup.admits(token)) return sendEnded(visit, token);
    const problem = problemFor(t, error);
    return sendPage(reply, formPage(t, token, typed, problem), problem.status);
  }
  // Redirected, so that reloading does not submit the form again.
  return guard(reply).redirect(setupPath, 303);
}

async function download(visit: Visit): Promise<FastifyReply> {
  const { app, request, reply } = visit;
  const site = knownSite(app, request, reply);
  if (!site) return reply;
  const made = getMade(visit);
  if (!made) return sendPage(reply, gonePage(textsFor(request)), 404);
  return guard(reply)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', 'attachment; filename="zuliprc"')
    .send(zuliprc(made, site.origin));
}
