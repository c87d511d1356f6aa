/** Named API keys of the user's own account, or of a bot. */
import type {
  CreateApiKeyParams,
  CreateApiKeyResponse,
  GetApiKeysResponse,
  NamedApiKey,
} from '../../../wire/api-keys.ts';
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask, toOutcome, type Outcome } from './request/outcome.ts';

/** @param botId undefined for the user's own keys */
const apiKeysPath = (botId: number | undefined): string =>
  botId === undefined ? '/heddle/api_keys' : `/heddle/bots/${String(botId)}/api_keys`;

/** Leaves out the main API key of the account, which the settings show elsewhere. */
export async function fetchNamedKeys(
  { api }: Client,
  botId: number | undefined,
): Promise<Outcome<readonly NamedApiKey[]>> {
  const request = api.get<GetApiKeysResponse>(apiKeysPath(botId));
  return toOutcome(request.then(({ api_keys: keys }) => keys.filter((key) => !key.is_legacy)));
}

/** @returns the key, which cannot be fetched later, or the failure */
export async function createNamedKey(
  { api }: Client,
  botId: number | undefined,
  params: CreateApiKeyParams,
): Promise<Outcome<string>> {
  return toOutcome(api.post<CreateApiKeyResponse>(apiKeysPath(botId), params).then(({ api_key }) => api_key));
}

export const revokeNamedKey = (
  { api }: Client,
  botId: number | undefined,
  id: number,
): Promise<ApiFailure | undefined> => ask(api.delete(`${apiKeysPath(botId)}/${String(id)}`));
