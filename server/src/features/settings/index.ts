/** The feature: settings. */
import { defineFeature } from '../../http/feature.ts';
import { settingRoutes } from './routes.ts';
import { settingState } from './state.ts';

export { languageName } from './checks.ts';
export { topLevelSettings } from './state.ts';
export { switchPresence, turnOffSetting, updateSettings } from './update.ts';

export const settingsFeature = defineFeature({
  routes: settingRoutes,
  registerState: settingState,
});
