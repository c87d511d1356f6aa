/** The feature: profile fields. */
import { defineFeature } from '../../http/feature.ts';
import { profileFieldRoutes } from './routes.ts';
import { profileFieldState } from './state.ts';

export { changeProfile } from './values.ts';

export const profileFieldsFeature = defineFeature({
  routes: profileFieldRoutes,
  registerState: profileFieldState,
});
