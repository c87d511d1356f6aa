/** The feature: profile fields. */
import { organizationWide } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { profileFieldRoutes } from './routes.ts';
import { profileFieldState } from './state.ts';

export { createProfileField } from './actions.ts';
export { getProfileFields } from './queries.ts';
export { changeProfile, checkedValue } from './values.ts';

export const profileFieldsFeature = defineFeature({
  routes: profileFieldRoutes,
  events: { custom_profile_fields: organizationWide },
  registerState: profileFieldState,
});
