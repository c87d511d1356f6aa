/** The feature: server. */
import { Type } from '../../../../wire/core.ts';
import { GetServerSettingsResponse } from '../../../../wire/organization.ts';
import { organizationWide } from '../../core/events/index.ts';
import { needsBrowserSignIn } from '../../core/two-factor/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { openRoute } from '../../http/route.ts';
import { serverSettings } from './queries.ts';

const serverRoutes = [
  openRoute({
    method: 'GET',
    path: '/server_settings',
    operationId: 'get-server-settings',
    policy: 'anyone',
    params: Type.Object({}),
    response: GetServerSettingsResponse,
    handle: async ({ app, orgId, origin }) => {
      const cache = orgId === 0 ? undefined : await app.organizations.cache(orgId);
      const hasBrowserSignIn = cache !== undefined && (await needsBrowserSignIn(app.db.read, orgId));
      return serverSettings(app, cache, { origin, hasBrowserSignIn });
    },
  }),
];

// What `/register` returns for features that this server does not offer: the same as for an organization that does not
// use them.

/** Third-party services; without a key clients offer none. */
const serverState: Pick<StateFetchers, 'giphy' | 'klipy' | 'tenor' | 'realm_billing' | 'stop_words'> = {
  giphy: () => ({ giphy_api_key: '' }),
  klipy: () => ({ klipy_api_key: '' }),
  tenor: () => ({ tenor_api_key: '' }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  // The search index contains every word.
  stop_words: () => ({ stop_words: [] }),
};

type AbsentKeys = 'realm_filters';

const absentState: Pick<StateFetchers, AbsentKeys> = {
  // COMPAT(old clients): linkifiers without URL templates.
  realm_filters: () => ({ realm_filters: [] }),
};

export const serverFeature = defineFeature({
  routes: serverRoutes,
  events: { restart: organizationWide },
  registerState: { ...absentState, ...serverState },
});
