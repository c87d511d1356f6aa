/** The feature: onboarding. */
import { EmptyResponse, Type, roles } from '../../../../wire/core.ts';
import { GetSetupResponse, MarkOnboardingStepParams, type SetupStep } from '../../../../wire/onboarding.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers, AppContext } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { markStepTaken, stepsAhead } from './actions.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { keysIn } from '../../lib/objects.ts';

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

// The setup checklist of owners: which steps are done, and whether the owner has dismissed it.

/** Stored in the table of onboarding steps, but not one of them. */
const dismissed = 'heddle_setup';

async function getSetup(app: AppContext, me: Principal): Promise<GetSetupResponse> {
  const { q } = app.db.read;
  const row = await q
    .selectFrom('onboarding_step')
    .select('name')
    .where('user_id', '=', me.id)
    .where('name', '=', dismissed)
    .executeTakeFirst();
  const invitation = await q
    .selectFrom('invitation')
    .select('id')
    .where('org_id', '=', me.orgId)
    .executeTakeFirst();
  return { is_dismissed: row !== undefined, done: doneSteps(app, me, invitation !== undefined) };
}

function doneSteps({ config }: AppContext, { cache }: Principal, hasInvited: boolean): SetupStep[] {
  const { description, pictures } = cache.organization;
  const people = [...cache.users.values()].filter((user) => !user.isBot && user.role !== roles.guest);
  const steps: Readonly<Record<SetupStep, boolean>> = {
    invite: hasInvited || people.length > 1,
    describe: description !== '',
    picture: pictures.icon !== undefined,
    mail: config.smtpUrl !== undefined,
    backups: config.backupTo !== undefined,
  };
  return keysIn(steps).filter((step) => steps[step]);
}

/** Idempotent. */
async function dismissSetup(tx: Tx, userId: number): Promise<void> {
  await tx.q
    .insertInto('onboarding_step')
    .values({ user_id: userId, name: dismissed, taken_at: tx.now })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
