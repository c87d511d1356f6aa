/** The feature: settings. */
import { organizationWide, personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { settingRoutes } from './routes.ts';
import { settingState } from './state.ts';

export { languageName } from './checks.ts';
export { topLevelSettings } from './state.ts';
export { switchPresence, turnOffSetting, updateSettings } from './update.ts';

export const settingsFeature = defineFeature({
  routes: settingRoutes,
  events: { user_settings: personal, realm_user_settings_defaults: organizationWide },
  registerState: settingState,
});
