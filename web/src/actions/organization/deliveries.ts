/** Recent deliveries of an outgoing webhook. */
import type { Static } from '../../../../wire/core.ts';
import type { GetDeliveriesResponse, OutgoingDelivery } from '../../../../wire/deliveries.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

const path = (botId: number): string => `/heddle/bots/${String(botId)}/deliveries`;

/** Newest first. */
export async function fetchDeliveries(
  { api }: Client,
  botId: number,
): Promise<Outcome<readonly OutgoingDelivery[]>> {
  return toOutcome(
    api.get<Static<typeof GetDeliveriesResponse>>(path(botId)).then(({ deliveries }) => deliveries),
  );
}

export const sendDeliveryAgain = (
  { api }: Client,
  botId: number,
  id: number,
): Promise<ApiFailure | undefined> => ask(api.post(`${path(botId)}/${String(id)}/send`));
