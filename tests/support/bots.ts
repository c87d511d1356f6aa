/** Bots as people make them. */
import assert from 'node:assert/strict';
import type { Account, Client, Params, Reply } from './client.ts';
import type { Name, World } from './world.ts';

/** What makes a bot an outgoing webhook. */
export const hook = { bot_type: 3, payload_url: 'https://example.com/hook' };

export const createBot = (client: Client, params: Params = {}): Promise<Reply> =>
  client.post('/bots', { full_name: 'The Weaver', short_name: 'weaver', ...params });

export async function getBot(world: World, who: Name, params: Params = {}): Promise<Account> {
  const { status, json } = await createBot(world.as(who), params);
  assert.equal(status, 200, json.msg);
  const id = json.user_id as number;
  const { json: found } = await world.as('ada').get(`/users/${id}`);
  return { id, email: (found.user as { email: string }).email, apiKey: json.api_key as string };
}

export const refusal = ({ status, json }: Reply): unknown[] => [status, json.code, json.msg];

/** The account as everyone sees it. */
export const getAccount = async (world: World, { id }: Account) =>
  (await world.as('eve').get(`/users/${id}`)).json.user as Record<string, unknown>;
