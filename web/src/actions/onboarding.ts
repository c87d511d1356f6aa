/** Hints that are shown once to each person, whatever device they use. */
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask } from './request/outcome.ts';

/** Permanently: the server stores it. */
export const markHintSeen = ({ api }: Client, onboarding_step: string): Promise<ApiFailure | undefined> =>
  ask(api.post('/users/me/onboarding_steps', { onboarding_step }));
