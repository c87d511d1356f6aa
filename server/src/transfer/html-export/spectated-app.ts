/** An app in which the exported channels are web-public: with it, the spectator pages render exactly these. */
import type { AppContext } from '../../core/context/index.ts';
import type { Organizations } from '../../core/events/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';

export interface SpectatedApp {
  app: AppContext;
  cache: OrganizationCache;
}

/**
 * Changes nothing and serves no requests: its organization cache is a layer that is never merged.
 * @param all Whether private and archived channels count as web-public.
 */
export function spectatedApp(app: AppContext, committed: OrganizationCache, all: boolean): SpectatedApp {
  const cache = all ? openedLayer(committed) : committed;
  const { id, subdomain } = cache.organization;
  const { names } = app.organizations;
  const organizations: Pick<Organizations, 'names' | 'byHost' | 'cache'> = {
    names,
    byHost: () => ({ id, subdomain }),
    cache: () => Promise.resolve(cache),
  };
  const config = {
    ...app.config,
    webPublicChannels: all ? 'on' : app.config.webPublicChannels,
    rateLimits: 'off',
  };
  const spectated = { ...app, config, organizations, services: new Map<symbol, unknown>() };
  // With settings of the same type, which spreading widens.
  return { app: spectated as AppContext, cache };
}

function openedLayer(committed: OrganizationCache): OrganizationCache {
  const layer = committed.layer();
  const { organization } = committed;
  const settings = {
    ...organization.settings,
    enable_spectator_access: true,
    spectator_name_format: 'full_name',
  };
  layer.organization = { ...organization, settings };
  for (const channel of committed.channels.values())
    layer.channels.set({ ...channel, isWebPublic: true, isPrivate: false, isArchived: false });
  return layer;
}
