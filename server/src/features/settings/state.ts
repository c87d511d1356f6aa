import { legacySettings, userSettingChoices, type UserSettings } from '../../../../wire/settings.ts';
import type { StateContext, StateFetchers } from '../../core/context/index.ts';
import type { User } from '../../core/organization/index.ts';
import { withDefaults } from './queries.ts';

const getSettings = (user: User): UserSettings => ({
  ...withDefaults(user.settings),
  ...userSettingChoices,
  timezone: user.timezone,
});

const keysOfSettings = ['user_settings', 'update_display_settings', 'update_global_notifications'];

/** COMPAT(clients before level 89, zulip-terminal 0.7): they expect settings at the top level of the state. */
export function topLevelSettings({ me, capabilities, fetch }: StateContext): Partial<UserSettings> {
  if (capabilities.user_settings_object || !keysOfSettings.some((key) => fetch?.has(key) ?? true)) return {};
  const settings = getSettings(me);
  return Object.fromEntries(legacySettings.map((name) => [name, settings[name]]));
}

export const settingState: Pick<StateFetchers, 'user_settings' | 'realm_user_settings_defaults'> = {
  user_settings: ({ me }) => ({ user_settings: getSettings(me) }),
  realm_user_settings_defaults: ({ tx }) => ({
    realm_user_settings_defaults: {
      ...withDefaults(tx.cache.organization.memberDefaults),
      ...userSettingChoices,
    },
  }),
};
