import { EmptyResponse } from '../../../../wire/core.ts';
import { UpdateSettingsDefaultsParams, UpdateSettingsParams } from '../../../../wire/settings.ts';
import { route, type Route } from '../../http/route.ts';
import { updateSettingsDefaults } from './defaults.ts';
import { updateSettings } from './update.ts';

const ownSettings = (path: string, operationId: string): Route =>
  route({
    method: 'PATCH',
    path,
    operationId,
    policy: 'humans',
    personal: true,
    params: UpdateSettingsParams,
    response: EmptyResponse,
    handle: async ({ app, me, ip, params }) => {
      await updateSettings(app, me, ip, params);
      return {};
    },
  });

export const settingRoutes = [
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
    params: UpdateSettingsDefaultsParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => updateSettingsDefaults(tx, me, params),
  }),
];
