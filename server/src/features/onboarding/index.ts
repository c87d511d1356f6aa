/** The feature: onboarding. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import { GetSetupResponse, MarkOnboardingStepParams } from '../../../../wire/onboarding.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { markStepTaken } from './actions.ts';
import { dismissSetup, getSetup } from './setup.ts';
import { stepsAhead } from './queries.ts';

const onboardingRoutes = [
  route({
    method: 'POST',
    path: '/users/me/onboarding_steps',
    operationId: 'mark-onboarding-step-as-read',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: MarkOnboardingStepParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => markStepTaken(tx, me.id, params.onboarding_step),
  }),
  route({
    method: 'GET',
    path: '/heddle/setup',
    operationId: 'get-setup',
    // The checklist is for owners; administrators learn whether invitations are delivered.
    policy: 'administrators',
    leaves: 'nothing',
    params: Type.Object({}),
    response: GetSetupResponse,
    handle: ({ app, me }) => getSetup(app, me),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/setup',
    operationId: 'dismiss-setup',
    // It hides the checklist from the caller only, and a former owner may do so too.
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: Type.Object({}),
    response: EmptyResponse,
    write: (tx, { me }) => dismissSetup(tx, me.id),
  }),
];

const onboardingState: Pick<StateFetchers, 'onboarding_steps'> = {
  onboarding_steps: async ({ tx, me }) => ({
    ...(await stepsAhead(tx, me.id)),
    navigation_tour_video_url: null,
  }),
};

export const onboardingFeature = defineFeature({
  routes: onboardingRoutes,
  events: { onboarding_steps: personal },
  registerState: onboardingState,
});
