/** /accounts/login/social and /complete: signing in with a provider, in a browser or for an app. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { getCookies, type Cookies } from '../../core/sessions/index.ts';
import {
  endExternalSignIns,
  flowSeconds,
  iconPath,
  metadataPath,
  newFlow,
  returnPath,
  sealFlow,
  signInPath,
  signUpPath,
  endSamlSignIns,
} from '../../features/external-sign-in/index.ts';
import { findProvider, getProvider, getProviders } from '../../core/sign-in-providers/index.ts';
import { getOrganization } from '../../http/site.ts';
import { apiError } from '../../lib/errors.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import { ProviderResponseError, ProviderUnavailableError } from '../../lib/oidc/person.ts';
import { getFields } from '../layout/forms.ts';
import { guard, sendPage } from '../layout/layout.ts';
import { safeNext } from '../next.ts';
import { getPads, markDesktop, needsPad, textIn } from '../app-flow.ts';
import { desktopHash, desktopStartPage } from './pages.ts';
import { endSignIn, flowCookie } from './return.ts';
import { sendProblem, type ProviderRequest } from './provider-request.ts';
import { frameFor, resolveViewer } from '../viewer.ts';
import { pathParam, queryParam } from '../../http/request/values.ts';
import { SamlProvider } from '../../lib/saml/saml-provider.ts';

type Page = (visit: ProviderRequest) => Promise<FastifyReply>;

export function mountProviderSignIn(fastify: FastifyInstance, app: AppContext): void {
  const at = (show: Page) => (request: FastifyRequest, reply: FastifyReply) =>
    visited(app, show, request, reply);
  const open = { limit: 'work', callers: 'anyone' } as const;
  const returned = { limit: 'work', callers: 'provider' } as const;
  for (const path of [signInPath(), signUpPath()]) fastify.get(path, { config: open }, at(startSignIn));
  fastify.get(
    returnPath(),
    { config: returned },
    at((visit) => (visit.provider.saml ? endBySaml(visit) : endSignIn(visit))),
  );
  fastify.get(metadataPath, { config: open }, (request, reply) => sendMetadata(app, request, reply));
  // Apple and SAML providers post the response; the cookie and the state bind it to the browser.
  fastify.post(returnPath(), { config: { ...returned, crossSite: true } }, at(endSignIn));
  // Called by the provider itself: the token is signed.
  fastify.post(`${returnPath()}logout`, { config: { ...returned, crossSite: true } }, at(endByProvider));
  fastify.get(iconPath(), { config: { limit: 'cheap', callers: 'anyone' } }, (request, reply) =>
    sendIcon(app, request, reply),
  );
}

async function visited(
  app: AppContext,
  show: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const id = pathParam(request, 'id');
  const provider = findProvider(app, viewer.cache, id);
  if (!provider || provider.remoteUser) return sendProblem(reply, viewer, id, 'unknown');
  return show({ app, viewer, provider, orgId: viewer.cache.orgId, request, reply });
}

async function startSignIn({ app, viewer, provider, orgId, request, reply }: ProviderRequest) {
  const { query } = request;
  const pads = getPads(query);
  if (needsPad(request, pads)) {
    markDesktop(getCookies(app.config, request, reply));
    return sendPage(reply, desktopStartPage(frameFor(viewer), provider.name), 200, { script: desktopHash });
  }
  const flow = newFlow(app, orgId, provider.id, {
    next: safeNext(textIn(query, 'next')),
    invitation: textIn(query, 'key', 'multiuse_object_key'),
    ...pads,
  });
  try {
    const redirectUri = viewer.origin + returnPath(provider.id);
    const url = await getProvider(app, provider).getAuthorizationUrl(flow, redirectUri);
    keepFlow(getCookies(app.config, request, reply), provider, sealFlow(app.secrets, flow));
    return await guard(reply).redirect(url.href, 303);
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    app.log.error({ err: error.cause, provider: provider.id }, 'a sign-in provider is unavailable');
    return sendProblem(reply, viewer, provider, 'unavailable');
  }
}

/** Browsers send the cookie with redirects, but with forms of other sites only if it has `SameSite=None`. */
function keepFlow({ write, isSecure }: Cookies, { kind }: SignInProvider, sealed: string): void {
  const comesByForm = kind === 'apple' || kind === 'saml';
  const sameSite = comesByForm && isSecure ? 'None' : 'Lax';
  write(flowCookie, sealed, `HttpOnly; SameSite=${sameSite}; Max-Age=${flowSeconds}`);
}

/** Responses follow OpenID Connect Back-Channel Logout. */
async function endByProvider({
  app,
  provider,
  orgId,
  request,
  reply,
}: ProviderRequest): Promise<FastifyReply> {
  try {
    await endExternalSignIns(app, orgId, provider, getFields(request)('logout_token'));
    return await guard(reply).code(200).send();
  } catch (error) {
    if (!(error instanceof ProviderResponseError || error instanceof ProviderUnavailableError)) throw error;
    app.log.warn({ err: error.cause ?? error, provider: provider.id }, 'a logout by a provider was refused');
    return guard(reply).code(400).send({ error: 'invalid_request', error_description: error.message });
  }
}

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

async function sendIcon(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cache = await getOrganization(app, request);
  const file = findProvider(app, cache, pathParam(request, 'id'))?.iconFile;
  if (file === undefined) throw apiError('requests.not-found');
  return (
    guard(reply)
      .header('content-type', types[extname(file)] ?? 'application/octet-stream')
      // Prevents scripts in an SVG that is opened directly.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=3600')
      .send(readFileSync(file))
  );
}

// SAML only: metadata for the identity provider, and logout requests.

/** Sends the metadata for the provider with the ID in `?idp=`, or for the only one. */
async function sendMetadata(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const idp = queryParam(request, 'idp');
  const all = getProviders(app, viewer.cache).filter(({ saml }) => saml !== undefined);
  const provider = idp === undefined && all.length === 1 ? all[0] : all.find(({ id }) => id === idp);
  const client = provider && getProvider(app, provider);
  if (!(client instanceof SamlProvider)) throw apiError('requests.not-found');
  const text = await client.getMetadata(viewer.origin + returnPath(provider?.id), viewer.origin);
  return guard(reply).type('application/samlmetadata+xml').send(text);
}

/** A logout request of the provider, or its response to ours, by a redirect of the browser. */
async function endBySaml({
  app,
  viewer,
  provider,
  orgId,
  request,
  reply,
}: ProviderRequest): Promise<FastifyReply> {
  const client = getProvider(app, provider);
  const query = request.raw.url?.split('?', 2)[1] ?? '';
  if (!(client instanceof SamlProvider) || !/(?:^|&)SAMLRequest=/.test(query))
    return guard(reply).redirect('/login?note=out', 303);
  try {
    const logout = await client.readLogoutRequest(
      query,
      viewer.origin + returnPath(provider.id),
      viewer.origin,
    );
    await endSamlSignIns(app, orgId, client.issuer, logout);
    return await guard(reply).redirect(await logout.confirm(viewer.origin), 303);
  } catch (error) {
    if (!(error instanceof ProviderResponseError)) throw error;
    app.log.warn({ err: error.cause ?? error, provider: provider.id }, 'a logout by a provider was refused');
    return sendProblem(reply, viewer, provider, 'invalid');
  }
}
