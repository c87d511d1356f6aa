/** Whether people without an account read anything of an organization. */
import type { Config } from '../../lib/config/config.ts';
import type { Directory } from './organization-cache.ts';
import { organizationSettings } from './settings.ts';

/** Both the operator of the server and the organization have to want it. */
export function letsStrangersIn(config: Config, directory: Directory): boolean {
  return (
    config.webPublicChannels === 'on' &&
    !directory.organization.isDeactivated &&
    organizationSettings(directory).enable_spectator_access
  );
}
