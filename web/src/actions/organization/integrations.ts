/** Services for which a bot can post, and test messages. */
import type { Static } from '../../../../wire/core.ts';
import type { GetIntegrationsResponse, ListedIntegration } from '../../../../wire/integrations.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

export async function fetchIntegrations({ api }: Client): Promise<Outcome<readonly ListedIntegration[]>> {
  return toOutcome(
    api
      .get<Static<typeof GetIntegrationsResponse>>('/heddle/integrations')
      .then(({ integrations }) => integrations),
  );
}

/** @param query query string of the webhook URL, with the bot's key */
export const sendTest = ({ api }: Client, query: string, text: string): Promise<ApiFailure | undefined> =>
  ask(api.post(`/external/json?${query}`, { test: text }));
