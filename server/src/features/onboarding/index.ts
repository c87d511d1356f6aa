/** The feature: onboarding. */
import { defineFeature } from '../../http/feature.ts';
import { onboardingRoutes } from './routes.ts';
import { onboardingState } from './state.ts';

export const onboardingFeature = defineFeature({
  routes: onboardingRoutes,
  registerState: onboardingState,
});
