/** The checklist of owners. */
import type { GetSetupResponse } from '../../../../wire/onboarding.ts';
import { getFailure, type ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';
import { ask } from '../ask.ts';

export async function fetchSetup({ api }: Client): Promise<GetSetupResponse | ApiFailure> {
  try {
    return await api.get<GetSetupResponse>('/heddle/setup');
  } catch (error) {
    return getFailure(error);
  }
}

/** For good: the server remembers it. */
export const dismissSetup = ({ api }: Client): Promise<ApiFailure | undefined> =>
  ask(api.delete('/heddle/setup'));
