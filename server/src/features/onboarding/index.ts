/** The feature: onboarding. */
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { onboardingRoutes } from './routes.ts';
import { onboardingState } from './state.ts';

export const onboardingFeature = defineFeature({
  routes: onboardingRoutes,
  events: { onboarding_steps: personal },
  registerState: onboardingState,
});
