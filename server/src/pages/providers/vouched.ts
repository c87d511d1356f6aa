/** /accounts/login/sso/ and /accounts/login/jwt/: sign-in by the header of a proxy, or by a signed token. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { useOnce } from '../../core/limits/index.ts';
import { getCookies } from '../../core/sessions/index.ts';
import {
  getRemoteUser,
  jwtPath,
  readJwt,
  remoteUserPath,
  remoteUserStartPath,
} from '../../features/external-sign-in/index.ts';
import { findJwtIssuer, getProviders } from '../../core/sign-in-providers/index.ts';
import type { Callers } from '../../http/callers.ts';
import { trustedPeers } from '../../http/request-log.ts';
import { getPads, markDesktop, needsPad, textIn } from '../app-flow.ts';
import { getFields } from '../layout/forms.ts';
import { guard, sendPage } from '../layout/layout.ts';
import type { ExternalPerson } from '../../lib/oidc/person.ts';
import { safeNext } from '../next.ts';
import { frameFor, resolveViewer } from '../viewer.ts';
import { desktopHash, desktopStartPage } from './pages.ts';
import { finishFor, sendFailure } from './return.ts';
import { sendProblem, type ProviderRequest } from './provider-request.ts';

/** The routes of the proxy are only mounted if it is configured. */
export function mountVouchedSignIn(fastify: FastifyInstance, app: AppContext): void {
  if (app.config.oidc.some(({ remoteUser }) => remoteUser)) {
    const isTrusted = trustedPeers(app.config);
    const serve = (path: string, callers: Callers, show: (visit: ProviderRequest) => Promise<FastifyReply>) =>
      fastify.get(path, { config: { limit: 'work', callers } }, (request, reply) =>
        visitProxy(app, request, reply, show),
      );
    serve(remoteUserStartPath, 'anyone', start);
    serve(remoteUserPath, 'proxy', (visit) => enter(visit, isTrusted(visit.request.socket.remoteAddress)));
  }
  // Posted by a page of the program that signed the token.
  fastify.post(
    jwtPath,
    { config: { limit: 'work', callers: 'provider', crossSite: true } },
    (request, reply) => enterByJwt(app, request, reply),
  );
}

async function visitProxy(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (visit: ProviderRequest) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const provider = getProviders(app, viewer.cache).find(({ remoteUser }) => remoteUser);
  if (!provider) return sendProblem(reply, viewer, 'SSO', 'unknown');
  return show({ app, viewer, provider, orgId: viewer.cache.orgId, request, reply });
}

/** The target of the button, which redirects to the path that the proxy authenticates. */
async function start({ app, viewer, provider, request, reply }: ProviderRequest): Promise<FastifyReply> {
  if (needsPad(request, getPads(request.query))) {
    markDesktop(getCookies(app.config, request, reply));
    return sendPage(reply, desktopStartPage(frameFor(viewer), provider.name), 200, { script: desktopHash });
  }
  const { search } = new URL(request.url, viewer.origin);
  return guard(reply).redirect(remoteUserPath + search, 303);
}

async function enter(visit: ProviderRequest, isTrusted: boolean): Promise<FastifyReply> {
  const { app, viewer, provider, request, reply } = visit;
  const { query } = request;
  const pads = getPads(query);
  const person = isTrusted ? getRemoteUser(provider, request.headers) : undefined;
  if (!person) {
    const [header, peer] = [provider.remoteUser?.header, request.socket.remoteAddress];
    const why = isTrusted ? 'the proxy has sent no such header' : 'the peer is not in trusted_proxies';
    app.log.warn({ header, peer, why }, 'a sign-in by the header of a proxy was refused');
    return sendProblem(reply, viewer, provider, 'unavailable');
  }
  const invitation = textIn(query, 'key', 'multiuse_object_key');
  try {
    return await finishFor(visit, person, { next: safeNext(textIn(query, 'next')), invitation, ...pads });
  } catch (error) {
    return sendFailure(visit, error);
  }
}

async function enterByJwt(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const { cache } = viewer;
  const provider = findJwtIssuer(app, cache);
  if (!provider) return sendProblem(reply, viewer, 'JWT', 'unknown');
  const visit: ProviderRequest = { app, viewer, provider, orgId: cache.orgId, request, reply };
  const next = safeNext(textIn(request.query, 'next'));
  const token = getFields(request)('token');
  try {
    const { person } = await readJwt(app, cache, token);
    // Any site can post a token for another account, so it must not replace an existing session.
    if (viewer.me) return await guard(reply).redirect(next, 303);
    const hash = createHash('sha256').update(token).digest('base64url');
    if (!(await useOnce(app, `jwt ${cache.orgId} ${hash}`, rememberedUntil(person, app.clock.now()))))
      return await sendProblem(reply, viewer, provider.name, 'expired');
    return await finishFor(visit, person, { next });
  } catch (error) {
    return sendFailure(visit, error);
  }
}

const toleranceMs = 60_000;
const yearMs = 366 * 24 * 3600_000;

/** As long as the token is valid. One that has no end is remembered for a year. */
const rememberedUntil = ({ claims: { exp } }: ExternalPerson, now: number): number =>
  typeof exp === 'number'
    ? Math.min(Math.ceil(exp * 1000) + toleranceMs, Number.MAX_SAFE_INTEGER)
    : now + yearMs;
