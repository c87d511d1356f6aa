/** The setup checklist of owners. */
import type { GetSetupResponse } from '../../../../wire/onboarding.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

export async function fetchSetup({ api }: Client): Promise<Outcome<GetSetupResponse>> {
  return toOutcome(api.get<GetSetupResponse>('/heddle/setup'));
}

/** Permanently: the server stores it. */
export const dismissSetup = ({ api }: Client): Promise<ApiFailure | undefined> =>
  ask(api.delete('/heddle/setup'));
