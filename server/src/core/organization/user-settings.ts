/** A user's settings, with the server's defaults for those that are not set. */
import { userSettingDefaults, type StoredUserSettings } from '../../../../wire/settings.ts';
import type { User } from './types.ts';

export function userSetting<Name extends keyof StoredUserSettings>(
  { settings }: Pick<User, 'settings'>,
  name: Name,
): StoredUserSettings[Name] {
  // Settings are validated before they are stored.
  return (settings[name] ?? userSettingDefaults[name]) as StoredUserSettings[Name];
}
