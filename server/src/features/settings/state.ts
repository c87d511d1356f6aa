import { userSettingChoices } from '../../../../wire/settings.ts';
import type { StateFetchers } from '../events/state.ts';
import { withDefaults } from './queries.ts';

export const settingState: Pick<StateFetchers, 'user_settings' | 'realm_user_settings_defaults'> = {
  user_settings: ({ me }) => ({
    user_settings: { ...withDefaults(me.settings), ...userSettingChoices, timezone: me.timezone },
  }),
  realm_user_settings_defaults: ({ tx }) => ({
    realm_user_settings_defaults: {
      ...withDefaults(tx.directory.organization.memberDefaults),
      ...userSettingChoices,
    },
  }),
};
