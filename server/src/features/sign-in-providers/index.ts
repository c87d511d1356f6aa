/** The feature: sign-in methods that owners set up for their organization, and tests of them. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateSignInProviderParams,
  GetSignInProvidersResponse,
  ReadSamlMetadataParams,
  ReadSamlMetadataResponse,
  SignInProviderPath,
  SignInProviderResponse,
  TestSignInProviderResponse,
  UpdateSignInProviderParams,
} from '../../../../wire/sign-in-providers.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { makeLimit } from '../../core/limits/index.ts';
import { textsOfPerson } from '../../core/organization/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { rateLimited } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { createProvider, deleteProvider, refuseBots, updateProvider } from './actions.ts';
import { listEntries } from './entries.ts';
import { testProvider } from './test.ts';
import { apiError } from '../../lib/errors.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { MetadataError, readIdpMetadata } from '../../lib/saml/metadata.ts';

export type { Step } from './step.ts';
export { testProvider } from './test.ts';
export { describeLdapFailure, testLdap } from './test-ldap.ts';
export { testOidc } from './test-oidc.ts';
export { testSaml } from './test-saml.ts';

/** Per organization, since each test sends requests to addresses chosen by its owners. */
const testLimit = defineService((app: AppContext) =>
  makeLimit(app, 'tests of providers', { seconds: 60, count: 20 }),
);

async function countTest(app: AppContext, orgId: number): Promise<void> {
  const { isAllowed, retryAfter } = await testLimit(app).use(String(orgId));
  if (!isAllowed && app.config.rateLimits !== 'off') throw rateLimited(retryAfter);
}

const forOwners = { policy: 'owners', scope: 'credentials' } as const;
const path = '/heddle/sign_in_providers';

const signInProviderRoutes = [
  route({
    ...forOwners,
    method: 'GET',
    path,
    operationId: 'heddle-get-sign-in-providers',
    params: Type.Object({}),
    response: GetSignInProvidersResponse,
    handle: async ({ app, me, origin }) => {
      refuseBots(me);
      return Promise.resolve({ providers: listEntries(app, me.cache, origin) });
    },
  }),
  route({
    ...forOwners,
    method: 'POST',
    path,
    operationId: 'heddle-create-sign-in-provider',
    params: CreateSignInProviderParams,
    response: SignInProviderResponse,
    handle: async ({ app, me, origin, params }) => ({
      provider: await createProvider(app, { me, origin }, params),
    }),
  }),
  route({
    ...forOwners,
    method: 'PATCH',
    path: `${path}/:slug`,
    operationId: 'heddle-update-sign-in-provider',
    params: UpdateSignInProviderParams,
    response: SignInProviderResponse,
    handle: async ({ app, me, origin, params }) => ({
      provider: await updateProvider(app, { me, origin }, params),
    }),
  }),
  route({
    ...forOwners,
    method: 'DELETE',
    path: `${path}/:slug`,
    operationId: 'heddle-delete-sign-in-provider',
    params: SignInProviderPath,
    response: EmptyResponse,
    write: (tx, { app, me, params }) => deleteProvider(app, tx, me, params.slug),
  }),
  route({
    ...forOwners,
    method: 'POST',
    path: `${path}/:slug/test`,
    operationId: 'heddle-test-sign-in-provider',
    params: SignInProviderPath,
    response: TestSignInProviderResponse,
    handle: async ({ app, me, origin, params }) => {
      refuseBots(me);
      await countTest(app, me.orgId);
      const t = textsOfPerson(me.cache, me.user);
      return { steps: await testProvider({ app, cache: me.cache, origin, t }, params.slug) };
    },
  }),
  route({
    ...forOwners,
    method: 'POST',
    path: `${path}/saml_metadata`,
    operationId: 'heddle-read-saml-metadata',
    params: ReadSamlMetadataParams,
    response: ReadSamlMetadataResponse,
    handle: async ({ app, me, params }) => {
      refuseBots(me);
      await countTest(app, me.orgId);
      return { settings: await readSamlMetadata(app, params) };
    },
  }),
];

export const signInProvidersFeature = defineFeature({ routes: signInProviderRoutes });

// Reads SAML settings from the metadata of an identity provider, so that owners need not copy certificates.

const timeoutMs = 8000;

/** @throws ApiError 400 if it cannot be fetched, and for invalid metadata */
async function readSamlMetadata(
  { config }: Pick<AppContext, 'config'>,
  { url, xml }: ReadSamlMetadataParams,
): Promise<Record<string, unknown>> {
  if ((url === undefined) === (xml === undefined)) throw apiError('sign-in-providers.metadata-one');
  const text = xml ?? (await fetchText(url ?? '', config.reachableNetworks));
  try {
    const { entityId, url: address, sloUrl, certificates } = await readIdpMetadata(text);
    return {
      entity_id: entityId,
      url: address,
      certificate: certificates.join(''),
      ...(sloUrl !== undefined && { slo_url: sloUrl }),
      ...(url !== undefined && { metadata_url: url }),
    };
  } catch (error) {
    if (error instanceof MetadataError) throw apiError('sign-in-providers.no-metadata');
    throw error;
  }
}

async function fetchText(url: string, reachable: string | undefined): Promise<string> {
  try {
    const { status, text } = await guardedFetch(url, { method: 'GET', reachable, timeoutMs });
    if (status !== 200) throw new FetchRefused(`It responds with status ${status}.`);
    return text;
  } catch (error) {
    if (error instanceof FetchRefused)
      throw apiError('sign-in-providers.metadata-unavailable', { reason: error.message });
    throw error;
  }
}
