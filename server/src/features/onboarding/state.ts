import type { StateFetchers } from '../../core/context/index.ts';
import { stepsAhead } from './queries.ts';

export const onboardingState: Pick<StateFetchers, 'onboarding_steps'> = {
  onboarding_steps: async ({ tx, me }) => ({
    ...(await stepsAhead(tx, me.id)),
    navigation_tour_video_url: null,
  }),
};
