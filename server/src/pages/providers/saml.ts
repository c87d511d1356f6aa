/** SAML only: metadata for the identity provider, and logout requests. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { endSamlSignIns, returnPath } from '../../features/external-sign-in/index.ts';
import { getProvider, getProviders } from '../../core/sign-in-providers/index.ts';
import { ProviderResponseError } from '../../lib/oidc/person.ts';
import { SamlProvider } from '../../lib/saml/saml-provider.ts';
import { apiError } from '../../lib/errors.ts';
import { guard } from '../layout/layout.ts';
import { resolveViewer } from '../viewer.ts';
import { sendProblem, type ProviderRequest } from './provider-request.ts';
import { queryParam } from '../../http/request/values.ts';

/** Sends the metadata for the provider with the ID in `?idp=`, or for the only one. */
export async function sendMetadata(
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
export async function endBySaml({
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
