/** The feature: domains. */
import { organizationWide } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { domainRoutes } from './routes.ts';
import { domainState } from './state.ts';

export {
  type AddressRules,
  type DisposableCheck,
  addressRefusal,
  addressRules,
  checkMayJoin,
  disposableCheck,
  splitAddresses,
} from './addresses.ts';

export const domainsFeature = defineFeature({
  routes: domainRoutes,
  events: { realm_domains: organizationWide },
  registerState: domainState,
});
