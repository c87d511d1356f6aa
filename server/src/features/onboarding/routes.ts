import { EmptyResponse } from '../../../../wire/core.ts';
import { MarkOnboardingStepParams } from '../../../../wire/onboarding.ts';
import { route } from '../../http/route.ts';
import { markStepTaken } from './actions.ts';

export const onboardingRoutes = [
  route({
    method: 'POST',
    path: '/users/me/onboarding_steps',
    operationId: 'mark-onboarding-step-as-read',
    policy: 'humans',
    params: MarkOnboardingStepParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => markStepTaken(tx, me.id, params.onboarding_step),
  }),
];
