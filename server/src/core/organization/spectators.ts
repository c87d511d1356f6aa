/** Whether spectators can read anything in an organization. */
import type { Config } from '../../lib/config/config.ts';
import type { OrganizationCache } from './organization-cache.ts';
import { organizationSettings } from './settings.ts';

/** Both the server's operator and the organization have to allow it. */
export function isOpenToAnonymous(config: Config, cache: OrganizationCache): boolean {
  return (
    config.webPublicChannels === 'on' &&
    !cache.organization.isDeactivated &&
    organizationSettings(cache).enable_spectator_access
  );
}
