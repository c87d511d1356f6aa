/** Bots that a person may administer. */
import type { Static } from '../../../../wire/core.ts';
import type { BotApiKeyResponse, CreateBotParams, UpdateBotParams } from '../../../../wire/bots.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

type ActionResult = Promise<ApiFailure | undefined>;
type Key = Static<typeof BotApiKeyResponse>;

export type NewBot = Pick<
  CreateBotParams,
  'full_name' | 'short_name' | 'bot_type' | 'payload_url' | 'interface_type' | 'service_name' | 'config_data'
>;

export const createBot = ({ api }: Client, params: NewBot): ActionResult => ask(api.post('/bots', params));

export const updateBot = ({ api }: Client, id: number, params: UpdateBotParams): ActionResult =>
  ask(api.patch(`/bots/${String(id)}`, params));

export const deactivateBot = ({ api }: Client, id: number): ActionResult =>
  ask(api.delete(`/bots/${String(id)}`));

/** @returns the key or the failure */
export const fetchBotKey = ({ api }: Client, id: number): Promise<Outcome<string>> =>
  getKey(api.get<Key>(`/bots/${String(id)}/api_key`));

export const renewBotKey = ({ api }: Client, id: number): Promise<Outcome<string>> =>
  getKey(api.post<Key>(`/bots/${String(id)}/api_key/regenerate`));

async function getKey(request: Promise<Key>): Promise<Outcome<string>> {
  return toOutcome(request.then(({ api_key }) => api_key));
}
