/** The feature: sign-in methods that owners set up for their organization, and tests of them. */
import { defineFeature } from '../../http/feature.ts';
import { signInProviderRoutes } from './routes.ts';

export type { Step } from './step.ts';
export { testProvider } from './test.ts';
export { describeLdapFailure, testLdap } from './test-ldap.ts';
export { testOidc } from './test-oidc.ts';
export { testSaml } from './test-saml.ts';

export const signInProvidersFeature = defineFeature({ routes: signInProviderRoutes });
