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
import { readSamlMetadata } from './saml-settings.ts';
import { testProvider } from './test.ts';

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
