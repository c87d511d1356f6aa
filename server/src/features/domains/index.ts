/** The feature: domains. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  AddDomainResponse,
  AddDomainParams,
  DomainPath,
  GetDomainsResponse,
  UpdateDomainParams,
} from '../../../../wire/domains.ts';
import { organizationWide } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { addDomain, removeDomain, updateDomain } from './actions.ts';
import { allowedDomains } from './addresses.ts';

export {
  type AddressRules,
  type DisposableCheck,
  addressRefusal,
  addressRules,
  checkMayJoin,
  disposableCheck,
  splitAddresses,
} from './addresses.ts';

const domainRoutes = [
  route({
    method: 'GET',
    path: '/realm/domains',
    operationId: 'get-realm-domains',
    policy: 'signedIn',
    scope: 'directory',
    params: Type.Object({}),
    response: GetDomainsResponse,
    handle: async ({ app, me }) => ({ domains: await allowedDomains(app.db.read, me.orgId) }),
  }),
  route({
    method: 'POST',
    path: '/realm/domains',
    operationId: 'add-realm-domain',
    policy: 'owners',
    scope: 'administer',
    leaves: 'access',
    params: AddDomainParams,
    response: AddDomainResponse,
    write: async (tx, { params }) => ({ new_domain: [await addDomain(tx, params), params.domain] }),
  }),
  route({
    method: 'PATCH',
    path: '/realm/domains/:domain',
    operationId: 'patch-realm-domain',
    policy: 'owners',
    scope: 'administer',
    leaves: { domain: 'nothing', allow_subdomains: (isAllowed: boolean) => isAllowed },
    params: withPath(DomainPath, UpdateDomainParams),
    response: EmptyResponse,
    write: (tx, { params }) => updateDomain(tx, params.domain, params.allow_subdomains),
  }),
  route({
    method: 'DELETE',
    path: '/realm/domains/:domain',
    operationId: 'delete-realm-domain',
    policy: 'owners',
    scope: 'administer',
    leaves: 'nothing',
    params: DomainPath,
    response: EmptyResponse,
    write: (tx, { params }) => removeDomain(tx, params.domain),
  }),
];

const domainState: Pick<StateFetchers, 'realm_domains'> = {
  realm_domains: async ({ tx }) => ({ realm_domains: await allowedDomains(tx, tx.orgId) }),
};

export const domainsFeature = defineFeature({
  routes: domainRoutes,
  events: { realm_domains: organizationWide },
  registerState: domainState,
});
