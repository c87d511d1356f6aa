/** The feature: settings. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { isSharedSetting, personalSettingRights } from '../../../../wire/personal-setting-rights.ts';
import {
  UpdateSettingsDefaultsParams,
  UpdateSettingsParams,
  legacySettings,
  userSettingChoices,
  type UserSettings,
} from '../../../../wire/settings.ts';
import { organizationWide, personal } from '../../core/events/index.ts';
import { type Leaves, leavesEach, type User } from '../../core/organization/index.ts';
import type { StateContext, StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, type Route } from '../../http/route.ts';
import { keysIn } from '../../lib/objects.ts';
import { updateSettingsDefaults } from './defaults.ts';
import { updateSettings } from './update.ts';
import { withDefaults } from './queries.ts';

export { languageName } from './checks.ts';
export { switchPresence, turnOffSetting, updateSettings } from './update.ts';

/** An email address allows a password reset; exports contain the messages of people who consent. */
const lastingChanges = {
  ...leavesEach(keysIn(personalSettingRights).filter(isSharedSetting), 'nothing'),
  allow_private_data_export: (consents) => consents,
  email_address_visibility: 'nothing',
  enable_digest_emails: 'nothing',
  enable_drafts_synchronization: 'nothing',
  enable_login_emails: 'nothing',
  enable_marketing_emails: 'nothing',
  presence_enabled: 'nothing',
  send_private_typing_notifications: 'nothing',
  send_read_receipts: 'nothing',
  send_stream_typing_notifications: 'nothing',
  timezone: 'nothing',
  email: 'access',
  new_password: (password) => password !== '',
  old_password: 'nothing',
  full_name: 'nothing',
  revoke_api_keys: 'nothing',
  target_users: 'nothing',
} satisfies Leaves<UpdateSettingsParams>;

const ownSettings = (path: string, operationId: string): Route =>
  route({
    method: 'PATCH',
    path,
    operationId,
    policy: 'humans',
    leaves: lastingChanges,
    personal: true,
    params: UpdateSettingsParams,
    response: EmptyResponse,
    handle: async ({ app, me, ip, params }) => {
      await updateSettings(app, me, ip, params);
      return {};
    },
  });

const settingRoutes = [
  ownSettings('/settings', 'update-settings'),
  // COMPAT(clients before level 80): the former paths of the same endpoint.
  ownSettings('/settings/display', 'update-display-settings'),
  ownSettings('/settings/notifications', 'update-notification-settings'),
  route({
    method: 'PATCH',
    path: '/realm/user_settings_defaults',
    operationId: 'update-realm-user-settings-defaults',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: UpdateSettingsDefaultsParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => updateSettingsDefaults(tx, me, params),
  }),
];

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

const settingState: Pick<StateFetchers, 'user_settings' | 'realm_user_settings_defaults'> = {
  user_settings: ({ me }) => ({ user_settings: getSettings(me) }),
  realm_user_settings_defaults: ({ tx }) => ({
    realm_user_settings_defaults: {
      ...withDefaults(tx.cache.organization.memberDefaults),
      ...userSettingChoices,
    },
  }),
};

export const settingsFeature = defineFeature({
  routes: settingRoutes,
  events: { user_settings: personal, realm_user_settings_defaults: organizationWide },
  registerState: settingState,
});
