/** Onboarding hints that a client shows once. */
import { Exact, OneOf, Type, type Static, type Examples, Nullable } from './core.ts';

const OnboardingStep = Exact({ type: Type.String(), name: Type.String() });

/** Shown until marked as read. */
export const onboardingSteps = [
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
] as const;

/** Hints of the web client, which other clients do not have: what Enter does. */
export const heddleHints = ['heddle_enter_sends'] as const;

/** POST /users/me/onboarding_steps: also one of `heddleHints`. */
export const MarkOnboardingStepParams = Type.Object({
  onboarding_step: Type.String(),
});
export type MarkOnboardingStepParams = Static<typeof MarkOnboardingStepParams>;

/** First steps of owners; each is done once the organization or the server is configured accordingly. */
const setupSteps = ['invite', 'describe', 'picture', 'mail', 'backups'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** GET /heddle/setup: for administrators, though only owners get the checklist. It is shown until an owner dismisses it for themselves. */
export const GetSetupResponse = Exact({
  is_dismissed: Type.Boolean(),
  done: Type.Array(OneOf(setupSteps)),
});
export type GetSetupResponse = Static<typeof GetSetupResponse>;

/** The steps that are not marked as read. */
const OnboardingStepsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('onboarding_steps'),
  onboarding_steps: Type.Array(OnboardingStep),
  heddle_hints: Type.Array(Type.String()),
});

export const onboardingState = {
  onboarding_steps: {
    onboarding_steps: Type.Array(OnboardingStep),
    heddle_hints: Type.Array(Type.String()),
    navigation_tour_video_url: Nullable(Type.String()),
  },
};

export const onboardingEvents = { onboarding_steps: OnboardingStepsEvent };

export const onboardingExamples: Examples<typeof onboardingEvents> = {
  onboarding_steps: {
    'hints still to be shown': {
      id: 1,
      type: 'onboarding_steps',
      onboarding_steps: [{ type: 'one_time_notice', name: 'intro_inbox_view_modal' }],
      heddle_hints: ['heddle_enter_sends'],
    },
  },
};
